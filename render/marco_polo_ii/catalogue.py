"""Texts in pictures: the game's nouns, and the few messages used only in pictures."""

from engines.kernel import Arg, Message, load_catalogue
from render import kit


def render_noun(path: str, lang: kit.Lang, is_short: bool = False) -> str:
    """Return a noun of the game's terms.toml, e.g. `cities.kabul`."""
    return load_catalogue("engines.marco_polo_ii").render_noun(path, lang, is_short=is_short)


def render_message(key: str, lang: kit.Lang, /, **args: Arg) -> str:
    """Return a message of this package's locale."""
    return load_catalogue("render.marco_polo_ii").render(Message(key, args), lang)
