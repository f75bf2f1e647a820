"""Pictures of Pax Pamir: overview, zooms, courts, open hands, private panels."""

from collections.abc import Callable, Mapping, Sequence

from engines.pax_pamir.view import View
from render import kit
from render.kit.marks.author_badges import AttributedChange
from render.pax_pamir.board.final import LOBBY_BACKDROP, draw_final
from render.pax_pamir.board.overview import PARTS, build_zoom_title, draw_overview, draw_zoom
from render.pax_pamir.catalogue import format_player, render_message
from render.pax_pamir.courts.detail import draw_court
from render.pax_pamir.courts.summary import draw_courts
from render.pax_pamir.private.bribe import draw_bribe, list_bribe_pages
from render.pax_pamir.private.hand import draw_hand
from render.pax_pamir.private.turn import draw_turn
from render.pax_pamir.words.alt import describe_picture
from render.pax_pamir.words.board import describe_board
from render.pax_pamir.words.changes import describe_step

from . import theme

_PLAYERS = tuple("012345")


def _build_message_title_function(key: str) -> Callable[[str, kit.RenderContext], str]:
    """Return the function that renders the message as the title of a picture."""
    return lambda suffix, ctx: render_message(key, ctx.lang)


def _build_player_title_function(key: str) -> Callable[[str, kit.RenderContext], str]:
    """Return the function that renders the message, with the name of a player, as the title of a picture."""

    def build_title(suffix: str, ctx: kit.RenderContext) -> str:
        if suffix not in _PLAYERS:
            raise KeyError(f"Pax Pamir has no player {suffix!r}")
        return render_message(key, ctx.lang, name=format_player(int(suffix), ctx))

    return build_title


def _list_player_pages(view: View, seat: int | None) -> tuple[str, ...]:
    """List all players in turn order, the reader first."""
    others = view.ring if seat is None else (seat, *(player.number for player in view.players if player.number != seat))
    return tuple(map(str, others))


def _list_open_hand_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    """R13 List the players whose hands are open, in turn order."""
    if "open_hands" not in view.options:
        return ()
    return tuple(str(player) for player in view.ring if not view.players[player].is_automa)


def _list_own_hand_pages(view: View, seat: int | None) -> tuple[str, ...]:
    """Return one page if the reader has a hand and the View shows it, else none."""
    return ("",) if seat is not None and view.players[seat].hand is not None else ()


def _list_final_pages(view: View, _seat: int | None) -> tuple[str, ...]:
    return ("",) if view.phase == "over" else ()


def _is_consequence(attributed_change: AttributedChange, has_cleared_blocks: bool) -> bool:
    """Tell whether a change is only a consequence of an action: coins paid onto the market, a lasting event that
    ended, or (has_cleared_blocks) blocks that a dominance check removed from the map (R10), and with them dominance.
    """
    change = attributed_change.change
    kind = change.anchor.place.partition(":")[0]
    gone_kinds = ("event", "army", "road") if has_cleared_blocks else ("event",)
    has_undone_dominance = has_cleared_blocks and kind == "dominant" and change.anchor.shows == "none"
    return kind == "rupees" or has_undone_dominance or (kind in gone_kinds and change.new_anchor is None)


class PaxPamirArt(kit.Art):
    """The pictures of Pax Pamir.

    Public: `final` (after the end), `board`, `courts`, `court:<player>`, `zoom:map|market_top|market_bottom` and, with
    open hands, `hand:<player>`. Private: `panel:bribe`, `panel:hand`, `panel:turn`, `panel:board`.
    """

    game = "pax_pamir"
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
            "board", _build_message_title_function("board.title"), lambda view, suffix, ctx: draw_overview(view, ctx)
        ),
        kit.PictureKind(
            "courts", _build_message_title_function("courts.title"), lambda view, suffix, ctx: draw_courts(view, ctx)
        ),
        kit.PictureKind(
            "court",
            _build_player_title_function("court.title"),
            lambda view, suffix, ctx: draw_court(view, int(suffix), ctx),
            _list_player_pages,
        ),
        kit.PictureKind(
            "hand",
            _build_player_title_function("hand.title"),
            lambda view, suffix, ctx: draw_hand(view, int(suffix), ctx, False),
            _list_open_hand_pages,
        ),
        kit.PictureKind("zoom", build_zoom_title, draw_zoom, lambda view, seat: PARTS),
        kit.PictureKind(
            "panel:bribe",
            _build_message_title_function("bribe.title"),
            lambda view, suffix, ctx: draw_bribe(view, ctx),
            list_bribe_pages,
        ),
        kit.PictureKind(
            "panel:hand",
            _build_message_title_function("hand.own"),
            lambda view, suffix, ctx: draw_hand(view, _require_viewer(ctx), ctx),
            _list_own_hand_pages,
        ),
        kit.PictureKind(
            "panel:turn",
            _build_message_title_function("turn.title"),
            lambda view, suffix, ctx: draw_turn(view, _require_viewer(ctx), ctx),
            _list_own_hand_pages,
        ),
        kit.PictureKind(
            "panel:board",
            _build_message_title_function("board.title"),
            lambda view, suffix, ctx: draw_overview(view, ctx, is_private=True),
        ),
    )

    def describe_picture(self, view: View, picture: str, ctx: kit.RenderContext) -> str:
        return describe_picture(view, picture, ctx)

    def describe_board(self, view: View, ctx: kit.RenderContext) -> str:
        return describe_board(view, ctx)

    def describe_step(self, step: kit.RecentStep, view: View, ctx: kit.RenderContext) -> tuple[kit.ActionPhrase, ...]:
        return describe_step(step, view, ctx)

    def attribute_changes(
        self, view: View, picture: str, ctx: kit.RenderContext, anchors: Mapping[str, kit.Anchor] | None = None
    ) -> tuple[AttributedChange, ...]:
        """List the actions that get author badges; on the turn card without changes that only follow from an action."""
        changes = super().attribute_changes(view, picture, ctx, anchors)
        if ctx.steps or not ctx.turns:
            return changes
        view_before = ctx.turns[0].view_before
        assert isinstance(view_before, View)
        has_cleared_blocks = any(check.dominant for check in view.checks[len(view_before.checks) :])
        return tuple(
            attributed_change
            for attributed_change in changes
            if not _is_consequence(attributed_change, has_cleared_blocks)
        )

    def find_own_picture(self, view: View, seat: int) -> str:
        """Return the reader's hand, or the turn panel if the hand is empty."""
        return "panel:hand" if view.players[seat].hand else "panel:turn"

    def choose_panel(self, view: View, seat: int, places: Sequence[str], before: View | None = None) -> str:
        """Show the bribe panel to both parties of an open bribe, if no place has to be shown."""
        if not places and list_bribe_pages(view, seat):
            return "panel:bribe"
        return super().choose_panel(view, seat, places, before)

    def list_recent_pictures(self, view: View, seat: int) -> tuple[str, ...]:
        return ("panel:board", *(name for name in self.list_private_pictures(view, seat) if name == "panel:hand"))


def _require_viewer(ctx: kit.RenderContext) -> int:
    if ctx.viewer is None:
        raise ValueError("this picture shows the reader's own hand: look.viewer must be a seat, got None")
    return ctx.viewer


ART = PaxPamirArt()
