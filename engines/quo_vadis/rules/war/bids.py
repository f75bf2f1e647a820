"""R7.7 Public declarations of morale in turn order, and preset answers to them."""

from functools import lru_cache, partial
from typing import Any, NamedTuple

from engines.kernel import Arg, GameContext, Message, Option, PresetTopic, Prompt, Seat, SeatRef, message
from engines.quo_vadis.questions import Bid
from engines.quo_vadis.rules.effects import pay_resource
from engines.quo_vadis.rules.windfall import list_windfall_options
from engines.quo_vadis.table import names
from engines.quo_vadis.table.skills import LEVY, compute_regained_morale, find_skill_number, is_unused
from engines.quo_vadis.table.state import Side, State, War

from .strength import compute_chances, compute_strength, describe_proviso, find_elated

BID_TOPIC = "bid"


async def ask_declaration(ctx: GameContext[State], war: War, seat: Seat) -> bool:
    """R7.7 Ask a seat to declare 0 up to all of its morale, paid at once, +1 strength each.

    A seat that can only declare 0 is not asked (R12). S30 is a side action of the declaration; in its own turn the
    owner of an unused S29 is asked even without morale (R7). Returns whether the seat was asked.
    """
    state, side = ctx.state, war.find_side(seat)
    if not (has_choice := _has_choice(state, war, seat)):
        side.bid = 0
        ctx.log_event("bid.none", who=SeatRef(seat), strength=compute_strength(state, war, side))
        return has_choice
    with ctx.side_actions(seat, partial(_list_levy_options, state, war, seat), partial(_use_levy, ctx, war, seat)):
        side.bid = await ctx.ask(lambda: _build_question(ctx, war, seat))
    assert side.bid is not None
    pay_resource(state, seat, "morale", side.bid)
    ctx.log_event("bid.done", who=SeatRef(seat), morale=side.bid, strength=compute_strength(state, war, side))
    return has_choice


def _has_choice(state: State, war: War, seat: Seat) -> bool:
    """R12 Return whether the seat has a choice: morale, or a skill as a side action."""
    windfall = seat == state.active and bool(list_windfall_options(state, seat))
    return state.players[seat].stock["morale"] > 0 or windfall or bool(_list_levy_options(state, war, seat))


def _build_question(ctx: GameContext[State], war: War, seat: Seat) -> Prompt:
    state = ctx.state
    about = Bid(
        war.area, find_highest_bid(war), tuple((side.seat, compute_strength(state, war, side)) for side in war.sides)
    )
    return ctx.build_choice_prompt(
        seat,
        "bid.ask_last" if seat == state.active else "bid.ask",
        partial(list_bids, state, war, seat),
        default=("bid:0",),
        topic=None if seat == state.active else BID_TOPIC,
        rule="R7.7",
        subject=about,
        area=war.area,
        strength=compute_strength(state, war, war.find_side(seat)),
        sides=war.find_side(seat).sides,
        parts=partial(_describe_parts, state, war, war.find_side(seat)),
        others=partial(_describe_others, state, war, seat),
        highest=find_highest_bid(war),
    )


def _describe_others(state: State, war: War, seat: Seat) -> tuple[Message, ...]:
    """Describe the other sides with their public strength and their declarations."""
    return tuple(_describe_side(state, war, side) for side in war.sides if side.seat != seat)


def _describe_side(state: State, war: War, side: Side) -> Message:
    """Describe a side. Its possible additions are public, too."""
    args: dict[str, Arg] = {
        "who": SeatRef(side.seat),
        "strength": compute_strength(state, war, side),
        "sides": side.sides,
    }
    if side.bid is not None:
        return message("bid.side_declared", **args, morale=side.bid)
    player, reserve = state.players[side.seat], []
    if morale := player.stock["morale"]:
        reserve.append(message("bid.reserve", morale=morale))
    if is_unused(player, LEVY):
        reserve.append(
            message("bid.reserve_levy", skill=names.name_skill(LEVY), strength=find_skill_number(LEVY, "strength"))
        )
    return message("bid.side_reserve", **args, reserve=tuple(reserve)) if reserve else message("bid.side", **args)


