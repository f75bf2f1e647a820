"""Standings and results of a game in words."""

from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from bot.table.service import early_end
from engines.kernel import message

from . import titles

TIE = "score.tie"
"""Catalogue key of a game's sentence about tie-breakers."""


def format_early_standings(table: Table, localizer: Localizer) -> str:
    """Return the standings of a game that was ended early; "" if it does not count."""
    return "\n".join(
        f"**{standing.place}.** {titles.name_player(table, standing.seat, localizer)} — **{standing.total}**"
        for standing in early_end.compute_standings(table)
    )


def format_result(table: Table, localizer: Localizer) -> str:
    """Return places and totals, best first; "" if the current rules cannot read the game."""
    return "\n".join(
        f"**{score.place}.** {titles.name_player(table, score.seat, localizer)} — **{score.total}**"
        for score in (() if table.match is None else table.match.compute_scores())
    )


def format_breakdown(table: Table, localizer: Localizer) -> str:
    """Return the results with the non-zero parts of each seat's points, and the tie-breaker if one decided.

    "" if the current rules cannot read the game.
    """
    lines, scores = [], () if table.match is None else table.match.compute_scores()
    for score in scores:
        sources = (
            (localizer.render_message_label(source, table.catalogue, table.names), points)
            for source, points in score.parts
            if points
        )
        parts = " · ".join(f"{source[:1].upper()}{source[1:]}{localizer.colon}{points}" for source, points in sources)
        name = titles.name_player(table, score.seat, localizer)
        lines.append(f"**{score.place}.** {name} — **{score.total}**" + (f"\n-# {parts}" if parts else ""))
    if len({score.total for score in scores}) < len({score.place for score in scores}) and table.catalogue.has_key(TIE):
        lines.append("-# " + localizer.render_message(message(TIE), table.catalogue, table.names))
    return "\n".join(lines)
