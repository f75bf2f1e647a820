"""Why an option is good, for first-game aids: what the player has gained when the turn is about to be confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Msg, Option, Prompt, Seat, say
from engines.quo_vadis.questions import Bid, ChooseArea, DraftPick, EndTurn, PickBasic
from engines.quo_vadis.rules.worker_cost import rough
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import controlled, participants, present, territory, towns_in, towns_of
from engines.quo_vadis.table.geometry import spaces_of
from engines.quo_vadis.table.state import State, Turn, War

from .evaluation import AT_THE_END, FINAL, brought, morale_price, outlook, skill_value, stack_of, turns_left
from .fight import bid, coming, likely
from .plan import schedule

GOOD_ODDS = 0.5
"""A war is a reason from this chance on."""
SET_FOR = 5
"""Turns for which a skill of the draft is in play, about."""


def opinion(state: State, prompt: Prompt) -> dict[str, Msg]:
    """Where dice or the others decide what comes: a declaration by its odds, a skill by what it brings over a game."""
    match prompt.about:
        case Bid():
            price = morale_price(state, prompt.seat, 1)
            return {bid(state, prompt): say("aid.bid" if price else "aid.bid_last")}
        case DraftPick():
            best = max(prompt.options, key=lambda option: skill_value(option.value, turns_left(state, prompt.seat)))
            key = "aid.draft_end" if best.value in AT_THE_END else "aid.draft"
            return {best.key: say(key, vp=round(skill_value(best.value, SET_FOR)))}
        case PickBasic():
            return {prompt.options[0].key: say("aid.basic")}  # the recommended one
        case ChooseArea(other=False) if state.round == 1:
            return _first_area(state, prompt)
        case _:
            return {}


def _first_area(state: State, prompt: Prompt) -> dict[str, Msg]:
    """R7.1 Of the first round, in which thought sees little: land that costs nothing, nobody there, no faith."""
    ways = {option.key: option.value.way for option in prompt.options if option.value and not option.value.strike}

    def good(key: str) -> tuple[bool, int, int]:
        others = participants(state.areas[ways[key].area], state.seats)
        return not others, len(_free(state, prompt.seat, ways[key].area)), -ways[key].faith

    best = max(ways, key=good)
    alone, spaces, _ = good(best)
    why = say("aid.suits", spaces=spaces)
    return {best: say("aid.first", why=why) if alone else why}


def _free(state: State, seat: Seat, area: str) -> list[str]:
    """R7.4 Spaces without terrain cost on which none of the seat's own pieces stands yet."""
    open_to = zip(spaces_of(area), state.areas[area].spaces, strict=True)
    return [name for name, space in open_to if not rough(state, seat, name) and not present(space, seat)]


