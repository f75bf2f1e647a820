"""A computer player that takes its time: everybody sees on the card that it thinks, and what its failure means."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any

from bot.standin import Person
from bot.standin.model import components as c
from storage.play import decisions
from tests.bot.conftest import Table, ident


class Held(Executor):
    """Thinks until the test says what came of it."""

    def __init__(self) -> None:
        self.thoughts: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.thoughts.append(Future())
        return self.thoughts[-1]


async def test_the_card_says_that_it_thinks_and_people_are_told_when_it_fails(table: Table, ada: Person) -> None:
    table.bot.computers.thinkers._pool = held = Held()
    await ada.slash("table open", game="flotsam", order="joined")
    lobby = await table.lobby()
    lobby = (await ada.select(lobby, ident(lobby, "t:", "computer"), "+random")).message
    await ada.click(lobby, ident(lobby, "t:", "start"))
    await table.card()
    await table.opened(ada)
    assert "Ash (CPU) · thinking …" in c.text(await table.card()).replace("**", "")
    before = len(await decisions.live(table.db, 1))
    assert held.thoughts, "its bid is thought about"
    held.thoughts.pop().set_exception(TimeoutError("still thinking"))
    await table.driver.channel().wait_for(lambda m: "found no answer, by a fault of ours" in c.text(m))
    assert len(await decisions.live(table.db, 1)) == before + 1
    assert "thinking …" not in c.text(await table.card())
