"""Stars that come after their question is shown move no control: they take the places that the panel keeps for them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Any

import pytest
import pytest_asyncio

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.pages import ActionRow, Button, SelectMenu
from bot.discord_ui.panel import star_text
from bot.discord_ui.panel.star_button import AWAITED_STAR, STAR
from engines.kernel import Match, Seat
from engines.kernel.stars.suggestions import Advice
from tests.contract.cases import build_cases
from tests.discovered import list_shipped_games

from . import questions
from .labels import list_labels_in_text
from .questions import AWAITING, LATE_STARS, ShownQuestion, iter_questions, turn_aids_on
from .screen import PhoneScreen, open_phone
from .test_questions import star_two_options

GAMES = list(list_shipped_games())


def star_last_option(match: Match[Any], seat: Seat, *others: object) -> Advice:
    """Return one star, for the last option, with a plan that ends with it."""
    advice = star_two_options(match, seat, *others)
    last = [*advice.best][-1]
    return Advice(match.position, {last: advice.best[last]}, advice.plans, advice.line[:1])


def star_nothing(match: Match[Any], *_: object) -> Advice:
    return Advice(match.position)


ADVISERS = (star_two_options, star_last_option, star_nothing)


def iter_late_stars(
    game: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[ShownQuestion, ShownQuestion, bool]]:
    """Yield questions of a game before and after their stars have come, and if any have; others in turn."""
    given: list[bool] = []

    def give_advice(match: Match[Any], *others: Any) -> Advice:
        advice = ADVISERS[len(given) % len(ADVISERS)](match, *others)
        given.append(bool(advice.best))
        return advice

    monkeypatch.setattr(questions, "compute_advice", give_advice)
    (case,) = build_cases(game, 1, 1)
    before: ShownQuestion | None = None
    for shown in iter_questions(turn_aids_on(case), every, has_late_stars=True):
        if shown.state == AWAITING:
            before = shown
        elif shown.state == LATE_STARS:
            assert before is not None
            yield before, shown, given[-1]


def list_places(rows: tuple[ActionRow, ...]) -> list[object]:
    """Return what stands where on a phone: each control but the one that gives the suggested answers."""
    places: list[object] = []
    for row in rows:
        if isinstance(row, SelectMenu):
            places.append((row.id, [choice.value for choice in row.choices]))
            continue
        for line in phone_screen.break_lines(row):
            places.append([])
            left = 0.0
            for button in line:
                width, height = phone_screen.measure_button(button)
                name = button.id if isinstance(button, Button) and ":line" not in button.id else ""
                places.append((name, left, height))
                left += width + phone_screen.GAP
    return places


@pytest.mark.parametrize("game", GAMES)
def test_late_stars_move_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No control and no line of words, in both languages; the place for the button stays if there is no star. No word
    is cut, and no step is told that has a button of its own.
    """
    monkeypatch.delattr(star_text, "cut_part")
    outcomes = set[bool]()
    for before, after, has_star in iter_late_stars(game, 7, monkeypatch):
        name = before.name, before.lang
        assert list_places(before.page.rows) == list_places(after.page.rows), name
        for text, starred in zip(before.page.texts, after.page.texts, strict=True):
            heights = [[phone_screen.measure_text(line) for line in words.split("\n")] for words in (text, starred)]
            assert heights[0] == heights[1], name
        assert AWAITED_STAR in str(before.page.texts) and STAR not in str(before.page.rows), name
        assert (STAR in str(after.page.texts)) == has_star, name
        last_row = after.page.rows[-1]
        assert not isinstance(last_row, SelectMenu) and isinstance(last_row[-1], Button), name
        assert ":line" in last_row[-1].id and last_row[-1].is_disabled == (not has_star), name
        assert not list_labels_in_text(after), name
        outcomes.add(has_star)
    assert outcomes == {True, False}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def phone() -> AsyncIterator[PhoneScreen]:
    async with open_phone() as opened:
        yield opened


@pytest.mark.asyncio(loop_scope="module")
async def test_late_stars_move_nothing_in_a_browser(phone: PhoneScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        for before, after, _ in islice(iter_late_stars(game, 9, monkeypatch), 12):
            assert await phone.list_places(before) == await phone.list_places(after), (before.name, before.lang)


@pytest.mark.asyncio(loop_scope="module")
async def test_moved_controls_are_noticed(phone: PhoneScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line more of words, and a wider button before another one."""
    before, after, _ = next(iter_late_stars(GAMES[0], 9, monkeypatch))
    longer = after.with_texts((*after.page.texts[:-1], f"{after.page.texts[-1]}\n-# One line more."))
    assert await phone.list_places(before) != await phone.list_places(longer)
    keys = (Button("a", "a"), Button("b", "b"))
    assert list_places((keys,)) != list_places(((Button("a", "★ a"), keys[1]),))