def reasons(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """One by one: what scores first, then land, people, means.

    What the card brings is no reason for an area or for workers: it can be played after any of them.
    """
    if before.phase == "resources":
        yield from _cubes(before, after, seat)
        return
    was, now = before.turn, _going_on(before, after, seat)
    settled = was is None or now is None or (was.area is not None and was.placed == now.placed)
    yield from _points(before, after, seat, now, by_card=settled)
    if was is not None and now is not None and was.placed == now.placed and was.area is not None:
        yield from _stack(before, after, seat)
    yield from _land(before, after, seat)
    if was is not None and now is not None and was.area is None and now.area is not None:
        yield from _ground(before, now.area, seat)
    if settled:
        yield from _means(before, after, seat)


def repeats(reason: Msg, part: Msg) -> bool:
    """Whether a part of an option's detail says no more than a reason does."""
    match reason.key, part.key:
        case "aid.war" | "aid.peace", "aid.war" | "aid.peace":
            return True
        case "aid.control_if", "aid.control_if" | "aid.war":
            return True
        case "aid.vp", "card.vp":
            return reason.args["vp"] == part.args["vp"]
        case "aid.control" | "aid.control_if", "workers.control":
            return {part.args["area"]} <= _areas(reason)
        case "aid.control", "move.wins":
            return _areas(part) <= _areas(reason)
        case _:
            return False


def _areas(said: Msg) -> set[object]:
    areas = said.args["areas"]
    return set(areas) if isinstance(areas, tuple) else {areas}


def may_advise(prompt: Prompt, aside: Option) -> bool:
    """R7.6 A discard stands beside all that is asked after a change; only before cards are drawn it is the question."""
    return isinstance(prompt.about, EndTurn) or not aside.key.startswith("discard:")


def _going_on(before: State, after: State, seat: Seat) -> Turn | None:
    """The turn of the seat, if it is not over yet."""
    turn = after.turn
    return turn if turn is not None and turn.player == seat and after.turns == before.turns else None


def _cubes(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R5.6 What the cubes are for."""
    was, now = before.players[seat].stock, after.players[seat].stock
    for resource in now:
        if (more := now[resource] - was[resource]) > 0:
            yield say(f"aid.{resource}", amount=more)


def _points(before: State, after: State, seat: Seat, going_on: Turn | None, *, by_card: bool) -> Iterator[Msg]:
    """R7.9 The territory bonus once the town stands (before, the card says it); VP; a war with good odds, or one that
    is avoided; a skill.
    """
    if going_on is not None and going_on.changed and after.players[seat].towns < before.players[seat].towns:
        areas = len(territory(after, seat))
        if areas and going_on.old:
            yield say("aid.bonus", cards=going_on.old, areas=areas, vp=going_on.old * areas)
    if by_card and (vp := after.players[seat].points - before.players[seat].points) > 0:
        yield say("aid.vp", vp=vp)
    if going_on is not None:
        yield from _war(before, after, seat)
    for skill in after.players[seat].skills[len(before.players[seat].skills) :]:
        if skill in FINAL:
            if vp := brought(after, seat, skill):
                yield say("aid.skill_end", vp=vp)
        elif value := round(skill_value(skill, turns_left(after, seat))):
            yield say("aid.skill", vp=value)


def _stack(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R7.9 A generation that grows where it could have been closed, and what it grows for."""
    was, now = before.playing, after.playing
    if was.card is None and now.card is not None and not now.changed and before.players[seat].generations:
        cards, plan = stack_of(after.players[seat]), schedule(outlook(after, seat))
        yield say("aid.stack", cards=cards, then=plan.closed) if plan.closed else say("aid.stack_last", cards=cards)


def _war(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R7.7 A war that is likely to be won; or none any more, where a move has left the shared space."""
    war, threat = coming(after), coming(before)
    if _takes_part(war, seat):
        assert war is not None
        if (chance := likely(after, war, seat)) >= GOOD_ODDS and war.area not in _won(before, after, seat):
            yield say("aid.war", percent=round(100 * chance))
    elif _takes_part(threat, seat) and war is None and after.playing.war is None:
        assert threat is not None
        yield say("aid.peace", percent=round(100 * likely(before, threat, seat)))


def _takes_part(war: War | None, seat: Seat) -> bool:
    return war is not None and any(side.seat == seat for side in war.sides)


def dangers(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R7.7 A war that the answers bring about and that is rather lost than won."""
    if before.phase != "turn" or _going_on(before, after, seat) is None or coming(before) is not None:
        return
    war = coming(after)
    if war is not None and _takes_part(war, seat) and (chance := likely(after, war, seat)) < GOOD_ODDS:
        yield say("aid.losing", percent=round(100 * chance))


def _ground(before: State, area: str, seat: Seat) -> Iterator[Msg]:
    """R7.4 Where workers have no terrain cost: that is of the area, whatever is done there."""
    if before.players[seat].workers and (spaces := len(_free(before, seat, area))):
        yield say("aid.suits", spaces=spaces)


def _land(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """R6 Areas won, towns built, towns that have grown."""
    won = _won(before, after, seat)
    war = coming(after) if _going_on(before, after, seat) is not None else None
    if war is not None and _takes_part(war, seat) and war.area in won:
        won.remove(war.area)
        if (chance := likely(after, war, seat)) >= GOOD_ODDS:
            yield say("aid.control_if", areas=(war.area,), percent=round(100 * chance))
    if won:
        yield say("aid.control", areas=tuple(won))
    was = {space: town.population for space, town in towns_of(before, seat)}
    now = {space: town.population for space, town in towns_of(after, seat)}
    if built := [names.space(space) for space, people in now.items() if people and not was.get(space)]:
        if before.turn is None or before.turn.card is None:
            yield say("aid.town", spaces=tuple(built))
        elif areas := _held_anew(before, after, seat):  # the option is the town itself
            yield say("aid.hold", areas=areas)
    if any(was.get(space, 0) and people > was[space] for space, people in now.items()):
        yield say("aid.grown")


def _won(before: State, after: State, seat: Seat) -> list[str]:
    held = controlled(before, seat)
    return [area for area in controlled(after, seat) if area not in held]


def _held_anew(before: State, after: State, seat: Seat) -> tuple[str, ...]:
    """R6 Areas in which the first own town stands: it holds them when all workers go."""
    first = (area for area in after.areas if towns_in(after.areas[area], seat))
    return tuple(area for area in first if not towns_in(before.areas[area], seat))


def _means(before: State, after: State, seat: Seat) -> Iterator[Msg]:
    """Resources gained in the balance of the turn, and cards drawn for discards. What Prosperity turns into another
    resource (R7.6) is no yield of the card: it is chosen after it.
    """
    was, now = before.turn, _going_on(before, after, seat)
    laid = was is not None and was.card is not None
    if now is None or laid or now.counts_as != "prosperity":
        stock, then = before.players[seat].stock, after.players[seat].stock
        for resource in then:
            if (more := then[resource] - stock[resource]) > 0:
                yield say("aid.track", what=names.resource(resource), more=more)
    if was is None or now is None or not laid:
        return
    later = now.war != was.war or before.players[seat].towns != after.players[seat].towns  # it is discarded afterwards
    if not later and (gone := len(before.players[seat].hand) - len(after.players[seat].hand)) > 0:
        yield say("aid.redraw", cards=gone)
