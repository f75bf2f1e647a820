"""R5.2 Races chosen in the order of seats (option `race_selection`)."""

from __future__ import annotations

from engines.kernel import Option, Table, say
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.questions import PickRace
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import printed
from engines.quo_vadis.table.state import State

from .draft import deal_packs
from .setup import take_race


async def pick_race(t: Table[State]) -> None:
    """R5.2 The next seat takes a free race."""
    s = t.state
    seat = next(seat for seat, player in enumerate(s.players) if player.race is None)
    options = free_races(s)
    race = await t.choose(seat, "race.ask", options, default=options[0].key, rule="R5.2", about=PickRace())
    take_race(t, seat, race)
    if all(player.race is not None for player in s.players):
        deal_packs(t)


def free_races(s: State) -> list[Option]:
    """R5.2 Each player has a different race."""
    taken = [player.race for player in s.players]
    return [
        Option(
            f"race:{race.id}",
            race.id,
            names.race(race.id),
            say(
                "race.detail",
                terrain=names.terrain(race.terrain),
                morale=printed(s, race, "morale"),
                food=printed(s, race, "food"),
                faith=printed(s, race, "faith"),
                wrath=printed(s, race, "wrath"),
                skills=tuple(names.skill(skill) for skill in race.basic),
            ),
        )
        for race in DATA.race
        if race.id not in taken
    ]
