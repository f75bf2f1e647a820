"""Changes of pieces, courts and hands with their consequences: rulers (R4.5), overthrow (R4.9), debts (R4.8).

Pieces change places within a `Change` only, so that no rule can forget the consequences.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from types import TracebackType

from engines.kernel import ComputedDefault, GameContext, Message, NounRef, Option
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition, Region
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table import places
from engines.pax_pamir.table.derived import find_ruler
from engines.pax_pamir.table.facts import Discarded, Repaid
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.questions import PayDebt
from engines.pax_pamir.table.state import State

CARDS = CONTENT.cards


# ---------------------------------------------------------------- pieces


class Change:
    """A context manager for pieces that come, go and move at the same time.

    On exit it updates rulers, then overthrows players in seat order (R15.1).

        async with Change(ctx) as board:
            board.add_cylinder(player, target)
            board.remove_cylinder(player, source)

    causes_overthrow: False on a scratch copy, where nobody is to be asked for a debt yet
    """

    def __init__(self, ctx: GameContext[State], causes_overthrow: bool = True) -> None:
        self.ctx, self.causes_overthrow = ctx, causes_overthrow
        self.touched_regions: dict[Region, None] = {}
        """An ordered set: regions whose ruler may change."""
        self.lost_tribes: list[tuple[int, Region]] = []
        """(player, region) for each tribe that has left a region."""

    async def __aenter__(self) -> Change:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            return
        if self.touched_regions:
            update_rulers(self.ctx, *self.touched_regions)
        if self.lost_tribes and self.causes_overthrow:
            for player in self.ctx.state.list_clockwise(self.ctx.state.current_turn.player):
                for owner, region in dict.fromkeys(self.lost_tribes):
                    if owner == player:
                        await _overthrow_cards(self.ctx, player, region)

    def _touch_region(self, place: places.Place) -> None:
        region = places.find_ruled_region(place)
        if region is not None:
            self.touched_regions[region] = None

    # ------------------------------------------------------------ blocks

    def add_block(self, coalition: Coalition, place: places.Block, counts_as_placed: bool = True) -> None:
        """Add a block. counts_as_placed: whether it counts as placed this turn (R4.2)."""
        s = self.ctx.state
        blocks = s.armies[place.region] if isinstance(place, places.Army) else s.roads[place.border]
        blocks[coalition] = blocks.get(coalition, 0) + 1
        if counts_as_placed:
            _count_as_placed(s, place, coalition)
        self._touch_region(place)

    def remove_block(self, coalition: Coalition, place: places.Block, number: int = 1) -> None:
        """Return blocks to their supply."""
        s = self.ctx.state
        blocks = s.armies[place.region] if isinstance(place, places.Army) else s.roads[place.border]
        blocks[coalition] -= number
        if not blocks[coalition]:
            del blocks[coalition]
        _trim_placed(s, place, coalition, places.count_blocks_at(s, coalition, place))
        self._touch_region(place)

    def move_block(self, coalition: Coalition, source: places.Block, target: places.Block) -> None:
        """R4.2 Move a block. If it was placed this turn, it still counts as such."""
        s = self.ctx.state
        before = places.count_placed(s, source, coalition)
        self.remove_block(coalition, source)
        self.add_block(coalition, target, counts_as_placed=places.count_placed(s, source, coalition) < before)

    def clear_blocks(self) -> None:
        """R10.5 Return all blocks to supply."""
        s = self.ctx.state
        for region, armies in s.armies.items():
            for coalition, number in list(armies.items()):
                self.remove_block(coalition, places.Army(region), number)
            self.touched_regions[region] = None
        for roads in s.roads.values():
            roads.clear()
        for mark in [mark for mark in s.current_turn.placed_counts if mark.startswith("road:")]:
            del s.current_turn.placed_counts[mark]

    # ------------------------------------------------------------ cylinders

    def add_cylinder(self, player: int, place: places.Cylinder, counts_as_placed: bool = True) -> None:
        """Add a cylinder. counts_as_placed: whether it counts as placed this turn (R4.2)."""
        s = self.ctx.state
        match place:
            case places.Tribe(region):
                s.tribes[region][player] += 1
            case places.Spy(card):
                s.spies.setdefault(card, [0] * len(s.players))[player] += 1
            case places.Gift(price):
                s.players[player].gifts.append(price)
        if counts_as_placed:
            _count_as_placed(s, place, player)
        self._touch_region(place)

    def remove_cylinder(self, player: int, place: places.Cylinder, number: int = 1) -> None:
        """Return cylinders to their owner's supply."""
        s = self.ctx.state
        match place:
            case places.Tribe(region):
                s.tribes[region][player] -= number
                self.lost_tribes.append((player, region))
            case places.Spy(card):
                spies = s.spies[card]
                spies[player] -= number
                if not any(spies):
                    del s.spies[card]
            case places.Gift(price):
                s.players[player].gifts.remove(price)
        _trim_placed(s, place, player, places.count_cylinders_at(s, player, place))
        self._touch_region(place)

    def move_cylinder(self, player: int, source: places.Cylinder, target: places.Cylinder) -> None:
        """R4.2 Move a cylinder. If it was placed this turn, it still counts as such."""
        s = self.ctx.state
        before = places.count_placed(s, source, player)
        self.remove_cylinder(player, source)
        self.add_cylinder(player, target, counts_as_placed=places.count_placed(s, source, player) < before)


