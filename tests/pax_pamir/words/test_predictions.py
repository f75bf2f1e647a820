"""Forecasts below options come true: checked in random games for every chosen option with a complete forecast."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from engines.kernel import (
    Arg,
    Decision,
    Match,
    Message,
    NounRef,
    Option,
    Prompt,
    Rng,
    Text,
    copy_state,
    pick_random_answer,
    resolve_text,
)
from engines.pax_pamir import GAME
from engines.pax_pamir.actions import betray
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.bribes import find_hostage_bribe, find_play_bribe
from engines.pax_pamir.table.scoring import count_blocks_on_map
from engines.pax_pamir.table.state import State

GAMES = 60
OPEN = {"then.open", "then.debt", "then.debt_you"}
PRINTED_PARTS = {
    "event.riot_removes", "menu.icons", "card.printed", "card.printed_patriot", "betray.prize_own", "betray.prize_other"
}  # fmt: skip
"""Parts that describe printed facts, not changes."""
AT_ONCE = {
    "betray.ask", "betray.prize", "blackmail.ask", "build.ask", "build.free", "cleanup.court", "event.rebuke",
    "gift.ask", "move.ask",
}  # fmt: skip
"""Questions whose answer is carried out before the next question, unless a hostage's bribe is due."""

NEXT = {"menu.ask", "menu.ask_bonus", "cleanup.confirm", "cleanup.court", "cleanup.hand"}
"""Questions that may follow a finished action."""
DISCARDING = {"betray.ask", "cleanup.court"}
"""Questions whose options are cards to discard: the detail does not repeat the discard."""
SIGNS = {"then.gains": 1, "then.costs": -1, "then.repays": -1, "then.pays": -1, "then.pays_back": -1}


def sum_rupees(parts: list[Message]) -> Counter[Arg]:
    """Return the change of rupees of the player ("") and of the others; repaid leverage has parts of its own."""
    totals: Counter[Arg] = Counter()
    for part in parts:
        if part.key in SIGNS:
            rupees = part.args["rupees"]
            assert isinstance(rupees, int)
            totals[part.args.get("who", "")] += SIGNS[part.key] * rupees
    return Counter({name: rupees for name, rupees in totals.items() if rupees})


def filter_other_parts(parts: list[Message]) -> list[Message]:
    """Return all parts except rupees that change hands and the numbers of blocks left."""
    return [part for part in parts if part.key not in (*SIGNS, "then.leaves", "then.makes", "then.blocks")]


def list_claimed_parts(option: Option) -> list[Message] | None:
    """Return the changes that an option forecasts; None if the forecast does not claim to be complete."""
    detail = None if option.detail is None else resolve_text(option.detail)
    if not isinstance(detail, Message) or detail.key not in ("then.all", "then.nothing"):
        return None
    detail_parts = [part for part in list_parts(detail) if part.key not in PRINTED_PARTS]
    return detail_parts if all(part.key.startswith("then.") and part.key not in OPEN for part in detail_parts) else None


def list_parts(detail: Text, arg: str = "parts") -> list[Message]:
    """Return the parts of a detail."""
    assert isinstance(detail, Message)
    values = detail.args.get(arg, ())
    assert isinstance(values, tuple)
    return [part for part in values if isinstance(part, Message)]


def render_changes(changed: Iterable[consequences.ResultPart], s: State, player: int) -> list[Message]:
    """Return the changes as messages to the player."""
    return [consequences.address_reader(part, s.name_player(player)) for part in consequences.select_words(changed)]


