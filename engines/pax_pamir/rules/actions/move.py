"""R8.4 Move: armies along roads of their coalition, spies along the ring of courts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from engines.kernel import Msg, Option, Table, Term
from engines.pax_pamir.computer.suggestions import Rule, with_aids
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.preview.trial import sketch
from engines.pax_pamir.rules import bribes, pieces
from engines.pax_pamir.rules.card_action import commit, side
from engines.pax_pamir.rules.discards import tribes_lost
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.derived import NATIONALISM
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.state import State


class Step(NamedTuple):
    """One piece of a place goes to another: "army:kabul" to "army:herat", "spy:12" to "spy:40"."""

    source: str
    target: str

    @property
    def key(self) -> str:
        """`army:kabul:herat`"""
        return f"{self.source}:{self.target.partition(':')[2]}"


# ---------------------------------------------------------------- where pieces can go


def steps(s: State, player: int) -> Iterator[Step]:
    """R8.4 Every single step: own-loyalty armies, whoever placed them, own spies, under Nationalism own tribes."""
    coalition = side(s, player)
    tribes = NATIONALISM in s.players[player].events
    roadless = has(s, player, "indian_supplies")
    for region in CONTENT.regions:
        kinds = [
            kind
            for kind, here in (
                ("army", s.armies[region].get(coalition)),
                ("tribe", tribes and s.tribes[region][player]),
            )
            if here
        ]
        if kinds:
            for goal, border in CONTENT.neighbours[region].items():
                if roadless or s.roads[border].get(coalition):
                    yield from (Step(f"{kind}:{region}", f"{kind}:{goal}") for kind in kinds)
    ring = court_ring(s)
    for card in ring:
        if card in s.spies and s.spies[card][player]:
            yield from (Step(f"spy:{card}", f"spy:{goal}") for goal in spy_goals(s, player, card, ring))


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


def possible(s: State, player: int, rupees: int) -> bool:
    """R8.4 At least one step must be possible; it costs nothing."""
    return next(steps(s, player), None) is not None


def outlook(s: State, player: int, card: int, rupees: int) -> list[Msg]:
    """R8.4 How many steps, and what can take one."""
    places: dict[str, list[str]] = {"army": [], "tribe": [], "spy": []}
    for source in dict.fromkeys(step.source for step in steps(s, player)):
        kind, _, where = source.partition(":")
        places[kind].append(where)
    words = [
        Msg(f"move.reach_{kind}", {"regions": tuple(Term(f"region.{region}") for region in places[kind])})
        for kind in ("army", "tribe")
        if places[kind]
    ]
    match places["spy"]:
        case []:
            pass
        case [only]:
            words.append(pieces.place_words(f"spy:{only}"))
        case several:
            words.append(Msg("move.reach_spies", {"cards": len(several)}))
    return [Msg("move.reach", {"steps": CONTENT.cards[card].rank, "pieces": tuple(words)})]


# ---------------------------------------------------------------- the action


async def move(t: Table[State], player: int, card: int) -> None:
    """R8.4 Up to as many steps as the card's rank, at least one, each taken at once.

    With a hostage bribe all of them are declared first, on a sketch (R7.1).
    """
    s = t.state
    if bribes.for_hostage(s, player, card) is None:
        await commit(t, player, card, "move", Msg("move.plan", {"steps": ()}))
        await _march(t, player, card)
        return
    declared = await _march(sketch(s), player, card, declaring=True)
    words = tuple(_words(step) for step in declared)
    if await commit(t, player, card, "move", Msg("move.plan", {"steps": words})):
        for step in declared:
            # The overthrow of an earlier step may have taken the card that a spy stands on or goes to.
            if step in steps(s, player):
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
            with_aids(s, player, options, partial(_trial, player)),
            rule="R8.4",
            default=options[-1 if taken else 0].key,
            card=card_words(card),
            left=rank - len(taken),
        )
        if step is None:
            break
        if declaring:
            shift(t, player, step)
        else:
            await take_step(t, player, step)
        taken.append(step)
    return taken


def _trial(player: int, step: Step | None) -> Rule | None:
    """What a choice of `move.ask` sets off."""
    return None if step is None else partial(take_step, player=player, step=step)


async def take_step(t: Table[State], player: int, step: Step) -> None:
    """R8.4 One step; rulers follow at once, and who leaves a region with the last tribe is overthrown (R4.9)."""
    s = t.state
    last = t.take_up("move.done", who=s.named(player))
    before = last.args["steps"] if last else ()
    assert isinstance(before, tuple)
    t.tell("move.done", who=s.named(player), steps=(*before, _words(step)))
    shift(t, player, step)
    kind, _, region = step.source.partition(":")
    if kind == "tribe":
        await tribes_lost(t, player, region)


def shift(t: Table[State], player: int, step: Step) -> None:
    """R8.4 The piece itself goes, and rulers follow."""
    kind, _, origin = step.source.partition(":")
    if kind == "army":
        pieces.move_block(t, side(t.state, player), origin, step.target.partition(":")[2])
    else:
        pieces.move_cylinder(t, player, step.source, step.target)


_STOP = Option("stop", None, Msg("move.stop"))


def _option(s: State, player: int, step: Step) -> Option:
    def detail() -> Msg:
        return consequences.of(s, partial(take_step, player=player, step=step), player)

    key, label, group, place = _printed(step)
    return Option(key, step, label, detail, group, place)


@lru_cache(1 << 12)
def _printed(step: Step) -> tuple[str, Msg, Msg, str]:
    """Key, label, group and place of an option: the same whenever that step is possible."""
    kind, _, goal = step.target.partition(":")
    origin = step.source.partition(":")[2]
    place = f"court:{goal}" if kind == "spy" else f"region:{goal}"
    group = Msg("move.group", {"piece": Term(f"piece.{kind}"), "place": _place(kind, origin)})
    return step.key, Msg("move.label", _words(step).args), group, place


def _words(step: Step) -> Msg:
    """ "army from Kabul to Herat\""""
    kind, _, origin = step.source.partition(":")
    goal = step.target.partition(":")[2]
    return Msg(
        "move.step", {"piece": Term(f"piece.{kind}"), "origin": _place(kind, origin), "goal": _place(kind, goal)}
    )


def _place(kind: str, id: str) -> Msg | Term:
    return card_words(int(id)) if kind == "spy" else Term(f"region.{id}")
