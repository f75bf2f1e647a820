"""Texts in pictures: the game's nouns, its messages, and the messages that only pictures need."""

from engines.kernel import Arg, Message, load_catalogue
from render import kit


def render_noun(path: str, lang: kit.Lang, is_short: bool = False) -> str:
    """Return a noun of the game's terms.toml, e.g. `kind.miracle`."""
    return load_catalogue("engines.quo_vadis").render_noun(path, lang, is_short=is_short)


def render_capitalized_noun(path: str, lang: kit.Lang) -> str:
    """Return a noun with a capital first letter, for the beginning of a line."""
    word = render_noun(path, lang)
    return word[:1].upper() + word[1:]


def render_engine_message(msg: Message, lang: kit.Lang) -> str:
    """Render a message of the engine's catalogue."""
    return load_catalogue("engines.quo_vadis").render(msg, lang)


def render_message(key: str, lang: kit.Lang, /, **args: Arg) -> str:
    """Render a message of this folder's catalogue."""
    return load_catalogue("render.quo_vadis").render(Message(key, args), lang)
