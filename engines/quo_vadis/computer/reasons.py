"""Reasons for suggested options in first-game aids: the player's gains up to the confirmation of the turn."""

from collections.abc import Iterator

from engines.kernel import Answer, Claim, Message, PreviewedAmount, Prompt, Seat, is_unsurpassed, message
from engines.quo_vadis.data.content import RESOURCES
from engines.quo_vadis.questions import Bid, ChooseArea, DraftPick, PickBasic
from engines.quo_vadis.rules.workers import has_terrain_cost
from engines.quo_vadis.table import board, names
from engines.quo_vadis.table.geometry import list_spaces
from engines.quo_vadis.table.state import State, Turn, War

from . import evaluation
from .plan import find_best_schedule
from .war_value import choose_bid, estimate_bid_chances, estimate_chance, find_coming_war

GOOD_ODDS = 0.5
"""Minimum chance with which a war counts as a reason."""
DRAFTED_SKILL_TURNS = 5
"""Approximate number of turns for which a drafted skill is in play."""
PREVIEWED_AMOUNTS = {
    "aid.vp": PreviewedAmount("vp", {"card.vp": "vp"}),
    "aid.bonus": PreviewedAmount("vp", {"build.label_bonus": "vp"}),
    **{f"aid.{resource}": PreviewedAmount("amount", {"cubes.label": "amount"}) for resource in RESOURCES},
}
"""Key of a reason -> where options tell its number, too. Skills may add to it."""


def suggest_by_rule(state: State, prompt: Prompt) -> dict[str, list[Claim]]:
    """Return a suggestion with its claims where dice or other players decide the result and a search does not help.

    A declaration is chosen by its odds, a skill by its gain over a game.
    """
    match prompt.subject:
        case Bid():
            if evaluation.evaluate_morale(state, prompt.seat, 1):
                return {choose_bid(state, prompt): [Claim(message("aid.bid"))]}
            percents: dict[Answer, float] = {
                (key,): 100 * chance for key, chance in estimate_bid_chances(state, prompt).items()
            }
            return {choose_bid(state, prompt): [Claim(message("aid.bid_last"), percents, is_unsurpassed)]}
        case DraftPick():
            best = max(
                prompt.options,
                key=lambda option: evaluation.evaluate_skill(
                    option.value, evaluation.count_turns_left(state, prompt.seat)
                ),
            )
            key = "aid.draft_end" if best.value in evaluation.SKILL_VALUE_AT_END else "aid.draft"
            vp = round(evaluation.evaluate_skill(best.value, DRAFTED_SKILL_TURNS))
            return {best.key: [Claim(message(key, vp=vp))]}
        case PickBasic():
            return {prompt.options[0].key: [Claim(message("aid.basic"))]}  # the recommended one
        case ChooseArea(has_all_cards=False) if state.round == 1:
            return _suggest_first_area(state, prompt)
        case _:
            return {}


def _suggest_first_area(state: State, prompt: Prompt) -> dict[str, list[Claim]]:
    """R7.1 Suggest an area in the first round, in which a search sees little: free terrain, no rivals, no faith."""
    choices = {
        option.key: option.value.way for option in prompt.options if option.value and not option.value.has_strike
    }

    def rate_area(key: str) -> tuple[bool, int, int]:
        others = board.list_participants(state.areas[choices[key].area], state.seats)
        return not others, len(_list_free_spaces(state, prompt.seat, choices[key].area)), -choices[key].faith

    best = max(choices, key=rate_area)
    is_alone, spaces, _ = rate_area(best)
    reason = message("aid.suits", spaces=spaces)
    return {best: [Claim(message("aid.first", why=reason) if is_alone else reason)]}


def _list_free_spaces(state: State, seat: Seat, area: str) -> list[str]:
    """R7.4 Return the spaces without terrain cost and without a piece of the seat."""
    open_to = zip(list_spaces(area), state.areas[area].spaces, strict=True)
    return [
        name for name, space in open_to if not has_terrain_cost(state, seat, name) and not board.has_piece(space, seat)
    ]