def _count_as_placed(s: State, place: places.Place, owner: Coalition | int) -> None:
    """R4.2 Count the piece as placed this turn."""
    if s.turn is not None:
        placed_key = places.build_placed_key(place, owner)
        s.turn.placed_counts[placed_key] = s.turn.placed_counts.get(placed_key, 0) + 1


def _trim_placed(s: State, place: places.Place, owner: Coalition | int, left: int) -> None:
    """Lower the number of pieces placed this turn to the number left at the place.

    Pieces placed in earlier turns leave first.
    """
    if s.turn is None or not s.turn.placed_counts:
        return
    placed_key = places.build_placed_key(place, owner)
    if s.turn.placed_counts.get(placed_key, 0) > left:
        if left:
            s.turn.placed_counts[placed_key] = left
        else:
            del s.turn.placed_counts[placed_key]


# ---------------------------------------------------------------- rulers


def update_rulers(ctx: GameContext[State], *regions: Region) -> None:
    """R4.5 Move ruler tokens after a change of armies, tribes or loyalty. Without `regions`: in all regions."""
    s = ctx.state
    for region in regions or CONTENT.regions:
        new_ruler = find_ruler(s, region)
        if new_ruler != s.rulers[region]:
            old_ruler = s.rulers[region]
            s.rulers[region] = new_ruler
            region_noun = NounRef(f"region.{region}")
            if new_ruler is not None:
                ctx.log_event("ruler.gained", who=s.name_player(new_ruler), region=region_noun)
            elif old_ruler is not None:
                ctx.log_event("ruler.lost", who=s.name_player(old_ruler), region=region_noun)


# ---------------------------------------------------------------- overthrow


def list_political_cards(s: State, player: int, region: Region) -> list[int]:
    """R4.9 Return the political cards of a region in a court, left to right."""
    cards = CARDS
    return [
        card for card in s.players[player].court if cards[card].suit == "political" and cards[card].region == region
    ]


async def _overthrow_cards(ctx: GameContext[State], player: int, region: Region) -> None:
    """R4.9 A: a player without tribes in a region loses the political cards of that region."""
    s = ctx.state
    if not s.tribes[region][player] and (cards := list_political_cards(s, player, region)):
        ctx.log_event("overthrow.cards", who=s.name_player(player), region=NounRef(f"region.{region}"))
        await discard_from_court(ctx, player, cards)


async def _overthrow_tribes(ctx: GameContext[State], owner: int, cards: Sequence[int]) -> None:
    """R4.9 B: if the last political card of a region has left the court, return all the owner's tribes there."""
    s = ctx.state
    for region in dict.fromkeys(CARDS[card].region for card in cards if CARDS[card].suit == "political"):
        tribes = s.tribes[region][owner]
        if tribes and not list_political_cards(s, owner, region):
            async with Change(ctx) as board:
                board.remove_cylinder(owner, places.Tribe(region), tribes)
                ctx.log_event(
                    "overthrow.tribes", who=s.name_player(owner), region=NounRef(f"region.{region}"), n=tribes
                )


# ---------------------------------------------------------------- cards that leave a court


