"""Forecast of a dominance check bought now (R10): points gained, winner, end of the game."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.view import View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.catalogue import render_message
from render.pax_pamir.pieces import Emblem

_SIZES = ((kit.HEAD, 34.0), (kit.KEY, 28.0), (kit.BODY, 24.0), (kit.DETAIL, 20.0), (kit.MICRO, 17.0))
"""Text size, and radius of the tokens before the text."""
_GAP, _PAD = 0.5, 8  # gap between two gains as a share of the radius; px behind a winning gain


@dataclass(frozen=True, slots=True)
class CheckGain:
    """The points that one player gains."""

    player: int  # the player who gains the points
    words: str  # "+3", or in words for a gain that wins
    is_win: bool
    """The gain wins the game."""


def list_gains(view: View, ctx: kit.RenderContext) -> list[CheckGain]:
    """Return the gains of all players who gain any points, most first."""
    sorted_gains = sorted(((n, number) for number, n in enumerate(view.forecast) if n), key=lambda pair: -pair[0])
    marked_gains = ((number, number == view.forecast_winner, n) for n, number in sorted_gains)
    return [
        CheckGain(player, render_message("race.wins", ctx.lang, n=n) if is_win else f"+{n}", is_win)
        for player, is_win, n in marked_gains
    ]


def is_game_end(view: View) -> bool:
    """R10.4 Tell whether the check ends the game: a player is far enough ahead, or it is the last check."""
    return view.forecast_winner is not None or view.checks_left == 1


def draw_forecast(view: View, ctx: kit.RenderContext, x: float, y: float, w: float, h: float) -> Iterator[kit.Node]:
    """Draw the emblem of the dominant coalition and all gains, as large as w and h allow; without gains a sentence."""
    check_gains = list_gains(view, ctx)
    if not check_gains:
        text = kit.fit_text(render_message("check.nobody", ctx.lang), w, kit.KEY, 2)
        yield from text.build_runs(x, y + h / 2, theme.CREAM, max_width=w)
        return
    for size, r in _SIZES:
        lines = _break_into_lines(view, check_gains, size, r, w)
        max_line_w = max(sum(_measure_gain(gain, size, r) + _GAP * r for gain in line) for line in lines)
        if len(lines) * _find_line_pitch(r) <= h and max_line_w <= w + _GAP * r:
            break
    for i, line in enumerate(lines):
        middle, left = y + _find_line_pitch(r) * (i + 0.5), x
        if i == 0 and view.dominant is not None:
            yield kit.Sprite(left + r, middle, Emblem(view.dominant, 2 * r))
            left += (2 + _GAP) * r
        for gain in line:
            yield from _draw_gain(view, gain, size, r, left, middle)
            left += _measure_gain(gain, size, r) + _GAP * r


def draw_note(
    view: View,
    ctx: kit.RenderContext,
    left: float,
    middle: float,
    max_width: float,
    size: int = kit.BODY,
    *,
    is_due: bool = False,
) -> Iterator[kit.Node]:
    """Draw a note that the check ends the game, or else (is_due) that it is scored this turn even if not bought."""
    if is_game_end(view) or is_due:
        words = render_message("check.ends" if is_game_end(view) else "market.check_due", ctx.lang)
        yield from kit.fit_text(words, max_width, size).build_runs(left, middle, kit.GOLD, max_width=max_width)


def _draw_gain(view: View, gain: CheckGain, size: int, r: float, left: float, middle: float) -> Iterator[kit.Node]:
    """Draw a player's token and gain, on red if it wins the game."""
    w = _measure_gain(gain, size, r)
    if gain.is_win:
        yield kit.Box(left, middle - r - 3, w, 2 * r + 6, 10, theme.MADDER, theme.CREAM, 2)
    token = kit.SeatToken(gain.player, theme.SEATS[view.players[gain.player].color], 0.9 * r, has_ring=True)
    yield kit.Sprite(left + r + 4, middle, token)
    yield kit.TextRun(left + 2 * r + 10, middle, gain.words, size, theme.CREAM, max_width=w)


def _measure_gain(gain: CheckGain, size: int, r: float) -> float:
    return 2 * r + 10 + kit.measure_text(gain.words, size) + (_PAD if gain.is_win else 0)


def _find_line_pitch(r: float) -> float:
    return 2 * r + 8


def _break_into_lines(view: View, check_gains: list[CheckGain], size: int, r: float, w: float) -> list[list[CheckGain]]:
    """Break the gains into lines as full as possible; the first begins with the emblem."""
    lines: list[list[CheckGain]] = [[]]
    used_w = (2 + _GAP) * r if view.dominant is not None else 0.0
    for gain in check_gains:
        gain_w = _measure_gain(gain, size, r)
        if used_w and used_w + gain_w > w:
            lines.append([])
            used_w = 0.0
        lines[-1].append(gain)
        used_w += gain_w + _GAP * r
    return lines
