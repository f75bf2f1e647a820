"""A computer player that plays its turn out in thought and takes the one that leaves it best off.

It tries every die with every action, goes on with whatever looks best at each later question, and stops where the turn
would be confirmed. The weights are rules of thumb in VP.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.kernel import Decision, Match, Option, Prompt, Rng, Seat
from engines.signorie.data.content import CONTENT
from engines.signorie.phases.dice import Die, die_cost
from engines.signorie.phases.rewards import tile_vp
from engines.signorie.table.board import CAREERS, initiative_slot, row_vp, threshold
from engines.signorie.table.state import Player, State

DATA = CONTENT.data

World = Match[State]

DEEP = {"die.choose": 2, "extra.choose": 2, "action.choose": 2, "reward.choose": 2}
"""From these questions so many levels are searched in full; below, each option is judged by the State it leads to."""
HALF = {"mission.choose_man"}
"""Answers that change nothing until the next one: they are tried together with it."""
MEEPLE_ROLLED = 1.5
"""What an offspring die is worth before it is rolled."""


def greedy(world: Match[Any], prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    """The option that leads to the best end of the own turn; among equals, one by chance."""
    if prompt.kind == "confirm":
        return (prompt.options[0].key,)
    depth = DEEP.get(prompt.text.key, 1)
    values = {option.key: _value(_after(world, prompt, option), prompt.seat, depth - 1) for option in _worth(prompt)}
    best = max(values.values())
    return (rng.pick([key for key, value in values.items() if value == best]),)


def _after(match: World, prompt: Prompt, option: Option) -> World:
    fork = match.fork()
    fork.apply(Decision(fork.step, prompt.seat, (option.key,)))
    return fork


def _value(match: World, seat: Seat, depth: int) -> float:
    """What the turn is worth when it is played on from here."""
    while True:
        prompt = match.prompt(seat)
        if prompt is None or prompt.kind == "confirm" or prompt.text.key == "die.choose":
            rolled = prompt.text.args["dice"] if prompt is not None and "dice" in prompt.text.args else 0
            return worth(match.state, seat) + MEEPLE_ROLLED * (rolled if isinstance(rolled, int) else 0)
        ways = [_after(match, prompt, option) for option in _worth(prompt)]
        if prompt.text.key in HALF:
            return max(_value(way, seat, depth) for way in ways)
        if depth:
            return max(_value(way, seat, depth - 1) for way in ways)
        match = max(ways, key=lambda way: worth(way.state, seat))


def _worth(prompt: Prompt) -> Sequence[Option]:
    """Options that may be best: of dice of a colour and cost the lowest, and the highest grey one (for "+ die")."""
    kept: dict[object, Option] = {}
    for option in prompt.options:
        if isinstance(option.value, Die):
            color, cost = option.value.color, die_cost(option.value)
            kept.setdefault((color, cost), option)  # the lowest comes first
            if color == "grey":
                kept["grey, highest"] = option
        else:
            kept[option.key] = option
    return list({option.key: option for option in kept.values()}.values())


# ---------------------------------------------------------------- what a State is worth to a seat, in VP


def worth(state: State, seat: Seat) -> float:
    """VP so far and what the family may make of the rest, by rules of thumb."""
    player = state.players[seat]
    rounds_left = DATA.rounds.count - state.slot
    if state.phase == "over":
        return player.vp
    return (
        player.vp
        + _means(player, rounds_left)
        + _men(state, player, rounds_left)
        + _plan(player, rounds_left)
        + _helpers(player, rounds_left)
        + _initiative(state, seat)
        + _reward(state, seat, rounds_left)
    )


def _means(player: Player, rounds_left: int) -> float:
    """Florins and meeples in supply are worth what can still be done with them."""
    if not rounds_left and player.passed:
        return 0.01 * player.florins
    soon = min(1.0, 0.4 + 0.2 * rounds_left)
    florins = min(player.florins, 8) + 0.4 * max(0, player.florins - 8)
    men, women = player.supply["male"], player.supply["female"]
    return soon * (
        0.9 * florins + 1.6 * min(men, 5) + 1.6 * min(women, 4) + 0.5 * (max(0, men - 5) + max(0, women - 4))
    )


def _men(state: State, player: Player, rounds_left: int) -> float:
    """A man on a track will be sent, or counts half at the end; few can be sent in the rounds left."""
    values = sorted(
        (
            DATA.career_track.vp[i]
            for track in CAREERS
            for i, men in enumerate(player.careers[track])
            for _ in range(men)
        ),
        reverse=True,
    )
    sent = int(1.5 * rounds_left) + (0 if player.passed or "light_blue" in player.dice else 1)
    return sum(0.8 * vp + 0.7 if i < sent else vp // 2 for i, vp in enumerate(values))


def _plan(player: Player, rounds_left: int) -> float:
    """A row scores from three tiles; below, the more tiles and the more rounds, the likelier it will."""
    total = 0.0
    for row in player.plan.values():
        if row.size >= DATA.end_scoring.row_minimum_tiles:
            total += row_vp(row)
        else:
            tiles = sum(tile.value for tile in row.face_up) + len(row.face_down)
            total += (tiles + row.size) * min(0.9, 0.12 * rounds_left + 0.2 * row.size) * (rounds_left > 0)
    return total


def _helpers(player: Player, rounds_left: int) -> float:
    """A helper works about every second round; lower ones are stronger. Brides make the purple action stronger."""
    costs = sum(CONTENT.helpers[helper].cost for helper in player.helpers)
    return rounds_left * (0.55 * costs + 0.7 * player.brides)


def _initiative(state: State, seat: Seat) -> float:
    """The VP of the disc's slot, and a little for playing early."""
    slot = initiative_slot(state, seat)
    return DATA.initiative_track.vp[slot] + 0.25 * slot


def _reward(state: State, seat: Seat, rounds_left: int) -> float:
    """What the round's reward promises while the dice are within the threshold."""
    player = state.players[seat]
    if state.phase != "actions":
        return 0.0
    tile = state.rewards[state.slot - 1]
    effect = CONTENT.vp_effects.get(tile or "")
    prize = (
        4.5 + 0.7 * rounds_left
        if effect is None
        else tile_vp(state, seat, effect) + (2.0 if player.florins > 4 else 0.0)
    )
    left = threshold(player) - player.dice_sum
    if left < 0:
        return 0.0
    dice_left = 0 if player.passed else DATA.rounds.max_actions_per_round - len(player.dice)
    return prize * min(1.0, 0.5 + 0.5 * (left + 1) / (2.5 * dice_left + 1))
