"""R8.1 Tax: rupees from market cards, and from players with cards of the regions that one rules."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engines.kernel import Msg, Option, Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.card_action import commit
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.bribes import Due, for_hostage
from engines.pax_pamir.table.derived import tax_shelter
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.names import space as space_words
from engines.pax_pamir.table.questions import Tax
from engines.pax_pamir.table.state import State

from .portion import as_many_as_possible


class Space(msgspec.Struct, frozen=True):
    """The rupees on the card of a market space."""

    index: int


class Purse(msgspec.Struct, frozen=True):
    """The rupees of a player."""

    player: int


Source = Space | Purse


def taxable(s: State, player: int, due: Due | None = None) -> dict[Source, int]:
    """R8.1 Where there are rupees to take, and how many.

    due: a hostage's bribe that is paid before (R7.1); its payee then has these rupees too
    """
    there: dict[Source, int] = {
        Space(i): space.rupees for i, space in enumerate(s.market) if space.card is not None and space.rupees
    }
    for other in s.clockwise(player)[1:]:
        paid = due.full if due is not None and due.payee == other else 0
        if rupees := taxable_from(s, player, other, paid):
            there[Purse(other)] = rupees
    return there


def taxable_from(s: State, player: int, other: int, paid: int = 0) -> int:
    """R8.1 Rupees that `other` has above the tax shelter, if `player` rules the region of one of that player's cards.

    R11 Claim of Ancient Lineage (#5): every region counts as ruled. paid: rupees that `other` gets before.
    """
    court = s.players[other].court
    if not court:
        return 0
    rupees = s.players[other].rupees + paid - tax_shelter(s, other)
    if rupees <= 0:
        return 0
    if has(s, player, "claim_of_ancient_lineage"):
        return rupees
    rulers = s.rulers
    return rupees if any(rulers[CONTENT.cards[card].region] == player for card in court) else 0


def possible(s: State, player: int, due: Due | None) -> bool:
    """R8.1 Legal only if at least one rupee can be taken."""
    for space in s.market:
        if space.rupees and space.card is not None:
            return True
    return any(
        taxable_from(s, player, other, due.full if due is not None and due.payee == other else 0)
        for other in s.ring
        if other != player
    )


def outlook(s: State, player: int, card: int, due: Due | None) -> list[Msg]:
    """R8.1 How many of the rupees that are within reach; from where, if there is but one source."""
    there = taxable(s, player, due)
    total = sum(there.values())
    most = min(total, CONTENT.cards[card].rank)
    if len(there) > 1:
        return [Msg("tax.reach", {"most": most, "total": total})]
    (part,) = _parts(s, dict.fromkeys(there, most))
    return [part if most == 1 else Msg("tax.reach_one", {"part": part})]


async def tax(t: Table[State], player: int, card: int) -> None:
    """R8.1 Up to as many rupees as the card's rank, at least one, from any mix of sources.

    With a hostage bribe they are declared as if it were paid in full (R7.1); what is not there afterwards is not taken.
    """
    s = t.state
    there = taxable(s, player, for_hostage(s, player, card))
    total = sum(there.values())
    most = min(total, CONTENT.cards[card].rank)
    options = [_option(s, source, min(rupees, most)) for source, rupees in there.items()]
    takings: dict[Source, int] = await t.allocate(
        player,
        "tax.ask",
        options,
        most,
        at_least=1,
        rule="R8.1",
        default=as_many_as_possible(options, most),
        about=Tax(card),
        card=card_words(card),
        most=most,
        there=total,
    )
    if await commit(t, player, card, "tax", Msg("tax.plan", {"parts": _parts(s, takings)})):
        await take_tax(t, player, takings)


async def take_tax(t: Table[State], player: int, takings: Mapping[Source, int]) -> None:
    """R8.1 The rupees change hands, as far as they are there. A locked card stays locked."""
    s = t.state
    there = taxable(s, player)
    taken = {source: min(rupees, there[source]) for source, rupees in takings.items() if source in there}
    for source, rupees in taken.items():
        match source:
            case Space(index):
                s.market[index].rupees -= rupees
            case Purse(other):
                s.players[other].rupees -= rupees
        s.players[player].rupees += rupees
    if taken:
        t.tell("tax.done", who=s.named(player), parts=_parts(s, taken))
    else:
        t.tell("tax.nothing", who=s.named(player))


def _option(s: State, source: Source, most: int) -> Option:
    """`market:3`, `player:1`: a rupee from there, up to so many."""
    detail = Msg("tax.up_to", {"most": most})
    match source:
        case Space(index):
            key, group = f"market:{index}", Msg("tax.market")
        case Purse(other):
            key, group = f"player:{other}", Msg("tax.players")
    return Option(
        key, source, Msg("tax.label", {"source": _source(s, source, "tax.card_label")}), detail, group, key, most
    )


def _parts(s: State, takings: Mapping[Source, int]) -> tuple[Msg, ...]:
    return tuple(Msg("tax.part", {"rupees": n, "source": _source(s, source)}) for source, n in takings.items())


def _source(s: State, source: Source, words: str = "tax.card") -> Msg:
    if isinstance(source, Purse):
        return Msg("tax.player", {"who": s.named(source.player)})
    card = s.market[source.index].card
    assert card is not None
    return Msg(words, {"space": space_words(source.index), "card": card_words(card)})