class PredictionCheck:
    """Plays one game and checks the forecast of each chosen option; `question_counts` has the checks by question."""

    def __init__(self, seen: Counter[str]) -> None:
        self.question_counts = seen
        self.owes_bribe = False
        """Whether a bribe is due for the card in use, so that everything is declared first."""
        self.card = 0
        self.open_play: tuple[State, list[Message]] | None = None
        self.has_placed_spy = False

    def apply_answer(self, match: Match[State], prompt: Prompt, keys: tuple[str, ...]) -> None:
        key = keys[0]
        option = next(option for option in prompt.options if option.key == key)
        claimed_parts, before, question = list_claimed_parts(option), copy_state(match.state), prompt.text.key
        seat = prompt.seat
        if question in ("menu.ask", "menu.ask_bonus"):
            self.note_start(before, seat, key, claimed_parts)
            if key.startswith("use:") and not self.owes_bribe:
                self.check_use(match, option, seat)
                return
            if key.startswith("buy:"):
                self.check_purchase(match, option, seat)
                return
        match.apply(Decision(match.step, seat, keys))
        after = match.state
        following = "" if match.open_prompts is None else match.open_prompts.prompts[0].text.key
        if self.open_play is not None:
            self.check_play(after, seat, question, following)
        if claimed_parts is None or self.owes_bribe or keys != (key,) * option.limit:
            return  # a forecast is for the maximum count of its option
        last = CONTENT.cards[self.card].impact[-1:] if self.card else ()
        if (
            question in AT_ONCE
            or question == "battle.remove"
            or (question == "play.spy" and (following in ("play.spy", "piece.cylinder") or last == ("spy",)))
        ):
            named = (option.value,) if question in DISCARDING else ()
            self.compare_parts(question, before, after, seat, claimed_parts, named=named)

    def check_use(self, match: Match[State], option: Option, seat: int) -> None:
        """Check the use of an action: if no question follows, the menu's forecast was complete."""
        before, detail = copy_state(match.state), option.detail
        assert detail is not None
        claimed_parts = [part for part in list_parts(resolve_text(detail)) if part.key.startswith("then.")]
        named = tuple(betray.list_targets(before, seat)) if option.value.action == "betray" else ()
        match.apply(Decision(match.step, seat, (option.key,)))
        if match.open_prompts is None or match.open_prompts.prompts[0].text.key in NEXT:
            self.compare_parts("use", before, match.state, seat, claimed_parts, named=named)

    def check_purchase(self, match: Match[State], option: Option, seat: int) -> None:
        """Check a purchase: the price, R4.10 a foreign patriot is named as one, the full effect of an event without
        questions.
        """
        before, card = copy_state(match.state), match.state.market[option.value.space].card
        assert option.detail is not None
        detail = resolve_text(option.detail)
        match.apply(Decision(match.step, seat, (option.key,)))
        if card in CONTENT.cards:
            price, *turns, when_played, printed = list_parts(detail)
            if turns and turns[0].key == "menu.free":  # R11 by an ability
                del turns[0]
                assert price.args.get("cost") == 0
            assert when_played.key == "menu.when_played"
            changes = CONTENT.cards[card].patriot not in ("none", before.players[seat].loyalty)
            assert [message.key for message in turns] == ["menu.buy_turns"] * changes
            assert match.state.players[seat].rupees == price.args["left"]
            assert printed.key in PRINTED_PARTS
            self.question_counts["buy"] += 1
        elif match.open_prompts is None or match.open_prompts.prompts[0].text.key in NEXT:
            claimed_parts = list_parts(detail, "parts" if card in CONTENT.checks else "then")
            claimed_parts = [part for part in claimed_parts if part.key.startswith("then.")]
            assert claimed_parts == filter_other_parts(
                render_changes(consequences.iter_changes(before, match.state, seat), before, seat)
            )
            self.question_counts["event"] += 1

    def note_start(self, s: State, player: int, key: str, claimed_parts: list[Message] | None) -> None:
        self.owes_bribe, self.card, self.has_placed_spy = False, 0, False
        kind, _, rest = key.partition(":")
        if kind in ("play", "use"):
            self.card = int(rest.split(":")[0])
            due = find_play_bribe if kind == "play" else find_hostage_bribe
            self.owes_bribe = due(s, player, self.card) is not None
        if kind == "play" and claimed_parts is not None:
            self.open_play = s, claimed_parts

    def check_play(self, after: State, player: int, question: str, following: str) -> None:
        """Check a play once its icons are resolved; the places of roads and spies were left open."""
        assert self.open_play is not None
        self.has_placed_spy |= question == "play.spy"
        if following in ("play.road", "play.spy"):
            return
        before, claimed_parts = self.open_play
        self.open_play = None
        self.compare_parts(
            "play", before, after, player, claimed_parts, hostages=not (self.has_placed_spy or question == "play.spy")
        )

    def compare_parts(
        self,
        question: str,
        before: State,
        after: State,
        player: int,
        claimed_parts: list[Message],
        hostages: bool = True,
        named: tuple[int, ...] = (),
    ) -> None:
        self.question_counts[question] += 1
        changed = render_changes(consequences.iter_changes(before, after, player, hostages, named), before, player)
        assert (sum_rupees(claimed_parts), filter_other_parts(claimed_parts)) == (
            sum_rupees(changed),
            filter_other_parts(changed),
        ), question
        for part in claimed_parts:
            if part.key == "then.blocks":
                left = {f"coalition.{coalition}": number for coalition, number in count_blocks_on_map(after).items()}
                assert isinstance(part.args["coalition"], NounRef)
                assert part.args["left"] == left[part.args["coalition"].path]


@pytest.mark.release
def test_predicted_changes_come_true() -> None:
    seen: Counter[str] = Counter()
    for number, (seats, options) in zip(range(GAMES), iter_tables(), strict=False):
        seed_rng = random.Random(f"foretold {number}")
        match = Match.start(GAME, GAME.build_setup(seats, options=options), seed_rng.randbytes(32))
        rng, watch = Rng(seed_rng.randbytes(32)), PredictionCheck(seen)
        while match.open_prompts is not None:
            (prompt,) = match.open_prompts.prompts
            watch.apply_answer(match, prompt, pick_random_answer(match, prompt, rng))
    assert (AT_ONCE | {"buy", "event", "play", "use", "play.spy", "battle.remove"}) - {"build.free"} <= seen.keys()


def iter_tables() -> Iterator[tuple[int, dict[str, str]]]:
    while True:
        yield from ((seats, {}) for seats in GAME.seat_counts)
        yield 2, {"wakhan": "two"}