def _describe_parts(state: State, war: War, side: Side) -> tuple[Message, ...]:
    """R7.7 Describe the parts of a strength, without morale."""
    neighbours = side.base - side.workers - side.towns
    skills = compute_strength(state, war, side) - side.base - (side.bid or 0)
    parts = {"workers": side.workers, "towns": side.towns, "neighbours": neighbours, "skills": skills}
    return tuple(message(f"bid.{part}", strength=n) for part, n in parts.items() if n)


def find_highest_bid(war: War) -> int:
    """Return the highest declaration so far."""
    return max(side.bid or 0 for side in war.sides)


def list_bids(state: State, war: War, seat: Seat) -> list[Option]:
    """R7.7 List all declarations from 0 to all morale."""
    morale = state.players[seat].stock["morale"]
    return [
        Option(
            f"bid:{n}", n, message("bid.label", morale=n), partial(_forecast_bid, state, war, seat, n), place=f"bid:{n}"
        )
        for n in range(morale + 1)
    ]


def _forecast_bid(state: State, war: War, seat: Seat, morale: int) -> Message:
    """Describe a declaration: the strength, the chance of winning if no rival adds morale and if all do, the rest."""
    side = war.find_side(seat)
    before, side.bid = side.bid, morale
    elation, war.elated = war.elated, find_elated(state, war)
    current_strength, chance, unless = (
        compute_strength(state, war, side),
        round(100 * compute_chances(state, war)[seat]),
        describe_proviso(state, war, seat),
    )
    side.bid, war.elated = before, elation
    morale_left = state.players[seat].stock["morale"] - morale
    key = "bid.detail_odds" if state.options.get("odds", "on") == "on" else "bid.detail"
    args: dict[str, Arg] = {"strength": current_strength, "left": morale_left, "chance": chance, "unless": unless}
    if regained := compute_regained_morale(state.players[seat], morale):
        return message(f"{key}_back", **args, then=morale_left + regained)
    return message(key, **args)


def _list_levy_options(state: State, war: War, seat: Seat) -> list[Option]:
    """S30 List the side action: once a game, together with the seat's declaration."""
    if war.find_side(seat).has_levy or not is_unused(state.players[seat], LEVY):
        return []
    label, detail = (
        message("levy.label", skill=names.name_skill(LEVY)),
        message("levy.detail", strength=find_skill_number(LEVY, "strength")),
    )
    return [Option("levy", None, label, detail)]


async def _use_levy(ctx: GameContext[State], war: War, seat: Seat, _: Any) -> None:
    """S30 Add 4 strength in this war. It is not morale and does not count for elation."""
    war.find_side(seat).has_levy = True
    ctx.state.players[seat].spent.append(LEVY)
    ctx.log_event(
        "levy.done", who=SeatRef(seat), skill=names.name_skill(LEVY), strength=find_skill_number(LEVY, "strength")
    )


# ------------------------------------------------------------------ preset answers


class BidPreset(NamedTuple):
    """A preset declaration relative to the highest one so far."""

    raise_by: int
    """Morale above the highest declaration."""
    limit: int
    """Maximum morale; beyond it the seat declares 0."""


@lru_cache
def list_presets() -> tuple[Option, ...]:
    """R12 List the presets: nothing, as much as the highest declaration so far, or one more, up to a limit."""
    limits = (1, 2, 3, 4)
    match = [Option(f"match:{n}", BidPreset(0, n), message("order.match", morale=n)) for n in limits]
    beat = [Option(f"beat:{n}", BidPreset(1, n), message("order.beat", morale=n)) for n in limits]
    return Option("zero", BidPreset(0, 0), message("order.zero")), *match, *beat


def answer_preset(prompt: Prompt, preset: BidPreset) -> tuple[str, ...]:
    """R12 Return the answer of a preset: 0 if its limit or the seat's morale is too low for the wanted declaration."""
    assert isinstance(prompt.subject, Bid)
    morale = prompt.subject.highest + preset.raise_by
    key = f"bid:{morale}"
    is_affordable = morale <= preset.limit and any(option.key == key for option in prompt.options)
    return (key,) if is_affordable else ("bid:0",)


PRESETS = {BID_TOPIC: PresetTopic(message("standing.bid"), lambda view, seat: list_presets(), answer_preset)}
