"""The confirmation that ends a turn or a reward, with a summary of everything that changed."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from engines.kernel import GameContext, Message, NounRef, Seat
from engines.signorie.data.ids import INITIATIVE, Career, CityName, HelperId, Row
from engines.signorie.effects.tiles import describe_row
from engines.signorie.effects.tracks import choose_disc_key, label_slot
from engines.signorie.table.board import CAREERS, compute_threshold, find_initiative_slot
from engines.signorie.table.state import State


class TurnSnapshot(NamedTuple):
    """A player's position at the beginning of a turn, for comparison with its end."""

    vp: int
    """Points so far, of all sources."""
    florins: int
    """In hand."""
    men: int
    """In the supply."""
    women: int
    """In the supply."""
    careers: dict[Career, tuple[int, ...]]
    """The player's men on each slot, by track."""
    disc: int
    """Slot of the player's disc on the initiative track."""
    cities: dict[CityName, int]
    """Number of free slots of each city."""
    rows: dict[Row, int]
    """Number of tiles in each row of the plan."""
    helpers: tuple[HelperId, ...]
    """Occupied helper slots, oldest first."""
    brides: int
    """Number of married sons."""
    dice: int
    """Sum of the dice."""
    threshold: int
    """Highest sum of the dice that is rewarded, with the meeples paid so far (R11)."""


def take_snapshot(state: State, seat: Seat) -> TurnSnapshot:
    """Return the seat's present position."""
    player = state.players[seat]
    return TurnSnapshot(
        player.vp,
        player.florins,
        player.supply["male"],
        player.supply["female"],
        {track: tuple(men) for track, men in player.careers.items()},
        find_initiative_slot(state, seat),
        {city_id: city.slots.count(None) for city_id, city in state.cities.items()},
        {row: len(laid.face_up) + len(laid.face_down) for row, laid in player.plan.items()},
        tuple(player.helpers),
        player.brides,
        player.dice_sum,
        compute_threshold(player),
    )


async def confirm_turn_end(
    ctx: GameContext[State], seat: Seat, snapshot: TurnSnapshot, key: str = "turn.confirm", rule: str = "R6"
) -> None:
    """R4 Ask the player to confirm the end of the turn.

    Skipped if dice were rolled and nothing was decided since, because nothing could be undone.
    """
    if ctx.has_revealed:
        return
    # Checked first because it is cheap: a turn begins with a die, so the sum has usually changed.
    has_changed = (
        _has_dice_change(ctx.state, seat, snapshot) or next(iter_changes(ctx.state, seat, snapshot), None) is not None
    )
    await ctx.confirm(
        seat,
        key,
        rule=rule,
        default="yes",
        detail=partial(summarize_changes, ctx.state, seat, snapshot) if has_changed else None,
    )


def summarize_changes(state: State, seat: Seat, snapshot: TurnSnapshot) -> Message:
    """Return all changes as one message. Equal changes, e.g. two men entering the same track, are counted."""
    counted_changes = ((change, len(list(same))) for change, same in groupby(iter_changes(state, seat, snapshot)))
    messages = (
        change if n == 1 else Message("summary.times", {"change": change, "n": n}) for change, n in counted_changes
    )
    return Message("summary.all", {"changes": tuple(messages)})


def iter_changes(state: State, seat: Seat, snapshot: TurnSnapshot) -> Iterator[Message]:
    """Yield the changes since `snapshot`: points first, then florins and meeples, then pieces on the boards."""
    current = take_snapshot(state, seat)
    if current.vp != snapshot.vp:
        yield Message("summary.vp", {"gained": current.vp - snapshot.vp, "vp": current.vp})
    for kind, old, new in (
        ("florins", snapshot.florins, current.florins),
        ("men", snapshot.men, current.men),
        ("women", snapshot.women, current.women),
    ):
        if new != old:
            yield Message(f"summary.{kind}", {"before": old, "now": new})
    yield from _iter_track_changes(snapshot, current)
    for city_id, city in sorted(state.cities.items()):  # slots are filled from the first to the last
        for meeple in city.slots[len(city.slots) - snapshot.cities[city_id] :]:
            if meeple is not None and meeple.seat == seat:
                yield Message(
                    "summary.city", {"sex": NounRef(f"sexes.{meeple.sex}"), "city": NounRef(f"cities.{city_id}")}
                )
    for row, tiles in current.rows.items():
        if tiles != snapshot.rows[row]:
            yield Message("summary.tile", {"row": describe_row(row), "tiles": tiles})
    for helper in current.helpers:
        if helper not in snapshot.helpers:
            yield Message("summary.helper", {"helper": NounRef(f"helper_labels.{helper}")})
    if current.brides != snapshot.brides:
        yield Message("summary.son")
    if _has_dice_change(state, seat, snapshot):
        yield Message("summary.dice", {"sum": current.dice, "threshold": current.threshold})


def _has_dice_change(state: State, seat: Seat, snapshot: TurnSnapshot) -> bool:
    """Return whether the sum of the dice or the threshold has changed, in the phase in which they matter."""
    player = state.players[seat]
    return state.phase == "actions" and (player.dice_sum, compute_threshold(player)) != (
        snapshot.dice,
        snapshot.threshold,
    )


def _iter_track_changes(snapshot: TurnSnapshot, current: TurnSnapshot) -> Iterator[Message]:
    """Yield the changes on the tracks: men who advanced, entered or left, and the disc."""
    for track in CAREERS:
        steps = [new - old for old, new in zip(snapshot.careers[track], current.careers[track], strict=True)]
        left_slots = [slot for slot, step in enumerate(steps, 1) for _ in range(-step)]
        reached_slots = [slot for slot, step in enumerate(steps, 1) for _ in range(step)]
        entered_count = max(0, len(reached_slots) - len(left_slots))
        name = NounRef(f"terms.{track}")
        for slot in reached_slots[:entered_count]:
            yield Message("summary.enter", {"track": name, "end": label_slot(track, slot)})
        for start, end in zip(left_slots, reached_slots[entered_count:], strict=False):
            walk = {"start": label_slot(track, start), "end": label_slot(track, end)}
            yield Message("summary.walk", {"track": name, **walk})
        for slot in left_slots[len(reached_slots) - entered_count :]:
            yield Message("summary.leave", {"track": name, "start": label_slot(track, slot)})
    if current.disc != snapshot.disc:
        slot_labels = {"start": label_slot(INITIATIVE, snapshot.disc), "end": label_slot(INITIATIVE, current.disc)}
        yield Message(
            choose_disc_key("summary.disc", current.disc), {"steps": current.disc - snapshot.disc, **slot_labels}
        )
