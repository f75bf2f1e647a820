"""Play a whole game through the client and count its events at the fake Discord server, not in the bot."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from bot.discord_ui.page.picture_requests import arrange_prompt
from bot.discord_ui.page.render_pool import RenderPool
from bot.fake_discord import Reply
from bot.fake_discord.model import components as c
from bot.fake_discord.model import interactions
from bot.fake_discord.model.events import GatewayEvent
from bot.table.state import fairness_proof
from bot.table.state.table import QuestionRef
from engines.kernel import AIDS, Game, Match, Prompt, Rng, choose_line, list_policies, load_games, resolve_text
from engines.kernel.stars.suggestions import is_suggested
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, run_bot, start_lobby
from tests.clicker import choose_options, list_tokens
from tests.faults.bot_with import draw_one_pixel
from tests.faults.channel import classify_message

from .presses import Presser

PATIENCE = 60.0
"""Seconds within which a press must be answered, and a panel show the open question: presses are counted, not timed."""
NAMES = ("Aoi", "Marco", "Kotori", "Jules", "Sofia")


class TurnCounts(msgspec.Struct):
    """The counts of some turns of a game."""

    game_id: str
    seats: int
    turns: int
    is_over: bool
    """Whether the game was played to its end."""
    answers: list[int]
    """Answers of each turn by the seat on turn."""
    presses: list[int]
    """Presses of each turn by the seat on turn, with those that open the panel: at its beginning, and again whenever
    others answered in between.
    """
    answers_off_turn: int
    """Answers of the other seats, and of all seats while none is on turn."""
    presses_off_turn: int
    """The presses for the answers off turn."""
    posts: int
    """New public messages."""
    deletions: int
    """Deleted public messages."""
    public_edits: int
    private_edits: int
    """Edits of panels."""
    bare_edits: int
    """Edits of panels that removed a picture."""
    notifications: int
    """Messages that notified a person."""
    notified_questions: int
    """Questions that needed a notification."""
    star_presses: int = 0
    """Presses of suggested answers."""
    early_ends: int = 0
    """Presses of suggested answers that gave fewer of them than the search planned, because their words had no room."""

    def build_row(self) -> dict[str, object]:
        """Return the averages per turn, by label."""
        n = max(1, self.turns)
        return {
            "game": f"{self.game_id}, {self.seats} seats" + ("" if self.is_over else " (stopped)"),
            "turns": self.turns,
            "answers a turn": _format_spread(self.answers),
            "presses a turn": _format_spread(self.presses),
            "presses beyond answers": _format_spread(
                [presses - answers for presses, answers in zip(self.presses, self.answers, strict=True)]
            ),
            "presses of stars that ended early": f"{self.early_ends} of {self.star_presses}",
            "answers of others a turn": round(self.answers_off_turn / n, 2),
            "posts a turn": round(self.posts / n, 2),
            "deletions a turn": round(self.deletions / n, 2),
            "public edits a turn": round(self.public_edits / n, 2),
            "public requests a turn": round((self.posts + self.deletions + self.public_edits) / n, 2),
            "panel edits a press": round(self.private_edits / max(1, sum(self.presses) + self.presses_off_turn), 2),
            "edits that took a picture away, panels without": self.bare_edits,
            "calls a question": round(self.notifications / max(1, self.notified_questions), 3),
        }


def _format_spread(values: list[int]) -> str:
    """Format values as `mean (median, 90th percentile)`."""
    if not values:
        return "-"
    return f"{sum(values) / len(values):.1f} ({median(values):g}, {find_percentile_90(values)})"


def find_percentile_90(values: list[int]) -> int:
    """Return the value that nine of ten do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.9))]


