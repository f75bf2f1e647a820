"""Words in pictures: the game's nouns, and the few sentences that only pictures need."""

from functools import cache

from engines.kernel import Arg, Msg, catalogue
from render.kit.look import Lang


@cache
def noun(path: str, lang: Lang) -> str:
    """A noun of the game's terms.toml, e.g. `zones.castle`, as it stands alone."""
    text = catalogue("engines.kilia").term(path, lang)
    return text[:1].upper() + text[1:]


def label(achievement: str, lang: Lang) -> str:
    """The few words for an achievement, as they stand above its wheel."""
    return catalogue("engines.kilia").term(f"achievements.{achievement}", lang, short=True)


def sentence(key: str, lang: Lang, /, **args: Arg) -> str:
    """A sentence of this folder's locale."""
    return catalogue("render.kilia").render(Msg(key, args), lang)
