"""R8.3 Build: armies in the regions that one rules, roads on their borders, two rupees each."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from engines.kernel import Msg, Option, Table, Term, scratch
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules import pieces
from engines.pax_pamir.rules.card_action import commit
from engines.pax_pamir.rules.money import pay_action
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.bribes import Due, for_hostage, purse
from engines.pax_pamir.table.derived import side
from engines.pax_pamir.table.places import SUPPLY, Army, Block, Road, Supply, block_left, place_words
from engines.pax_pamir.table.questions import BuildBlock
from engines.pax_pamir.table.ruling import ruled
from engines.pax_pamir.table.state import State

NATION_BUILDING = 112
COST = CONTENT.data.costs.build_per_block


class Placement(NamedTuple):
    """A block from the supply, or from a place where the piece limit takes it, to a place on the map."""

    source: Block | Supply
    target: Block
    free: bool


def sites(s: State, player: int) -> list[Block]:
    """R8.3 Where a block may be built now: regions that the player rules, and their borders."""
    regions = ruled(s, player)
    armies = [Army(region) for region in regions]
    roads = [Road(border) for border, ends in CONTENT.borders.items() if ends[0] in regions or ends[1] in regions]
    return [*armies, *roads]


def possible(s: State, player: int, due: Due | None) -> bool:
    """R8.3 A block needs a place, and two rupees."""
    return player in s.rulers.values() and purse(s, player, due) >= COST and block_left(s, side(s, player))


def blocks_per_payment(s: State, player: int) -> int:
    """R8.3 R12 Nation Building (#112): two blocks for the money of one."""
    return 2 if NATION_BUILDING in s.players[player].events else 1


def outlook(s: State, player: int, _card: int, due: Due | None) -> list[Msg]:
    """R8.3 How many blocks so many rupees pay for, and where; R11 Infrastructure adds one."""
    per_payment = blocks_per_payment(s, player)
    most = min(purse(s, player, due) // COST, CONTENT.data.limits.build_blocks_max) * per_payment
    where = tuple(Term(f"region.{region}") for region in ruled(s, player))
    key = "build.reach" if per_payment == 1 else "build.reach_double"
    words = [Msg(key, {"most": most, "cost": COST, "regions": where})]
    if has(s, player, "infrastructure"):
        words.append(Msg("build.reach_free"))
    return words


async def build(t: Table[State], player: int, card: int) -> None:
    """R8.3 One to three blocks, placed and paid one at a time; then Infrastructure.

    With a hostage bribe all of them are declared first, on a sketch (R7.1).
    """
    s = t.state
    due = for_hostage(s, player, card)
    if due is None:
        await commit(t, player, card, "build", Msg("build.plan", {"places": ()}))
        await _erect(t, player)
        return
    board = scratch(s)
    board.state.players[player].rupees = purse(s, player, due)
    declared = await _erect(board, player)
    words = tuple(place_words(one.target) for one in declared)
    paid = sum(not one.free for one in declared)
    cost = COST * -(-paid // blocks_per_payment(s, player))
    if await commit(t, player, card, "build", Msg("build.plan", {"places": words}), cost):
        for nth, one in enumerate(declared):
            await put(t, player, one.target, one.source, None if one.free else nth)


async def _erect(t: Table[State], player: int) -> list[Placement]:
    """R8.3 Choose places one by one and build at once; each must be legal when its block is placed."""
    s = t.state
    built: list[Placement] = []
    per_payment = blocks_per_payment(s, player)
    for nth in range(CONTENT.data.limits.build_blocks_max * per_payment):
        due = COST if nth % per_payment == 0 else 0
        options = [_option(s, player, target, nth) for target in sites(s, player)]
        if s.players[player].rupees < due or not options or not block_left(s, side(s, player)):
            break
        if built:
            options.append(_STOP)
        default = options[-1 if built else 0].key
        target: Block | None = await t.choose(
            player,
            "build.ask",
            options,
            rule="R8.3",
            default=default,
            about=BuildBlock(nth),
            nth=nth + 1,
            cost=due,
        )
        if target is None:
            break
        source = await _place(t, player, target, nth)
        if source is None:
            break
        built.append(Placement(source, target, free=False))
    if has(s, player, "infrastructure"):
        built += await _infrastructure(t, player)
    return built


async def _infrastructure(t: Table[State], player: int) -> list[Placement]:
    """R11 Infrastructure (#78): after a build one more block, free of charge, where one could be built now."""
    s = t.state
    if block_left(s, side(s, player)) and sites(s, player):
        options = [_option(s, player, target, None) for target in sites(s, player)]
        default, about = options[0].key, BuildBlock(None)
        target: Block = await t.choose(player, "build.free", options, rule="R11", default=default, about=about)
        source = await _place(t, player, target, None)
        if source is not None:
            return [Placement(source, target, free=True)]
    return []


async def _place(t: Table[State], player: int, target: Block, nth: int | None) -> Block | Supply | None:
    """R4.2 The piece, from the supply or taken from the map by choice; then it is built. Where it came from."""
    source = await pieces.block_to_place(t, player, side(t.state, player), target)
    if source is not None:
        await put(t, player, target, source, nth)
    return source


async def put(
    t: Table[State], player: int, target: Block, source: Block | Supply = SUPPLY, nth: int | None = None
) -> None:
    """R8.3 Place one block, and pay for it where it begins a payment.

    nth: which block of the build it is, from 0, None: free of charge. The k-th payment of a build lies on the k-th
    rightmost card of each row.
    """
    s = t.state
    per_payment = blocks_per_payment(s, player)
    if nth is not None and nth % per_payment == 0:
        pay_action(t, player, COST // 2, nth // per_payment * (COST // 2))
    await pieces.put_block(t, side(s, player), source, target, player)


_STOP = Option("stop", None, Msg("build.stop"))


def _option(s: State, player: int, target: Block, nth: int | None) -> Option:
    """`army:kabul`, `road:herat_kabul`"""

    def detail() -> Msg:
        return consequences.of(s, partial(_place, player=player, target=target, nth=nth), player)

    group = Msg("build.armies") if isinstance(target, Army) else Msg("build.roads")
    label = Msg("build.label", {"place": place_words(target)})
    return Option(target.key, target, label, detail, group, target.spot)
