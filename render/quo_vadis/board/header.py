"""The header: round, genesis area, genesis cards with their markers, deck, active seat."""

from collections.abc import Iterator

from engines.quo_vadis.view import View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import render_message, render_noun
from render.quo_vadis.pieces import AreaCoin, CoinSocket, WorkerPiece

CARDS = ("1", "2", "3", "4", "5")


def draw_header(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield kit.TextRun(40, 32, render_message("round", ctx.lang), kit.DETAIL, theme.MUTED, max_width=130)
    yield kit.TextRun(40, 74, str(view.round), kit.HEAD, kit.WHITE, max_width=62)
    yield kit.TextRun(40 + (32 if view.round < 10 else 62), 78, f"/{view.rounds}", kit.BODY, theme.MUTED, max_width=60)
    yield from draw_genesis_disc(view, 211, 54, 38)
    for j, card in enumerate(CARDS):
        yield from _draw_card(view, card, 262 + 94 * j)
    yield from _draw_free_card(view, ctx)
    yield kit.Icon("deck", 898, 54, 44, theme.MUTED, theme.FRAME)
    yield kit.Anchor("deck", kit.Placement(876, 32, 110, 44, is_count=True), view.deck, part="header", is_minor=True)
    yield kit.TextRun(928, 54, str(view.deck), kit.KEY, kit.WHITE, max_width=110)
    yield from draw_status_pill(view, ctx)


def draw_genesis_disc(view: View, x: float, y: float, r: float = 41) -> Iterator[kit.Node]:
    """Draw the disc of the genesis area; its empty bronze socket before it is chosen."""
    area = view.turn.area if view.turn is not None else None
    yield kit.Anchor("genesis", kit.Placement.from_circle(x, y, r), area or "", part="header", is_minor=True)
    if area is None:
        yield kit.Sprite(x, y, CoinSocket(r))
    else:
        yield kit.Sprite(x, y, AreaCoin(area, r, (), *theme.GENESIS_COIN))


def _draw_card(view: View, card: str, x: float) -> Iterator[kit.Node]:
    is_blocked = card in view.markers
    yield kit.Anchor(f"card:{card}", kit.Placement(x, 14, 84, 80, 8), is_blocked, part="header", is_minor=True)
    yield _draw_tablet(x, 84, is_blocked)
    colour = theme.BLOCKED_TEXT if is_blocked else theme.INK
    yield kit.TextRun(x + (26 if is_blocked else 42), 54, card, kit.HEAD, colour, "m", max_width=60)
    if is_blocked:
        yield kit.Icon("gmark", x + 60, 70, 40, theme.MARKER, theme.BLOCKED)


def _draw_tablet(x: float, w: float, is_blocked: bool = False) -> kit.Box:
    """Draw the tablet of a genesis card, dark if a marker blocks it."""
    if is_blocked:
        return kit.Box(x, 14, w, 80, 9, theme.BLOCKED, theme.NIGHT_3, 2, material="pill")
    return kit.Box(x, 14, w, 80, 9, theme.TABLET, theme.BRONZE, 3, material="vellum")


def _draw_free_card(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    on_free = view.markers.count("free")
    yield kit.Anchor("card:free", kit.Placement(732, 14, 132, 80, 8), on_free, part="header", is_minor=True)
    yield _draw_tablet(732, 132)
    yield kit.TextRun(744, 34, render_noun("concept.free", ctx.lang), kit.DETAIL, theme.INK, max_width=112)
    yield kit.Icon("faith", 760, 72, 30, theme.FAITH, theme.TABLET)
    yield kit.TextRun(780, 72, "1", kit.BODY, theme.INK, max_width=30)
    for i in range(on_free):
        yield kit.Icon("gmark", 842 - 30 * i, 72, 34, theme.BRONZE, theme.TABLET)


def find_awaited_seat(view: View) -> int | None:
    """Return the seat that has to answer: the one that declares in a war, else the active seat."""
    war = view.turn.war if view.turn is not None else None
    return view.active if war is None or war.next_seat is None else war.next_seat


def draw_status_pill(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the label of the awaited seat, or of the current phase if all seats act, or of the winner."""
    if view.active is None:
        key = "won" if view.scores else f"phase_{view.phase}"
        name = ctx.names[view.scores[0].seat] if view.scores else ""
        text = kit.fit_name_in(lambda name: render_message(key, ctx.lang, name=name), name, 470, kit.KEY)
        width = 500
        yield from _draw_plaque(1568 - width, width)
        yield from text.build_runs(1568 - width / 2, 54, theme.INK, "m", max_width=width - 30)
        return
    seat = find_awaited_seat(view)
    assert seat is not None
    key = "turn" if seat == view.active else "waiting_for"
    words = kit.fit_name_in(lambda name: render_message(key, ctx.lang, name=name), ctx.names[seat], 400, kit.KEY)
    yield from _draw_plaque(1048, 520)
    yield kit.Sprite(1096, 53, WorkerPiece(seat, theme.find_race_colour(view.players[seat].race), 25))
    yield from words.build_runs(1144, 54, theme.INK, max_width=406)


def _draw_plaque(x: float, w: float) -> Iterator[kit.Node]:
    """Draw the plaque that says whose turn it is: white in a rim of gold."""
    yield kit.Box(x, 12, w, 84, 42, theme.TURN, theme.GILT, 4, material="pill")
    yield kit.Box(x + 7, 19, w - 14, 70, 35, None, "#E2CEA0", 1.5)
