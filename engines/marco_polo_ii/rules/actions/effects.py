"""What the value of the dice decides on a space, told with each die before one is chosen (R8)."""

from __future__ import annotations

from engines.kernel import Msg, Seat, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.table.names import amounts, guild
from engines.marco_polo_ii.table.spaces import Dice, is_token, next_khan_space
from engines.marco_polo_ii.table.state import State

from .cards import most_times, own_markers
from .guild import open_guilds
from .special import reward

DATA = CONTENT.data


def opens(s: State, seat: Seat, space: str, dice: Dice) -> Msg | None:
    """What their value brings there, or leaves to whoever comes next; None where every die does the same."""
    value = dice.value
    match DATA.spaces[space].action:
        case "travel":
            return _steps(min(value, DATA.spaces[space].max_steps))
        case "guild":
            return _seals(s, seat, value)
        case "special":
            return _gains(reward(s, seat, space, value))
        case "city_card":
            return _card(s, seat, s.city_cards[space], value)
        case "khan" if next_khan_space(s) != CONTENT.khan_spaces[-1] and not is_token(dice.pieces[0]):
            return say("menu.khan_next", n=value)  # R16.29: a token leaves the space empty
        case _:
            return None


def _card(s: State, seat: Seat, ident: str, value: int) -> Msg:
    """R8.7 What a city card does with a die of this value, for what the player has now."""
    player, line = s.players[seat], DATA.city_cards[ident]
    match line.kind:
        case "exchange" if line.reward.move:
            return _steps(value * line.reward.move)
        case "exchange":
            return say("menu.times", n=most_times(player, line.cost, line.reward, value))
        case "choice_exchange":
            return say("menu.times", n=max(most_times(player, one.cost, one.reward, value) for one in line.options))
        case "count_posts":
            return _gains(line.per.times(min(len(player.posts), value)))
        case "count_contracts":
            return _gains(line.per.times(min(len(player.fulfilled), value)))
        case "per_pip":
            return _gains(line.per.times(value))
        case "by_die":
            return _gains(next(one.reward for one in line.ranges if one.min <= value <= one.max))
        case "city_bonus":
            uses = next(one.times for one in line.ranges if one.min <= value <= one.max)
            return say("menu.bonuses", n=min(uses, len(own_markers(s, seat))))
        case "guild_one_die":
            return _seals(s, seat, value)


def _steps(n: int) -> Msg:
    return say("menu.steps", n=n)


def _seals(s: State, seat: Seat, value: int) -> Msg:
    return say("menu.up_to_guild", guild=guild(open_guilds(s, seat, value)[-1]))


def _gains(gain: Gain) -> Msg:
    return say("menu.gains", gain=amounts(gain))
