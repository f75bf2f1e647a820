"""Words in pictures: the game's nouns, and the few sentences that only pictures need."""

from engines.kernel import Arg, Msg, catalogue
from engines.pax_pamir.view import View
from render.look import Lang, Look


def noun(path: str, lang: Lang, short: bool = False) -> str:
    """A noun of the game's terms.toml, e.g. `region.herat`."""
    return catalogue("engines.pax_pamir").term(path, lang, short=short)


def title(path: str, lang: Lang) -> str:
    """A noun as a heading: with a capital."""
    words = noun(path, lang)
    return words[0].upper() + words[1:]


def sentence(key: str, lang: Lang, /, **args: Arg) -> str:
    """A sentence of this folder's locale."""
    return catalogue("render.pax_pamir").render(Msg(key, args), lang)


def name(view: View, player: int, look: Look) -> str:
    """How a player is called: by the seat's display name, or Wakhan."""
    return noun("concept.wakhan", look.lang) if view.players[player].automa else look.names[player]
