"""The header: round, genesis area, genesis cards with their markers, deck, active seat."""

from collections.abc import Iterator

from engines.quo_vadis.view import View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import render_message, render_noun

CARDS = ("1", "2", "3", "4", "5")


def draw_header(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield kit.TextRun(44, 44, render_message("round", ctx.lang), kit.MICRO, theme.MUTED, max_width=140)
    yield kit.TextRun(44, 84, str(view.round), kit.HEAD, kit.WHITE, max_width=62)
    yield kit.TextRun(44 + (32 if view.round < 10 else 62), 88, f"/{view.rounds}", kit.BODY, theme.MUTED, max_width=60)
    yield from draw_genesis_disc(view, 211, 70, 38)
    for j, card in enumerate(CARDS):
        yield from _draw_card(view, card, 262 + 94 * j)
    yield from _draw_free_card(view, ctx)
    yield kit.Icon("deck", 898, 70, 44, theme.MUTED, theme.FRAME)
    yield kit.Anchor("deck", kit.Placement(876, 48, 110, 44, is_count=True), view.deck, part="header", is_minor=True)
    yield kit.TextRun(928, 70, str(view.deck), kit.KEY, kit.WHITE, max_width=110)
    yield from draw_status_pill(view, ctx)


def draw_genesis_disc(view: View, x: float, y: float, r: float = 41) -> Iterator[kit.Node]:
    """Draw the disc of the genesis area; a ring before it is chosen."""
    area = view.turn.area if view.turn is not None else None
    yield kit.Anchor("genesis", kit.Placement.from_circle(x, y, r), area or "", part="header", is_minor=True)
    if area is None:
        yield kit.Disc(x, y, r, None, kit.WHITE, 3)
    else:
        yield kit.Sprite(x, y, kit.NumberDisc(area, r, 0.86 * r, kit.WHITE, theme.BRONZE_2, kit.WHITE, 3))


def _draw_card(view: View, card: str, x: float) -> Iterator[kit.Node]:
    is_blocked = card in view.markers
    yield kit.Anchor(f"card:{card}", kit.Placement(x, 30, 86, 80, 8), is_blocked, part="header", is_minor=True)
    yield kit.Box(x, 30, 86, 80, 8, theme.BLOCKED if is_blocked else theme.PANEL)
    colour = theme.BLOCKED_TEXT if is_blocked else kit.INK
    yield kit.TextRun(x + (26 if is_blocked else 43), 70, card, kit.HEAD, colour, "m", max_width=60)
    if is_blocked:
        yield kit.Icon("gmark", x + 62, 86, 40, theme.BRONZE, theme.BLOCKED)


def _draw_free_card(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    on_free = view.markers.count("free")
    yield kit.Anchor("card:free", kit.Placement(732, 30, 132, 80, 8), on_free, part="header", is_minor=True)
    yield kit.Box(732, 30, 132, 80, 8, theme.PANEL)
    yield kit.TextRun(742, 50, render_noun("concept.free", ctx.lang), kit.DETAIL, kit.INK, max_width=112)
    yield kit.Icon("faith", 758, 88, 30, theme.FAITH, theme.PANEL)
    yield kit.TextRun(778, 88, "1", kit.BODY, kit.INK, max_width=30)
    for i in range(on_free):
        yield kit.Icon("gmark", 844 - 30 * i, 88, 34, theme.BRONZE, theme.PANEL)


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
        yield kit.Box(1568 - width, 32, width, 76, 38, kit.WHITE)
        yield from text.build_runs(1568 - width / 2, 70, kit.INK, "m", max_width=width - 30)
        return
    seat = find_awaited_seat(view)
    assert seat is not None
    key = "turn" if seat == view.active else "waiting_for"
    words = kit.fit_name_in(lambda name: render_message(key, ctx.lang, name=name), ctx.names[seat], 400, kit.KEY)
    yield kit.Box(1048, 32, 520, 76, 38, kit.WHITE)
    token = kit.SeatToken(seat, theme.find_race_colour(view.players[seat].race), 27, edge=kit.INK)
    yield kit.Sprite(1096, 70, token)
    yield from words.build_runs(1140, 70, kit.INK, max_width=410)
