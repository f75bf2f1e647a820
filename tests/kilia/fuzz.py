"""Random games of Kilia, sound at every step: `python -m tests.kilia.fuzz 3000 [first] [late]`.

They cycle through all numbers of seats and all extra wheels. `late`: they begin with boards that random play hardly
reaches (zones nearly full, markets of six, many coins and goods, short decks).
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence

from engines.kernel import Decision, GameContext, LogEvent, Match, Rng, pick_random_answer
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import SPACES, ZONES
from engines.kilia.game import GAME
from engines.kilia.rules.achievements import place_due_markers
from engines.kilia.table.setup import EXTRA_WHEELS
from engines.kilia.table.state import Merchant, State, Warehouse

Step = Callable[[Match[State], Sequence[LogEvent]], None]


def list_tables() -> list[tuple[int, str]]:
    return [(seats, wheel) for wheel in EXTRA_WHEELS for seats in GAME.seat_counts]


def start_game(number: int, *, late: bool) -> Match[State]:
    """Start the game with this number; late: with boards as at the end of a long game."""
    seats, wheel = list_tables()[number % len(list_tables())]
    match = Match.start(GAME, GAME.build_setup(seats, options={"extra_wheel": wheel}), number.to_bytes(32, "big"))
    if late:
        grow_boards(match.state, random.Random(f"late {number}"))
        match = restart(match)
    return match


def restart(match: Match[State]) -> Match[State]:
    """Return a game that begins in this State, at the beginning of a turn."""
    match._script = None
    frames: list[bytes] = []
    match._write_checkpoint(frames)
    return Match.resume(match.game, match.setup, match.seed, frames[0], [])


def grow_boards(s: State, rng: random.Random) -> None:
    """Fill the boards at random, within the rules; the markers that are due lie on their achievements."""
    s.round = rng.randint(6, 11)
    for seat, player in enumerate(s.players):
        player.coins = rng.choice((0, 3, 9, 16, 40))
        player.goods = {good: rng.choice((0, 1, 3, 6, 12)) for good in player.goods}
        for zone in ZONES:
            cards = [card for card in s.deck if CONTENT.cards[card].zone == zone]
            for card in cards[: rng.randint(0, 4)]:
                s.deck.remove(card)
                player.zones[zone].append(card)
        for _ in player.zones["university"]:
            known = [CONTENT.cards[card].ability for card in player.abilities]
            card = s.deck[0]
            if CONTENT.cards[card].ability not in known:
                player.abilities.append(s.deck.pop(0))
        for segment in (1, 2, 4, 5)[: len(player.zones["warehouse"])]:
            player.canal[segment - 1] = Warehouse(s.deck.pop(0), rng.random() < 0.5)
        for space in SPACES[: rng.randint(0, 6)]:
            player.market[space] = [Merchant(s.deck.pop(0)) for _ in range(rng.randint(1, 2)) if len(s.deck) > 8]
            if not player.market[space]:
                break
            if CONTENT.data.market_spaces[space].bonus == "smoke_sprat":
                s.sprats -= 1
                player.sprat = rng.choice(("held", "none"))
                s.traded_sprats = (s.traded_sprats or 0) + (player.sprat == "none")
        for _ in range(min(len(s.contract_deck) - 1, rng.randint(0, 6))):
            rng.choice((player.active, player.fulfilled)).append(s.contract_deck.pop(0))
        place_due_markers(GameContext(s, Rng(bytes(32))), seat)
    s.is_ending = False
    if rng.random() < 0.3:
        shorten_deck(s, rng)
    s.is_final_round = rng.random() < 0.2


def shorten_deck(s: State, rng: random.Random) -> None:
    """Shorten the deck: the surplus cards lie under merchants of the start player."""
    stack = s.players[s.start].market["M1"]
    while stack and len(s.deck) > rng.randint(0, 4):
        stack.insert(0, Merchant(s.deck.pop(0)))


def play_randomly(match: Match[State], number: int, step: Step) -> Match[State]:
    """Play at random; `step` gets the match and the new events after each decision."""
    rng = Rng(number.to_bytes(32, "little"))
    step(match, match.opening_events)
    while match.open_prompts is not None:
        seat = rng.pick(match.waiting_seats)
        prompt = match.find_prompt(seat)
        assert prompt is not None
        applied = match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
        step(match, applied.events)
    return match


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "late"]
    count, first = int(words[0]), int(words[1]) if len(words) > 1 else 0
    late = "late" in sys.argv
    errors: list[str] = []
    decisions, rounds, deadlocks = 0, Counter[int](), 0

    def check_sound(match: Match[State], events: Sequence[LogEvent]) -> None:
        nonlocal decisions, deadlocks
        decisions += 1
        deadlocks += any("council.deadlock" in repr(event) for event in events)
        if problems := GAME.problems(match.state):
            errors.append(f"game {number}, step {match.step}: {problems}")

    for number in range(first, first + count):
        match = play_randomly(start_game(number, late=late), number, check_sound)
        rounds[match.state.round] += 1
        if len(errors) > 5:
            break
    print(f"{count} games, {decisions} decisions, rounds {min(rounds)} to {max(rounds)}, {deadlocks} ended by the")
    print(f"deadlock rule (R18.22), {len(errors)} problems", *errors[:10], sep="\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
