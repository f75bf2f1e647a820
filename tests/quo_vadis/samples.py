"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import Message, Prompt
from engines.quo_vadis.computer import evaluation
from engines.quo_vadis.computer.reasons import DRAFTED_SKILL_TURNS
from engines.quo_vadis.computer.war_value import estimate_answered_chance
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.questions import ChooseArea
from engines.quo_vadis.rules.workers import has_terrain_cost
from engines.quo_vadis.table import board
from engines.quo_vadis.table.geometry import list_spaces
from engines.quo_vadis.table.state import State
from engines.quo_vadis.view import SpaceView, View
from tests.project.pictures import Showpiece
from tests.reasons.accounts import Account, Amounts, Units, name_argument
from tests.reasons.truth import Fact


def _choose_board(_: View) -> dict[str, str]:
    return {"board": "board"}


SHOWPIECE = Showpiece(4, lambda view: view.round == 7, _choose_board)
"""The sixth round with four players."""


def _has_best_chance(state: State, prompt: Prompt, own: str, _reason: Message) -> bool:
    war = state.playing.war
    assert war is not None
    side, chances = war.find_side(prompt.seat), {}
    for option in prompt.options:
        side.bid = option.value
        chances[option.key] = estimate_answered_chance(state, war, prompt.seat)
        side.bid = None
    return max(chances.values()) - chances[own] < 0.001


def _may_still_grow(_state: State, _prompt: Prompt, _own: str, reason: Message) -> bool:
    cards, then = reason.args["cards"], reason.args["then"]
    assert isinstance(cards, int) and isinstance(then, int)
    return cards <= then


def _find_first_area(state: State, prompt: Prompt, own: str) -> str | None:
    """Return the area of an option of the first round, for which no search speaks."""
    if not isinstance(prompt.subject, ChooseArea) or prompt.subject.has_all_cards or state.round != 1:
        return None
    area: str = next(option.value.way.area for option in prompt.options if option.key == own)
    return area


def _is_alone(state: State, prompt: Prompt, own: str, _reason: Message) -> bool:
    area = _find_first_area(state, prompt, own)
    return area is None or not board.list_participants(state.areas[area], state.seats)


def _has_open_spaces(state: State, prompt: Prompt, own: str, reason: Message) -> bool:
    area = _find_first_area(state, prompt, own)
    if area is None:
        return True
    named_spaces = zip(list_spaces(area), state.areas[area].spaces, strict=True)
    return reason.args["spaces"] == sum(
        not has_terrain_cost(state, prompt.seat, name) and not board.has_piece(space, prompt.seat)
        for name, space in named_spaces
    )


def _is_worth_most(state: State, prompt: Prompt, own: str, reason: Message) -> bool:
    """Return whether the skill has this value over the turns that the words tell, and no other one more by the end."""
    turns = evaluation.count_turns_left(state, prompt.seat)
    values = {option.key: evaluation.evaluate_skill(option.value, turns) for option in prompt.options}
    skill = next(option.value for option in prompt.options if option.key == own)
    is_told = reason.args["vp"] == round(evaluation.evaluate_skill(skill, DRAFTED_SKILL_TURNS))
    return is_told and values[own] == max(values.values())


VERSATILE, SPECIALIST = (0, 0, 1, 3, 12, 18), (0, 0, 2, 4, 8, 12, 14)
"""R9.2 Style bonus by number of generations, and by size of the largest group."""
REASON_FACTS: Mapping[str, Fact] = {
    "aid.bid_last": _has_best_chance,
    "aid.stack": _may_still_grow,
    "aid.first": _is_alone,
    "aid.suits": _has_open_spaces,
    "aid.draft": _is_worth_most,
    "aid.draft_end": _is_worth_most,
}
"""Key of a reason with a superlative, or a number of a rule of thumb -> whether it is true (tests/reasons)."""


RESOURCES: Mapping[str, Units] = {
    "morale": ("morale", "戦意"),
    "food": ("food", "食料"),
    "faith": ("faith", "信仰"),
}
"""Names of resources in the sentences of both languages."""


def list_losses(before: View, after: View, seat: int) -> Amounts:
    """Return the resources that the seat has less of."""
    was, now = before.players[seat].stock, after.players[seat].stock
    return {units: was[name] - now[name] for name, units in RESOURCES.items() if was[name] > now[name]}


