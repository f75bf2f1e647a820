"""What the words below an option foretell is what happens: random games, each option that is chosen and tells all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from engines.kernel import Decision, Match, Msg, Option, Prompt, Rng, random_answer, read
from engines.pax_pamir import GAME, bribes, consequences
from engines.pax_pamir.content import CONTENT
from engines.pax_pamir.sketch import copy
from engines.pax_pamir.state import State

GAMES = 60
OPEN = {"then.open", "then.debt"}
ASIDES = {"menu.icons", "betray.prize_own", "betray.prize_other"}
"""Parts that tell what is printed, not what changes."""
AT_ONCE = {
    "betray.ask", "betray.prize", "blackmail.ask", "build.ask", "build.free", "cleanup.court", "event.rebuke",
    "gift.ask", "move.ask",
}  # fmt: skip
"""Questions whose answer is carried out before anything else is asked, unless a hostage's bribe is due."""


def parts(option: Option) -> list[Msg] | None:
    """The changes that an option foretells; None if it does not claim to tell all."""
    detail = None if option.detail is None else read(option.detail)
    if detail is None or detail.key not in ("then.all", "then.nothing"):
        return None
    told = [part for part in detail.args.get("parts", ()) if part.key not in ASIDES]  # type: ignore[union-attr]
    return told if all(part.key.startswith("then.") and part.key not in OPEN for part in told) else None


class Watch:
    """One game: what an option that is chosen announces, until it has come true. seen: how often, by question."""

    def __init__(self, seen: Counter[str]) -> None:
        self.seen = seen
        self.owed = False
        """A bribe is due for the card in use: everything is declared first."""
        self.card = 0
        self.play: tuple[State, list[Msg]] | None = None
        self.spied = False

    def decide(self, match: Match[State], prompt: Prompt, key: str) -> None:
        option = next(option for option in prompt.options if option.key == key)
        told, before, question = parts(option), copy(match.state), prompt.text.key
        seat = prompt.seat
        if question == "menu.ask":
            self.started(before, seat, key, told)
            if key.startswith("buy:") and match.state.market[option.value.space].card in CONTENT.cards:
                left = read(option.detail).args["left"]  # type: ignore[arg-type]
                match.apply(Decision(match.step, seat, (key,)))
                assert match.state.players[seat].rupees == left
                self.seen["buy"] += 1
                return
        match.apply(Decision(match.step, seat, (key,)))
        after = match.state
        following = "" if match.ask is None else match.ask.prompts[0].text.key
        if self.play is not None:
            self.played(after, seat, question, following)
        if told is None or self.owed:
            return
        last = CONTENT.cards[self.card].impact[-1:] if self.card else ()
        if (
            question in AT_ONCE
            or (question == "menu.ask" and key.startswith("buy:"))
            or (question == "battle.remove" != following)
            or (question == "play.spy" and (following in ("play.spy", "piece.cylinder") or last == ("spy",)))
        ):
            self.compare(question, before, after, seat, told)

    def started(self, s: State, player: int, key: str, told: list[Msg] | None) -> None:
        self.owed, self.card, self.spied = False, 0, False
        kind, _, rest = key.partition(":")
        if kind in ("play", "use"):
            self.card = int(rest.split(":")[0])
            due = bribes.for_play if kind == "play" else bribes.for_hostage
            self.owed = due(s, player, self.card) is not None
        if kind == "play" and told is not None:
            self.play = s, told

    def played(self, after: State, player: int, question: str, following: str) -> None:
        """A play is compared when its icons have been resolved: where roads and spies go was left open."""
        assert self.play is not None
        self.spied |= question == consequences.SPY
        if following in (consequences.ROAD, consequences.SPY):
            return
        before, told = self.play
        self.play = None
        self.compare("play", before, after, player, told, hostages=not (self.spied or question == consequences.SPY))

    def compare(
        self, question: str, before: State, after: State, player: int, told: list[Msg], hostages: bool = True
    ) -> None:
        self.seen[question] += 1
        assert told == list(consequences.changes(before, after, player, hostages)), question


def test_what_is_foretold_comes_true() -> None:
    seen: Counter[str] = Counter()
    for number, (seats, options) in zip(range(GAMES), tables(), strict=False):
        chance = random.Random(f"foretold {number}")
        match = Match.start(GAME, GAME.setup(seats, options=options), chance.randbytes(32))
        rng, watch = Rng(chance.randbytes(32)), Watch(seen)
        while match.ask is not None:
            (prompt,) = match.ask.prompts
            (key,) = random_answer(match, prompt, rng)
            watch.decide(match, prompt, key)
    assert (AT_ONCE | {"buy", "play", "play.spy", "battle.remove", "menu.ask"}) - {"build.free"} <= seen.keys()


def tables() -> Iterator[tuple[int, dict[str, str]]]:
    while True:
        yield from ((seats, {}) for seats in GAME.seats)
        yield 2, {"wakhan": "two"}
