"""A whole game by clicks, and what it cost: counted at the stand-in of Discord, not at the bot."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec

from bot.discord_ui.page.picture_requests import arranged
from bot.standin import Reply
from bot.standin.model import components as c
from bot.standin.model.events import Event
from bot.table.question_ref import QuestionRef
from engines.kernel import Game, Match, Prompt, Rng, policies, think
from tests.bot.conftest import Table, ident, idents, running
from tests.clicker import tokens

from .presses import Presser

PATIENCE = 10.0
"""Seconds in which a panel must show what is asked."""
NAMES = ("Aoi", "Marco", "Kotori", "Jules", "Sofia")


class Counted(msgspec.Struct):
    """What so many turns of people cost. over: to the end of the game.

    answers, presses: of each turn, by whose turn it is; beside: answers of others meanwhile, and of all where it is
    nobody's turn; posts, deletions: of public messages; private_edits: of panels, bare_edits: those of them that took a
    picture away; calls: messages that rang; called_for: questions for which somebody had to be called.
    """

    engine: str
    seats: int
    turns: int
    over: bool
    answers: list[int]
    presses: list[int]
    beside: int
    pressed_beside: int
    posts: int
    deletions: int
    public_edits: int
    private_edits: int
    bare_edits: int
    calls: int
    called_for: int

    def row(self) -> dict[str, object]:
        """Figures a turn."""
        n = max(1, self.turns)
        return {
            "game": f"{self.engine}, {self.seats} seats" + ("" if self.over else " (stopped)"),
            "turns": self.turns,
            "answers a turn": _spread(self.answers),
            "presses a turn": _spread(self.presses),
            "answers of others a turn": round(self.beside / n, 2),
            "posts a turn": round(self.posts / n, 2),
            "deletions a turn": round(self.deletions / n, 2),
            "public edits a turn": round(self.public_edits / n, 2),
            "panel edits a press": round(self.private_edits / max(1, sum(self.presses) + self.pressed_beside), 2),
            "edits that took a picture away": self.bare_edits,
            "calls a question": round(self.calls / max(1, self.called_for), 3),
        }


def _spread(values: list[int]) -> str:
    """`mean (median, 9 of 10 at most)`"""
    if not values:
        return "-"
    most = sorted(values)[min(len(values) - 1, int(len(values) * 0.9))]
    return f"{sum(values) / len(values):.1f} ({median(values):g}, {most})"


class Watch:
    """What happens at the stand-in."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._pictured: set[str] = set()

    def hear(self, event: Event) -> None:
        message = event.d
        if event.t not in ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"):
            return
        private = event.only is not None
        kind = event.t.removeprefix("MESSAGE_").lower()
        self.counts[f"{'private' if private else 'public'} {kind}"] += 1
        if kind == "delete":
            return
        if kind == "create" and not private and idents(message, "t:", "play"):
            self.counts["calls"] += len(message["mentions"])
        shows = bool(c.media(message))
        if private and kind == "update" and not shows and message["id"] in self._pictured:
            self.counts["bare"] += 1
        (self._pictured.add if shows else self._pictured.discard)(message["id"])


async def count(
    engine: str, seats: int, seed: int, turns: int | None = None, options: Mapping[str, str] | None = None
) -> Counted:
    """Play a game with people who decide as the strongest computer player would and press for it.

    turns: stop after so many (None: at the end of the game).
    """
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder) / "game.db", settle=0.002) as table:
            return await _play(table, engine, seats, Rng(seed.to_bytes(32, "big")), turns, dict(options or {}))


async def _play(table: Table, engine: str, seats: int, rng: Rng, turns: int | None, options: dict[str, str]) -> Counted:
    people = [table.driver.person(NAMES[n], locale=("ja", "en-US")[n % 2]) for n in range(seats)]
    host, *others = people
    await host.slash("table open", game=engine, order="joined", language="both")
    lobby = await table.lobby()
    for person in others:
        lobby = (await person.click(lobby, ident(lobby, "t:", "join"))).message
    for option, value in options.items():
        await host.select(lobby, "Change the game's options (host)", [f"{option}={value}"])
    watch = Watch()
    table.standin.world.listen(watch.hear)
    await host.click(lobby, ident(lobby, "t:", "start"))
    await table.card()
    pressers = {int(person.id): Presser(person) for person in people}
    found = Counted(engine, seats, 0, False, [], [], 0, 0, 0, 0, 0, 0, 0, 0, 0)
    turn: tuple[int, int] | None = None
    while turns is None or found.turns < turns:
        asked = await _asked(table)
        if asked is None:
            found.over = True
            break
        presser = pressers[asked.person]
        answers = await _sitting(table, presser, asked.seat, rng)
        presses, presser.presses = presser.presses, 0
        if asked.turn is None:
            found.beside += answers
            found.pressed_beside += presses
        elif asked.turn == turn:
            found.answers[-1] += answers
            found.presses[-1] += presses
        else:
            turn = asked.turn
            found.turns += 1
            found.answers.append(answers)
            found.presses.append(presses)
        await table.said()
    counts = watch.counts
    found.posts, found.deletions = counts["public create"], counts["public delete"]
    found.public_edits, found.private_edits = counts["public update"], counts["private update"]
    found.bare_edits, found.calls = counts["bare"], counts["calls"]
    ((found.called_for,),) = await table.db.rows(
        "SELECT count(DISTINCT key) FROM outbox WHERE kind = 'ping' AND sent_at IS NOT NULL"
    )
    return found


class Asked(NamedTuple):
    """turn: which turn it is, if it is the person's own (the seat, and the decision after which it began)."""

    person: int
    seat: int
    turn: tuple[int, int] | None


async def _asked(table: Table) -> Asked | None:
    """Who is asked now; None when the game is over."""
    async with table.bot.tables.at(1) as live:
        if not live.is_playing or not live.waiting:
            return None
        seat = live.waiting[0]
        person = live.seats[seat].person
        assert person is not None
        return Asked(person, seat, (seat, live.base_n) if live.turn == seat else None)


async def _sitting(table: Table, presser: Presser, seat: int, rng: Rng) -> int:
    """Play, and answer until nothing is asked; how many answers that took."""
    panel = await presser.open(await table.card())
    answers = 0
    while (asked := await _decided(table, seat, rng)) is not None:
        ref, prompt, keys = asked
        await _shows(panel, ref)
        panel = await presser.answer(panel, prompt, keys)
        answers += 1
    return answers


async def _shows(panel: Reply, ref: QuestionRef) -> None:
    """Wait until the panel has the question: on a busy machine it comes a while after the press was answered."""
    async with asyncio.timeout(PATIENCE):
        while tokens(panel.message) != {ref.encode()}:
            await asyncio.sleep(0.005)


async def _decided(table: Table, seat: int, rng: Rng) -> tuple[QuestionRef, Prompt, tuple[str, ...]] | None:
    """The question of the seat as its panel shows it, and the answer that a computer player would give."""
    async with table.bot.tables.at(1) as live:
        match, ref, prompt = live.match, live.ref(seat), live.question(seat)
        if match is None or ref is None or prompt is None or seat not in live.waiting or seat in match.answers:
            return None
        return ref, arranged(live, prompt), _thought(live.game, match, seat, rng)


def _thought(game: Game[Any], match: Match[Any], seat: int, rng: Rng) -> tuple[str, ...]:
    known = policies(game)
    return think(match, seat, known.get("greedy") or known["random"], rng)[0]
