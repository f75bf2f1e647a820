"""Why an option is good, for first-game aids: what the player has gained when the turn is about to be confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Msg, Prompt, Seat, say
from engines.quo_vadis.questions import Bid, DraftPick
from engines.quo_vadis.rules.war.strength import begin, chances, contested
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import controlled, territory, towns_of
from engines.quo_vadis.table.state import State, War

from .evaluation import skill_value, turns_left
from .greedy import bid

GOOD_ODDS = 0.5
"""A war is a reason from this chance on."""


def opinion(state: State, prompt: Prompt) -> dict[str, Msg]:
    """Where dice or the others decide what comes: a declaration by its odds, a skill by what it brings over a game."""
    match prompt.about:
        case Bid():
            return {bid(state, prompt): say("aid.bid")}
        case DraftPick():
            best = max(prompt.options, key=lambda option: skill_value(option.value, turns_left(state, prompt.seat)))
            return {best.key: say("aid.draft")}
        case _:
            return {}


def reasons(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """One by one: what scores first, then land, people, means."""
    yield from _points(before, after, seat)
    yield from _land(before, after, seat)
    yield from _means(before, after, seat)


def _points(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R7.9 The territory bonus once the town stands (before, the card says it); VP; a war with good odds; a skill."""
    turn = after.turn
    going_on = turn is not None and turn.player == seat and after.turns == before.turns
    if turn is not None and going_on and turn.changed and after.players[seat].towns < before.players[seat].towns:
        areas = len(territory(after, seat))
        if areas and turn.old:
            yield say("aid.bonus", cards=turn.old, areas=areas, vp=turn.old * areas)
    if (vp := after.players[seat].points - before.players[seat].points) > 0:
        yield say("aid.vp", vp=vp)
    if going_on and (war := _coming_war(after)) is not None:
        chance = chances(after, war).get(seat, 0.0)
        if chance >= GOOD_ODDS:
            yield say("aid.war", percent=round(100 * chance))
    for skill in after.players[seat].skills[len(before.players[seat].skills) :]:
        if value := round(skill_value(skill, turns_left(after, seat))):
            yield say("aid.skill", vp=value)


def _coming_war(state: State) -> War | None:
    """R7.7 The war of the turn before its dice; it is sure from the moment in which a space is shared."""
    war = state.playing.war
    if war is None and state.playing.area is not None and contested(state.areas[state.genesis], state.seats):
        return begin(state)
    return None if war is None or war.winner is not None else war


def _land(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R6 Areas won, towns built, towns that have grown."""
    held = controlled(before, seat)
    if won := [area for area in controlled(after, seat) if area not in held]:
        yield say("aid.control", areas=tuple(won))
    was = {space: town.population for space, town in towns_of(before, seat)}
    now = {space: town.population for space, town in towns_of(after, seat)}
    if built := [names.space(space) for space, people in now.items() if people and not was.get(space)]:
        yield say("aid.town", spaces=tuple(built))
    if any(was.get(space, 0) and people > was[space] for space, people in now.items()):
        yield say("aid.grown")


def _means(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """Resources gained in the balance of the turn."""
    was, now = before.players[seat].stock, after.players[seat].stock
    for resource in now:
        if (more := now[resource] - was[resource]) > 0:
            yield say("aid.track", what=names.resource(resource), more=more)
