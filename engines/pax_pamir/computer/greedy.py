"""A computer player that thinks its turn through, two starts deep, and takes what leaves it best off.

It plays every start of the menu out on a fork of the imagined World: further questions are answered with what looks
best at once, other players by a rule of thumb. It stops where the turn would be confirmed, before new cards are seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Raw, json

from engines.kernel import Decision, Frame, Match, Option, Prompt, Rng, Seat
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.rules.portions import ALL
from engines.pax_pamir.table.state import COLUMNS, State

from .evaluation import worth

World = Match[State]

WIDTH = 5
"""So many of the first starts are followed by every second one."""
TRIES = 250
"""After so many tries a decision no longer looks further than at the start that it is at, and stops where it may."""
STOP = "stop"
"""The key of the option that ends an action which could go on."""
UNUSED = 0.1
"""What an action that is not taken costs. A free card of the market is always better, so games come to an end."""
HAGGLING = 0.15
"""What asking for a lower bribe costs: it takes time, and the answer is a guess."""
LATER = 0.001
"""What comes first is certain: of two ways to the same end the shorter one is taken."""
PATIENCE = 2
"""So many questions in a row whose answers change nothing yet are searched in full."""
PAYS_LITTLE_MORE, PAYS_FULL = 0.8, 0.4
"""How likely somebody is to pay what is asked instead of the offer: hardly more than that, or the full bribe."""


def greedy(world: Match[Any], prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    """The option that leads to the best end of the own turn; among equals, one by chance."""
    if len(prompt.options) == 1 or prompt.kind == "confirm":
        return (prompt.options[0].key,)
    thought = Thought(prompt.seat)
    match prompt.text.key:
        case "loyalty.choose":
            values = _coalitions(world.state)
        case "bribe.reply":
            values = thought.replies(world, prompt)
        case "menu.ask":
            values = thought.starts(world, prompt)
        case _:
            values = {key: thought.played_out(way)[0] for key, way in thought.ways(world, prompt).items()}
    best = max(values.values())
    return (rng.pick([key for key, value in values.items() if value > best - 1e-9]),)


@dataclass
class Thought:
    """What one player thinks before one decision. tries: how often something was tried on a fork."""

    seat: Seat
    tries: int = 0

    # ------------------------------------------------------------ the menu of a turn

    def starts(self, world: World, prompt: Prompt) -> dict[str, float]:
        """What each start is worth; the most promising ones together with the best that may follow them.

        A start that would be given up (R7) is none: the same menu would come again, and again.
        """
        world = _afresh(world, prompt)
        lines = {key: self.played_out(way) for key, way in self.ways(world, prompt).items()}
        values = {key: value for key, (value, then) in lines.items() if key == "end" or _began(world.state, then.state)}
        promising = [key for key in sorted(values, key=values.__getitem__, reverse=True) if key != "end"]
        for key in promising[:WIDTH]:
            then = lines[key][1]
            following = then.prompt(self.seat)
            if following is not None and following.text.key == "menu.ask" and self.tries < TRIES:
                ways = self.ways(_afresh(then, following), following)
                values[key] = max(self.played_out(way, patience=1)[0] for way in ways.values()) - LATER
        return values

    # ------------------------------------------------------------ playing a start out

    def ways(self, world: World, prompt: Prompt) -> dict[str, World]:
        """Where each answer that may be best leads."""
        return {option.key: self.after(world, prompt, option.key) for option in _worth_trying(world.state, prompt)}

    def after(self, world: World, prompt: Prompt, key: str) -> World:
        self.tries += 1
        fork = world.fork()
        fork.apply(Decision(fork.step, prompt.seat, (key,)))
        return fork

    def played_out(self, world: World, patience: int = PATIENCE) -> tuple[float, World]:
        """What it is worth where the player arrives when all questions up to the next menu are answered well, and that.

        Of the answers the best at once is followed. patience: so many questions in a row whose answers change nothing
        yet are searched in full; those about a bribe always are, what is paid comes before what it is for.
        """
        stopped: list[tuple[float, World]] = []
        while True:
            prompt = world.ask.prompts[0] if world.ask is not None else None
            if prompt is None or prompt.kind == "confirm" or prompt.text.key == "menu.ask":
                return max([*stopped, (self.arrived(world), world)], key=_value)
            if prompt.text.key == "bribe.reply" and prompt.seat != self.seat:
                world = self.after(world, prompt, _likely_reply(prompt))
                continue
            if self.tries >= TRIES and STOP in (option.key for option in prompt.options):
                world = self.after(world, prompt, STOP)
                continue
            ways = self.ways(world, prompt)
            if prompt.seat == self.seat and STOP in ways:
                stopped.append(self.played_out(ways.pop(STOP)))
            values = {key: worth(way.state, prompt.seat) for key, way in ways.items()}
            best = max(values, key=values.__getitem__)
            if prompt.seat == self.seat and len(ways) > 1:
                bribe = prompt.text.key.startswith("bribe.")
                undecided = values[best] == min(values.values()) and patience and self.tries < TRIES
                if bribe or undecided:
                    lines = [self.played_out(way, patience - (not bribe)) for way in ways.values()]
                    return max([*stopped, *lines], key=_value)
            world = ways[best]

    def arrived(self, world: World) -> float:
        """What the State is worth, less the actions that were not taken and the haggling about bribes."""
        s = world.state
        value = worth(s, self.seat)
        if s.phase != "over" and s.playing.player == self.seat:
            ending = world.ask is not None and world.ask.prompts[0].kind == "confirm"
            value -= HAGGLING * s.playing.requests + (UNUSED * s.playing.actions if ending else 0.0)
        return value

    # ------------------------------------------------------------ bribes

    def replies(self, world: World, prompt: Prompt) -> dict[str, float]:
        """R7.3 The rupees that may be asked for, how likely they are paid, and what the payer will do for them."""
        full, offer = _terms(prompt)
        values: dict[str, float] = {}
        for option in prompt.options:
            asked = full if option.value is None else option.value
            then = self.after(world, prompt, option.key)
            if asked == offer and option.key == "accept":
                values[option.key] = self.played_out(then)[0]
            elif asked > offer:
                likely = PAYS_LITTLE_MORE - (PAYS_LITTLE_MORE - PAYS_FULL) * (asked - offer) / (full - offer)
                values[option.key] = self.asked(then, asked, likely)
        return values

    def asked(self, world: World, price: int, likely: float) -> float:
        """What it is worth that the payer must pay this price, or give up."""
        prompt = world.ask.prompts[0] if world.ask is not None else None
        if prompt is None or not prompt.text.key.startswith("bribe."):
            return self.played_out(world)[0]
        given_up = self.played_out(self.after(world, prompt, "cancel"))[0]
        paying = next((option.key for option in prompt.options if option.value == price), None)
        if paying is None:
            return given_up
        return likely * self.played_out(self.after(world, prompt, paying))[0] + (1 - likely) * given_up


def _value(line: tuple[float, World]) -> float:
    return line[0]


def _afresh(world: World, prompt: Prompt) -> World:
    """The same menu with no decisions behind it, so that its forks have nothing to play again.

    The script begins the turn anew; where that asks for a blackmail first (R11), the world stays as it is.
    """
    state = Raw(json.encode(world.state))
    afresh = Match(world.game, world.setup, world.seed, json.encode(Frame(0, 0, 0, state)))
    again = afresh.prompt(prompt.seat)
    return afresh if again is not None and again.text == prompt.text else world


def _began(before: State, after: State) -> bool:
    """Whether a start took place: without a settlement of its bribe it did not (R7)."""
    if after.phase == "over":
        return True
    was, now = before.playing, after.playing
    return (now.actions, now.used) != (was.actions, was.used)


# ---------------------------------------------------------------- which answers are tried


def _worth_trying(s: State, prompt: Prompt) -> Sequence[Option]:
    """Options that may be best: one end of the court, whole portions or single pieces, and a halfway offer."""
    match prompt.text.key:
        case "menu.ask":
            return [option for option in prompt.options if not option.key.endswith(":right")]
        case "tax.ask":
            return _portions(prompt.options, single=False)
        case "battle.remove":
            return _portions(prompt.options, single=True)
        case "bribe.ask":
            return _settlements(prompt)
        case _:
            return prompt.options


def _portions(options: Sequence[Option], single: bool) -> list[Option]:
    """Of each source all that can be taken, which comes first, and where it matters one piece alone."""
    if options[0].key == ALL:
        return [options[0]]
    kept: dict[str, Option] = {}
    for option in options:
        source, _, number = option.key.partition(".")
        kept.setdefault(source, option)
        if single and number == "1":
            kept[option.key] = option
    return list({option.key: option for option in kept.values()}.values())


def _settlements(prompt: Prompt) -> Sequence[Option]:
    """R7.2 The full bribe, or the offer nearest to half of it; to give up only if nothing else is left.

    To give up costs nothing and leads back to the menu, where the same start might look good for ever.
    """
    full = prompt.text.args["full"]
    assert isinstance(full, int)
    offers = [option for option in prompt.options if option.key.startswith("offer:")]
    halfway = [option for option in offers if 2 * int(option.key.removeprefix("offer:")) <= full + 1][:1]
    paying = [option for option in prompt.options if option not in offers and option.key != "cancel"]
    return [*paying, *halfway] or prompt.options


def _likely_reply(prompt: Prompt) -> str:
    """R7.3 How others are expected to answer: half of a bribe is enough."""
    full, offer = _terms(prompt)
    return "accept" if 2 * offer >= full else "refuse"


def _terms(prompt: Prompt) -> tuple[int, int]:
    """The full bribe and the offer that a reply is about."""
    full, offer = prompt.text.args["full"], prompt.text.args["offer"]
    assert isinstance(full, int) and isinstance(offer, int)
    return full, offer


# ---------------------------------------------------------------- loyalty


def _coalitions(s: State) -> dict[str, float]:
    """R3.6 Patriots that lie cheap in the market, and few others of the same loyalty."""
    values: dict[str, float] = {}
    for coalition in COALITIONS:
        cheap = sum(
            1 / (1 + index % COLUMNS)
            for index, space in enumerate(s.market)
            if space.card in CONTENT.cards and CONTENT.cards[space.card].patriot == coalition
        )
        values[coalition] = cheap - sum(player.loyalty == coalition for player in s.players)
    return values
