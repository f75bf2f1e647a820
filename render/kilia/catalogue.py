"""Words in pictures: the game's nouns, and the few sentences that only pictures need."""

from functools import cache

from engines.kernel import Arg, Message, load_catalogue
from render import kit


@cache
def render_noun(path: str, lang: kit.Lang) -> str:
    """Return a noun of the game's terms.toml, e.g. `zones.castle`, capitalized."""
    text = load_catalogue("engines.kilia").render_noun(path, lang)
    return text[:1].upper() + text[1:]


def render_label(achievement: str, lang: kit.Lang) -> str:
    """Return the short name of an achievement, as printed above its wheel."""
    return load_catalogue("engines.kilia").render_noun(f"achievements.{achievement}", lang, is_short=True)


def render_message(key: str, lang: kit.Lang, /, **args: Arg) -> str:
    """Render a message of this folder's locale."""
    return load_catalogue("render.kilia").render(Message(key, args), lang)