def explain_gains(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield the gains of a seat between two states: scoring first, then land, population, resources.

    The yield of the card is no reason for an area or for workers, since the card can follow any of them.
    """
    if before.phase == "resources":
        yield from _explain_cubes(before, after, seat)
        return
    old_turn, new_turn = before.turn, _find_current_turn(before, after, seat)
    is_settled = (
        old_turn is None
        or new_turn is None
        or (old_turn.area is not None and old_turn.placed_spaces == new_turn.placed_spaces)
    )
    yield from _explain_points(before, after, seat, new_turn, has_card_yield=is_settled)
    if (
        old_turn is not None
        and new_turn is not None
        and old_turn.placed_spaces == new_turn.placed_spaces
        and old_turn.area is not None
    ):
        yield from _explain_stack(before, after, seat)
    yield from _explain_land(before, after, seat)
    if old_turn is not None and new_turn is not None and old_turn.area is None and new_turn.area is not None:
        yield from _explain_terrain(before, new_turn.area, seat)
    if is_settled:
        yield from _explain_resources(before, after, seat)


def is_repeat(reason: Message, part: Message) -> bool:
    """Return whether a part of an option's detail only repeats a reason."""
    match reason.key, part.key:
        case "aid.war" | "aid.peace", "aid.war" | "aid.peace":
            return True
        case "aid.control_if", "aid.control_if" | "aid.war":
            return True
        case "aid.track", "convert.label":  # the label tells the price, too
            return reason.args["what"] == part.args["target"]
        case "aid.vp", "card.vp":
            return reason.args["vp"] == part.args["vp"]
        case "aid.control" | "aid.control_if", "workers.control":
            return {part.args["area"]} <= _list_areas(reason)
        case "aid.control", "move.wins":
            return _list_areas(part) <= _list_areas(reason)
        case _:
            return False


def _list_areas(text: Message) -> set[object]:
    areas = text.args["areas"]
    return set(areas) if isinstance(areas, tuple) else {areas}


def _find_current_turn(before: State, after: State, seat: Seat) -> Turn | None:
    """Return the seat's turn if it is not over yet."""
    turn = after.turn
    return turn if turn is not None and turn.player == seat and after.turns == before.turns else None


def _explain_cubes(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """R5.6 Yield the use of the cubes placed."""
    old_stock, new_stock = before.players[seat].stock, after.players[seat].stock
    for resource in new_stock:
        if (surplus := new_stock[resource] - old_stock[resource]) > 0:
            yield message(f"aid.{resource}", amount=surplus)


def _explain_points(
    before: State, after: State, seat: Seat, current_turn: Turn | None, *, has_card_yield: bool
) -> Iterator[Message]:
    """Yield the scoring gains: the territory bonus (R7.9), VP, a promising or an avoided war, a skill.

    The territory bonus counts once the town is built; before, the option of the card mentions it.
    """
    if current_turn is not None and current_turn.is_change and after.players[seat].towns < before.players[seat].towns:
        areas = len(board.list_bonus_areas(after, seat))
        if areas and current_turn.old_size:
            yield message("aid.bonus", cards=current_turn.old_size, areas=areas, vp=current_turn.old_size * areas)
    if has_card_yield and (vp := after.players[seat].points - before.players[seat].points) > 0:
        yield message("aid.vp", vp=vp)
    if current_turn is not None:
        yield from _explain_war(before, after, seat)
    for skill in after.players[seat].skills[len(before.players[seat].skills) :]:
        if skill in evaluation.FINAL_SKILLS:
            if vp := evaluation.compute_skill_gain(after, seat, skill):
                yield message("aid.skill_end", vp=vp)
        elif value := round(evaluation.evaluate_skill(skill, evaluation.count_turns_left(after, seat))):
            yield message("aid.skill", vp=value)


def _explain_stack(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """R7.9 Yield the growth of a generation instead of a change, and its purpose."""
    old_turn, new_turn = before.playing, after.playing
    if (
        old_turn.card is None
        and new_turn.card is not None
        and not new_turn.is_change
        and before.players[seat].generations
    ):
        cards, plan = (
            evaluation.count_current_cards(after.players[seat]),
            find_best_schedule(evaluation.summarize_position(after, seat)),
        )
        yield (
            message("aid.stack", cards=cards, then=plan.final_size)
            if plan.final_size
            else message("aid.stack_last", cards=cards)
        )


def _explain_war(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """R7.7 Yield a war that the seat will probably win, or a war that a move from the shared space has avoided.

    A war that was coming before is a gain only if the seat's chance has grown.
    """
    war, threat = find_coming_war(after), find_coming_war(before)
    if _is_participant(war, seat):
        assert war is not None
        percent = round(100 * (chance := estimate_chance(after, war, seat)))
        if (
            chance >= GOOD_ODDS
            and war.area not in _list_won_areas(before, after, seat)
            and percent > _estimate_percent(before, threat, seat)
        ):
            yield message("aid.war", percent=percent)
    elif _is_participant(threat, seat) and war is None and after.playing.war is None:
        yield message("aid.peace", percent=_estimate_percent(before, threat, seat))


def _estimate_percent(state: State, war: War | None, seat: Seat) -> int:
    """Return the seat's chance in a coming war in percent; 0 if it takes part in none."""
    return round(100 * estimate_chance(state, war, seat)) if war is not None and _is_participant(war, seat) else 0


def _is_participant(war: War | None, seat: Seat) -> bool:
    return war is not None and any(side.seat == seat for side in war.sides)


def explain_dangers(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """R7.7 Yield a war that the answers cause and that the seat will probably lose."""
    if before.phase != "turn" or _find_current_turn(before, after, seat) is None or find_coming_war(before) is not None:
        return
    war = find_coming_war(after)
    if war is not None and _is_participant(war, seat) and (chance := estimate_chance(after, war, seat)) < GOOD_ODDS:
        yield message("aid.losing", percent=round(100 * chance))


def explain_costs(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield the resources that the seat has less of."""
    old_stock, new_stock = before.players[seat].stock, after.players[seat].stock
    for resource in new_stock:
        if (spent := old_stock[resource] - new_stock[resource]) > 0:
            yield message("aid.spent", what=names.name_resource(resource), n=spent)


def _explain_terrain(before: State, area: str, seat: Seat) -> Iterator[Message]:
    """R7.4 Yield the number of spaces without terrain cost, a property of the area itself."""
    if before.players[seat].workers and (spaces := len(_list_free_spaces(before, seat, area))):
        yield message("aid.suits", spaces=spaces)


def _explain_land(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """R6 Yield the areas won, towns built and towns that have grown."""
    won_areas = _list_won_areas(before, after, seat)
    war = find_coming_war(after) if _find_current_turn(before, after, seat) is not None else None
    if war is not None and _is_participant(war, seat) and war.area in won_areas:
        won_areas.remove(war.area)
        if (chance := estimate_chance(after, war, seat)) >= GOOD_ODDS:
            yield message("aid.control_if", areas=(war.area,), percent=round(100 * chance))
    if won_areas:
        yield message("aid.control", areas=tuple(won_areas))
    old_towns = {space: town.population for space, town in board.iter_towns(before, seat)}
    new_towns = {space: town.population for space, town in board.iter_towns(after, seat)}
    if built := [names.name_space(space) for space, people in new_towns.items() if people and not old_towns.get(space)]:
        if before.turn is None or before.turn.card is None:
            yield message("aid.town", spaces=tuple(built))
        elif areas := _list_first_town_areas(before, after, seat):  # the option is the town itself
            yield message("aid.hold", areas=areas)
    if any(old_towns.get(space, 0) and people > old_towns[space] for space, people in new_towns.items()):
        yield message("aid.grown")


def _list_won_areas(before: State, after: State, seat: Seat) -> list[str]:
    old_areas = board.list_controlled_areas(before, seat)
    return [area for area in board.list_controlled_areas(after, seat) if area not in old_areas]


def _list_first_town_areas(before: State, after: State, seat: Seat) -> tuple[str, ...]:
    """R6 Return the areas with the seat's first town there, which keeps control when all workers leave."""
    first = (area for area in after.areas if board.list_active_towns(after.areas[area], seat))
    return tuple(area for area in first if not board.list_active_towns(before.areas[area], seat))


def _explain_resources(before: State, after: State, seat: Seat) -> Iterator[Message]:
    """Yield the resources gained over the turn, and the new cards for discards.

    Conversions by Prosperity (R7.6) are no yield of the card, as they are chosen after it.
    """
    old_turn, new_turn = before.turn, _find_current_turn(before, after, seat)
    was_card_played = old_turn is not None and old_turn.card is not None
    if new_turn is None or was_card_played or new_turn.counts_as != "prosperity":
        old_stock, new_stock = before.players[seat].stock, after.players[seat].stock
        for resource in new_stock:
            if (surplus := new_stock[resource] - old_stock[resource]) > 0:
                yield message("aid.track", what=names.name_resource(resource), more=surplus)
    if old_turn is None or new_turn is None or not was_card_played:
        return
    is_due = old_turn.has_reached_discard or not new_turn.is_change  # else it may be discarded at a later question
    if is_due and (discarded := len(before.players[seat].hand) - len(after.players[seat].hand)) > 0:
        yield message("aid.redraw", cards=discarded)
