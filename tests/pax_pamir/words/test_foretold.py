"""What the words below an option foretell is what happens: random games, each option that is chosen and tells all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from engines.kernel import Arg, Decision, Match, Msg, Option, Prompt, Rng, Term, Text, copied, random_answer, read
from engines.pax_pamir import GAME
from engines.pax_pamir.actions import betray
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.bribes import for_hostage, for_play
from engines.pax_pamir.table.dominance import blocks_on_map
from engines.pax_pamir.table.state import State

GAMES = 60
OPEN = {"then.open", "then.debt", "then.debt_you"}
ASIDES = {
    "event.riot_removes", "menu.icons", "card.printed", "card.printed_patriot", "betray.prize_own", "betray.prize_other"
}  # fmt: skip
"""Parts that tell what is printed, not what changes."""
AT_ONCE = {
    "betray.ask", "betray.prize", "blackmail.ask", "build.ask", "build.free", "cleanup.court", "event.rebuke",
    "gift.ask", "move.ask",
}  # fmt: skip
"""Questions whose answer is carried out before anything else is asked, unless a hostage's bribe is due."""

NEXT = {"menu.ask", "cleanup.confirm", "cleanup.court", "cleanup.hand"}
"""What is asked when an action is over."""
DISCARDING = {"betray.ask", "cleanup.court"}
"""Questions whose options are cards to be discarded: that is not told again."""
SIGNS = {"then.gains": 1, "then.costs": -1, "then.repays": -1, "then.pays": -1, "then.pays_back": -1}


def paid(told: list[Msg]) -> Counter[Arg]:
    """Rupees of the player ("") and of the others: what is paid back for leverage is told apart from the rest."""
    found: Counter[Arg] = Counter()
    for part in told:
        if part.key in SIGNS:
            rupees = part.args["rupees"]
            assert isinstance(rupees, int)
            found[part.args.get("who", "")] += SIGNS[part.key] * rupees
    return Counter({who: rupees for who, rupees in found.items() if rupees})


def rest(told: list[Msg]) -> list[Msg]:
    """All but the rupees that change hands, and how many blocks a battle leaves."""
    return [part for part in told if part.key not in (*SIGNS, "then.leaves", "then.makes", "then.blocks")]


def parts(option: Option) -> list[Msg] | None:
    """The changes that an option foretells; None if it does not claim to tell all."""
    detail = None if option.detail is None else read(option.detail)
    if not isinstance(detail, Msg) or detail.key not in ("then.all", "then.nothing"):
        return None
    told = [part for part in listed(detail) if part.key not in ASIDES]
    return told if all(part.key.startswith("then.") and part.key not in OPEN for part in told) else None


def listed(detail: Text, arg: str = "parts") -> list[Msg]:
    """The parts of a detail."""
    assert isinstance(detail, Msg)
    found = detail.args.get(arg, ())
    assert isinstance(found, tuple)
    return [part for part in found if isinstance(part, Msg)]


def addressed(changed: Iterable[consequences.Part], s: State, player: int) -> list[Msg]:
    """What has changed, as it is told to the player."""
    return [consequences.addressed(part, s.named(player)) for part in consequences.worded(changed)]


