"""Text in pictures: the game's nouns, and the messages that only pictures need."""

from engines.kernel import Arg, Message, load_catalogue
from render import kit

NUMERALS = ("I", "II", "III", "IV")


def render_noun(path: str, lang: kit.Lang, is_short: bool = False) -> str:
    """Return a noun of the game's terms.toml, e.g. `cities.roma`."""
    return load_catalogue("engines.signorie").render_noun(path, lang, is_short=is_short)


def render_message(key: str, lang: kit.Lang, /, **args: Arg) -> str:
    """Return a message of this folder's locale."""
    return load_catalogue("render.signorie").render(Message(key, args), lang)
