"""R5, R7 From one checkpoint to the next: a step of the set-up, or a whole turn of a player."""

from __future__ import annotations

from engines.kernel import Seat, Table
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.table.state import State, Turn

from .area import select_area
from .building import build, rebuild, reconstruct
from .conversion import discard_beside, exchange, extras
from .draft import draft, drafted
from .end import confirm_end, refill, set_skill, snapshot, territory_bonus, tidy
from .growth import flood, grow
from .play import play_card
from .races import pick_race
from .revelation import reveal_the_way
from .setup import lay_out_world
from .start import choose_basic, place_cubes
from .war.course import war
from .windfall import windfall_beside
from .workers import place_workers
from .wrath import prayer, wrath


async def turn(t: Table[State]) -> None:
    """R5, R7 One step of the script."""
    match t.state.phase:
        case "races":
            await pick_race(t)
        case "draft":
            await draft_step(t)
        case "resources":
            await place_cubes(t)
        case "basic":
            await choose_basic(t)
        case "turn":
            await take_turn(t, t.state.active)


async def draft_step(t: Table[State]) -> None:
    """R5.3 A pick by all, until the packs are empty (with the option `deal` they are so from the start); then R5.4."""
    if not drafted(t.state):
        await draft(t)
    if drafted(t.state):
        lay_out_world(t)


async def take_turn(t: Table[State], me: Seat) -> None:
    """R7 Area, creation, war, building, end.

    What lies before the dice of a war cannot be taken back. After it only the place of a new town may be left to
    choose, and that needs no second answer.
    """
    s = t.state
    s.turn = Turn(me, start=snapshot(s.players[me]))
    with windfall_beside(t, me):
        await creation(t, me)
        with discard_beside(t, me):
            fought = await war(t, me)
            await build(t, me, fought)
    with discard_beside(t, me):
        rebuilt = await rebuild(t, me)
        restored = await reconstruct(t, me)
        if not fought or rebuilt or restored:
            await confirm_end(t, me)
    await end(t, me)
    s.turns += 1
    if s.turns == DATA.meta.rounds * len(s.players):
        s.phase = "over"


async def creation(t: Table[State], me: Seat) -> None:
    """R7.1 to R7.6 The genesis area is chosen, struck, settled; a card is played."""
    strike = await select_area(t, me)
    await prayer(t, me)
    await wrath(t, me, strike)
    grow(t, me)
    await flood(t, me)
    await place_workers(t, me)
    await play_card(t, me)
    counts_as = t.state.playing.counts_as
    if counts_as == "revelation":
        await reveal_the_way(t, me)
    elif counts_as == "prosperity":
        await extras(t, me)
    await exchange(t, me)


async def end(t: Table[State], me: Seat) -> None:
    """R7.9 Refill, tidy; after a change the territory bonus and a skill."""
    refill(t, me)
    tidy(t, me)
    if t.state.playing.changed:
        territory_bonus(t, me)
        await set_skill(t, me)
