"""Optional steps that are carried out unasked, each compared with declining it.

With the table option `every_step` each optional step is a question (R9, R11). A game without it is played; where an
answer leads to such a question in a copy with the option, and to none without it, the step is unasked. Copies carry it
out and decline it, and what the player then has is compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from unittest.mock import patch

from engines.kernel import Decision, GameContext, Match, NounRef, Prompt, Seat
from engines.signorie.actions.helpers import is_usable, resolve_effect
from engines.signorie.data.content import CONTENT
from engines.signorie.phases import dice, rewards
from engines.signorie.phases.dice import iter_allowed_actions
from engines.signorie.phases.rewards import can_offer_bonus
from engines.signorie.phases.turn_summary import confirm_turn_end
from engines.signorie.table.board import compute_budget, compute_row_vp
from engines.signorie.table.scoring import compute_careers_vp
from engines.signorie.table.state import State

DATA = CONTENT.data
OPTIONAL_STEPS = {"helper.choose": ("use", "skip"), "wedding.choose": ("yes", "no"), "purchase.choose": ("yes", "no")}
"""Question of an optional step -> the answers that carry it out and decline it."""
PARTS_OF_STEPS = ("take.choose", "tile.choose_row", "offspring.confirm")
"""Questions within an unasked step, which cannot decline it."""

Answered = tuple[bool, tuple[str, ...]]
"""Whether every step is asked for, and the answer."""


class UnaskedStep(NamedTuple):
    """A step that was carried out unasked."""

    name: str
    losses: tuple[str, ...]
    """Of what declining it would leave more."""


def iter_unasked_steps(match: Match[State], decision: Decision) -> Iterator[UnaskedStep]:
    """Yield the steps that would follow this decision unasked, without applying it to the match."""
    seat, asked = decision.seat, [(True, decision.keys)]
    while (prompt := _replay(match, seat, asked).find_prompt(seat)) and prompt.question_key in OPTIONAL_STEPS:
        unasked = [*asked[:-1], (False, asked[-1][1])]
        if _can_decline(_replay(match, seat, unasked).find_prompt(seat)):
            return
        accepted, declined = OPTIONAL_STEPS[prompt.question_key]
        outcomes = []
        for end in _iter_ends(match, seat, unasked):
            rest = _replay(match, seat, [*asked, (False, (declined,))])
            if _confirms_reward(rest, seat) and not _confirms_reward(end, seat):
                rest.apply(Decision(rest.step, seat, ("yes",)))  # only a reward with a question is confirmed
            outcomes.append(_compare(measure_holdings(end, seat), measure_holdings(rest, seat)))
        yield UnaskedStep(_name_step(prompt), min(outcomes, key=len))
        asked.append((True, (accepted,)))


def _replay(match: Match[State], seat: Seat, answers: list[Answered]) -> Match[State]:
    """Return a copy with these answers. Its turn ends with a confirmation even after a roll, before chance goes on."""
    copy = match.fork()
    with (
        patch.object(dice, "confirm_turn_end", _confirm_always),
        patch.object(rewards, "confirm_turn_end", _confirm_always),
    ):
        for every_step, keys in answers:
            copy.state.asks_every_step = every_step
            copy.apply(Decision(copy.step, seat, keys))
    copy.state.asks_every_step = False
    return copy


async def _confirm_always(ctx: GameContext[State], *args: Any) -> None:
    ctx.has_revealed = False
    await confirm_turn_end(ctx, *args)


def _can_decline(prompt: Prompt | None) -> bool:
    return prompt is not None and any(option.key in ("skip", "no") for option in prompt.options)


def _iter_ends(match: Match[State], seat: Seat, answers: list[Answered]) -> Iterator[Match[State]]:
    """Yield a copy with these answers, for each answer to a question within the step."""
    copy = _replay(match, seat, answers)
    prompt = copy.find_prompt(seat)
    if prompt is None or prompt.question_key not in PARTS_OF_STEPS:
        yield copy
        return
    for option in prompt.options:
        yield _replay(match, seat, [*answers, (False, (option.key,))])


def _confirms_reward(match: Match[State], seat: Seat) -> bool:
    prompt = match.find_prompt(seat)
    return prompt is not None and prompt.question_key == "reward.confirm"


def _name_step(prompt: Prompt) -> str:
    """Return the helper's id, or the kind of step."""
    helper = prompt.text.args.get("helper")
    return helper.path.rpartition(".")[2] if isinstance(helper, NounRef) else prompt.question_key.partition(".")[0]


class Holdings(NamedTuple):
    """The possessions of a seat, and the actions that they allow."""

    amounts: dict[str, int]
    actions: frozenset[str]
    """Main actions, helpers and bonuses that are possible, whatever the dice."""


def measure_holdings(match: Match[State], seat: Seat) -> Holdings:
    """Return points, florins and people with the weddings to come, and the open actions."""
    state, player = match.state, match.state.players[seat]
    wedding_slots = [slot for slot in range(state.slot, DATA.rounds.count + 1) if _may_marry(state, seat, slot)]
    rows = sum(compute_row_vp(player.plan[row]) for row in DATA.plan_rule.rows)
    has_ended = state.phase == "over"
    is_last_reward = state.slot == DATA.rounds.count and state.phase != "actions"  # florins are worth nothing (R12)
    weddings = DATA.brides.sons - player.brides
    paid = sum(DATA.brides.dowry.florins for slot in wedding_slots if slot in DATA.brides.dowry.reward_slots)
    to_come = min(paid, weddings * DATA.brides.dowry.florins)
    wed_vp = sum(DATA.brides.vp[player.brides : player.brides + min(weddings, len(wedding_slots))])
    return Holdings(
        {
            "points": player.vp + wed_vp + (0 if has_ended else compute_careers_vp(player) + rows),
            "florins": 0 if is_last_reward else player.florins + to_come,
            "men": player.supply["male"],
            "women": player.supply["female"],
        },
        frozenset(() if is_last_reward else _iter_open_actions(state, seat)),
    )


def _may_marry(state: State, seat: Seat, slot: int) -> bool:
    """R11(3) Return whether the seat may still have a wedding in the reward slot."""
    is_to_come = slot > state.slot or state.phase == "actions" or seat in state.rewarded[1:]
    return slot in DATA.rounds.bonus_reward_slots and is_to_come


def _iter_open_actions(state: State, seat: Seat) -> Iterator[str]:
    have = compute_budget(state.players[seat])
    for color in CONTENT.columns:
        yield from (f"{color}: {action}" for action in iter_allowed_actions(state, seat, color, have))
    for helper in state.players[seat].helpers:
        if is_usable(state, seat, resolve_effect(state, seat, CONTENT.helper_effects[helper], 1)):
            yield f"helper {helper}"
    for tile in state.rewards[state.slot :]:
        if tile in CONTENT.bonus_effects and can_offer_bonus(state, seat, CONTENT.bonus_effects[tile]):
            yield f"bonus {tile}"


def _compare(done: Holdings, declined: Holdings) -> tuple[str, ...]:
    """Return of what declining leaves more."""
    lost = [name for name, amount in declined.amounts.items() if amount > done.amounts[name]]
    return (*lost, *sorted(declined.actions - done.actions))
