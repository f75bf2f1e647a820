"""Panels of the questions of a whole game, built from a table in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import count, product
from typing import Any

from bot.discord_ui.page import phone_screen, picture_requests
from bot.discord_ui.page.pages import Page
from bot.discord_ui.page.picture_hints import add_picture_hint
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.panel.page import build_panel
from bot.discord_ui.panel.question import INITIAL_STATE
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

from .states import GIVEN, NamedState, iter_states

NAMES = ("Marco", "Aoi Takahashi", "ことり", "Jules-Alexandre", "Sofia")
LONG_NAMES = ("Marco", "Maximilian Featherstonehaugh-Cho", "とても長い名前のことりさん", *NAMES[3:])
"""One name is as long as Discord allows."""
AWAITING, LATE_STARS = "stars awaited", "late stars"
"""States of a question whose stars come after it is shown."""
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
    state: str = ""
    """The special fact of its state (`states`)."""
    has_picture: bool = True
    """Its picture is there; else it is on its way, or Discord has refused it."""

    @cached_property
    def picture_size(self) -> tuple[int, int] | None:
        """Width and height of its picture; None if it has none."""
        request = self.page.picture_request
        return measure_picture(request) if self.has_picture and isinstance(request, PictureRequest) else None

    def estimate_picture_height(self) -> float | None:
        """Return the height in px that the bot keeps free for the picture; None if there is none."""
        request = self.page.picture_request
        if not self.has_picture or not isinstance(request, PictureRequest):
            return None
        return picture_requests.measure_height(request)

    def estimate_height(self) -> float:
        """Return the height in px that the bot estimates."""
        return phone_screen.measure_page(self.page, self.estimate_picture_height())

    def with_texts(self, texts: tuple[str, ...]) -> ShownQuestion:
        """Return the question with other words on its page."""
        return replace(self, page=replace(self.page, texts=texts))


class ComputerGame:
    """A game of computer players, whose decisions are chosen when first needed: many tests show the same one."""

    def __init__(self, case: Case) -> None:
        self._match, self._rng = case.start(), build_rng(case, "phone")
        self._policy = next(iter(list_policies(case.definition).values()))
        """The strongest."""
        self._decisions: list[Decision] = []

    def find_decision(self, index: int) -> Decision:
        """Return the decision with this number, from 0."""
        while len(self._decisions) <= index:
            match = self._match
            seat = match.waiting_seats[0]
            keys = choose_line(match, seat, self._policy, self._rng, SearchBudget(SEARCH_BUDGET))[0]
            self._decisions.append(Decision(match.step, seat, keys))
            match.apply(self._decisions[-1])
        return self._decisions[index]


load_game = cache(ComputerGame)


def turn_aids_off(case: Case) -> Case:
    """Return the case as an experienced player sees it: where stars may come, less is a button."""
    return _set_aids(case, "off")


def turn_aids_on(case: Case) -> Case:
    """Return the case as every player sees it with stars."""
    return _set_aids(case, "on")


def _set_aids(case: Case, setting: str) -> Case:
    return replace(case, options=tuple((key, setting if key == AIDS.id else value) for key, value in case.options))


def iter_questions(
    case: Case,
    every: int = 1,
    langs: Sequence[Lang] = LANGS,
    *,
    in_all_states: bool = False,
    has_late_stars: bool = False,
) -> Iterator[ShownQuestion]:
    """Play the case's game of computer players and yield the panels of every `every`-th decision.

    Readers have first-game aids if the case has them. in_all_states: not only as they are first shown. has_late_stars:
    also before and after stars come to a question that is shown already.
    """
    played = turn_aids_off(case)  # the same game, whether players have aids
    match, game = Match.start(case.definition, case.setup, played.seed), load_game(played)
    table = _build_table(case, match)
    advice: dict[Seat, Advice] = {}
    news: list[LogLine] = []
    for number in count():
        if match.is_over:
            return
        decision = game.find_decision(number)
        seat = decision.seat
        if match.step % every == 0:
            awaiting = [
                _show_awaiting(case, table, seat, lang, news) for lang in langs if in_all_states or has_late_stars
            ]
            suggest_options(table, seat, advice)
            for shown in awaiting:
                yield from _iter_late_stars(table, seat, shown)
            for lang in langs:
                yield from _iter_shown(case, table, seat, lang, news, in_all_states=in_all_states)
        for lang in langs if in_all_states else ():
            yield from _iter_given_answers(case, table, lang, news)
        applied = match.apply(decision)
        table.last_n += 1
        table.decision_numbers = [table.last_n] * len(match.decisions_since_frame)
        news = [*news, _build_line(table.last_n, seat, applied.events)][-case.seats * 3 :]


def iter_waiting_pages(case: Case, interval: int) -> Iterator[Page]:
    """Play the case's game of computer players, and yield the panels of the seats that are not asked, each time before
    `interval` more decisions.
    """
    match, game = Match.start(case.definition, case.setup, case.seed), load_game(case)
    table = _build_table(case, match)
    news: list[LogLine] = []
    for number in count():
        if match.is_over:
            return
        if number % interval == 0:
            for seat, lang in product(range(case.seats), LANGS):
                if seat not in match.waiting_seats:
                    yield build_panel(table, seat, Localizer((lang,)), since=news)
        decision = game.find_decision(number)
        applied = match.apply(decision)
        table.last_n += 1
        table.decision_numbers = [table.last_n] * len(match.decisions_since_frame)
        news = [*news, _build_line(table.last_n, decision.seat, applied.events)][-case.seats * 3 :]


def _build_line(n: int, seat: Seat, events: Sequence[LogEvent]) -> LogLine:
    return LogLine(n, 0, seat, tuple(events))


def _build_table(case: Case, match: Match[Any]) -> Table:
    row = GameRow(
        *(1, case.game, case.definition.rules_version, 1, 2, 1, "playing", b"", b"", "", b"", "both", None, "consent"),
        *(0, 0, None, 1, 0, None),
        tag="0fa3c1",
    )
    seats = tuple(
        SeatAssignment(seat, seat + 1, LONG_NAMES[seat], None, None, 0, games_finished=0) for seat in range(case.seats)
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


def _iter_shown(
    case: Case, table: Table, seat: Seat, lang: Lang, news: Sequence[LogLine], *, in_all_states: bool
) -> Iterator[ShownQuestion]:
    """Yield the seat's question in its states."""
    localizer = Localizer((lang,))
    prompt = find_arranged_prompt(table, seat)
    for shown in iter_states(table, seat, prompt, localizer) if in_all_states else (NamedState("", INITIAL_STATE),):
        yield _show_question(case, table, prompt, shown, localizer, news)


