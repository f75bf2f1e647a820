"""Standing answers that every game has: given in /seat, carried out at once, shown, revocable, kept over a restart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.standin import Person
from bot.table import LiveTable
from bot.table.notices import standing
from engines.kernel import Moment, Msg, Option, Prompt, Term, games, say
from engines.kernel import Table as Rules

from .conftest import Table, ident, idents, labels


async def turn(t: Rules[Any]) -> None:
    """The crier chooses and confirms; the other is asked off turn."""
    crier = t.state.round % 2
    answers = [Option(key, key == "take", Term(f"goods.{good}")) for key, good in (("take", "tea"), ("pass", "silk"))]
    await t.choose(crier, "unsold", answers, lot=Term("goods.tea"))
    await t.confirm(crier, "open", rule="R3")
    await t.choose(1 - crier, "unsold", answers, default="pass", lot=Term("goods.silk"))
    t.state.round = (t.state.round + 1) % 2


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    moment: Callable[[Any], Moment] = lambda view: Moment(say("unsold"), turn=(view.round - 1) % 2)  # noqa: E731
    flotsam = replace(games()["flotsam"], turn=turn, moment=moment, problems=lambda state: [])
    for module in ("bot.table.service", "bot.table.lobby.agreement", "bot.discord_ui.commands.choices"):
        monkeypatch.setattr(f"{module}.games", lambda: {"flotsam": flotsam})


async def made(table: Table) -> list[tuple[int, str, str]]:
    rows = await table.db.rows("SELECT seat, keys, origin FROM decisions ORDER BY n")
    return [(seat, keys, origin) for seat, keys, origin in rows]


async def answer(table: Table, person: Person, key: str) -> None:
    panel = await table.play(person)
    await person.click(panel, next(i for i in idents(panel.message, "p:", "pick") if i.endswith(f":{key}")))


async def test_confirmations_are_given_by_themselves_until_that_is_taken_back(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    page = await ada.slash("seat")
    page = await ada.click(page, next(i for i in idents(page.message, "t:", "standing") if "confirm" in i))
    assert "Confirm for me" in page.text and any("Ask me again" in label for label in labels(page.message))
    await answer(table, ada, "take")
    rows = await made(table)
    assert [(seat, origin) for seat, _, origin in rows] == [(0, "person"), (0, "order")]
    await table.stop()
    await table.boot()
    page = await ada.slash("seat")
    assert "Confirm for me" in page.text
    page = await ada.click(page, ident(page.message, "t:", "revoke"))
    assert not [i for i in idents(page.message, "t:", "revoke") if "confirm" in i]


async def test_who_passes_until_their_turn_answers_as_silence_would_and_is_asked_on_their_turn(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    page = await jiro.slash("seat")
    page = await jiro.click(page, next(i for i in idents(page.message, "t:", "standing") if "pass" in i))
    assert "自分の番まで答えを任せる" in page.text
    await answer(table, ada, "take")
    panel = await table.play(ada)
    await ada.click(panel, ident(panel.message, "p:", "pick"))
    rows = await made(table)
    assert rows[-1][0] == 1 and "pass" in rows[-1][1] and rows[-1][2] == "order"
    page = await jiro.slash("seat")
    assert "自分の番まで答えを任せる" not in page.text, "it ends when the turn begins"
    assert table.pings(jiro) or await table.play(jiro)


async def test_always_this_answer_to_this_question(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    page = await ada.slash("seat")
    menu = next(i for i in idents(page.message, "t:", "give") if "always" in i)
    page = await ada.select(page, menu, "take")
    assert "Always" in page.text and "tea" in page.text
    rows = await made(table)
    assert rows[-1][0] == 0 and "take" in rows[-1][1] and rows[-1][2] == "order", "it answers what is asked now, too"
    page = await ada.slash("seat")
    page = await ada.click(page, next(i for i in idents(page.message, "t:", "revoke") if "always" in i))
    assert "Always:" not in page.text


@pytest.mark.parametrize(
    ("values", "turn_of", "offered"),
    [((True, False), 0, True), ((1, 2), 0, False), ((1, 2, 3), 0, False), ((1, 2, 3), 1, True), ((1, 2), None, False)],
)
def test_always_the_same_is_offered_for_yes_and_no_and_on_the_turns_of_others(
    values: tuple[Any, ...], turn_of: int | None, offered: bool
) -> None:
    asked = Prompt(0, Msg("ask"), tuple(Option(f"o:{n}", value, say("a")) for n, value in enumerate(values)))
    live = cast(LiveTable, SimpleNamespace(turn=turn_of))
    assert standing.may_be_always(live, asked) == offered
