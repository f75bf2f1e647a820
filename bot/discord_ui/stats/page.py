"""Pages of statistics: a person's habits and ratings (with their uncertainty), and leaderboards."""

from collections.abc import Sequence

from bot.discord_ui.page.pages import Page
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table.clock.waking_hours import HOUR
from bot.table.player_records.player_stats import LeaderboardRow, PlayerStats
from bot.table.player_records.ratings import Rating
from bot.table.state.people import PlayerHabits
from bot.table.state.seat_names import name_person
from engines.kernel import Game, load_games


def build_stats_page(stats: PlayerStats, localizer: Localizer, is_listed: bool = True) -> Page:
    """Return a person's statistics. is_listed: whether leaderboards include the person (shown to the person only)."""
    texts = [f"## {localizer.render_label('stats.head', name=name_person(stats.name))}"]
    if not stats.tallies:
        texts.append(localizer.render_line("stats.nothing"))
    for tally in stats.tallies:
        lines = [f"**{titles.name_game(load_games()[tally.game_id], localizer)}**"]
        if tally.games_played:
            lines.append(
                localizer.render_line("stats.played", played=tally.games_played, won=tally.games_won, best=tally.best)
            )
        if tally.ended_early:
            lines.append(localizer.render_line("stats.early", count=tally.ended_early, won=tally.early_wins))
        if tally.rating is not None:
            lines.append(format_rating(tally.rating, localizer))
        texts.append("\n".join(lines))
    if stats.habits is not None:
        texts.append(f"{localizer.render_line('stats.facts_head')}\n{format_habits(stats.habits, localizer)}")
        texts.append("-# " + localizer.render_line("me.listed" if is_listed else "me.unlisted"))
    return Page(tuple(texts))


def format_rating(rating: Rating, localizer: Localizer) -> str:
    """Return a rating with its uncertainty; a rating of few games is marked as such."""
    key = "stats.rating" if rating.is_meaningful else "stats.rating_young"
    return localizer.render_line(key, points=rating.points, spread=round(2 * rating.deviation), games=rating.games)


def format_habits(habits: PlayerHabits, localizer: Localizer) -> str:
    """Return a person's answer times and finished games in one line, for the lobby and the person."""
    if habits.is_new:
        key = "stats.new" if habits.finished else "stats.newcomer"
        return localizer.render_line(key, finished=habits.finished)
    quick, slow = habits.quick // HOUR, max(1, round(habits.slow / HOUR))
    if quick < 1 or quick >= slow:  # a range beginning at zero says no more than its end
        return localizer.render_line("stats.facts_within", slow=slow, finished=habits.finished)
    return localizer.render_line("stats.facts", quick=quick, slow=slow, finished=habits.finished)


def _format_name(name: str, localizer: Localizer) -> str:
    shown = name_person(name)
    return shown if isinstance(shown, str) else localizer.render_message(shown)


def build_leaderboard_page(game: Game[object], board: Sequence[LeaderboardRow], localizer: Localizer) -> Page:
    """Return this server's leaderboard of one game."""
    head = f"## {localizer.render_label('stats.server_head', game=titles.name_game(game, localizer))}"
    if not board:
        return Page((head, localizer.render_line("stats.server_nothing")))
    lines = [
        f"{place}. **{_format_name(row.name, localizer)}** · "
        + localizer.render_label(
            "stats.server_line",
            points=row.rating.points,
            spread=round(2 * row.rating.deviation),
            played=row.games_played,
            won=row.games_won,
        )
        for place, row in enumerate(board, 1)
    ]
    return Page((head, "\n".join(lines), "-# " + localizer.render_line("stats.server_how")))
