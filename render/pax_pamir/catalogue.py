"""Words in pictures: the game's nouns, and the few sentences that only pictures need."""

from engines.kernel import LETTERS, Arg, Msg, catalogue
from engines.pax_pamir.view import View
from render.kit.look import Lang, Look


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


def called(player: int, look: Look) -> str:
    """`B Marco`; beyond the seats comes Wakhan."""
    name = look.names[player] if player < len(look.names) else noun("concept.wakhan", look.lang)
    return sentence("phrase.player", look.lang, letter=LETTERS[player], name=name)


def name(view: View, player: int, look: Look) -> str:
    """How a player is called: by the seat's display name, or Wakhan."""
    return noun("concept.wakhan", look.lang) if view.players[player].automa else look.names[player]


def on_turn(view: View, look: Look) -> bool:
    """Whether the reader is the player on turn."""
    return view.turn is not None and look.viewer == view.turn.player
