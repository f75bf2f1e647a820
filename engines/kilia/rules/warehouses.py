"""R9 A second card for the canal: the warehouse zone's improvement, with its place and its orientation."""

from __future__ import annotations

from engines.kernel import Arg, Msg, Option, Seat, Table, Who, say
from engines.kilia.data.content import CONTENT
from engines.kilia.table.cargo import Cargo, cargo, cargo_words, orientation_matters, other_end
from engines.kilia.table.holdings import free_segments
from engines.kilia.table.questions import WhichSegment, WhichWarehouse, WhichWay
from engines.kilia.table.state import Player, State, Warehouse
from engines.kilia.table.words import cell

from .offer import affordable, buy, price, take_action_card

NO_WAREHOUSE = Option("none", None, Msg("build.none"))
ELSEWHERE = Option("elsewhere", None, Msg("build.elsewhere"), Msg("build.elsewhere_detail"))


async def build(t: Table[State], seat: Seat) -> None:
    """R9 After the warehouse zone: a second action card by the key and price rule, on a free segment, or none."""
    s, player = t.state, t.state.players[seat]
    options = [build_option(player, slot, card) for slot, card in affordable(player, s.offer)]
    if not options:
        t.tell("second.told_warehouse", who=Who(seat))
    slot: int | None = await t.choose(
        seat, "build.ask", [*options, NO_WAREHOUSE], rule="R9", default="none", about=WhichWarehouse()
    )
    if slot is None:
        return
    card = s.offer[slot - 1]
    assert card is not None
    s.building = card
    segment, turned = await place(t, seat, card)
    s.building = None
    source = buy(player, slot)
    take_action_card(s, slot)
    player.canal[segment - 1] = Warehouse(card, turned)
    t.tell(
        "build.done_turned" if turned else "build.done",
        who=Who(seat),
        card=card,
        source=source,
        segment=segment,
        cells=tuple(map(cell, CONTENT.cards[card].warehouse)),
    )


def build_option(player: Player, slot: int, card: str) -> Option:
    cost = price(player, slot)
    args: dict[str, Arg] = {"card": card, "slot": slot, "price": cost, "left": player.coins - cost}
    label = say("build.label", cells=tuple(map(cell, CONTENT.cards[card].warehouse)))
    return Option(
        f"build:{slot}", slot, label, say("build.priced" if cost else "build.free", **args), place=f"build:{slot}"
    )


async def place(t: Table[State], seat: Seat, card: str) -> tuple[int, bool]:
    """R9 Any free segment, either way round (R18.15). Where it stands never changes what the ship brings (R16.2).

    So the first free segment is proposed, and the orientation asked; not even that, if the ship shows all cells (R20)
    or sails no more (R16).
    """
    player = t.state.players[seat]
    segment, elsewhere = free_segments(player)[0], len(free_segments(player)) > 1
    if t.state.final or not orientation_matters(player):
        return segment, False
    while True:
        options = [way_option(player, card, segment, turned, t.state.ending) for turned in (False, True)]
        turned: bool | None = await t.choose(
            seat,
            "build.way",
            [*options, ELSEWHERE] if elsewhere else options,
            rule="R9",
            default="printed",
            about=WhichWay(card, segment),
            card=card,
            segment=segment,
        )
        if turned is not None:
            return segment, turned
        segment, elsewhere = await choose_segment(t, seat, card), False


async def choose_segment(t: Table[State], seat: Seat, card: str) -> int:
    """R9 Another free segment than the first."""
    free = free_segments(t.state.players[seat])
    options = [Option(f"segment:{n}", n, say("build.segment", segment=n), place=f"segment:{n}") for n in free]
    number: int = await t.choose(
        seat, "build.where", options, rule="R9", default=options[0].key, about=WhichSegment(card), card=card
    )
    return number


def way_option(player: Player, card: str, segment: int, turned: bool, last: bool) -> Option:
    """What the whole canal brings at the next two councils with the warehouse this way round.

    last: the next round is the final one, in which no ship sails, so only one council is left
    """
    this, back = map(cargo_words, sailings(player, card, segment, turned))
    detail = say("build.income_last", this=this) if last else say("build.income", this=this, back=back)
    return Option(
        key="turned" if turned else "printed",
        value=turned,
        label=Msg("build.turned" if turned else "build.printed"),
        detail=detail,
        place=f"way:{'turned' if turned else 'printed'}",
    )


def sailings(player: Player, card: str, segment: int, turned: bool) -> tuple[Cargo, Cargo]:
    """R16.2 What the whole canal would bring at the next two councils with this warehouse."""
    built = list(player.canal)
    built[segment - 1] = Warehouse(card, turned)
    return cargo(player, canal=built), cargo(player, side=other_end(player.side), canal=built)