async def discard_from_court(
    ctx: GameContext[State], owner: int, cards: Sequence[int], is_logged: bool = False, is_over_limit: bool = False
) -> None:
    """R4.8 Discard cards of a court together: return spies, overthrow tribes (R4.9 B), then collect leverage.

    is_logged: True if the log already says that they leave; is_over_limit: True if the court limit is the cause (R9.1)
    """
    s = ctx.state
    for card in cards:
        s.players[owner].court.remove(card)
        s.discards.append(card)
        for player in range(len(s.spies.pop(card, ()))):
            _trim_placed(s, places.Spy(card), player, 0)
    if not is_logged:
        ctx.log_fact(Discarded(s.name_player(owner), tuple(cards), is_over_limit))
    await _overthrow_tribes(ctx, owner, cards)
    leveraged = sum(CARDS[key].has_leverage for key in cards)
    if leveraged:
        await collect_debt(ctx, owner, leveraged * CONTENT.data.costs.leverage_repay)


async def collect_debt(ctx: GameContext[State], player: int, rupees: int) -> None:
    """R4.8 Collect a debt: the player pays, then discards a card of hand or court for each missing rupee.

    A leveraged court card discarded in this way adds its own debt at once. Wakhan only pays what she has (R14.7).
    """
    s = ctx.state
    debtor = s.players[player]
    paid = min(rupees, debtor.rupees)
    debtor.rupees -= paid
    if paid:
        ctx.log_event("debt.paid", who=s.name_player(player), rupees=paid)
        ctx.note_fact(Repaid(player, paid))
    if paid < rupees and player != s.wakhan and (debtor.hand or debtor.court):
        ctx.log_event("debt.short", who=s.name_player(player), rupees=rupees - paid)
    for rupees_owed in range(rupees - paid, 0, -1):
        if player == s.wakhan or not (debtor.hand or debtor.court):
            ctx.log_event("debt.cancelled", who=s.name_player(player), rupees=rupees_owed)
            return
        card: int = await ctx.choose(
            player,
            "debt.choose",
            partial(_list_debt_options, s, player),
            rule="R4.8",
            default=build_lowest_default(),
            subject=PayDebt(rupees_owed),
            rupees=rupees_owed,
        )
        if card in debtor.hand:
            discard_from_hand(ctx, player, card)
        else:
            await discard_from_court(ctx, player, [card])


def _list_debt_options(s: State, player: int) -> list[Option]:
    return list_hand_options(s, player) + list_court_options(s, player)


def list_court_options(s: State, player: int) -> list[Option]:
    """Return the options to discard a card of a court, with the results as details."""

    def build_option(card: int) -> Option:
        def describe() -> Message:
            return consequences.describe_results(
                s, lambda t: discard_from_court(t, player, [card]), player, known_discards=[card]
            )

        return Option(f"court:{card}", card, name_card(card), describe, Message("discard.group_court"), f"court:{card}")

    return [build_option(number) for number in s.players[player].court]


def build_lowest_default(number: int = 1) -> ComputedDefault:
    """R15.34 Return the default answer for discards: the cards with the lowest numbers, hand cards first."""

    def choose_keys(options: tuple[Option, ...]) -> tuple[str, ...]:
        sorted_options = sorted(options, key=lambda option: (not option.key.startswith(HAND_KEY_PREFIX), option.value))
        return tuple(option.key for option in sorted_options[:number])

    return ComputedDefault(choose_keys, Message("discard.lowest"))


HAND_KEY_PREFIX = "hand:"
"""Prefix of the option keys of hand cards."""


def list_hand_options(s: State, player: int) -> list[Option]:
    """Return the options to discard a card of the hand."""
    return [_build_hand_option(card) for card in s.players[player].hand]


@cache
def _build_hand_option(card: int) -> Option:
    return Option(
        f"{HAND_KEY_PREFIX}{card}", card, name_card(card), group=Message("discard.group_hand"), place=f"hand:{card}"
    )


def discard_from_hand(ctx: GameContext[State], player: int, card: int, why: NounRef | Message | None = None) -> None:
    """R4.8, R9.2 Reveal and discard a hand card. It has no leverage. why: the event or limit that causes it."""
    s = ctx.state
    s.players[player].hand.remove(card)
    s.discards.append(card)
    ctx.mark_revealed()
    if why is None:
        ctx.log_event("discard.hand", who=s.name_player(player), card=name_card(card))
    else:
        ctx.log_event("discard.hand_by", who=s.name_player(player), card=name_card(card), why=why)
