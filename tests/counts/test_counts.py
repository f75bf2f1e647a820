"""What a turn costs is counted, and nobody is called twice for one question, nor loses a picture."""

from __future__ import annotations

import pytest

from bot.standin.model.events import Event

from .count import Watch, count


@pytest.mark.parametrize("engine", ["meadow", "flotsam"])
async def test_a_few_turns_by_clicks(engine: str) -> None:
    found = await count(engine, 2, 1, turns=3 if engine == "meadow" else None)
    assert found.bare_edits == 0
    assert found.calls == found.called_for > 0, "one call for each question"
    assert found.posts <= 2 * (sum(found.answers) + found.beside) + 4, "what happened, and the card that calls"
    assert sum(found.answers) + found.beside > 0


def test_a_picture_that_goes_away_is_noticed() -> None:
    watch, gallery = Watch(), {"type": 12, "items": [{"media": {"url": "x"}}]}
    for components in ([gallery], [], [gallery]):
        message = {"id": "1", "mentions": [], "components": components, "flags": 1 << 15}
        watch.hear(Event("MESSAGE_UPDATE", message, only="7"))
    assert watch.counts["bare"] == 1
