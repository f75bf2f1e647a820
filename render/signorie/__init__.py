"""Pictures of Signorie: the overview, enlarged parts of it, the player mats, and the private panels."""

from collections.abc import Callable, Sequence
from functools import partial

from engines.kernel import LETTERS
from engines.signorie.view import View
from render import kit
from render.signorie.board.final import LOBBY_BACKDROP, draw_final
from render.signorie.board.overview import draw_board
from render.signorie.catalogue import render_message
from render.signorie.large.zoom import PARTS, draw_zoom
from render.signorie.layout import COLORS
from render.signorie.mat.mat import draw_mat
from render.signorie.private.action import draw_action_panel
from render.signorie.private.die import draw_die_panel
from render.signorie.private.panels import draw_helpers_panel, draw_plan_panel, draw_reward_panel
from render.signorie.words.alt import describe_picture
from render.signorie.words.board import describe_board

from . import theme


def _build_message_title_function(key: str) -> Callable[[str, kit.RenderContext], str]:
    """Return the function that renders the message as the title of a picture."""
    return lambda subject, ctx: render_message(key, ctx.lang)


def _build_mat_title(subject: str, ctx: kit.RenderContext) -> str:
    return render_message("title.mat", ctx.lang, letter=LETTERS[int(subject)], name=ctx.names[int(subject)])


def _build_zoom_title(subject: str, ctx: kit.RenderContext) -> str:
    return render_message(f"zoom.{subject}", ctx.lang)


def _list_seat_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return tuple(map(str, range(len(view.mats))))


def _list_final_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.phase == "over" else ()


def _list_reward_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    """Return the name of the reward panel while bonuses are given, because players may be asked
    about them; else none.
    """
    reward_slot = next((slot for slot in view.rewards if slot.status == "now"), None)
    return ("",) if view.phase == "rewards" and reward_slot is not None and reward_slot.kind == "bonus" else ()


def _build_question_kind(
    name: str, title: str, draw: Callable[[View, kit.RenderContext, int], kit.Scene], *option_prefixes: str
) -> kit.PictureKind:
    """Build the kind of picture for one kind of question. option_prefixes: first parts of the places shown."""
    return kit.PictureKind(
        f"panel:{name}",
        _build_message_title_function(title),
        lambda view, subject, ctx: draw(view, ctx, _require_viewer(ctx)),
        option_prefixes=option_prefixes,
    )


def _build_part_kind(part: str, *option_prefixes: str) -> kit.PictureKind:
    """Build the kind of picture that shows a part of the board for a question."""
    return _build_question_kind(
        part if part != "dice" else "assignments", f"zoom.{part}", partial(_draw_part_panel, part), *option_prefixes
    )


def _draw_part_panel(part: str, view: View, ctx: kit.RenderContext, seat: int) -> kit.Scene:
    return draw_zoom(view, part, ctx, seat)


class SignorieArt(kit.Art):
    """The pictures of Signorie.

    Public: `board`, `mat:<seat>`, `zoom:tracks|arcade|dice`, and after the end `final`. Private, for each kind of
    question: `panel:dice|action:<colour>|arcade|tracks|assignments|plan|helpers|reward`, and `panel:mat|board`.
    """

    game = "signorie"
    colours = theme.SEATS
    lobby_backdrop = LOBBY_BACKDROP
    kinds = (
        kit.PictureKind(
            "final",
            _build_message_title_function("final.title"),
            lambda view, suffix, ctx: draw_final(view, ctx),
            _list_final_pages,
        ),
        kit.PictureKind(
            "board", _build_message_title_function("board.title"), lambda view, suffix, ctx: draw_board(view, ctx)
        ),
        kit.PictureKind(
            "mat", _build_mat_title, lambda view, suffix, ctx: draw_mat(view, int(suffix), ctx), _list_seat_pages
        ),
        kit.PictureKind("zoom", _build_zoom_title, draw_zoom, lambda view, seat: PARTS),
        _build_question_kind("dice", "zoom.dice", draw_die_panel, "die"),
        _build_part_kind("arcade", "city"),
        _build_part_kind("tracks", "track"),
        _build_part_kind("dice", "assign", "die"),
        kit.PictureKind(
            "panel:action",
            _build_message_title_function("action.title"),
            lambda view, suffix, ctx: draw_action_panel(view, suffix, ctx, _require_viewer(ctx)),
            lambda view, seat: COLORS,
            ("assign", "mat"),
        ),
        _build_question_kind("plan", "mat.plan", draw_plan_panel, "mat"),
        _build_question_kind("helpers", "title.helpers", draw_helpers_panel, "mat"),
        kit.PictureKind(
            "panel:reward",
            _build_message_title_function("title.reward"),
            lambda view, suffix, ctx: draw_reward_panel(view, ctx, _require_viewer(ctx)),
            _list_reward_pages,
            ("reward",),
        ),
        kit.PictureKind(
            "panel:mat",
            _build_message_title_function("title.own"),
            lambda view, suffix, ctx: draw_mat(view, _require_viewer(ctx), ctx, is_private=True),
        ),
        kit.PictureKind(
            "panel:board",
            _build_message_title_function("board.title"),
            lambda view, suffix, ctx: draw_board(view, ctx, is_private=True),
        ),
    )

    def describe_picture(self, view: View, picture: str, ctx: kit.RenderContext) -> str:
        return describe_picture(view, picture, ctx)

    def describe_board(self, view: View, ctx: kit.RenderContext) -> str:
        return describe_board(view, ctx)

    def find_own_picture(self, view: View, seat: int) -> str:
        return f"mat:{seat}"

    def choose_panel(self, view: View, seat: int, places: Sequence[str], before: View | None = None) -> str:
        """Return the private mat after a helper was hired, because only the mat shows it; else the default panel."""
        if not places and before is not None and view.mats[seat].helpers != before.mats[seat].helpers:
            return "panel:mat"
        return super().choose_panel(view, seat, places, before)

    def list_recent_pictures(self, view: View, seat: int) -> tuple[str, ...]:
        return "panel:board", "panel:mat"

    def find_anchor_name(self, place: str) -> str:
        """Return the anchor of a place: for a walk (`track:clergy:2:4`) the slot where it ends."""
        match place.split(":"):
            case ["track", track, _, end]:
                return f"track:{track}:{end}"
        return place


def _require_viewer(ctx: kit.RenderContext) -> int:
    if ctx.viewer is None:
        raise ValueError("this picture shows the reader's own mat: look.viewer must be a seat, got None")
    return ctx.viewer


ART = SignorieArt()
