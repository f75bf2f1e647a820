"""Statistics in words: facts, and ratings with how sure they are."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_ui.page.layout import Page
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice
from bot.table.knowing.facts import Facts
from bot.table.knowing.ratings import Rating
from bot.table.knowing.stats import Listed, Stats
from bot.table.time.hours import HOUR
from engines.kernel import Game, games


def stats_page(stats: Stats, voice: Voice, listed: bool = True) -> Page:
    """listed: the person is named in leaderboards; said to the person alone."""
    texts = [f"## {voice.label('stats.head', name=stats.name)}"]
    if not stats.of:
        texts.append(voice.line("stats.nothing"))
    for tally in stats.of:
        lines = [f"**{titles.game_title(games()[tally.engine], voice)}**"]
        lines.append(voice.line("stats.played", played=tally.played, won=tally.won, best=tally.best))
        if tally.rating is not None:
            lines.append(rating(tally.rating, voice))
        texts.append("\n".join(lines))
    if stats.facts is not None:
        texts.append(f"{voice.line('stats.facts_head')}\n{facts(stats.facts, voice)}")
        texts.append("-# " + voice.line("stats.listed" if listed else "stats.unlisted"))
    return Page(tuple(texts))


def rating(found: Rating, voice: Voice) -> str:
    """With the span in which it surely lies; while few games are behind it, it says that."""
    key = "stats.rating" if found.is_settled else "stats.rating_young"
    return voice.line(key, points=found.points, spread=round(2 * found.deviation), games=found.games)


def facts(found: Facts, voice: Voice) -> str:
    """One line, for the join card and for the person."""
    if found.is_new:
        return voice.line("stats.new", finished=found.finished)
    quick, slow = found.quick // HOUR, max(1, round(found.slow / HOUR))
    if quick < 1 or quick >= slow:  # a span that begins with nothing says no more than its end
        return voice.line("stats.facts_within", slow=slow, finished=found.finished)
    return voice.line("stats.facts", quick=quick, slow=slow, finished=found.finished)


def server_page(game: Game[object], board: Sequence[Listed], voice: Voice) -> Page:
    """Who leads on this server in one game."""
    head = f"## {voice.label('stats.server_head', game=titles.game_title(game, voice))}"
    if not board:
        return Page((head, voice.line("stats.server_nothing")))
    lines = [
        f"{place}. **{one.name}** · "
        + voice.label(
            "stats.server_line",
            points=one.rating.points,
            spread=round(2 * one.rating.deviation),
            played=one.played,
            won=one.won,
        )
        for place, one in enumerate(board, 1)
    ]
    return Page((head, "\n".join(lines), "-# " + voice.line("stats.server_how")))
