"""The advantages of one end of a turn over another. They explain an answer that is better without a gain of its own.

The parts of `evaluate` are compared; the largest advantage comes first.
"""

from collections.abc import Iterator

from engines.kernel import Message, Seat, message
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import list_controlled_areas
from engines.quo_vadis.table.state import State

from .evaluation import count_current_cards, count_turns_left, evaluate_generations, evaluate_tracks, summarize_position
from .plan import find_best_schedule
from .war_value import estimate_chance, evaluate_coming_war, find_coming_war

MIN_ADVANTAGE = 0.2
"""Minimum difference in value for a part to be named."""


def explain_contrast(alternative: State, state: State, seat: Seat) -> Iterator[Message]:
    """Yield the advantages of `state` over `alternative` for a seat, the largest first."""
    if state.phase != "turn" or alternative.phase != "turn":
        return
    parts = [(value, text) for value, text in _compare_parts(alternative, state, seat) if value >= MIN_ADVANTAGE]
    yield from (text for _, text in sorted(parts, key=lambda part: -part[0]))


def _compare_parts(alternative: State, state: State, seat: Seat) -> Iterator[tuple[float, Message]]:
    vp = state.players[seat].points - alternative.players[seat].points
    if vp > 0:
        yield float(vp), message("aid.more", what=names.name_track("vp"), more=vp)
    yield from _compare_wars(alternative, state, seat)
    yield from _compare_land(alternative, state, seat)
    yield from _compare_resources(alternative, state, seat)


def _compare_wars(alternative: State, state: State, seat: Seat) -> Iterator[tuple[float, Message]]:
    """R7.7 Yield the advantage of no war, or of a war with better odds."""
    value = _evaluate_war(state, seat) - _evaluate_war(alternative, seat)
    odds, alternative_odds = _find_odds(state, seat), _find_odds(alternative, seat)
    if odds is None and alternative_odds is not None:
        yield value, message("aid.peace", percent=alternative_odds)
    elif odds is not None and (alternative_odds is None or alternative_odds < odds):
        yield value, message("aid.losing", percent=odds)


def _evaluate_war(state: State, seat: Seat) -> float:
    return evaluate_coming_war(state, seat) if _is_on_turn(state, seat) else 0.0


def _find_odds(state: State, seat: Seat) -> int | None:
    """Return the chance in the coming war in percent; None: the seat takes part in none."""
    war = find_coming_war(state) if _is_on_turn(state, seat) else None
    if war is None or not any(side.seat == seat for side in war.sides):
        return None
    return round(100 * estimate_chance(state, war, seat))


def _is_on_turn(state: State, seat: Seat) -> bool:
    return state.turn is not None and state.turn.player == seat


def _compare_land(alternative: State, state: State, seat: Seat) -> Iterator[tuple[float, Message]]:
    """R6, R7.9 Yield the advantage in expected territory bonuses: more areas, or more cards in the generation."""
    value = evaluate_generations(state, seat) - evaluate_generations(alternative, seat)
    alternative_areas = list_controlled_areas(alternative, seat)
    if added_areas := [area for area in list_controlled_areas(state, seat) if area not in alternative_areas]:
        yield value, message("aid.control", areas=tuple(added_areas))
    elif (cards := count_current_cards(state.players[seat])) > count_current_cards(alternative.players[seat]):
        final_size = find_best_schedule(summarize_position(state, seat)).final_size
        yield (
            value,
            message("aid.stack", cards=cards, then=final_size)
            if final_size
            else message("aid.stack_last", cards=cards),
        )


def _compare_resources(alternative: State, state: State, seat: Seat) -> Iterator[tuple[float, Message]]:
    """Yield the resources of which fewer were spent or more gained."""
    turns = count_turns_left(state, seat)
    mine, theirs = state.players[seat], alternative.players[seat]
    value = evaluate_tracks(mine, turns) - evaluate_tracks(theirs, turns)
    for resource in mine.stock:
        if (surplus := mine.stock[resource] - theirs.stock[resource]) > 0:
            yield value, message("aid.more", what=names.name_resource(resource), more=surplus)
