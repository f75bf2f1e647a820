"""R6 Placing dice: the dice a seat may place on an action space, and the fee."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engines.kernel import Seat
from engines.marco_polo_ii.data.content import CONTENT

from .state import PlacedDie, Player, State

DATA = CONTENT.data
TOKEN_VALUE = DATA.characters.donata.token_value

DieCode = str
"""A die or token that may be placed: "4" a die of the player's colour, "4b" a black die, "red" Donata's red token."""


class Dice(NamedTuple):
    """R6 Dice that are placed together."""

    pieces: tuple[DieCode, ...]
    """Lowest value first; tokens of Donata among them (R12)."""
    value: int
    """Value of the action: the lowest die."""
    fee: int
    """Coins to pay because dice lie on the space."""

    @property
    def key(self) -> str:
        return "+".join(self.pieces)


def parse_value(piece: DieCode) -> int:
    """Return the value of a die or a token."""
    return int(piece.rstrip("b")) if piece[0].isdigit() else TOKEN_VALUE


def is_token(piece: DieCode) -> bool:
    return not piece[0].isdigit()


def is_own(piece: DieCode) -> bool:
    """Return whether it is a die of the player's colour."""
    return piece.isdigit()


def list_pieces(player: Player) -> list[DieCode]:
    """R6, R12 Return the dice on the player's mat; Donata's tokens only while she has a die."""
    dice = [str(value) for value in player.dice] + [f"{value}b" for value in player.black]
    return dice + (player.tokens if dice else [])


def _list_space_group(space: str) -> tuple[str, ...]:
    line = DATA.spaces[space]
    if line.action == "khan":
        return CONTENT.khan_spaces
    if line.action == "special" and line.city is not None:
        return CONTENT.special_spaces[line.city]
    return (space,)


SPACE_GROUPS = {space: _list_space_group(space) for space in DATA.spaces}
"""R6 Space -> the spaces on which, together, a player may place dice of their colour only once."""


def has_own_die(s: State, seat: Seat, space: str) -> bool:
    """R6 Return whether a die of the seat's colour lies there already."""
    for related in SPACE_GROUPS[space]:
        for die in s.spaces[related]:
            if die.seat == seat and die.kind == "own":
                return True
    return False


def find_next_khan_space(s: State) -> str | None:
    """R8.2 Return the leftmost empty Khan space."""
    return next((space for space in CONTENT.khan_spaces if not s.spaces[space]), None)


def find_min_khan_value(s: State) -> int:
    """Return the minimum value for the next Khan space: the highest value that still lies on Khan spaces (R8.2, R16.18,
    R16.29).
    """
    return max((s.spaces[space][-1].value for space in CONTENT.khan_spaces if s.spaces[space]), default=1)


def iter_open_spaces(s: State) -> Iterator[str]:
    """R6 Yield the spaces where dice may be placed at all, in the order of data.toml.

    These are all blue spaces and the empty brown ones; of the Khan and of a special city only the next empty space.
    """
    khan = find_next_khan_space(s)
    closed = {space for space in CONTENT.khan_spaces if space != khan}
    for spaces in CONTENT.special_spaces.values():
        first = next((candidate for candidate in spaces if not s.spaces[candidate]), None)
        closed.update(candidate for candidate in spaces if candidate != first)
    return (
        ident for ident in _ACTION_SPACES if ident not in closed and not (ident in _BROWN_CARDS and s.spaces[ident])
    )


_ACTION_SPACES = tuple(ident for ident, space in DATA.spaces.items() if space.action != "purse")
_BROWN_CARDS = frozenset(ident for ident, space in DATA.spaces.items() if space.action == "city_card")


def list_legal_dice(
    s: State, seat: Seat, space: str, number: int | None = None, seat_pieces: tuple[DieCode, ...] | None = None
) -> Sequence[Dice]:
    """R6 Return every set of the seat's dice that may be placed there, lowest value first; equal sets only once.

    number: how many dice to place; None: as printed. seat_pieces: the seat's pieces, if already computed. Costs and
    requirements of the action are not checked here.
    """
    line, placed = DATA.spaces[space], s.spaces[space]
    sets = list_dice_sets(
        tuple(list_pieces(s.players[seat])) if seat_pieces is None else seat_pieces, number or line.dice
    )
    min_value = max(line.min_value, find_min_khan_value(s)) if line.action == "khan" else line.min_value
    has_own_there = has_own_die(s, seat, space)
    if not placed and not has_own_there:
        return [dice_set.dice for dice_set in sets if dice_set.dice.value >= min_value]
    has_fee = bool(placed) and line.color == "blue"
    return [
        dice_set.dice if not has_fee else Dice(dice_set.dice.pieces, dice_set.dice.value, dice_set.dice.value)
        for dice_set in sets
        if dice_set.dice.value >= min_value
        and not (has_own_there and dice_set.has_own)
        and not (placed and dice_set.has_token)
    ]


class _DiceSet(NamedTuple):
    """Dice that could be placed together on a space without a fee."""

    dice: Dice
    """With fee 0: the real one depends on the space."""
    has_own: bool
    """Whether one has the player's colour, so that the rule of one die of a colour holds (R6)."""
    has_token: bool
    """Whether it contains a token of Donata, which needs an empty space (R12)."""


@lru_cache(1 << 12)
def list_dice_sets(all_pieces: tuple[DieCode, ...], number: int) -> tuple[_DiceSet, ...]:
    """Return the different sets of `number` pieces, each with its lowest piece first; sets of low value first."""
    order = sorted(all_pieces, key=lambda piece: (parse_value(piece), piece))
    return tuple(
        _DiceSet(Dice(dice, parse_value(dice[0]), 0), any(map(is_own, dice)), any(map(is_token, dice)))
        for dice in dict.fromkeys(combinations(order, number))
    )


def place_dice(s: State, seat: Seat, space: str, dice: Dice) -> None:
    """R6 Move the dice from the player's mat to the space, the lowest first. R12 Tokens leave the game."""
    player, placed = s.players[seat], s.spaces[space]
    for piece in dice.pieces:
        value = parse_value(piece)
        if is_token(piece):
            player.tokens.remove(piece)
        elif is_own(piece):
            player.dice.remove(value)
            placed.append(PlacedDie(value, "own", seat))
        else:
            player.black.remove(value)
            placed.append(PlacedDie(value, "black", seat))


def list_remaining_dice(player: Player, dice: Dice) -> list[DieCode]:
    """Return the dice left on the player's mat after placing `dice`."""
    return list((Counter(list_pieces(player)) - Counter(dice.pieces)).elements())


def count_black_dice_left(s: State) -> int:
    """R9.6 Count the black dice left in the supply."""
    on_spaces = sum(die.kind == "black" for dice in s.spaces.values() for die in dice)
    return DATA.setup.by_players[len(s.players)].black_dice - on_spaces - sum(len(p.black) for p in s.players)
