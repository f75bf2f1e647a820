"""R8 The market: where a merchant may stand, and the bonus of a space."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from engines.kernel import Default, Msg, Option, Seat, Table, Term, Who, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import SPACES, Space
from engines.kilia.table.deeds import Placed, write
from engines.kilia.table.holdings import top
from engines.kilia.table.questions import WhichSpace
from engines.kilia.table.state import Merchant, Player, State

from .achievements import place_due_markers, warned
from .contracts import take_any_good, take_contract
from .offer import buy, take_action_card

DATA = CONTENT.data


def open_spaces(player: Player) -> list[Space]:
    """R8 Empty spaces that stand on merchants, and every occupied one: there the new card is stacked."""
    return [space for space in SPACES if all(player.market[below] for below in DATA.market_spaces[space].supports)]


async def place_merchant(t: Table[State], seat: Seat, slot: int) -> None:
    """R6.2 Take the card and lay it face down on a market space; R8 its bonus; R13 a full market."""
    s, player = t.state, t.state.players[seat]
    card = s.offer[slot - 1]
    assert card is not None
    source = buy(player, slot)  # before the space is asked for: whoever chooses sees what coins are left
    space: Space = await t.choose(
        seat,
        "market.ask",
        [space_option(s, seat, space) for space in open_spaces(player)],
        rule="R8",
        default=EMPTY_FIRST,
        about=WhichSpace(card, slot),
        slot=slot,
        good=Term(f"goods.{CONTENT.good(card)}"),
    )
    take_action_card(s, slot)
    covered = top(player, space)
    player.market[space].append(Merchant(card))
    player.deeds.append(write(Placed(CONTENT.good(card))))
    with t.line():
        t.tell(
            "market.placed" if covered is None else "market.stacked",
            who=Who(seat),
            good=Term(f"goods.{CONTENT.good(card)}"),
            space=space,
            card=card,
            source=source,
            old=covered.card if covered else "",
        )
        if covered is None:
            get_coins_or_sprat(t, seat, space)
        place_due_markers(t, seat)
    if covered is None:
        await choose_bonus(t, seat, space)


EMPTY_FIRST = Default(
    lambda options: (next((o.key for o in options if o.key.startswith("space:")), options[0].key),),
    Msg("market.default"),
)
"""A time-out takes the first bonus there is; every space costs the same."""


def space_option(s: State, seat: Seat, space: Space) -> Option:
    """What the space gives at once, and how often its merchant works in a turn; on a stack, whom the card covers."""
    player = s.players[seat]
    covered = top(player, space)
    if covered is not None:
        return stack_option(space, covered.card)

    def detail() -> Msg:
        then = replace(player, market={**player.market, space: [Merchant("")]})
        return warned(s, seat, then, say("market.bonus", uses=DATA.market_spaces[space].uses))

    return replace(empty_option(space), detail=detail)


@cache
def empty_option(space: Space) -> Option:
    printed = DATA.market_spaces[space]
    bonus = say(f"bonus.{printed.bonus}", coins=DATA.rules.bonus_coins)
    label = say("market.empty", space=space, bonus=bonus)
    return Option(f"space:{space.lower()}", space, label, place=f"market:{space}")


@cache
def stack_option(space: Space, covered: str) -> Option:
    printed, good = DATA.market_spaces[space], Term(f"goods.{CONTENT.good(covered)}")
    stack = {"space": space, "uses": printed.uses, "good": good}
    return Option(
        f"stack:{space.lower()}",
        space,
        say("market.stack", **stack),
        say("market.cover", **stack),
        place=f"market:{space}",
    )


def get_coins_or_sprat(t: Table[State], seat: Seat, space: Space) -> None:
    """R8 Bonuses without a choice: three coins; a sprat (R14), which waits for a later turn."""
    player = t.state.players[seat]
    match DATA.market_spaces[space].bonus:
        case "coins":
            player.coins += DATA.rules.bonus_coins
            t.tell("bonus.coins_done", coins=DATA.rules.bonus_coins)
        case "smoke_sprat":
            t.state.sprats -= 1
            player.sprat = "new"
            t.tell("bonus.sprat_done")
        case _:
            pass


async def choose_bonus(t: Table[State], seat: Seat, space: Space) -> None:
    """R8 Bonuses with a choice: any good, a new contract."""
    match DATA.market_spaces[space].bonus:
        case "any_good":
            await take_any_good(t, seat, "R8")
        case "new_contract":
            await take_contract(t, seat, "market")
        case _:
            pass