def _count_points(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    more = after.players[seat].points - before.players[seat].points
    return {more} if more > 0 else None


def _count_track(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    more = list_losses(after, before, seat).get(RESOURCES[name_argument(reason, "what")])
    return {more} if more else None


def _count_bonus(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """R7.9 Return the cards of the old generation, the areas that count, and their product, once the town is built."""
    was, now, turn = before.players[seat], after.players[seat], after.turn
    if turn is None or turn.player != seat or not turn.is_change or now.towns >= was.towns:
        return None
    alone = {area.id for area in after.areas if _list_participants(after, area.id) == {seat}}
    areas = {*now.controlled} | (alone if "S24" in now.skills else set())
    bonus = [turn.old_size, len(areas), turn.old_size * len(areas)]
    return {*bonus} if [reason.args[name] for name in ("cards", "areas", "vp")] == bonus else None


def _find_control(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    won, named = {*after.players[seat].controlled} - {*before.players[seat].controlled}, reason.args["areas"]
    return set() if {*(named if isinstance(named, tuple) else (named,))} <= won else None


def _list_towns(view: View, seat: int) -> dict[tuple[str, int], int]:
    """Return (area, slot) -> population of the seat's towns that have any."""
    return {
        (area.id, slot): space.town.population
        for area in view.areas
        for slot, space in enumerate(area.spaces)
        if space.town is not None and space.town.owner == seat and space.town.population
    }


def _find_new_towns(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """R6 Return whether as many towns are new as are named, or one in each area named for the first time."""
    was, now = _list_towns(before, seat), _list_towns(after, seat)
    new = {place for place in now if place not in was}
    if reason.key == "aid.hold":
        first = {area for area, _ in new} - {area for area, _ in was}
        areas = reason.args["areas"]
        return set() if new and {*(areas if isinstance(areas, tuple) else (areas,))} == first else None
    spaces = reason.args["spaces"]
    return set() if isinstance(spaces, tuple) and len(spaces) == len(new) else None


def _find_growth(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    was, now = _list_towns(before, seat), _list_towns(after, seat)
    return set() if any(now.get(place, 0) > people for place, people in was.items()) else None


def _count_stack(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """R7.5 Return the size to which the newest generation grows, and the rule of thumb told beside it."""
    told = {1, *(n for n in reason.args.values() if isinstance(n, int))}  # the points of 1 card
    was, now = ([len(stack) for stack in view.players[seat].generations] for view in (before, after))
    return told if was and now == [*was[:-1], was[-1] + 1] and now[-1] == reason.args["cards"] else None


def _count_cubes(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """R5.6 Return the cubes placed of the resource that the reason's key names."""
    more = list_losses(after, before, seat).get(RESOURCES[reason.key.removeprefix("aid.")])
    return {more} if more else None


def _count_drawn(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    discarded = before.players[seat].hand_size - after.players[seat].hand_size
    return {discarded} if discarded > 0 else None


WAR_SKILLS = {"S16", "S17", "S29", "S30"}
"""Skills that add to a declaration, its rolls, or the morale for it."""


def _list_owners(space: SpaceView) -> set[int]:
    """R6 Return the seats with a piece on a space: workers, or a town that is not destroyed."""
    towns = {space.town.owner} if space.town is not None and space.town.population else set[int]()
    return towns | {seat for seat, workers in enumerate(space.workers) if workers}


def _list_participants(view: View, area: str) -> set[int]:
    """R7.7 Return the seats with a piece anywhere in an area."""
    return {seat for space in view.find_area(area).spaces for seat in _list_owners(space)}


def _has_coming_war(view: View, area: str, seat: int) -> bool:
    """R7.7 Return whether it is the area of the turn, has a shared space, and the seat takes part in the war."""
    is_shared = any(len(_list_owners(space)) > 1 for space in view.find_area(area).spaces)
    is_of_turn = view.turn is not None and view.turn.area == area
    return is_of_turn and is_shared and seat in _list_participants(view, area)


def _measure_lead(view: View, area: str, seat: int) -> int:
    """R7.7 Return the strength of the seat with all its morale, less that of the strongest rival."""
    assert view.turn is not None
    totals = {other: view.turn.strengths[other].total for other in _list_participants(view, area)}
    return totals.pop(seat) + view.players[seat].stock["morale"] - max(totals.values())


def _limit_chance(view: View, area: str, seat: int) -> float:
    """R7.7 Return the percentage of wars that the seat would win if it alone added morale, and all that it has.

    A war that is declared or may be decided by skills is not limited.
    """
    player, turn = view.players[seat], view.turn
    if turn is None or turn.area != area or turn.war is not None or WAR_SKILLS & {*player.skills}:
        return 100
    own, morale = turn.strengths[seat], player.stock["morale"]
    won = 0.0
    for die in range(1, own.sides + 1):
        total, rolls = own.total + morale + die, 2 if morale else 1
        chance = (die**rolls - (die - 1) ** rolls) / own.sides**rolls
        for rival in _list_participants(view, area) - {seat}:
            strength, wins_tie = turn.strengths[rival], player.order < view.players[rival].order
            below = total - strength.total - (not wins_tie)
            chance *= min(max(below, 0), strength.sides) / strength.sides
        won += chance
    return 100 * won + 1  # which is rounded


def _find_war(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    """R7.7 Return the chance that is told, if a war is coming, or no longer is, in the area of the turn.

    The chance itself is an estimate of the computer player; the words rest on its side of one half, and the
    declarations that are possible limit it. A war that was coming must have better odds, or be worth more morale after
    a change.
    """
    percent = reason.args["percent"]
    assert isinstance(percent, int)
    turn = after.turn
    area = reason.args["areas"][0] if reason.key == "aid.control_if" else turn and turn.area  # type: ignore[index]
    if turn is None or not isinstance(area, str) or not 0 <= percent <= 100:
        return None
    was_coming, is_coming = (_has_coming_war(view, area, seat) for view in (before, after))
    is_new = is_coming and (
        not was_coming or _measure_lead(after, area, seat) > _measure_lead(before, area, seat) or turn.is_change
    )
    fits = {
        "aid.war": is_new and 50 <= percent <= _limit_chance(after, area, seat),
        "aid.control_if": is_coming and percent >= 50 and area not in before.players[seat].controlled,
        "aid.losing": is_coming and percent <= 50,
        "aid.peace": was_coming and not is_coming,
    }
    return {percent} if fits[reason.key] else None


def _count_skill(before: View, after: View, seat: int, _: Message) -> set[int] | None:
    """R9 Return what the final scoring of the table would bring more by each new skill than without it."""
    player, towns = after.players[seat], _list_towns(after, seat)
    tops = [stack[-1] for stack in player.generations]
    with_wild_card = [[*tops[:place], kind, *tops[place + 1 :]] for place in range(len(tops)) for kind in CONTENT.kinds]
    gains = {
        "S25": 2 * len(towns),
        "S26": (population := sum(towns.values())) - population // 2,
        "S27": len(player.controlled),
        "S28": max(map(_count_style, [tops, *with_wild_card])) - _count_style(tops),
    }
    return {gains[skill] for skill in {*player.skills} - {*before.players[seat].skills} if gains.get(skill)} or None


def _count_style(tops: list[str]) -> int:
    """R9.2 Return the style bonus: by the generations if their top cards all differ, else by the largest group."""
    largest = max(map(tops.count, tops), default=1)
    return VERSATILE[len(tops)] if largest == 1 else SPECIALIST[largest]


REASON_ACCOUNTS = {
    "aid.vp": Account(("VP", "VP"), _count_points),
    "aid.bonus": Account(("VP", "VP"), _count_bonus),
    "aid.track": Account(("morale|food|faith", "戦意|食料|信仰"), _count_track),
    "aid.control": Account(("control", "支配"), _find_control),
    "aid.town": Account(("a town on", "タウン"), _find_new_towns),
    "aid.hold": Account(("by the town alone", "タウンだけで"), _find_new_towns),
    "aid.grown": Account(("towns grow", "増える"), _find_growth),
    "aid.stack": Account(("generation grows", "世代が"), _count_stack),
    "aid.stack_last": Account(("generation grows", "世代が"), _count_stack),
    "aid.food": Account(("worker", "ワーカー"), _count_cubes),
    "aid.morale": Account(("strength", "戦力"), _count_cubes),
    "aid.faith": Account(("Free", "フリー"), _count_cubes),
    "aid.redraw": Account(("fresh card", "引き直す"), _count_drawn),
    "aid.war": Account(("a war won about", "勝率"), _find_war),
    "aid.control_if": Account(("if you win the war", "戦争に勝てば"), _find_war),
    "aid.losing": Account(("a war that you win", "勝率"), _find_war),
    "aid.peace": Account(("no war", "戦争にならない"), _find_war),
    "aid.skill_end": Account(("final scoring", "最終決算"), _count_skill),
}
"""Amounts that each kind of reason tells, counted again from Views (tests/reasons)."""

UNCOUNTED_REASONS: Mapping[str, str] = {
    "aid.spent": "a price: `list_losses` counts it",
    "aid.more": "a contrast, which `tests/reasons/truth.py` compares",
    "aid.bid": "the computer player's opinion of a balance",
    "aid.basic": "the recommendation of the printed rules",
    "aid.skill": "an estimate of the skill's further use",
}
"""Key of a reason that no account counts -> what else checks it, or why nothing can."""