class EventCounter:
    """Counts the message events of the fake Discord server."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._messages_with_picture: set[str] = set()
        self._panels_without: set[str] = set()
        """Panels that have not shown a picture yet."""

    @property
    def bare_count(self) -> int:
        """Number of edits that took a picture away, and of panels that never got one."""
        return self.counts["bare"] + len(self._panels_without)

    def count_event(self, event: GatewayEvent) -> None:
        message = event.d
        if event.t not in ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"):
            return
        private = event.only_user_id is not None
        kind = event.t.removeprefix("MESSAGE_").lower()
        self.counts[f"{'private' if private else 'public'} {kind}"] += 1
        if kind == "delete":
            return
        if kind == "create" and not private and classify_message(message) in ("card", "call"):
            self.counts["calls"] += len(message["mentions"])
        if c.list_media(message):
            self._messages_with_picture.add(message["id"])
            self._panels_without.discard(message["id"])
        elif message["id"] in self._messages_with_picture:  # a card may become the post of its turn, in words
            self.counts["bare"] += private or classify_message(message) == "card"
        elif private and list_custom_ids(message, "p:", "details"):
            self._panels_without.add(message["id"])


async def count_game(
    game_id: str,
    seats: int,
    seed: int,
    turns: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    follows_stars: bool = False,
    has_aids: bool | None = None,
    plain: bool = False,
) -> TurnCounts:
    """Play a game through the client with the decisions of the strongest computer player, and return its counts.

    turns: stop after this many turns (None: at the end of the game). follows_stars: everybody sees stars and presses
    them; the computer player decides only where there is none. has_aids: everybody sees stars, pressed or not (None: if
    they are followed). plain: no picture is drawn, which changes no press, since a page measures pictures by their
    layout.
    """
    with ExitStack() as stack:
        stack.enter_context(patch.object(interactions, "FIRST_ANSWER_SECONDS", PATIENCE))
        if plain:
            stack.enter_context(patch.object(RenderPool, "draw_request", draw_one_pixel))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        async with run_bot(Path(folder) / "game.db", settle=0.002) as table:
            all_options = dict(options or {})
            if load_games()[game_id].aids is not None:
                all_options[AIDS.id] = "on" if (follows_stars if has_aids is None else has_aids) else "off"
            with fix_shuffle(seed):
                rng = Rng(seed.to_bytes(32, "big"))
                return await _play_and_count(table, game_id, seats, rng, turns, all_options, follows_stars)


@contextmanager
def fix_shuffle(seed: int) -> Iterator[None]:
    """Let all games that start in this context have the same shuffle, so that counts can be compared."""
    with patch.object(fairness_proof, "derive_seed", lambda secret, shares: seed.to_bytes(32, "big")):
        yield


async def _play_and_count(
    table: TableHarness,
    game_id: str,
    seats: int,
    rng: Rng,
    turns: int | None,
    options: dict[str, str],
    follows_stars: bool,
) -> TurnCounts:
    people = [table.driver.add_user(NAMES[n], locale=("ja", "en-US")[n % 2]) for n in range(seats)]
    host, *others = people
    await host.send_command("table open", game=game_id, order="joined", language="both")
    lobby = await table.find_lobby()
    for person in others:
        lobby = (await person.click(lobby, find_custom_id(lobby, "t:", "join"))).message
    if options:
        await choose_options(host, await table.open_terms(host), options)
    watch = EventCounter()
    table.fake_discord.world.add_listener(watch.count_event)
    async with asyncio.timeout(PATIENCE):
        while not list_custom_ids(lobby, "t:", "start"):  # on a busy machine the last join is shown later
            lobby = await table.find_lobby()
    await start_lobby(host, lobby)
    await table.find_card()
    pressers = {int(person.id): Presser(person) for person in people}
    turn_counts = TurnCounts(game_id, seats, 0, False, [], [], 0, 0, 0, 0, 0, 0, 0, 0, 0)
    turn: tuple[int, int] | None = None
    while turns is None or turn_counts.turns < turns:
        asked_seat = await _find_asked_seat(table)
        if asked_seat is None:
            turn_counts.is_over = True
            break
        presser = pressers[asked_seat.person]
        answers = await _answer_all(table, presser, asked_seat.seat, rng, turn_counts if follows_stars else None)
        presses, presser.presses = presser.presses, 0
        if asked_seat.turn is None:
            turn_counts.answers_off_turn += answers
            turn_counts.presses_off_turn += presses
        elif asked_seat.turn == turn:
            turn_counts.answers[-1] += answers
            turn_counts.presses[-1] += presses
        else:
            turn = asked_seat.turn
            turn_counts.turns += 1
            turn_counts.answers.append(answers)
            turn_counts.presses.append(presses)
        await table.wait_for_outbox(PATIENCE)
    counts = watch.counts
    turn_counts.posts, turn_counts.deletions = counts["public create"], counts["public delete"]
    turn_counts.public_edits, turn_counts.private_edits = counts["public update"], counts["private update"]
    turn_counts.bare_edits, turn_counts.notifications = watch.bare_count, counts["calls"]
    ((turn_counts.notified_questions,),) = await table.db.fetch_rows(
        "SELECT count(DISTINCT key) FROM outbox WHERE kind = 'ping' AND sent_at IS NOT NULL"
    )
    return turn_counts


class AskedSeat(NamedTuple):
    """The person who is asked."""

    person: int
    seat: int
    turn: tuple[int, int] | None
    """The person's own turn: the seat, and the number of the decision after which it began; None off turn."""


