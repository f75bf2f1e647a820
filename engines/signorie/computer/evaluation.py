"""What a State is worth to a seat, in VP: what it has, and what the family may make of the rest, by rules of thumb."""

from __future__ import annotations

from engines.kernel import Seat
from engines.signorie.data.content import CONTENT
from engines.signorie.phases.rewards import tile_vp
from engines.signorie.table.board import CAREERS, initiative_slot, row_vp, threshold
from engines.signorie.table.state import Player, State

DATA = CONTENT.data


def worth(state: State, seat: Seat) -> float:
    """VP so far and what the family may make of the rest, by rules of thumb."""
    player = state.players[seat]
    rounds_left = DATA.rounds.count - state.slot
    if state.phase == "over":
        return player.vp
    return (
        player.vp
        + _means(player, rounds_left)
        + _men(player, rounds_left)
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


def _men(player: Player, rounds_left: int) -> float:
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
    effect = None if tile is None else CONTENT.vp_effects.get(tile)
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
