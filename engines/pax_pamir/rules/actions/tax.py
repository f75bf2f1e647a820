"""R8.1 Tax: rupees from market cards, and from players with cards of the regions that one rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engines.kernel import Msg, Option, Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.card_action import commit
from engines.pax_pamir.rules.portions import ALL, choose_portion
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.derived import tax_shelter
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.names import space as space_words
from engines.pax_pamir.table.ruling import ruled
from engines.pax_pamir.table.state import State


def taxable(s: State, player: int) -> dict[str, int]:
    """R8.1 Where there are rupees to take, and how many: "market:<index>", "player:<player>"."""
    there = {f"market:{i}": space.rupees for i, space in enumerate(s.market) if space.card is not None and space.rupees}
    for other in s.clockwise(player)[1:]:
        if rupees := taxable_from(s, player, other):
            there[f"player:{other}"] = rupees
    return there


def taxable_from(s: State, player: int, other: int) -> int:
    """R8.1 Rupees that `other` has above the tax shelter, if `player` rules the region of one of that player's cards.

    R11 Claim of Ancient Lineage (#5): every region counts as ruled.
    """
    rupees = s.players[other].rupees - tax_shelter(s, other)
    court = s.players[other].court
    if rupees <= 0 or not court:
        return 0
    if has(s, player, "claim_of_ancient_lineage"):
        return rupees
    regions = ruled(s, player)
    return rupees if any(CONTENT.cards[id].region in regions for id in court) else 0


def possible(s: State, player: int, rupees: int) -> bool:
    """R8.1 Legal only if at least one rupee can be taken."""
    return any(space.rupees and space.card is not None for space in s.market) or bool(taxable(s, player))


def outlook(s: State, player: int, card: int, rupees: int) -> list[Msg]:
    """R8.1 How many of the rupees that are within reach; from where, if there is but one source."""
    there = taxable(s, player)
    total = sum(there.values())
    most = min(total, CONTENT.cards[card].rank)
    if len(there) > 1:
        return [Msg("tax.reach", {"most": most, "total": total})]
    (part,) = _parts(s, dict.fromkeys(there, most))
    return [part if most == 1 else Msg("tax.reach_one", {"part": part})]


async def tax(t: Table[State], player: int, card: int) -> None:
    """R8.1 Up to as many rupees as the card's rank, at least one, from any mix of sources."""
    s = t.state
    rank = CONTENT.cards[card].rank
    ask = Msg("tax.ask", {"card": card_words(card)})

    async def carry_out(t: Table[State], takings: Mapping[str, int]) -> None:
        take_tax(t, player, takings)

    takings = await choose_portion(
        t, player, taxable(s, player), rank, partial(_option, s, player), ask, "R8.1", carry_out
    )
    if await commit(t, player, card, "tax", Msg("tax.plan", {"parts": _parts(s, takings)})):
        take_tax(t, player, takings)


def take_tax(t: Table[State], player: int, takings: Mapping[str, int]) -> None:
    """R8.1 The rupees change hands. A locked card stays locked."""
    s = t.state
    parts = _parts(s, takings)
    for source, rupees in takings.items():
        kind, number = source.split(":")
        if kind == "market":
            s.market[int(number)].rupees -= rupees
        else:
            s.players[int(number)].rupees -= rupees
        s.players[player].rupees += rupees
    t.tell("tax.done", who=s.named(player), parts=parts)


def _option(s: State, player: int, source: str, rupees: int, takings: Mapping[str, int]) -> Option:
    """`market:3.2`: two rupees from the top row's column 3; `all`. takings: with what was chosen before."""

    def detail() -> Msg:
        return Msg("tax.detail", {"left": s.players[player].rupees + sum(takings.values())})

    if source == ALL:
        return Option(ALL, (ALL, rupees), Msg("tax.all", {"rupees": rupees}), detail)
    label = Msg("tax.label", {"rupees": rupees, "source": _source(s, source)})
    group = Msg("tax.market") if source.startswith("market:") else Msg("tax.players")
    return Option(f"{source}.{rupees}", (source, rupees), label, detail, group, source)


def _parts(s: State, takings: Mapping[str, int]) -> tuple[Msg, ...]:
    return tuple(Msg("tax.part", {"rupees": n, "source": _source(s, source)}) for source, n in takings.items())


def _source(s: State, source: str) -> Msg:
    kind, number = source.split(":")
    if kind == "player":
        return Msg("tax.player", {"who": s.named(int(number))})
    card = s.market[int(number)].card
    assert card is not None
    return Msg("tax.card", {"space": space_words(int(number)), "card": card_words(card)})
