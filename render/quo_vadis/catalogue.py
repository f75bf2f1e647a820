"""Words in pictures: the game's nouns, and the few sentences that only pictures need."""

from engines.kernel import Arg, Msg, catalogue
from render.kit.look import Lang


def noun(path: str, lang: Lang, short: bool = False) -> str:
    """A noun of the game's terms.toml, e.g. `kind.miracle`."""
    return catalogue("engines.quo_vadis").term(path, lang, short=short)


def capital(path: str, lang: Lang) -> str:
    """The noun as the first word of a line."""
    word = noun(path, lang)
    return word[:1].upper() + word[1:]


def told(msg: Msg, lang: Lang) -> str:
    """A sentence of the engine."""
    return catalogue("engines.quo_vadis").render(msg, lang)


def sentence(key: str, lang: Lang, /, **args: Arg) -> str:
    """A sentence of this folder's locale."""
    return catalogue("render.quo_vadis").render(Msg(key, args), lang)
