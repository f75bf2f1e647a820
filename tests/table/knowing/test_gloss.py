"""A newcomer is told what the words of a question mean where they first meet it, and not again."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.table import TableService
from bot.table.knowing.gloss import TABLE, gloss
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import AIDS, catalogue
from tests.discovered import shipped
from tests.table.conftest import AOI, MARCO, Players

GLOSSED = [
    game.id
    for game in shipped().values()
    if game.aids and any(key.startswith(TABLE) for key in sorted(catalogue(game.package).keys()))
]


@pytest.mark.parametrize("value", ["off", "first", "on"])
@pytest.mark.parametrize("engine", GLOSSED)
async def test_each_kind_of_question_is_explained_once_to_each_newcomer(
    tables: TableService, players: Players, engine: str, value: str
) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, engine, Agreement(language="en"))
    told: Counter[tuple[int, str]] = Counter()
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.set_option(tables, live, AOI, AIDS.id, value)
        await seating.start(tables, live, AOI)
        for _ in range(40):
            if not live.is_playing:  # chance may end a game early: a check of Pax Pamir that leads by four
                break
            seat = live.waiting[0]
            assert live.match is not None
            prompt = live.match.prompt(seat)
            assert prompt is not None
            said = gloss(live, seat, prompt)
            assert gloss(live, seat, prompt) == said, "it stays as long as the question is open"
            told[seat, prompt.text.key] += said is not None
            await players.step(live)
    assert max(told.values()) == (0 if value == "off" else 1)
    if value != "off":
        assert len({seat for (seat, _), count in told.items() if count}) == 2, "both play their first game"
