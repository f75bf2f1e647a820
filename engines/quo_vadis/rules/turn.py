"""R5, R7 The script between two checkpoints: a step of the set-up, or a whole turn of a player."""

from engines.kernel import GameContext, Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.table.state import State, Turn

from .area import select_area
from .building import build_town, offer_reconstruction, rebuild_towns
from .card_play import play_card
from .conversion import offer_exchange, use_extras
from .discards import discard_after_change
from .draft import draft_skills, is_draft_over
from .growth import grow_towns, offer_flood
from .revelation import ask_moves
from .setup import lay_out_world, pick_race
from .start import choose_basic_skills, place_cubes, refill_hand
from .turn_end import confirm_end, return_surplus_workers, score_territory_bonus, set_skill, take_snapshot
from .war.course import play_war
from .windfall import offer_windfall
from .workers import place_workers
from .wrath import offer_prayer, offer_wrath


async def play_turn(ctx: GameContext[State]) -> None:
    """R5, R7 Play one step of the script."""
    match ctx.state.phase:
        case "races":
            await pick_race(ctx)
        case "draft":
            await play_draft_step(ctx)
        case "resources":
            await place_cubes(ctx)
        case "basic":
            await choose_basic_skills(ctx)
        case "turn":
            await take_turn(ctx, ctx.state.active)


async def play_draft_step(ctx: GameContext[State]) -> None:
    """R5.3 Ask all seats for a pick; once the packs are empty (at once with the option `deal`), continue with R5.4."""
    if not is_draft_over(ctx.state):
        await draft_skills(ctx)
    if is_draft_over(ctx.state):
        lay_out_world(ctx)


async def take_turn(ctx: GameContext[State], seat: Seat) -> None:
    """R7 Play a turn: area, creation, war, building, end.

    Nothing before the dice of a war can be undone. After a war the space of a new town is often the only decision
    left, and it needs no confirmation.
    """
    state = ctx.state
    state.turn = Turn(seat, start=take_snapshot(state.players[seat]))
    with offer_windfall(ctx, seat):
        await play_creation(ctx, seat)
        had_war = await play_war(ctx, seat)
        await build_town(ctx, seat, had_war)
    could_rebuild = await rebuild_towns(ctx, seat)
    could_restore = await offer_reconstruction(ctx, seat)
    if not had_war or could_rebuild or could_restore:
        await confirm_end(ctx, seat)
    await end_turn(ctx, seat)
    state.turns += 1
    if state.turns == DATA.meta.rounds * len(state.players):
        state.phase = "over"


async def play_creation(ctx: GameContext[State], seat: Seat) -> None:
    """R7.1 to R7.6 Choose the genesis area, strike it, place workers there, play a card; after a change discard."""
    will_strike = await select_area(ctx, seat)
    await offer_prayer(ctx, seat)
    await offer_wrath(ctx, seat, will_strike)
    grow_towns(ctx, seat)
    await offer_flood(ctx, seat)
    await place_workers(ctx, seat)
    await play_card(ctx, seat)
    counts_as = ctx.state.playing.counts_as
    if counts_as == "revelation":
        await ask_moves(ctx, seat)
    elif counts_as == "prosperity":
        await use_extras(ctx, seat)
    await offer_exchange(ctx, seat)
    await discard_after_change(ctx, seat)


async def end_turn(ctx: GameContext[State], seat: Seat) -> None:
    """R7.9 Refill the hand, tidy the map; after a change score the territory bonus and set a skill."""
    refill_hand(ctx, seat)
    return_surplus_workers(ctx, seat)
    if ctx.state.playing.is_change:
        score_territory_bonus(ctx, seat)
        await set_skill(ctx, seat)
