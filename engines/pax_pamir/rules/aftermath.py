"""What a change on the table brings about: rulers follow (R4.5), overthrow (R4.9), what a lost court card costs (R4.8).

Pieces change places within a `Change` only, so that no rule can forget what follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import TracebackType

from engines.kernel import Msg, Option, Table, Term
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition, Region
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.facts import Discarded, Repaid
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.places import (
    Army,
    Block,
    Cylinder,
    Gift,
    Place,
    Spy,
    Tribe,
    blocks_at,
    cylinders_at,
    placed,
    placed_mark,
    region_of,
)
from engines.pax_pamir.table.questions import PayDebt
from engines.pax_pamir.table.ruling import ruler
from engines.pax_pamir.table.state import State

from .discards import discard_from_hand, hand_options, lowest

CARDS = CONTENT.cards


# ---------------------------------------------------------------- pieces


class Change:
    """Pieces that come, go and move at one moment. At the end rulers follow, then overthrow in seat order (R15.1).

        async with Change(t) as board:
            board.add_cylinder(player, target)
            board.remove_cylinder(player, source)

    overthrown: False on a sketch where nobody is to be asked for a debt yet
    """

    def __init__(self, t: Table[State], overthrown: bool = True) -> None:
        self.table, self.overthrown = t, overthrown
        self.touched: dict[Region, None] = {}
        self.left: list[tuple[int, Region]] = []
        """Players of whom a tribe has left a region."""

    async def __aenter__(self) -> Change:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            return
        if self.touched:
            settle_rulers(self.table, *self.touched)
        if self.left and self.overthrown:
            for player in self.table.state.clockwise(self.table.state.playing.player):
                for owner, region in dict.fromkeys(self.left):
                    if owner == player:
                        await _overthrow_cards(self.table, player, region)

    def _touch(self, place: Place) -> None:
        region = region_of(place)
        if region is not None:
            self.touched[region] = None

    # ------------------------------------------------------------ blocks

    def add_block(self, coalition: Coalition, place: Block, counts: bool = True) -> None:
        """A block appears. counts: whether it counts as placed this turn (R4.2)."""
        s = self.table.state
        there = s.armies[place.region] if isinstance(place, Army) else s.roads[place.border]
        there[coalition] = there.get(coalition, 0) + 1
        if counts:
            _mark(s, place, coalition)
        self._touch(place)

    def remove_block(self, coalition: Coalition, place: Block, number: int = 1) -> None:
        """Blocks return to their supply."""
        s = self.table.state
        there = s.armies[place.region] if isinstance(place, Army) else s.roads[place.border]
        there[coalition] -= number
        if not there[coalition]:
            del there[coalition]
        _forget(s, place, coalition, blocks_at(s, coalition, place))
        self._touch(place)

    def move_block(self, coalition: Coalition, source: Block, target: Block) -> None:
        """R4.2 A block goes elsewhere. One that was placed this turn stays one."""
        s = self.table.state
        before = placed(s, source, coalition)
        self.remove_block(coalition, source)
        self.add_block(coalition, target, counts=placed(s, source, coalition) < before)

    def clear_blocks(self) -> None:
        """R10.5 All blocks return to supply."""
        s = self.table.state
        for region, armies in s.armies.items():
            for coalition, number in list(armies.items()):
                self.remove_block(coalition, Army(region), number)
            self.touched[region] = None
        for roads in s.roads.values():
            roads.clear()
        for mark in [mark for mark in s.playing.placed if mark.startswith("road:")]:
            del s.playing.placed[mark]

    # ------------------------------------------------------------ cylinders

    def add_cylinder(self, player: int, place: Cylinder, counts: bool = True) -> None:
        """A cylinder appears. counts: whether it counts as placed this turn (R4.2)."""
        s = self.table.state
        match place:
            case Tribe(region):
                s.tribes[region][player] += 1
            case Spy(card):
                s.spies.setdefault(card, [0] * len(s.players))[player] += 1
            case Gift(price):
                s.players[player].gifts.append(price)
        if counts:
            _mark(s, place, player)
        self._touch(place)

    def remove_cylinder(self, player: int, place: Cylinder, number: int = 1) -> None:
        """Cylinders return to their owner's supply."""
        s = self.table.state
        match place:
            case Tribe(region):
                s.tribes[region][player] -= number
                self.left.append((player, region))
            case Spy(card):
                there = s.spies[card]
                there[player] -= number
                if not any(there):
                    del s.spies[card]
            case Gift(price):
                s.players[player].gifts.remove(price)
        _forget(s, place, player, cylinders_at(s, player, place))
        self._touch(place)

    def move_cylinder(self, player: int, source: Cylinder, target: Cylinder) -> None:
        """R4.2 A cylinder goes elsewhere. One that was placed this turn stays one."""
        s = self.table.state
        before = placed(s, source, player)
        self.remove_cylinder(player, source)
        self.add_cylinder(player, target, counts=placed(s, source, player) < before)


