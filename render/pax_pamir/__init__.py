"""Pax Pamir: the overview, zooms of it, the courts, hands that lie open, and the private panels."""

from engines.pax_pamir.view import View
from render.kit.art import Art
from render.kit.look import Look
from render.kit.scene import Scene
from render.pax_pamir.board.overlay import compared
from render.pax_pamir.board.overview import overview
from render.pax_pamir.board.zoom import PARTS, zoom
from render.pax_pamir.catalogue import called, sentence
from render.pax_pamir.courts.detail import court
from render.pax_pamir.courts.summary import courts
from render.pax_pamir.panels import panel
from render.pax_pamir.private.hand import hand
from render.pax_pamir.private.turn import turn
from render.pax_pamir.words.alt import alt
from render.pax_pamir.words.report import words


class PaxPamirArt(Art):
    """Pictures: `board`, `courts`, `court:<player>`, `zoom:map|market`, where hands lie open `hand:<player>`; privately
    `panel:hand`, `panel:courts`, `panel:court:<player>`, `panel:map|market`, `panel:turn` and `panel:board`.
    """

    game = "pax_pamir"

    def pictures(self, view: View) -> tuple[str, ...]:
        each = (f"court:{player}" for player in view.ring)
        hands = (f"hand:{player}" for player in open_hands(view))
        return ("board", "courts", *each, *hands, *(f"zoom:{part}" for part in PARTS))

    def title(self, picture: str, look: Look) -> str:
        lang = look.lang
        match picture.split(":"):
            case ["board"] | ["panel", "board"]:
                return sentence("board.title", lang)
            case ["courts"] | ["panel", "courts"]:
                return sentence("courts.title", lang)
            case ["zoom" | "panel", part] if part in PARTS:
                return sentence(f"{part}.title", lang)
            case ["court", player] | ["panel", "court", player] if player in _NUMBERS:
                return sentence("court.title", lang, name=called(int(player), look))
            case ["panel", "hand"]:
                return sentence("hand.own", lang)
            case ["panel", "turn"]:
                return sentence("turn.title", lang)
            case ["hand", player] if player in _NUMBERS:
                return sentence("hand.title", lang, name=called(int(player), look))
        raise KeyError(f"Pax Pamir has no picture {picture!r}")

    def compose(self, view: View, picture: str, look: Look) -> Scene:
        match picture.split(":"):
            case ["board"]:
                return overview(view, look)
            case ["panel", "board"]:
                return overview(view, look, private=True)
            case ["courts"]:
                return courts(view, look)
            case ["panel", "courts"]:
                return courts(view, look, private=True)
            case ["zoom", part] if part in PARTS:
                return zoom(view, part, look)
            case ["panel", part] if part in PARTS:
                return zoom(view, part, look, private=True)
            case ["court", player] if _is_player(view, player):
                return court(view, int(player), look)
            case ["panel", "court", player] if _is_player(view, player):
                return court(view, int(player), look, private=True)
            case ["panel", "hand"]:
                return hand(view, _viewer(look), look)
            case ["panel", "turn"]:
                return turn(view, _viewer(look), look)
            case ["hand", player] if player.isdigit() and int(player) in open_hands(view):
                return hand(view, int(player), look, private=False)
        raise KeyError(f"Pax Pamir has no picture {picture!r}")

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def panel(self, view: View, seat: int, places: tuple[str, ...], before: object = None) -> str:
        return panel(view, seat, places, compared(before))

    def own(self, view: View, seat: int) -> str:
        """The hand; without one, what is to be had."""
        return "panel:hand" if view.players[seat].hand else "panel:turn"


_NUMBERS = tuple("012345")


def open_hands(view: View) -> tuple[int, ...]:
    """R13 Players whose hands everybody may see, in turn order."""
    if "open_hands" not in view.options:
        return ()
    return tuple(player for player in view.ring if not view.players[player].automa)


def _is_player(view: View, number: str) -> bool:
    return number.isdigit() and int(number) < len(view.players)


def _viewer(look: Look) -> int:
    if look.viewer is None:
        raise ValueError("this picture shows the reader's own hand: look.viewer must be a seat, got None")
    return look.viewer


ART = PaxPamirArt()
