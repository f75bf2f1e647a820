"""R8.4 Move: armies along roads of their coalition, spies around the ring of courts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from engines.kernel import GameContext, Message, NounRef, Option, SeatRef, build_trial_context, message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules.board_changes import Change
from engines.pax_pamir.rules.payments import commit_action
from engines.pax_pamir.table.bribes import Due, find_hostage_bribe
from engines.pax_pamir.table.derived import NATIONALISM, find_loyalty, has_ability
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.places import Army, Spy, Tribe, name_place
from engines.pax_pamir.table.questions import MovePiece
from engines.pax_pamir.table.scoring import list_declared_pieces
from engines.pax_pamir.table.state import State

Mover = Army | Tribe | Spy
"""A piece that can move, given by its place."""


class Step(NamedTuple):
    """A step of a piece to another place of the same kind."""

    source: Mover
    """Place that the piece leaves."""
    target: Mover
    """An adjacent place, by the map or by the ring of courts."""

    @property
    def key(self) -> str:
        """Key of the option, e.g. `army:kabul:herat`."""
        return f"{self.source.key}:{self.target.key.partition(':')[2]}"


class Moved(NamedTuple):
    """R8.4 A player took these steps, one after another."""

    player: SeatRef | NounRef
    """The mover, as the message names them."""
    steps: tuple[Step, ...]
    """In the order of moving; merging appends later ones."""

    def build_message(self) -> Message:
        return message("move.done", who=self.player, steps=tuple(_describe_step(step) for step in self.steps))

    def merge_with(self, later: object, /) -> Moved | None:
        if isinstance(later, Moved) and later.player == self.player:
            return Moved(self.player, (*self.steps, *later.steps))
        return None


# ---------------------------------------------------------------- legal steps

MARCHES = {(one, other): Step(Army(one), Army(other)) for one in CONTENT.regions for other in CONTENT.neighbours[one]}
MIGRATIONS = {(one, other): Step(Tribe(one), Tribe(other)) for one, other in MARCHES}
"""All steps on the map, by (origin, goal)."""


def iter_steps(s: State, player: int) -> Iterator[Step]:
    """R8.4 Yield all legal steps of armies of the player's loyalty, their spies, and under Nationalism their tribes."""
    coalition = find_loyalty(s, player)
    tribes = NATIONALISM in s.players[player].events
    roadless = has_ability(s, player, "indian_supplies")
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
        ring = build_court_ring(s)
        for card in ring:
            if card in s.spies and s.spies[card][player]:
                yield from (Step(Spy(card), Spy(goal)) for goal in list_spy_goals(s, player, card, ring))


def build_court_ring(s: State) -> list[int]:
    """R8.4 Return the cards of all courts as a ring, each court from left to right, in turn order."""
    return [card for player in s.ring for card in s.players[player].court]


def list_spy_goals(s: State, player: int, card: int, ring: list[int]) -> list[int]:
    """R8.4 Return the cards on which one step of a spy may end, never its own card.

    R11 With Well-Connected (#56) a step may go one card or two.
    """
    goals = _list_adjacent(s, player, card, ring)
    if has_ability(s, player, "well_connected"):
        goals = goals | {
            second_neighbour for neighbour in goals for second_neighbour in _list_adjacent(s, player, neighbour, ring)
        }
    return [goal for goal in ring if goal in goals and goal != card]


def _list_adjacent(s: State, player: int, card: int, ring: list[int]) -> set[int]:
    """R8.4 Return a card's neighbours in the ring; with Strange Bedfellows (R11, #21) also all cards of its region."""
    index = ring.index(card)
    neighbours = {ring[index - 1], ring[(index + 1) % len(ring)]}
    if has_ability(s, player, "strange_bedfellows"):
        neighbours |= {other for other in ring if CONTENT.cards[other].region == CONTENT.cards[card].region}
    return neighbours


def is_possible(s: State, player: int, _due: Due | None) -> bool:
    """R8.4 Return whether at least one step is possible. Moving costs nothing."""
    for _ in iter_steps(s, player):
        return True
    return False


