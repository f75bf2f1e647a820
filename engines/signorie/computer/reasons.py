"""Reasons for suggested options (first-game aids): the family's gains by the end of the turn."""

from collections.abc import Iterator

from engines.kernel import Message, NounRef, PreviewedAmount, Prompt, Seat
from engines.signorie.actions.helpers import name_helper
from engines.signorie.data.content import CONTENT
from engines.signorie.effects.family import Roll, describe_people
from engines.signorie.effects.tiles import describe_row
from engines.signorie.table.board import compute_row_vp, compute_threshold, find_initiative_slot, is_within_threshold
from engines.signorie.table.state import Player, State

INITIATIVE = CONTENT.data.initiative_track.vp
INITIATIVE_STEPS = PreviewedAmount(
    "steps", dict.fromkeys(("progress.bonus_steps", "progress.bonus_both", "progress.disc"), "steps")
)
PREVIEWED_AMOUNTS = {
    "aid.vp": PreviewedAmount(
        "vp", dict.fromkeys(("effect.vp", "marriage.detail", "mission.detail", "purchase.detail"), "vp")
    ),
    "aid.florins": PreviewedAmount(
        "florins",
        dict.fromkeys(
            ("effect.florins", "progress.bonus_florins", "progress.bonus_both", "reward.florins_label"), "florins"
        ),
    ),
    "aid.careers": PreviewedAmount("steps", dict.fromkeys(("progress.advance", "progress.enter"), "steps")),
    "aid.initiative": INITIATIVE_STEPS,
    "aid.initiative_low": INITIATIVE_STEPS,
}
"""Key of a reason -> where options tell its number, too. Helpers that only gain (D2) add to it of themselves."""


def explain_gains(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield the gains one by one: VP first, then pieces that bring VP later, then florins and meeples."""
    old, new = before.players[seat], after.players[seat]
    yield from _explain_points(old, new)
    yield from _explain_later_vp(old, new)
    yield from _explain_initiative(before, after, seat)
    yield from _explain_means(old, new)


def _explain_points(old: Player, new: Player) -> Iterator[Message]:
    """Yield VP gained now, and rows that will score (R12)."""
    if new.vp > old.vp:
        yield Message("aid.vp", {"vp": new.vp - old.vp})
    for row, plan_row in new.plan.items():
        if compute_row_vp(plan_row) and not compute_row_vp(old.plan[row]):
            yield Message("aid.row", {"row": describe_row(row), "vp": compute_row_vp(plan_row)})


def _explain_later_vp(old: Player, new: Player) -> Iterator[Message]:
    """Yield gains that bring VP later: helpers, brides, alliance tiles, and men further up."""
    for helper in new.helpers:
        if helper not in old.helpers:
            color = NounRef(f"die_colors.{CONTENT.helpers[helper].column}")
            yield Message("aid.helper", {"helper": name_helper(helper), "color": color})
    if new.brides > old.brides:
        yield Message("aid.bride")
    for row, plan_row in new.plan.items():
        if plan_row.size > old.plan[row].size and not compute_row_vp(plan_row):
            yield Message("aid.tile", {"row": describe_row(row), "tiles": plan_row.size})
    if (steps := _count_steps(new) - _count_steps(old)) > 0:
        yield Message("aid.careers", {"steps": steps})


def _count_steps(player: Player) -> int:
    """Return the total number of steps of the player's men on the career tracks."""
    return sum((slot + 1) * men for track in player.careers.values() for slot, men in enumerate(track))


def _explain_initiative(before: State, after: State, seat: Seat) -> Iterator[Message]:
    old_slot, new_slot = (find_initiative_slot(state, seat) for state in (before, after))
    if new_slot > old_slot:
        vp = INITIATIVE[new_slot]
        yield Message("aid.initiative" if vp else "aid.initiative_low", {"steps": new_slot - old_slot, "vp": vp})


def _explain_means(old: Player, new: Player) -> Iterator[Message]:
    """Yield gained meeples in the supply and florins."""
    men, women = (max(0, new.supply[sex] - old.supply[sex]) for sex in ("male", "female"))
    if men or women:
        yield Message("aid.people", {"people": describe_people(men, women)})
    if new.florins > old.florins:
        yield Message("aid.florins", {"florins": new.florins - old.florins})


def explain_costs(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield the florins, men and women that the seat has less of."""
    old, new = before.players[seat], after.players[seat]
    if old.florins > new.florins:
        yield Message("aid.spent", {"florins": old.florins - new.florins})
    men, women = (max(0, old.supply[sex] - new.supply[sex]) for sex in ("male", "female"))
    if men or women:
        yield describe_people(men, women)


def explain_dangers(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """R11 Yield a warning if the dice now exceed the threshold, so that the round's reward is lost."""
    old, new = before.players[seat], after.players[seat]
    if is_within_threshold(old) and not is_within_threshold(new) and after.slot == before.slot:
        yield Message("aid.threshold", {"sum": new.dice_sum, "threshold": compute_threshold(new)})


def explain_hopes(_state: State, prompt: Prompt) -> Iterator[Message]:
    """R8.4 Yield offspring dice that are about to be rolled."""
    if isinstance(prompt.subject, Roll):
        yield Message("aid.offspring", {"dice": prompt.subject.dice})