def _show_awaiting(case: Case, table: Table, seat: Seat, lang: Lang, news: Sequence[LogLine]) -> ShownQuestion:
    """Return the seat's question before its stars are known."""
    prompt = find_arranged_prompt(table, seat)
    return _show_question(case, table, prompt, NamedState(AWAITING, INITIAL_STATE), Localizer((lang,)), news)


def _iter_late_stars(table: Table, seat: Seat, shown: ShownQuestion) -> Iterator[ShownQuestion]:
    """Yield a question that was shown before its stars were known, then with these in the places kept for them."""
    pending = shown.page.pending_suggestions
    if pending is not None and table.find_suggestion_request(seat) is None:
        yield shown
        page = pending.fill_places(table).add_to(shown.page)
        yield replace(shown, prompt=find_arranged_prompt(table, seat), state=LATE_STARS, page=page)


def _iter_given_answers(case: Case, table: Table, lang: Lang, news: Sequence[LogLine]) -> Iterator[ShownQuestion]:
    """Yield the given answers that can be replaced while other seats answer."""
    for given_seat in table.require_match().hidden_answers:
        for shown in GIVEN:
            prompt = find_arranged_prompt(table, given_seat)
            yield _show_question(case, table, prompt, shown, Localizer((lang,)), news)


def find_arranged_prompt(table: Table, seat: Seat) -> Prompt:
    """Return the seat's question in the order of its picture."""
    prompt = table.build_prompt(seat)
    assert prompt is not None
    return picture_requests.arrange_prompt(table, prompt)


def _show_question(
    case: Case, table: Table, prompt: Prompt, shown: NamedState, localizer: Localizer, news: Sequence[LogLine]
) -> ShownQuestion:
    page = build_panel(table, prompt.seat, localizer, shown.state, since=news)
    name = f"{case.game} {case.seats} seats, decision {table.require_match().step}: {prompt.text.key}"
    name = f"{name}, {shown.name}" if shown.name else name
    has_picture = shown.has_picture
    if shown.has_old_picture:  # which is as high as the new one
        hinted_page = add_picture_hint(page, localizer)
        has_picture, page = hinted_page is not None, hinted_page or page
    return ShownQuestion(name, localizer.first_lang, prompt, page, shown.name, has_picture)


def measure_picture(request: PictureRequest) -> tuple[int, int]:
    """Return the size of a picture in px; it is composed, not painted."""
    scene = load_arts()[request.game_id].compose(request.view, request.resolved_name, request.context)
    return int(scene.width), int(scene.height)
