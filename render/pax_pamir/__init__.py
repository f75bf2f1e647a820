"""Pax Pamir: the overview, zooms of it, the courts, hands that lie open, and the private panels."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engines.pax_pamir.view import View
from render.kit.art import Art, Kind
from render.kit.look import Look, Step
from render.kit.marks.news import Said
from render.kit.marks.ticks import Deed
from render.kit.scene import Anchor
from render.pax_pamir import theme
from render.pax_pamir.board.final import final
from render.pax_pamir.board.overview import overview
from render.pax_pamir.board.zoom import PARTS, zoom, zoom_title
from render.pax_pamir.catalogue import called, sentence
from render.pax_pamir.courts.detail import court
from render.pax_pamir.courts.summary import courts
from render.pax_pamir.private.bribe import bribe, parties
from render.pax_pamir.private.hand import hand
from render.pax_pamir.private.turn import turn
from render.pax_pamir.words.alt import alt
from render.pax_pamir.words.report import words
from render.pax_pamir.words.told import told

_PLAYERS = tuple("012345")


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(key, look.lang)


def _of_player(key: str) -> Callable[[str, Look], str]:
    def title(of: str, look: Look) -> str:
        if of not in _PLAYERS:
            raise KeyError(f"Pax Pamir has no player {of!r}")
        return sentence(key, look.lang, name=called(int(of), look))

    return title


def _players(view: View, seat: int | None) -> Iterable[str]:
    """Everybody in turn order; to a player the own one first."""
    others = view.ring if seat is None else (seat, *(player.number for player in view.players if player.number != seat))
    return map(str, others)


def _open_hands(view: View, _seat: int | None) -> Iterable[str]:
    """R13 Players whose hands everybody may see, in turn order."""
    if "open_hands" not in view.options:
        return ()
    return (str(player) for player in view.ring if not view.players[player].automa)


def _holder(view: View, seat: int | None) -> Iterable[str]:
    """The reader has a hand, and the View shows it."""
    return ("",) if seat is not None and view.players[seat].hand is not None else ()


def _ended(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.phase == "over" else ()


def _follows(deed: Deed, cleared: bool) -> bool:
    """Whether it only follows from a deed: coins that were paid lie on the market, events no longer last, and a check
    has cleared all blocks off the map (R10).
    """
    kind = deed.change.anchor.place.partition(":")[0]
    gone = ("event", "army", "road") if cleared else ("event",)
    return kind == "rupees" or (kind in gone and deed.change.now is None)


class PaxPamirArt(Art):
    """Pictures: after the end `final`; `board`, `courts`, `court:<player>`, `zoom:map|market_top|market_bottom`, where
    hands lie open `hand:<player>`; privately `panel:bribe`, `panel:hand`, `panel:turn` and `panel:board`.
    """

    game = "pax_pamir"
    colours = theme.SEATS
    kinds = (
        Kind("final", _titled("final.title"), lambda view, of, look: final(view, look), _ended),
        Kind("board", _titled("board.title"), lambda view, of, look: overview(view, look)),
        Kind("courts", _titled("courts.title"), lambda view, of, look: courts(view, look)),
        Kind("court", _of_player("court.title"), lambda view, of, look: court(view, int(of), look), _players),
        Kind("hand", _of_player("hand.title"), lambda view, of, look: hand(view, int(of), look, False), _open_hands),
        Kind("zoom", zoom_title, zoom, lambda view, seat: PARTS),
        Kind("panel:bribe", _titled("bribe.title"), lambda view, of, look: bribe(view, look), parties),
        Kind("panel:hand", _titled("hand.own"), lambda view, of, look: hand(view, _viewer(look), look), _holder),
        Kind("panel:turn", _titled("turn.title"), lambda view, of, look: turn(view, _viewer(look), look), _holder),
        Kind("panel:board", _titled("board.title"), lambda view, of, look: overview(view, look, private=True)),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def told(self, step: Step, view: View, look: Look) -> tuple[Said, ...]:
        return told(step, view, look)

    def deeds(
        self, view: View, picture: str, look: Look, anchors: Mapping[str, Anchor] | None = None
    ) -> tuple[Deed, ...]:
        """On the card of a turn only what somebody did has letters, not what follows from that."""
        found = super().deeds(view, picture, look, anchors)
        if look.steps or not look.turns:
            return found
        before = look.turns[0].before
        assert isinstance(before, View)
        cleared = any(check.dominant for check in view.checks[len(before.checks) :])
        return tuple(deed for deed in found if not _follows(deed, cleared))

    def own(self, view: View, seat: int) -> str:
        """The hand; without one, what is to be had."""
        return "panel:hand" if view.players[seat].hand else "panel:turn"

    def panel(self, view: View, seat: int, places: Sequence[str], before: View | None = None) -> str:
        """To whom an open bribe concerns, the card at stake."""
        if not places and parties(view, seat):
            return "panel:bribe"
        return super().panel(view, seat, places, before)

    def recent(self, view: View, seat: int) -> tuple[str, ...]:
        return ("panel:board", *(name for name in self.private(view, seat) if name == "panel:hand"))


def _viewer(look: Look) -> int:
    if look.viewer is None:
        raise ValueError("this picture shows the reader's own hand: look.viewer must be a seat, got None")
    return look.viewer


ART = PaxPamirArt()
