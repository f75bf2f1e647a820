"""R8.4 Move: armies along roads of their coalition, spies along the ring of courts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from engines.kernel import Msg, Option, Table, Term, Who, say, scratch
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules.aftermath import Change
from engines.pax_pamir.rules.card_action import commit
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.bribes import Due, for_hostage
from engines.pax_pamir.table.derived import NATIONALISM, side
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.places import Army, Spy, Tribe, place_words
from engines.pax_pamir.table.questions import MovePiece
from engines.pax_pamir.table.state import State

Mover = Army | Tribe | Spy
"""What can take a step, by where it stands."""


class Step(NamedTuple):
    """A piece goes to another place of the same kind."""

    source: Mover
    target: Mover

    @property
    def key(self) -> str:
        """`army:kabul:herat`"""
        return f"{self.source.key}:{self.target.key.partition(':')[2]}"


class Moved(NamedTuple):
    """Steps of a player that follow each other."""

    who: Who | Term
    steps: tuple[Step, ...]

    def sentence(self) -> Msg:
        return say("move.done", who=self.who, steps=tuple(_words(step) for step in self.steps))

    def joined(self, later: object, /) -> Moved | None:
        if isinstance(later, Moved) and later.who == self.who:
            return Moved(self.who, (*self.steps, *later.steps))
        return None


# ---------------------------------------------------------------- where pieces can go

MARCHES = {(one, other): Step(Army(one), Army(other)) for one in CONTENT.regions for other in CONTENT.neighbours[one]}
MIGRATIONS = {(one, other): Step(Tribe(one), Tribe(other)) for one, other in MARCHES}
"""All steps on the map, by where they begin and end."""


def steps(s: State, player: int) -> Iterator[Step]:
    """R8.4 Every single step: own-loyalty armies, whoever placed them, own spies, under Nationalism own tribes."""
    coalition = side(s, player)
    tribes = NATIONALISM in s.players[player].events
    roadless = has(s, player, "indian_supplies")
    for region in CONTENT.regions:
        army, tribe = s.armies[region].get(coalition), tribes and s.tribes[region][player]
        if army or tribe:
            for goal, border in CONTENT.neighbours[region].items():
                if roadless or s.roads[border].get(coalition):
                    if army:
                        yield MARCHES[region, goal]
                    if tribe:
                        yield MIGRATIONS[region, goal]
    if s.spies:
        ring = court_ring(s)
        for card in ring:
            if card in s.spies and s.spies[card][player]:
                yield from (Step(Spy(card), Spy(goal)) for goal in spy_goals(s, player, card, ring))


def court_ring(s: State) -> list[int]:
    """R8.4 All courts in one row, each from left to right, in the order of the seats; its ends meet."""
    return [card for player in s.ring for card in s.players[player].court]


def spy_goals(s: State, player: int, card: int, ring: list[int]) -> list[int]:
    """R8.4 Where one step of a spy may end, never on the card itself.

    R11 Well-Connected (#56): one card or two in a step.
    """
    goals = _adjacent(s, player, card, ring)
    if has(s, player, "well_connected"):
        goals = goals | {beyond for near in goals for beyond in _adjacent(s, player, near, ring)}
    return [goal for goal in ring if goal in goals and goal != card]


def _adjacent(s: State, player: int, card: int, ring: list[int]) -> set[int]:
    """R8.4 The neighbours in the ring. R11 Strange Bedfellows (#21): all cards of the same region too."""
    at = ring.index(card)
    near = {ring[at - 1], ring[(at + 1) % len(ring)]}
    if has(s, player, "strange_bedfellows"):
        near |= {other for other in ring if CONTENT.cards[other].region == CONTENT.cards[card].region}
    return near


def possible(s: State, player: int, _due: Due | None) -> bool:
    """R8.4 At least one step must be possible; it costs nothing."""
    for _ in steps(s, player):
        return True
    return False


def outlook(s: State, player: int, card: int, _due: Due | None) -> list[Msg]:
    """R8.4 How many steps, and what can take one."""
    movers = list(dict.fromkeys(step.source for step in steps(s, player)))
    armies = tuple(Term(f"region.{mover.region}") for mover in movers if isinstance(mover, Army))
    tribes = tuple(Term(f"region.{mover.region}") for mover in movers if isinstance(mover, Tribe))
    spies = [mover for mover in movers if isinstance(mover, Spy)]
    words: list[Msg] = []
    if armies:
        words.append(Msg("move.reach_army", {"regions": armies}))
    if tribes:
        words.append(Msg("move.reach_tribe", {"regions": tribes}))
    if spies:
        words.append(place_words(spies[0]) if len(spies) == 1 else Msg("move.reach_spies", {"cards": len(spies)}))
    return [Msg("move.reach", {"steps": CONTENT.cards[card].rank, "pieces": tuple(words)})]


# ---------------------------------------------------------------- the action


async def move(t: Table[State], player: int, card: int) -> None:
    """R8.4 Up to as many steps as the card's rank, at least one, each taken at once.

    With a hostage bribe all of them are declared first, on a sketch (R7.1).
    """
    s = t.state
    if for_hostage(s, player, card) is None:
        await commit(t, player, card, "move", Msg("move.plan", {"steps": ()}))
        await _march(t, player, card)
        return
    declared = await _march(scratch(s), player, card, declaring=True)
    words = tuple(_words(step) for step in declared)
    if await commit(t, player, card, "move", Msg("move.plan", {"steps": words})):
        for step in declared:
            # The overthrow of an earlier step may have taken the card that a spy stands on or goes to.
            if step in list(steps(s, player)):
                await take_step(t, player, step)


async def _march(t: Table[State], player: int, card: int, declaring: bool = False) -> list[Step]:
    """R8.4 Choose steps one by one, and take each at once; declaring: without the overthrow of who leaves a region."""
    s = t.state
    taken: list[Step] = []
    rank = CONTENT.cards[card].rank
    while len(taken) < rank:
        options = [_option(s, player, step) for step in steps(s, player)]
        if not options:
            break
        if taken:
            options.append(_STOP)
        step: Step | None = await t.choose(
            player,
            "move.ask",
            options,
            rule="R8.4",
            default=options[-1 if taken else 0].key,
            about=MovePiece(card, rank - len(taken)),
            card=card_words(card),
            left=rank - len(taken),
        )
        if step is None:
            break
        await take_step(t, player, step, overthrown=not declaring)
        taken.append(step)
    return taken


async def take_step(t: Table[State], player: int, step: Step, overthrown: bool = True) -> None:
    """R8.4 One step; rulers follow at once, and who leaves a region with the last tribe is overthrown (R4.9)."""
    s = t.state
    t.tell_fact(Moved(s.named(player), (step,)))
    async with Change(t, overthrown) as board:
        match step:
            case Step(Army() as source, Army() as target):
                board.move_block(side(s, player), source, target)
            case Step((Tribe() | Spy()) as source, (Tribe() | Spy()) as target):
                board.move_cylinder(player, source, target)


_STOP = Option("stop", None, Msg("move.stop"))


def _option(s: State, player: int, step: Step) -> Option:
    def detail() -> Msg:
        return consequences.of(s, partial(take_step, player=player, step=step), player)

    key, label, group, place = _printed(step)
    return Option(key, step, label, detail, group, place)


@lru_cache(1 << 12)
def _printed(step: Step) -> tuple[str, Msg, Msg, str]:
    """Key, label, group and place of an option: the same whenever that step is possible."""
    piece, origin, goal = _piece(step), _where(step.source), _where(step.target)
    label = say("move.label", piece=piece, origin=origin, goal=goal)
    return step.key, label, say("move.group", piece=piece, place=origin), step.target.spot


def _words(step: Step) -> Msg:
    """ "army from Kabul to Herat\""""
    return say("move.step", piece=_piece(step), origin=_where(step.source), goal=_where(step.target))


def _piece(step: Step) -> Term:
    return Term(f"piece.{step.source.key.partition(':')[0]}")


def _where(mover: Mover) -> Msg | Term:
    return card_words(mover.card) if isinstance(mover, Spy) else Term(f"region.{mover.region}")
