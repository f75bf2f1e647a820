"""Glosses explain the terms of a question to a newcomer, once for each kind of question."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.table import TableService
from bot.table.lobby import seating
from bot.table.terms.first_use_glosses import CATALOGUE_TABLE, find_gloss
from bot.table.terms.table_terms import TableTerms
from engines.kernel import AIDS, load_catalogue
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, MARCO, Players

GLOSSED = [
    game.id
    for game in list_shipped_games().values()
    if game.aids and any(key.startswith(CATALOGUE_TABLE) for key in sorted(load_catalogue(game.package).list_keys()))
]


@pytest.mark.parametrize("value", ["off", "first", "on"])
@pytest.mark.parametrize("game_id", GLOSSED)
async def test_each_kind_of_question_is_explained_once_to_each_newcomer(
    service: TableService, players: Players, game_id: str, value: str
) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, game_id, TableTerms(language="en"))
    explained: Counter[tuple[int, str]] = Counter()
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.set_options(service, table, AOI, {AIDS.id: value})
        await seating.start_game(service, table, AOI)
        for _ in range(40):
            if not table.is_playing:  # a game may end early by chance (Pax Pamir: a lead of four)
                break
            seat = table.waiting[0]
            assert table.match is not None
            prompt = table.match.find_prompt(seat)
            assert prompt is not None
            explanation = find_gloss(table, seat, prompt)
            assert find_gloss(table, seat, prompt) == explanation, "it stays as long as the question is open"
            explained[seat, prompt.text.key] += explanation is not None
            await players.answer_randomly(table)
    assert max(explained.values()) == (0 if value == "off" else 1)
    if value != "off":
        assert len({seat for (seat, _), count in explained.items() if count}) == 2, "both play their first game"
