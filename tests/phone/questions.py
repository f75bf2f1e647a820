"""Panels of the questions of a whole game, built from a table in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.panel.page import build_panel
from bot.discord_ui.text.localizer import Localizer
from bot.table import TableSettings
from bot.table.history.game_log import LogLine
from bot.table.state.seats import SeatAssignment
from bot.table.state.table import Table
from engines.kernel import (
    AIDS,
    LANGS,
    Decision,
    Lang,
    LogEvent,
    Match,
    Prompt,
    SearchBudget,
    Seat,
    choose_line,
    list_policies,
)
from engines.kernel.stars.suggestions import Advice, compute_advice
from render import load_arts
from storage.play.games import GameRow
from tests.contract.cases import Case, build_rng

NAMES = ("Marco", "Aoi Takahashi", "ことり", "Jules-Alexandre", "Sofia")
SEARCH_BUDGET = 5
"""Budget of one search of a computer player: small, because the strength of play does not matter here."""


@dataclass(frozen=True)
class ShownQuestion:
    """A question as one reader sees it."""

    name: str
    """The game, the number of the decision, and the key of the question."""
    lang: Lang
    prompt: Prompt
    """The question in the order of its picture."""
    page: Page
    picture_size: tuple[int, int] | None
    """Width and height of its picture; None if it has none."""

    def with_texts(self, texts: tuple[str, ...]) -> ShownQuestion:
        """Return the question with other words on its page."""
        return replace(self, page=replace(self.page, texts=texts))


def without_aids(case: Case) -> Case:
    """Return the case as an experienced player sees it: where stars may come, less is a button."""
    return replace(case, options=tuple((key, "off" if key == AIDS.id else value) for key, value in case.options))


def iter_questions(case: Case, every: int = 1, langs: Sequence[Lang] = LANGS) -> Iterator[ShownQuestion]:
    """Play a game with computer players and yield the panels of every `every`-th decision.

    Readers have first-game aids if the case has them.
    """
    match, rng = case.start(), build_rng(case, "phone")
    table = _build_table(case, match)
    advice: dict[Seat, Advice] = {}
    news: list[LogLine] = []
    strongest = next(iter(list_policies(case.definition).values()))
    while not match.is_over:
        seat = match.waiting_seats[0]
        if match.step % every == 0:
            suggest_options(table, seat, advice)
            for lang in langs:
                yield _show_question(case, table, seat, lang, news)
        keys = choose_line(match, seat, strongest, rng, SearchBudget(SEARCH_BUDGET))[0]
        applied = match.apply(Decision(match.step, seat, keys))
        table.last_n += 1
        news = [*news, _build_line(table.last_n, seat, applied.events)][-case.seats * 3 :]


def _build_line(n: int, seat: Seat, events: Sequence[LogEvent]) -> LogLine:
    return LogLine(n, 0, seat, tuple(events))


def _build_table(case: Case, match: Match[Any]) -> Table:
    row = GameRow(
        *(1, case.game, case.definition.rules_version, 1, 2, 1, "playing", b"", b"", "", b"", "both", None, "consent"),
        *(0, 0, None, 1, 0, None),
        tag="0fa3c1",
    )
    seats = tuple(
        SeatAssignment(seat, seat + 1, NAMES[seat], None, None, 0, games_finished=0) for seat in range(case.seats)
    )
    settings = TableSettings(options=dict(case.options), setup=case.setup, pace="brisk")
    return Table(row, case.definition, settings, seats, match)


def suggest_options(table: Table, seat: Seat, advice: dict[Seat, Advice]) -> None:
    """Compute the stars of the seat's question, if the table has them."""
    request = table.find_suggestion_request(seat)
    if request is None:
        return
    advice[seat] = compute_advice(table.require_match(), seat, table.game.aids, advice.get(seat))
    table.set_advice(request, advice[seat])


def _show_question(case: Case, table: Table, seat: Seat, lang: Lang, news: Sequence[LogLine]) -> ShownQuestion:
    match, prompt = table.require_match(), table.build_prompt(seat)
    assert prompt is not None
    name = f"{case.game} {case.seats} seats, decision {match.step}: {prompt.text.key}"
    page = build_panel(table, seat, Localizer((lang,)), since=news)
    request = page.picture_request
    size = measure_picture(request) if isinstance(request, PictureRequest) else None
    return ShownQuestion(name, lang, picture_requests.arrange_prompt(table, prompt), page, size)


def measure_picture(request: PictureRequest) -> tuple[int, int]:
    """Return the size of a picture in px; it is composed, not painted."""
    scene = load_arts()[request.engine].compose(request.view, request.resolved_name, request.context)
    return int(scene.width), int(scene.height)
