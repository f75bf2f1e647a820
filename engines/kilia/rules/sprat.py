"""R14 The smoke sprat: under a zone instead of an action card, or a coin or a good."""

from __future__ import annotations

from engines.kernel import Option, Seat, Table, Who, say
from engines.kilia.data.types import GOODS, ZONES, Thing, Zone
from engines.kilia.table.deeds import Relieved, write
from engines.kilia.table.questions import SpratRelief
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import amount, amounts, stock

from .expansion import expandable


def playable(player: Player) -> bool:
    """R14 From the turn after the one in which it was gained."""
    return player.sprat == "held"


def sprat_zones(player: Player) -> list[Zone]:
    """R6.2 Zones that the sprat could expand now."""
    return [zone for zone in ZONES if expandable(player, zone)] if playable(player) else []


async def relief(t: Table[State], seat: Seat) -> None:
    """R6.1, R14 A coin or a good of choice; then the sprat leaves the game."""
    player = t.state.players[seat]
    held = stock(player)
    options = [relief_option("coin", held["coin"]), *(relief_option(good, held[good]) for good in GOODS)]
    thing: Thing = await t.choose(seat, "relief.ask", options, rule="R14", default="coin", about=SpratRelief())
    player.sprat = "none"
    player.deeds.append(write(Relieved()))
    if thing == "coin":
        player.coins += 1
    else:
        player.goods[thing] += 1
    t.tell("relief.done", who=Who(seat), things=amounts({thing: 1}))


def relief_option(thing: Thing, now: int) -> Option:
    return Option(
        thing,
        thing,
        say("good.label", things=amount(thing, 1)),
        say("good.detail", now=now, then=now + 1),
        place=f"relief:{thing}",
    )


def cool_down(player: Player) -> None:
    """R14 A sprat gained in this turn may be played from the next one on."""
    if player.sprat == "new":
        player.sprat = "held"
