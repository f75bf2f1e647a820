"""Samples of this game for the shared tools."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import Message, Prompt
from engines.quo_vadis.computer import evaluation
from engines.quo_vadis.computer.reasons import DRAFTED_SKILL_TURNS
from engines.quo_vadis.computer.war_value import estimate_answered_chance
from engines.quo_vadis.questions import ChooseArea
from engines.quo_vadis.rules.workers import has_terrain_cost
from engines.quo_vadis.table import board
from engines.quo_vadis.table.geometry import list_spaces
from engines.quo_vadis.table.state import State
from engines.quo_vadis.view import View
from tests.project.pictures import Showpiece
from tests.reasons.accounts import Account, Amounts, Units, name_argument
from tests.reasons.truth import Fact


def _board(_: View) -> dict[str, str]:
    return {"board": "board"}


SHOWPIECE = Showpiece(4, lambda view: view.round == 7, _board)
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
    return area is None or not board.find_participants(state.areas[area], state.seats)


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


def _count_bonus(_: View, __: View, ___: int, reason: Message) -> set[int] | None:
    cards, areas, vp = (reason.args[name] for name in ("cards", "areas", "vp"))
    assert isinstance(cards, int) and isinstance(areas, int) and isinstance(vp, int)
    return {cards, areas, vp} if cards * areas == vp else None


def _find_control(before: View, after: View, seat: int, reason: Message) -> set[int] | None:
    won, named = {*after.players[seat].controlled} - {*before.players[seat].controlled}, reason.args["areas"]
    return set() if {*(named if isinstance(named, tuple) else (named,))} <= won else None


REASON_ACCOUNTS = {
    "aid.vp": Account(("VP", "VP"), _count_points),
    "aid.bonus": Account(("VP", "VP"), _count_bonus),
    "aid.track": Account(("morale|food|faith", "戦意|食料|信仰"), _count_track),
    "aid.control": Account(("control", "支配"), _find_control),
}
"""What each kind of reason tells, counted again from Views (tests/reasons)."""