class Watch:
    """One game: what an option that is chosen announces, until it has come true. seen: how often, by question."""

    def __init__(self, seen: Counter[str]) -> None:
        self.seen = seen
        self.owed = False
        """A bribe is due for the card in use: everything is declared first."""
        self.card = 0
        self.play: tuple[State, list[Msg]] | None = None
        self.spied = False

    def decide(self, match: Match[State], prompt: Prompt, keys: tuple[str, ...]) -> None:
        key = keys[0]
        option = next(option for option in prompt.options if option.key == key)
        told, before, question = parts(option), copied(match.state), prompt.text.key
        seat = prompt.seat
        if question == "menu.ask":
            self.started(before, seat, key, told)
            if key.startswith("use:") and not self.owed:
                self.used(match, option, seat)
                return
            if key.startswith("buy:"):
                self.bought(match, option, seat)
                return
        match.apply(Decision(match.step, seat, keys))
        after = match.state
        following = "" if match.ask is None else match.ask.prompts[0].text.key
        if self.play is not None:
            self.played(after, seat, question, following)
        if told is None or self.owed or keys != (key,) * option.limit:
            return  # an option tells of as many as it has
        last = CONTENT.cards[self.card].impact[-1:] if self.card else ()
        if (
            question in AT_ONCE
            or question == "battle.remove"
            or (question == "play.spy" and (following in ("play.spy", "piece.cylinder") or last == ("spy",)))
        ):
            named = (option.value,) if question in DISCARDING else ()
            self.compare(question, before, after, seat, told, named=named)

    def used(self, match: Match[State], option: Option, seat: int) -> None:
        """An action in use: where nothing was asked any more, the menu has told everything there is to it."""
        before, detail = copied(match.state), option.detail
        assert detail is not None
        told = [part for part in listed(read(detail)) if part.key.startswith("then.")]
        named = tuple(betray.targets(before, seat)) if option.value.action == "betray" else ()
        match.apply(Decision(match.step, seat, (option.key,)))
        if match.ask is None or match.ask.prompts[0].text.key in NEXT:
            self.compare("use", before, match.state, seat, told, named=named)

    def bought(self, match: Match[State], option: Option, seat: int) -> None:
        """The price is what it costs; R4.10 a patriot of another coalition is said to be one; of an event that asks
        nothing everything is told.
        """
        before, card = copied(match.state), match.state.market[option.value.space].card
        assert option.detail is not None
        detail = read(option.detail)
        match.apply(Decision(match.step, seat, (option.key,)))
        if card in CONTENT.cards:
            price, *turns, when_played, printed = listed(detail)
            if turns and turns[0].key == "menu.free":  # R11 by an ability
                del turns[0]
                assert price.args.get("cost") == 0
            assert when_played.key == "menu.when_played"
            changes = CONTENT.cards[card].patriot not in ("none", before.players[seat].loyalty)
            assert [one.key for one in turns] == ["menu.buy_turns"] * changes
            assert match.state.players[seat].rupees == price.args["left"]
            assert printed.key in ASIDES
            self.seen["buy"] += 1
        elif match.ask is None or match.ask.prompts[0].text.key in NEXT:
            told = listed(detail, "parts" if card in CONTENT.checks else "then")
            told = [part for part in told if part.key.startswith("then.")]
            assert told == rest(addressed(consequences.changes(before, match.state, seat), before, seat))
            self.seen["event"] += 1

    def started(self, s: State, player: int, key: str, told: list[Msg] | None) -> None:
        self.owed, self.card, self.spied = False, 0, False
        kind, _, rest = key.partition(":")
        if kind in ("play", "use"):
            self.card = int(rest.split(":")[0])
            due = for_play if kind == "play" else for_hostage
            self.owed = due(s, player, self.card) is not None
        if kind == "play" and told is not None:
            self.play = s, told

    def played(self, after: State, player: int, question: str, following: str) -> None:
        """A play is compared when its icons have been resolved: where roads and spies go was left open."""
        assert self.play is not None
        self.spied |= question == "play.spy"
        if following in ("play.road", "play.spy"):
            return
        before, told = self.play
        self.play = None
        self.compare("play", before, after, player, told, hostages=not (self.spied or question == "play.spy"))

    def compare(
        self,
        question: str,
        before: State,
        after: State,
        player: int,
        told: list[Msg],
        hostages: bool = True,
        named: tuple[int, ...] = (),
    ) -> None:
        self.seen[question] += 1
        changed = addressed(consequences.changes(before, after, player, hostages, named), before, player)
        assert (paid(told), rest(told)) == (paid(changed), rest(changed)), question
        for part in told:
            if part.key == "then.blocks":
                left = {f"coalition.{coalition}": number for coalition, number in blocks_on_map(after).items()}
                assert isinstance(part.args["coalition"], Term)
                assert part.args["left"] == left[part.args["coalition"].path]


def test_what_is_foretold_comes_true() -> None:
    seen: Counter[str] = Counter()
    for number, (seats, options) in zip(range(GAMES), tables(), strict=False):
        chance = random.Random(f"foretold {number}")
        match = Match.start(GAME, GAME.setup(seats, options=options), chance.randbytes(32))
        rng, watch = Rng(chance.randbytes(32)), Watch(seen)
        while match.ask is not None:
            (prompt,) = match.ask.prompts
            watch.decide(match, prompt, random_answer(match, prompt, rng))
    assert (AT_ONCE | {"buy", "event", "play", "use", "play.spy", "battle.remove"}) - {"build.free"} <= seen.keys()


def tables() -> Iterator[tuple[int, dict[str, str]]]:
    while True:
        yield from ((seats, {}) for seats in GAME.seats)
        yield 2, {"wakhan": "two"}
