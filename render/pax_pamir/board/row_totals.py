"""The first line of a player's row: name, rupees, cards in hand, influence, cylinders in play.

The numbers are large because they decide the game; the name gets the remaining width.
"""

from collections.abc import Iterator
from itertools import accumulate

from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.catalogue import find_player_name, render_message
from render.pax_pamir.layout import SEATS_W, SEATS_X
from render.pax_pamir.pieces import Cylinder

_NAME_X, _END = SEATS_X + 84.0, SEATS_X + SEATS_W - 9.0
_GAP, _NAME_GAP = 7.0, 6.0  # px between two numbers, and from the name to the first
_TIGHT, _NAME_MIN_W = 5.0, 150.0  # gap between numbers if the name would otherwise have less than this width
_SIGNS = {"rupees": ("rupee", 27.0), "held": ("hand", 26.0), "influence": ("prize", 26.0), "cylinders": ("", 22.0)}
"""Icon and width of each number's sign. Cylinders have a cylinder in the seat's colour instead of an icon, because the
token of seat A was mistaken for a rupee."""
_SIGN_GAP = 2.0  # px from a sign to its number
_TAG_W = 62.0  # width of Wakhan's tag, who has no hand
_LINES = 20.0  # px from the first to the second line of a long name


def draw_totals(view: View, player: PlayerView, ctx: kit.RenderContext, y: float) -> Iterator[kit.Node]:
    """Draw the line around the height y. The last digits of all rows are aligned."""
    n, ends = player.number, _list_number_ends(view)
    numbers = _list_numbers(player)
    first = next(iter(numbers))
    left = ends[first] - _measure_number(view, player, first, numbers[first])
    max_width = left - _NAME_GAP - _NAME_X
    yield from _draw_name(
        kit.fit_name(find_player_name(view, n, ctx), max_width, kit.KEY if len(view.ring) < 3 else kit.BODY, 2),
        y,
        max_width,
    )
    for kind, number in numbers.items():
        end = ends[kind]
        if kind == "held" and player.is_automa:
            yield from _draw_tag(render_message("court.automa", ctx.lang), end - _TAG_W, y)
            continue
        icon, size = _SIGNS[kind]
        w, limit = kit.measure_text(str(number), kit.KEY), _format_limit(view, player, kind)
        limit_w = kit.measure_text(limit, kit.DETAIL)
        sign, ink = end - limit_w - w - _SIGN_GAP - size / 2, theme.INK
        if _is_full(player, kind):
            ink, plate = theme.CREAM, theme.MADDER if number > player.hand_limit else theme.NIGHT
            yield kit.Box(sign - size / 2 - 3, y - 19, end - sign + size / 2 + 6, 38, 8, plate)
        if limit:
            yield kit.TextRun(end, y + 4, limit, kit.DETAIL, ink, "r", max_width=limit_w)
        if icon:
            yield kit.Icon(icon, sign, y, size, theme.MADDER if kind == "influence" else ink, theme.IVORY)
        else:
            yield kit.Sprite(sign, y, Cylinder(theme.SEATS[player.color], size))
        yield kit.TextRun(end - limit_w, y, str(number), kit.KEY, ink, "r", max_width=w)
        placement = _build_placement(end - limit_w, kind, number, y)
        yield kit.Anchor(f"{kind}:{n}", placement, number, "numbers", is_minor=True)


def build_number_placement(view: View, player: int, kind: str, y: float) -> kit.Placement:
    """Return the placement of one of a player's numbers with its sign, in a line around the height y."""
    view_player = view.players[player]
    end = _list_number_ends(view)[kind] - kit.measure_text(_format_limit(view, view_player, kind), kit.DETAIL)
    return _build_placement(end, kind, _list_numbers(view_player)[kind], y)


def _build_placement(end: float, kind: str, number: int, y: float) -> kit.Placement:
    """Return the placement of a number with its sign that ends at this x."""
    w = _SIGNS[kind][1] + _SIGN_GAP + kit.measure_text(str(number), kit.KEY)
    return kit.Placement(end - w, y - 18, w, 36, is_count=True)


def _list_numbers(player: PlayerView) -> dict[str, int]:
    return {
        "rupees": player.rupees,
        "held": player.hand_size,
        "influence": player.influence,
        "cylinders": player.in_play,
    }


def _is_full(player: PlayerView, kind: str) -> bool:
    """Return whether the number is that of a full hand. It stands on a plate, and on madder above the limit."""
    return kind == "held" and not player.is_automa and player.hand_size >= player.hand_limit


def _format_limit(view: View, player: PlayerView, kind: str) -> str:
    """Return the limit behind the number of cards in a full hand; nothing if it would leave no room for names."""
    if not _is_full(player, kind):
        return ""
    rows = [_list_numbers(view.players[seat]) for seat in view.ring]
    wide_kinds = {name for row in rows for name, number in row.items() if number > 9}
    return f"/{player.hand_limit}" if len(wide_kinds) < 2 else ""


def _measure_number(view: View, player: PlayerView, kind: str, number: int) -> float:
    limit_w = kit.measure_text(_format_limit(view, player, kind), kit.DETAIL)
    return _SIGNS[kind][1] + _SIGN_GAP + kit.measure_text(str(number), kit.KEY) + limit_w


def _list_number_ends(view: View) -> dict[str, float]:
    """Return the right end of each kind of number, as far apart as the widest of a kind needs."""
    widths = dict.fromkeys(_SIGNS, 0.0)
    for seat in view.ring:
        player = view.players[seat]
        for kind, number in _list_numbers(player).items():
            has_tag = kind == "held" and player.is_automa
            needed_w = _TAG_W if has_tag else _measure_number(view, player, kind, number)
            widths[kind] = max(widths[kind], needed_w)
    total_w = sum(widths.values())
    gaps = (len(widths) - 1) * _GAP + _NAME_GAP
    gap = _GAP if _END - _NAME_X - total_w - gaps >= _NAME_MIN_W else _TIGHT
    ends = accumulate((width + gap for width in reversed(widths.values())), initial=0.0)
    return {kind: _END - offset for kind, offset in zip(reversed(widths), ends, strict=False)}


def _draw_name(fitted: kit.FittedText, y: float, max_width: float) -> Iterator[kit.Node]:
    """Draw a name; two lines are close together, because there is little space above and below them."""
    if len(fitted.lines) == 1:
        yield from fitted.build_runs(_NAME_X, y, theme.INK, max_width=max_width)
        return
    for line, dy in zip(fitted.lines, (-_LINES / 2, _LINES / 2), strict=True):
        yield kit.TextRun(_NAME_X, y + dy, line, fitted.size, theme.INK, max_width=max_width)


def _draw_tag(words: str, left: float, y: float) -> Iterator[kit.Node]:
    yield kit.Box(left, y - 16, _TAG_W, 32, 16, theme.NIGHT_2)
    yield kit.TextRun(left + _TAG_W / 2, y, words, kit.MICRO, theme.CREAM, "m", max_width=_TAG_W - 4)
