"""Signorie: the overview, zooms of it, the player mats, and the private panels."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from engines.kernel import LETTERS
from engines.signorie.view import View
from render.kit.art import Art, Kind
from render.kit.look import Look
from render.kit.scene import Scene
from render.signorie import theme
from render.signorie.board.final import final
from render.signorie.board.overview import board
from render.signorie.catalogue import sentence
from render.signorie.large.zoom import PARTS, zoom
from render.signorie.layout import COLORS
from render.signorie.mat.mat import mat
from render.signorie.private.action import action
from render.signorie.private.die import die
from render.signorie.private.helpers import helpers
from render.signorie.private.plan import plan
from render.signorie.private.reward import reward
from render.signorie.words.alt import alt
from render.signorie.words.report import words


def _titled(key: str) -> Callable[[str, Look], str]:
    return lambda of, look: sentence(key, look.lang)


def _mat_title(of: str, look: Look) -> str:
    return sentence("title.mat", look.lang, letter=LETTERS[int(of)], name=look.names[int(of)])


def _zoom_title(of: str, look: Look) -> str:
    return sentence(f"zoom.{of}", look.lang)


def _seats(view: View, _seat: int | None) -> Iterable[str]:
    return map(str, range(len(view.mats)))


def _ended(view: View, _seat: int | None) -> Iterable[str]:
    return ("",) if view.phase == "over" else ()


def _bonus_round(view: View, _seat: int | None) -> Iterable[str]:
    """While a bonus is given: then it may be asked whether it is taken."""
    now = next((slot for slot in view.rewards if slot.status == "now"), None)
    return ("",) if view.phase == "rewards" and now is not None and now.kind == "bonus" else ()


def _asked(name: str, title: str, draw: Callable[[View, Look, int], Scene], *about: str) -> Kind:
    """The picture of one kind of question to the reader. about: how the places begin that it shows."""
    return Kind(f"panel:{name}", _titled(title), lambda view, of, look: draw(view, look, _viewer(look)), asks=about)


def _panel(part: str, *about: str) -> Kind:
    """A part of the board for a question to the reader."""
    return _asked(part if part != "dice" else "assignments", f"zoom.{part}", partial(_zoomed, part), *about)


def _zoomed(part: str, view: View, look: Look, seat: int) -> Scene:
    return zoom(view, part, look, seat)


class SignorieArt(Art):
    """Pictures: after the end `final`; `board`, `mat:<seat>`, `zoom:tracks|arcade|dice`; privately for each kind of
    question `panel:dice|action:<colour>|arcade|tracks|assignments|plan|helpers|reward`, and `panel:mat|board`.
    """

    game = "signorie"
    colours = theme.SEATS
    kinds = (
        Kind("final", _titled("final.title"), lambda view, of, look: final(view, look), _ended),
        Kind("board", _titled("board.title"), lambda view, of, look: board(view, look)),
        Kind("mat", _mat_title, lambda view, of, look: mat(view, int(of), look), _seats),
        Kind("zoom", _zoom_title, zoom, lambda view, seat: PARTS),
        _asked("dice", "zoom.dice", die, "die"),
        _panel("arcade", "city"),
        _panel("tracks", "track"),
        _panel("dice", "assign", "die"),
        Kind(
            "panel:action",
            _titled("action.title"),
            lambda view, of, look: action(view, of, look, _viewer(look)),
            lambda view, seat: COLORS,
            ("assign", "mat"),
        ),
        _asked("plan", "mat.plan", plan, "mat"),
        _asked("helpers", "title.helpers", helpers, "mat"),
        Kind(
            "panel:reward",
            _titled("title.reward"),
            lambda view, of, look: reward(view, look, _viewer(look)),
            _bonus_round,
            ("reward",),
        ),
        Kind("panel:mat", _titled("title.own"), lambda view, of, look: mat(view, _viewer(look), look, private=True)),
        Kind("panel:board", _titled("board.title"), lambda view, of, look: board(view, look, private=True)),
    )

    def alt(self, view: View, picture: str, look: Look) -> str:
        return alt(view, picture, look)

    def words(self, view: View, look: Look) -> str:
        return words(view, look)

    def own(self, view: View, seat: int) -> str:
        return f"mat:{seat}"

    def panel(self, view: View, seat: int, places: Sequence[str], before: View | None = None) -> str:
        """A helper who was hired stands on the mat only, and works there for the rest of the game."""
        if not places and before is not None and view.mats[seat].helpers != before.mats[seat].helpers:
            return "panel:mat"
        return super().panel(view, seat, places, before)

    def recent(self, view: View, seat: int) -> tuple[str, ...]:
        return "panel:board", "panel:mat"

    def anchor(self, place: str) -> str:
        """Of a walk (`track:clergy:2:4`) the slot where it ends."""
        match place.split(":"):
            case ["track", track, _, end]:
                return f"track:{track}:{end}"
        return place


def _viewer(look: Look) -> int:
    if look.viewer is None:
        raise ValueError("this picture shows the reader's own mat: look.viewer must be a seat, got None")
    return look.viewer


ART = SignorieArt()