def forecast_move(s: State, player: int, card: int, _due: Due | None) -> list[Message]:
    """R8.4 Return the number of steps, and the pieces that can take one."""
    movers = list(dict.fromkeys(step.source for step in iter_steps(s, player)))
    armies = tuple(NounRef(f"region.{mover.region}") for mover in movers if isinstance(mover, Army))
    tribes = tuple(NounRef(f"region.{mover.region}") for mover in movers if isinstance(mover, Tribe))
    spies = [mover for mover in movers if isinstance(mover, Spy)]
    words: list[Message] = []
    if armies:
        words.append(Message("move.reach_army", {"regions": armies}))
    if tribes:
        words.append(Message("move.reach_tribe", {"regions": tribes}))
    if spies:
        words.append(name_place(spies[0]) if len(spies) == 1 else Message("move.reach_spies", {"cards": len(spies)}))
    return [Message("move.reach", {"steps": CONTENT.cards[card].rank, "pieces": tuple(words)})]


# ---------------------------------------------------------------- the action


async def perform_move(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.4 Let the player take steps up to the card's rank, at least one, each carried out at once.

    If a hostage bribe is due, all steps are declared first, on a scratch copy of the State (R7.1).
    """
    s = ctx.state
    if find_hostage_bribe(s, player, card) is None:
        await commit_action(ctx, player, card, "move", Message("move.plan", {"steps": ()}))
        await _choose_steps(ctx, player, card)
        return
    declared = await _choose_steps(build_trial_context(s), player, card, is_declaration=True)
    words = tuple(_describe_step(step) for step in declared)
    if await commit_action(ctx, player, card, "move", Message("move.plan", {"steps": words})):
        for step in declared:
            # An overthrow after an earlier step may have discarded the card that a spy stands on or goes to.
            if step in list(iter_steps(s, player)):
                await take_step(ctx, player, step)


async def _choose_steps(ctx: GameContext[State], player: int, card: int, is_declaration: bool = False) -> list[Step]:
    """R8.4 Let the player choose steps one by one, and take each at once.

    is_declaration: True on a scratch copy: nobody is overthrown yet
    """
    s = ctx.state
    steps_taken: list[Step] = []
    rank = CONTENT.cards[card].rank
    while len(steps_taken) < rank:
        options = [_build_option(s, player, step) for step in iter_steps(s, player)]
        if not options:
            break
        if steps_taken:
            options.append(_STOP)
        step: Step | None = await ctx.choose(
            player,
            "move.ask",
            options,
            rule="R8.4",
            default=options[-1 if steps_taken else 0].key,
            subject=MovePiece(card, rank - len(steps_taken), list_declared_pieces(s) if is_declaration else None),
            card=name_card(card),
            left=rank - len(steps_taken),
        )
        if step is None:
            break
        await take_step(ctx, player, step, causes_overthrow=not is_declaration)
        steps_taken.append(step)
    return steps_taken


async def take_step(ctx: GameContext[State], player: int, step: Step, causes_overthrow: bool = True) -> None:
    """R8.4 Take one step and update rulers. A player whose last tribe leaves a region is overthrown there (R4.9)."""
    s = ctx.state
    ctx.log_fact(Moved(s.name_player(player), (step,)))
    async with Change(ctx, causes_overthrow) as board:
        match step:
            case Step(Army() as source, Army() as target):
                board.move_block(find_loyalty(s, player), source, target)
            case Step((Tribe() | Spy()) as source, (Tribe() | Spy()) as target):
                board.move_cylinder(player, source, target)


_STOP = Option("stop", None, Message("move.stop"))


def _build_option(s: State, player: int, step: Step) -> Option:
    def detail() -> Message:
        return consequences.describe_results(s, partial(take_step, player=player, step=step), player)

    key, label, group, place = _build_option_parts(step)
    return Option(key, step, label, detail, group, place)


@lru_cache(1 << 12)
def _build_option_parts(step: Step) -> tuple[str, Message, Message, str]:
    """Return key, label, group and place of an option; they depend on the step only."""
    piece, origin, goal = _name_piece(step), _describe_mover(step.source), _describe_mover(step.target)
    label = message("move.label", piece=piece, origin=origin, goal=goal)
    return step.key, label, message("move.group", piece=piece, place=origin), step.target.option_place


def _describe_step(step: Step) -> Message:
    """Return e.g. "army from Kabul to Herat"."""
    return message(
        "move.step", piece=_name_piece(step), origin=_describe_mover(step.source), goal=_describe_mover(step.target)
    )


def _name_piece(step: Step) -> NounRef:
    return NounRef(f"piece.{step.source.key.partition(':')[0]}")


def _describe_mover(mover: Mover) -> Message | NounRef:
    return name_card(mover.card) if isinstance(mover, Spy) else NounRef(f"region.{mover.region}")
