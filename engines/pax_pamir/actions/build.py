"""R8.3 Build: armies in ruled regions, roads on their borders, two rupees each."""

from functools import partial
from typing import NamedTuple

from engines.kernel import GameContext, Message, NounRef, Option, build_trial_context
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules import pieces
from engines.pax_pamir.rules.payments import commit_action, pay_for_action
from engines.pax_pamir.table.bribes import Due, compute_action_budget, find_hostage_bribe
from engines.pax_pamir.table.derived import find_loyalty, has_ability, list_ruled_regions
from engines.pax_pamir.table.places import SUPPLY, Army, Block, Road, Supply, has_block_left, name_place
from engines.pax_pamir.table.questions import BuildBlock
from engines.pax_pamir.table.scoring import list_declared_pieces
from engines.pax_pamir.table.state import State

NATION_BUILDING = 112
COST = CONTENT.data.costs.build_per_block


class BuiltBlock(NamedTuple):
    """A block that is placed on the map."""

    source: Block | Supply
    """The place it comes from: the supply, or the map if the supply is empty (R4.2)."""
    target: Block
    """Its new place: a region that the builder rules, or a border of one."""
    is_free: bool
    """True for the free block of Infrastructure (R11)."""


def list_build_sites(s: State, player: int) -> list[Block]:
    """R8.3 Return the places where a block may be built now: regions that the player rules, and their borders."""
    regions = list_ruled_regions(s, player)
    armies = [Army(region) for region in regions]
    roads = [Road(border) for border, ends in CONTENT.borders.items() if ends[0] in regions or ends[1] in regions]
    return [*armies, *roads]


def is_possible(s: State, player: int, due: Due | None) -> bool:
    """R8.3 Return whether the player rules a region, can pay two rupees, and has a block to place."""
    return (
        player in s.rulers.values()
        and compute_action_budget(s, player, due) >= COST
        and has_block_left(s, find_loyalty(s, player))
    )


def count_blocks_per_payment(s: State, player: int) -> int:
    """R8.3 Return the number of blocks for each payment: one, or two with Nation Building (R12, #112)."""
    return 2 if NATION_BUILDING in s.players[player].events else 1


def forecast_build(s: State, player: int, _card: int, due: Due | None) -> list[Message]:
    """R8.3 Return how many blocks the player can pay for, and where; R11 Infrastructure adds one."""
    per_payment = count_blocks_per_payment(s, player)
    max_blocks = min(compute_action_budget(s, player, due) // COST, CONTENT.data.limits.build_blocks_max) * per_payment
    regions = tuple(NounRef(f"region.{region}") for region in list_ruled_regions(s, player))
    key = "build.reach" if per_payment == 1 else "build.reach_double"
    words = [Message(key, {"most": max_blocks, "cost": COST, "regions": regions})]
    if has_ability(s, player, "infrastructure"):
        words.append(Message("build.reach_free"))
    return words


async def perform_build(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.3 Build one to three blocks, placed and paid one at a time; then use Infrastructure.

    If a hostage bribe is due, all blocks are declared first, on a scratch copy of the State (R7.1).
    """
    s = ctx.state
    due = find_hostage_bribe(s, player, card)
    if due is None:
        await commit_action(ctx, player, card, "build", Message("build.plan", {"places": ()}))
        await _build_blocks(ctx, player)
        return
    sketch = build_trial_context(s)
    sketch.state.players[player].rupees = compute_action_budget(s, player, due)
    declared = await _build_blocks(sketch, player, is_declaration=True)
    words = tuple(name_place(block.target) for block in declared)
    paid_blocks = sum(not block.is_free for block in declared)
    cost = COST * -(-paid_blocks // count_blocks_per_payment(s, player))
    if await commit_action(ctx, player, card, "build", Message("build.plan", {"places": words}), cost):
        for nth, block in enumerate(declared):
            await build_block(ctx, player, block.target, block.source, None if block.is_free else nth)


async def _build_blocks(ctx: GameContext[State], player: int, *, is_declaration: bool = False) -> list[BuiltBlock]:
    """R8.3 Let the player choose places one by one and build at once; each must be legal when chosen.

    is_declaration: True on a scratch copy
    """
    s = ctx.state
    built: list[BuiltBlock] = []
    per_payment = count_blocks_per_payment(s, player)
    for nth in range(CONTENT.data.limits.build_blocks_max * per_payment):
        cost = COST if nth % per_payment == 0 else 0
        options = [_build_option(s, player, target, nth) for target in list_build_sites(s, player)]
        if s.players[player].rupees < cost or not options or not has_block_left(s, find_loyalty(s, player)):
            break
        if built:
            options.append(_STOP)
        default = options[-1 if built else 0].key
        target: Block | None = await ctx.choose(
            player,
            "build.ask",
            options,
            rule="R8.3",
            default=default,
            subject=BuildBlock(nth, list_declared_pieces(s) if is_declaration else None),
            nth=nth + 1,
            cost=cost,
        )
        if target is None:
            break
        source = await _choose_and_build(ctx, player, target, nth)
        if source is None:
            break
        built.append(BuiltBlock(source, target, is_free=False))
    if has_ability(s, player, "infrastructure"):
        built += await _build_free_block(ctx, player, is_declaration=is_declaration)
    return built


async def _build_free_block(ctx: GameContext[State], player: int, *, is_declaration: bool) -> list[BuiltBlock]:
    """R11 Infrastructure (#78): after a build let the player place one more block, free of charge."""
    s = ctx.state
    if has_block_left(s, find_loyalty(s, player)) and list_build_sites(s, player):
        options = [_build_option(s, player, target, None) for target in list_build_sites(s, player)]
        default = options[0].key
        subject = BuildBlock(None, list_declared_pieces(s) if is_declaration else None)
        target: Block = await ctx.choose(player, "build.free", options, rule="R11", default=default, subject=subject)
        source = await _choose_and_build(ctx, player, target, None)
        if source is not None:
            return [BuiltBlock(source, target, is_free=True)]
    return []


async def _choose_and_build(
    ctx: GameContext[State], player: int, target: Block, nth: int | None
) -> Block | Supply | None:
    """R4.2 Take a block from the supply, or one of the player's choice from the map, and build it.

    Return its source; None if there is no block.
    """
    source = await pieces.choose_block_source(ctx, player, find_loyalty(ctx.state, player), target)
    if source is not None:
        await build_block(ctx, player, target, source, nth)
    return source


async def build_block(
    ctx: GameContext[State], player: int, target: Block, source: Block | Supply = SUPPLY, nth: int | None = None
) -> None:
    """R8.3 Place one block, and pay for it if it begins a payment.

    nth: index of the block in the build, from 0; None: free of charge. The k-th payment of a build goes to the k-th
    rightmost card of each row.
    """
    s = ctx.state
    per_payment = count_blocks_per_payment(s, player)
    if nth is not None and nth % per_payment == 0:
        pay_for_action(ctx, player, COST // 2, nth // per_payment * (COST // 2))
    await pieces.put_block(ctx, find_loyalty(s, player), source, target, player)


_STOP = Option("stop", None, Message("build.stop"))


def _build_option(s: State, player: int, target: Block, nth: int | None) -> Option:
    """Return the option to build at a place; keys like `army:kabul` and `road:herat_kabul`."""

    def detail() -> Message:
        return consequences.describe_results(
            s, partial(_choose_and_build, player=player, target=target, nth=nth), player
        )

    group = Message("build.armies") if isinstance(target, Army) else Message("build.roads")
    label = Message("build.label", {"place": name_place(target)})
    return Option(target.key, target, label, detail, group, target.option_place)
