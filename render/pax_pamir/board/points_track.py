"""The score track: victory points, points that a dominance check would bring now, and the winning lead (R10.1)."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.catalogue import render_message

ON_PAPER = theme.LINE, theme.INK_2, theme.WOOL
ON_NIGHT = theme.MUTED, theme.MUTED, theme.NIGHT
"""Colours of the line, of text, of the background."""
_LEAD = CONTENT.data.limits.victory_lead_required


def draw_points_track(
    view: View,
    ctx: kit.RenderContext,
    left: float,
    right: float,
    y: float,
    tones: tuple[str, str, str] = ON_PAPER,
    is_wide: bool = False,
    margin: float = 0,
) -> Iterator[kit.Node]:
    """Draw the score track from left to right at height y.

    Its seal marks the points that the leader after a check now would need for the winning lead.
    """
    points = {player: view.players[player].vp for player in view.ring}
    view_before = ctx.view_before if isinstance(ctx.view_before, View) else None
    past_points = {} if view_before is None else {player: view_before.players[player].vp for player in view.ring}
    gains = dict(enumerate(view.forecast))
    totals_after = sorted(number + gains.get(player, 0) for player, number in points.items())
    goal = totals_after[-2] + _LEAD if len(totals_after) > 1 else None
    colours = {player: theme.SEATS[view.players[player].color] for player in view.ring}
    line, quiet_ink, background = tones
    words = tuple(render_message(key, ctx.lang, n=_LEAD) for key in ("race.ahead", "race.lead"))
    yield from kit.draw_score_track(
        kit.ScoreTrack(
            left,
            right,
            y,
            points,
            colours,
            line,
            quiet_ink,
            gains,
            goal,
            words,
            is_wide=is_wide,
            margin=margin,
            past_points=past_points,
            background=background,
        )
    )