def _mark(s: State, place: Place, owner: Coalition | int) -> None:
    """R4.2 The piece counts as placed this turn."""
    if s.turn is not None:
        mark = placed_mark(place, owner)
        s.turn.placed[mark] = s.turn.placed.get(mark, 0) + 1


def _forget(s: State, place: Place, owner: Coalition | int, left: int) -> None:
    """Pieces that were there before leave first; those that leave after them are no longer marked."""
    if s.turn is None or not s.turn.placed:
        return
    mark = placed_mark(place, owner)
    if s.turn.placed.get(mark, 0) > left:
        if left:
            s.turn.placed[mark] = left
        else:
            del s.turn.placed[mark]


# ---------------------------------------------------------------- rulers


def settle_rulers(t: Table[State], *regions: Region) -> None:
    """R4.5 The tokens move after every change of armies, tribes or loyalty. Without `regions`: everywhere."""
    s = t.state
    for region in regions or CONTENT.regions:
        now = ruler(s, region)
        if now != s.rulers[region]:
            before = s.rulers[region]
            s.rulers[region] = now
            where = Term(f"region.{region}")
            if now is not None:
                t.tell("ruler.gained", who=s.named(now), region=where)
            elif before is not None:
                t.tell("ruler.lost", who=s.named(before), region=where)


# ---------------------------------------------------------------- overthrow


def political(s: State, player: int, region: Region) -> list[int]:
    """R4.9 Political cards of a region in a court, left to right."""
    cards = CARDS
    return [
        card for card in s.players[player].court if cards[card].suit == "political" and cards[card].region == region
    ]


async def _overthrow_cards(t: Table[State], player: int, region: Region) -> None:
    """R4.9 A: whoever has lost the last tribe of a region loses the political cards of it."""
    s = t.state
    if not s.tribes[region][player] and (cards := political(s, player, region)):
        t.tell("overthrow.cards", who=s.named(player), region=Term(f"region.{region}"))
        await discard_from_court(t, player, cards)


async def _overthrow_tribes(t: Table[State], owner: int, cards: Sequence[int]) -> None:
    """R4.9 B: the last political card of a region has left the court, and all own tribes there go home."""
    s = t.state
    for region in dict.fromkeys(CARDS[card].region for card in cards if CARDS[card].suit == "political"):
        tribes = s.tribes[region][owner]
        if tribes and not political(s, owner, region):
            async with Change(t) as board:
                board.remove_cylinder(owner, Tribe(region), tribes)
                t.tell("overthrow.tribes", who=s.named(owner), region=Term(f"region.{region}"), n=tribes)


# ---------------------------------------------------------------- cards that leave a court


async def discard_from_court(
    t: Table[State], owner: int, cards: Sequence[int], told: bool = False, over: bool = False
) -> None:
    """R4.8 These cards leave the owner's court together, for the discard pile: spies, overthrow B, then leverage.

    told: whether the log has said already that they leave; over: whether they do because of the limit (R9.1)
    """
    s = t.state
    for card in cards:
        s.players[owner].court.remove(card)
        s.discards.append(card)
        for player in range(len(s.spies.pop(card, ()))):
            _forget(s, Spy(card), player, 0)
    if not told:
        t.tell_fact(Discarded(s.named(owner), tuple(cards), over))
    await _overthrow_tribes(t, owner, cards)
    leveraged = sum(CARDS[key].leveraged for key in cards)
    if leveraged:
        await owe(t, owner, leveraged * CONTENT.data.costs.leverage_repay)


async def owe(t: Table[State], player: int, rupees: int) -> None:
    """R4.8 Debt: pay what is there; for each rupee that is missing one card goes, from the hand or the court.

    A leveraged court card that goes this way adds its own debt at once. Wakhan only pays what she has (R14.7).
    """
    s = t.state
    who = s.players[player]
    paid = min(rupees, who.rupees)
    who.rupees -= paid
    if paid:
        t.tell("debt.paid", who=s.named(player), rupees=paid)
        t.note(Repaid(player, paid))
    if paid < rupees and player != s.wakhan and (who.hand or who.court):
        t.tell("debt.short", who=s.named(player), rupees=rupees - paid)
    for owed in range(rupees - paid, 0, -1):
        if player == s.wakhan or not (who.hand or who.court):
            t.tell("debt.cancelled", who=s.named(player), rupees=owed)
            return
        card: int = await t.choose(
            player,
            "debt.choose",
            partial(_payments, s, player),
            rule="R4.8",
            default=lowest(),
            about=PayDebt(owed),
            rupees=owed,
        )
        if card in who.hand:
            discard_from_hand(t, player, card)
        else:
            await discard_from_court(t, player, [card])


def _payments(s: State, player: int) -> list[Option]:
    return hand_options(s, player) + court_options(s, player)


def court_options(s: State, player: int) -> list[Option]:
    """The cards of a court, one to be discarded, with what that means."""

    def option(card: int) -> Option:
        def then() -> Msg:
            return consequences.of(s, lambda t: discard_from_court(t, player, [card]), player, named=[card])

        return Option(f"court:{card}", card, card_words(card), then, Msg("discard.group_court"), f"court:{card}")

    return [option(number) for number in s.players[player].court]