async def _find_asked_seat(table: TableHarness) -> AskedSeat | None:
    """Return the person who is asked, or None when the game is over."""
    async with table.bot.service.lock_table(1) as table_state:
        if not table_state.is_playing or not table_state.waiting:
            return None
        seat = table_state.waiting[0]
        person = table_state.seats[seat].person
        assert person is not None
        return AskedSeat(person, seat, (seat, table_state.base_n) if table_state.seat_on_turn == seat else None)


async def _answer_all(
    table: TableHarness, presser: Presser, seat: int, rng: Rng, star_counts: TurnCounts | None
) -> int:
    """Open the panel and answer until nothing is asked; return the number of answers.

    star_counts: count the presses of stars there; None: stars are not pressed
    """
    panel = await presser.open_panel(await table.find_card())
    answers = 0
    while (chosen := await _choose_answer(table, seat, rng)) is not None:
        ref, prompt, keys = chosen
        await _wait_for_question(panel, ref)
        before = await _count_decisions(table)
        has_star = await _wait_for_stars(table, panel, seat)
        planned = await _count_planned_answers(table, seat)
        after = await presser.press_star(panel) if has_star and star_counts is not None else None
        panel = after or await presser.give_answer(panel, prompt, keys)
        given = await _count_decisions(table) - before
        answers += given
        if after is not None and star_counts is not None:
            star_counts.star_presses += 1
            star_counts.early_ends += given < planned
    return answers


async def _count_planned_answers(table: TableHarness, seat: int) -> int:
    async with table.bot.service.lock_table(1) as table_state:
        return len(table_state.find_planned_line(seat))


async def _count_decisions(table: TableHarness) -> int:
    async with table.bot.service.lock_table(1) as table_state:
        return table_state.last_n


async def _wait_for_stars(table: TableHarness, panel: Reply, seat: int) -> bool:
    """Wait until the panel shows the suggestions for its question; return whether there are any."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with table.bot.service.lock_table(1) as table_state:
                prompt = table_state.build_prompt(seat)
                is_known = table_state.find_suggestion_request(seat) is None
                stars = () if prompt is None else (*prompt.options, *prompt.side_actions)
                has_star = any(x.detail is not None and is_suggested(resolve_text(x.detail)) for x in stars)
            if is_known and (not has_star or "★" in str(panel.message["components"])):
                return has_star
            await asyncio.sleep(0.005)


async def _wait_for_question(panel: Reply, ref: QuestionRef) -> None:
    """Wait until the panel shows the question: on a busy machine it comes some time after the press's first answer."""
    async with asyncio.timeout(PATIENCE):
        while list_tokens(panel.message) != {ref._replace(tag="").encode()}:
            await asyncio.sleep(0.005)


async def _choose_answer(
    table: TableHarness, seat: int, rng: Rng
) -> tuple[QuestionRef, Prompt, tuple[str, ...]] | None:
    """Return the seat's question as its panel shows it, with the answer of a computer player."""
    async with table.bot.service.lock_table(1) as table_state:
        match, ref, prompt = table_state.match, table_state.build_question_ref(seat), table_state.build_prompt(seat)
        if (
            match is None
            or ref is None
            or prompt is None
            or seat not in table_state.waiting
            or seat in match.hidden_answers
        ):
            return None
        return ref, arrange_prompt(table_state, prompt), _search_answer(table_state.game, match, seat, rng)


def _search_answer(game: Game[Any], match: Match[Any], seat: int, rng: Rng) -> tuple[str, ...]:
    known = list_policies(game)
    return choose_line(match, seat, known.get("greedy") or known["random"], rng)[0]
