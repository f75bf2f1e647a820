"""R6 Who may place which dice on which space, and for what fee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engines.kernel import Seat
from engines.marco_polo_ii.data.content import CONTENT

from .state import Placed, Player, State

DATA = CONTENT.data
TOKEN_VALUE = DATA.characters.donata.token_value

Piece = str
"""A die that may be placed: "4" an own one, "4b" a black one, "red" Donata's red token."""


class Dice(NamedTuple):
    """R6 Dice that are placed together, the lowest first.

    value: of the action; fee: what is paid because dice lie on the space
    """

    pieces: tuple[Piece, ...]
    value: int
    fee: int

    @property
    def key(self) -> str:
        return "+".join(self.pieces)


def worth(piece: Piece) -> int:
    """The value of a die, or of a token."""
    return int(piece.rstrip("b")) if piece[0].isdigit() else TOKEN_VALUE


def is_token(piece: Piece) -> bool:
    return not piece[0].isdigit()


def is_own(piece: Piece) -> bool:
    """Whether it is a die of the own colour."""
    return piece.isdigit()


def pieces(player: Player) -> list[Piece]:
    """R6, R12 What lies on the own board; Donata's tokens only as long as she has a die."""
    own = [str(value) for value in player.dice] + [f"{value}b" for value in player.black]
    return own + (player.tokens if own else [])


def _family(space: str) -> tuple[str, ...]:
    line = DATA.spaces[space]
    if line.action == "khan":
        return CONTENT.khan_spaces
    if line.action == "special" and line.city is not None:
        return CONTENT.special_spaces[line.city]
    return (space,)


FAMILY = {space: _family(space) for space in DATA.spaces}
"""R6 The spaces that share the rule of the own colour."""


def is_own_colour_there(s: State, seat: Seat, space: str) -> bool:
    """R6 A die of the own colour lies there already."""
    for one in FAMILY[space]:
        for die in s.spaces[one]:
            if die.seat == seat and die.kind == "own":
                return True
    return False


def next_khan_space(s: State) -> str | None:
    """R8.2 The leftmost empty one."""
    return next((space for space in CONTENT.khan_spaces if not s.spaces[space]), None)


def least_for_khan(s: State) -> int:
    """R8.2 The value of the die before the next Khan space. R16.18, R16.29: of the last one that still lies there."""
    return max((s.spaces[space][-1].value for space in CONTENT.khan_spaces if s.spaces[space]), default=1)


def open_spaces(s: State) -> Iterator[str]:
    """R6 Spaces on which something may be placed at all, in the order of data.toml: every blue one, the brown ones that
    are empty.

    Of the Khan and of a special city only the next empty space.
    """
    khan = next_khan_space(s)
    shut = {space for space in CONTENT.khan_spaces if space != khan}
    for spaces in CONTENT.special_spaces.values():
        first = next((one for one in spaces if not s.spaces[one]), None)
        shut.update(one for one in spaces if one != first)
    return (ident for ident in _OFFERED if ident not in shut and not (ident in _BROWN_CARDS and s.spaces[ident]))


_OFFERED = tuple(ident for ident, space in DATA.spaces.items() if space.action != "purse")
_BROWN_CARDS = frozenset(ident for ident, space in DATA.spaces.items() if space.action == "city_card")


def legal_dice(
    s: State, seat: Seat, space: str, number: int | None = None, mine: tuple[Piece, ...] | None = None
) -> Sequence[Dice]:
    """R6 Every set of own dice that may be placed there, cheapest value first; equal dice count once.

    mine: the own pieces, where they are known. Costs and what the action needs are not looked at here.
    """
    line, there = DATA.spaces[space], s.spaces[space]
    sets = sets_of(tuple(pieces(s.players[seat])) if mine is None else mine, number or line.dice)
    least = max(line.min_value, least_for_khan(s)) if line.action == "khan" else line.min_value
    own_there = is_own_colour_there(s, seat, space)
    if not there and not own_there:
        return [one.dice for one in sets if one.dice.value >= least]
    fees = bool(there) and line.color == "blue"
    return [
        one.dice if not fees else Dice(one.dice.pieces, one.dice.value, one.dice.value)
        for one in sets
        if one.dice.value >= least and not (own_there and one.has_own) and not (there and one.has_token)
    ]


class _Set(NamedTuple):
    """Dice that could be placed together on a space without a fee, and what is among them."""

    dice: Dice
    has_own: bool
    has_token: bool


@lru_cache(1 << 12)
def sets_of(all_pieces: tuple[Piece, ...], number: int) -> tuple[_Set, ...]:
    """Different sets of so many pieces, each with its lowest first; cheap sets first."""
    order = sorted(all_pieces, key=lambda piece: (worth(piece), piece))
    return tuple(
        _Set(Dice(chosen, worth(chosen[0]), 0), any(map(is_own, chosen)), any(map(is_token, chosen)))
        for chosen in dict.fromkeys(combinations(order, number))
    )


def place(s: State, seat: Seat, space: str, dice: Dice) -> None:
    """R6 The dice leave the own board and lie on the space, the lowest one first. R12: tokens leave the game."""
    player, there = s.players[seat], s.spaces[space]
    for piece in dice.pieces:
        value = worth(piece)
        if is_token(piece):
            player.tokens.remove(piece)
        elif is_own(piece):
            player.dice.remove(value)
            there.append(Placed(value, "own", seat))
        else:
            player.black.remove(value)
            there.append(Placed(value, "black", seat))


def left_after(player: Player, dice: Dice) -> list[Piece]:
    """The dice that stay on the own board."""
    return list((Counter(pieces(player)) - Counter(dice.pieces)).elements())


def black_dice_left(s: State) -> int:
    """R9.6 Black dice that nobody has."""
    there = sum(die.kind == "black" for dice in s.spaces.values() for die in dice)
    return DATA.setup.by_players[len(s.players)].black_dice - there - sum(len(p.black) for p in s.players)
