"""Differences between two Views, as facts that pictures mark and reports put into words."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.view import PlayerView, View


@dataclass(frozen=True, slots=True)
class ArmiesChanged:
    """Armies of a coalition were added to or removed from a region."""

    region: str  # key of the region in data.toml
    coalition: str  # of the blocks, which stand as armies
    delta: int
    """Change of their number; negative: fewer."""


@dataclass(frozen=True, slots=True)
class ArmiesMarched:
    """Armies of a coalition moved from one region to another."""

    start: str  # region that lost the armies
    end: str  # region that gained them
    coalition: str  # of the blocks
    count: int  # number of armies, as many lost as gained; more than 0


@dataclass(frozen=True, slots=True)
class RoadsChanged:
    """Roads of a coalition were added to or removed from a border."""

    border: str  # key of the border: those of its regions, joined by "_"
    coalition: str  # of the blocks, which lie as roads
    delta: int
    """Change of their number; negative: fewer."""


@dataclass(frozen=True, slots=True)
class TribesChanged:
    """Tribes of a player were added to or removed from a region."""

    region: str  # key of the region in data.toml
    player: int  # owner of the tribes
    delta: int
    """Change of their number; negative: fewer."""


@dataclass(frozen=True, slots=True)
class RulerChanged:
    """The ruler of a region changed."""

    region: str  # key of the region in data.toml
    player: int | None
    """The new ruler; None: nobody rules."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was added to a court."""

    player: int  # owner of the court
    card: int  # printed number of the court card, 1-100


@dataclass(frozen=True, slots=True)
class CardLeft:
    """A card left a court."""

    player: int  # owner of the court
    card: int  # printed number of the court card, 1-100


@dataclass(frozen=True, slots=True)
class SpiesChanged:
    """The spies on a court card changed."""

    player: int  # owner of the court, not of the spies
    card: int  # printed number of the court card, 1-100


@dataclass(frozen=True, slots=True)
class NumberChanged:
    """A number in a player's row changed."""

    player: int  # owner of the row; it may be Wakhan
    kind: str
    """`rupees`, `held`, `vp` or `influence`."""
    delta: int
    """The change; negative: less."""


@dataclass(frozen=True, slots=True)
class LoyaltyChanged:
    """A player took or changed a loyalty."""

    player: int  # owner of the dial; it may be Wakhan
    coalition: str  # the new loyalty; for Wakhan the pragmatic one (R14.2)


@dataclass(frozen=True, slots=True)
class FavoredSuitChanged:
    """Another suit is favored."""

    suit: str  # the new favored suit (R4.7)


@dataclass(frozen=True, slots=True)
class DominanceChanged:
    """The dominant coalition changed."""

    coalition: str | None
    """None: no coalition is dominant."""


@dataclass(frozen=True, slots=True)
class MarketCardDrawn:
    """A card is new in the market."""

    index: int  # space of the market: 0-5 above, 6-11 below, from left to right
    card: int  # printed number, 1-116; from 101 on an event or a check


@dataclass(frozen=True, slots=True)
class RupeesPaid:
    """Rupees were put on a market card that did not move."""

    index: int  # space of the market: 0-5 above, 6-11 below, from left to right
    delta: int
    """Number of rupees added."""


ViewChange = (
    ArmiesChanged
    | ArmiesMarched
    | RoadsChanged
    | TribesChanged
    | RulerChanged
    | CardPlayed
    | CardLeft
    | SpiesChanged
    | NumberChanged
    | LoyaltyChanged
    | FavoredSuitChanged
    | DominanceChanged
    | MarketCardDrawn
    | RupeesPaid
)


def compare_views(view_before: View, view: View) -> tuple[ViewChange, ...]:
    """List everything that changed, most important first."""
    changes: list[ViewChange] = [
        *_compare_armies(view_before, view),
        *_compare_tribes(view_before, view),
        *_compare_roads(view_before, view),
    ]
    for earlier, later in zip(view_before.regions, view.regions, strict=True):
        if earlier.ruler != later.ruler:
            changes.append(RulerChanged(later.id, later.ruler))
    for player in view.ring:
        changes += _compare_players(view_before.players[player], view.players[player])
    if view_before.favored != view.favored:
        changes.append(FavoredSuitChanged(view.favored))
    if view_before.dominant != view.dominant:
        changes.append(DominanceChanged(view.dominant))
    return (*changes, *_compare_markets(view_before, view))


def _compare_armies(view_before: View, view: View) -> Iterator[ArmiesChanged | ArmiesMarched]:
    """Compare the armies of each coalition. If one region lost as many as one other gained, they have marched."""
    for coalition in view.blocks:
        steps = {
            later.id: later.armies.get(coalition, 0) - earlier.armies.get(coalition, 0)
            for earlier, later in zip(view_before.regions, view.regions, strict=True)
        }
        changed_regions = sorted((delta, region) for region, delta in steps.items() if delta)
        if len(changed_regions) == 2 and changed_regions[0][0] == -changed_regions[1][0]:
            yield ArmiesMarched(changed_regions[0][1], changed_regions[1][1], coalition, changed_regions[1][0])
        else:
            yield from (ArmiesChanged(region, coalition, delta) for region, delta in steps.items() if delta)


def _compare_tribes(view_before: View, view: View) -> Iterator[TribesChanged]:
    for earlier, later in zip(view_before.regions, view.regions, strict=True):
        for player, (old, new) in enumerate(zip(earlier.tribes, later.tribes, strict=True)):
            if old != new:
                yield TribesChanged(later.id, player, new - old)


def _compare_roads(view_before: View, view: View) -> Iterator[RoadsChanged]:
    for earlier, later in zip(view_before.borders, view.borders, strict=True):
        for coalition in view.blocks:
            delta = later.roads.get(coalition, 0) - earlier.roads.get(coalition, 0)
            if delta:
                yield RoadsChanged(later.id, coalition, delta)


def _compare_players(player_before: PlayerView, player_now: PlayerView) -> Iterator[ViewChange]:
    """Compare what a player's row shows: court, spies, loyalty, numbers."""
    player = player_now.number
    old = {slot.card: slot for slot in player_before.court}
    new = {slot.card for slot in player_now.court}
    yield from (CardPlayed(player, slot.card) for slot in player_now.court if slot.card not in old)
    yield from (CardLeft(player, card) for card in old if card not in new)
    for slot in player_now.court:
        if slot.card in old and slot.spies != old[slot.card].spies:
            yield SpiesChanged(player, slot.card)
    if player_now.loyalty is not None and player_before.loyalty != player_now.loyalty:
        yield LoyaltyChanged(player, player_now.loyalty)
    for kind, old_number, new_number in (
        ("vp", player_before.vp, player_now.vp),
        ("influence", player_before.influence, player_now.influence),
        ("rupees", player_before.rupees, player_now.rupees),
        ("held", player_before.hand_size, player_now.hand_size),
    ):
        if old_number != new_number:
            yield NumberChanged(player, kind, new_number - old_number)


def _compare_markets(view_before: View, view: View) -> Iterator[MarketCardDrawn | RupeesPaid]:
    old = {space.card for space in view_before.market}
    for earlier, later in zip(view_before.market, view.market, strict=True):
        if later.card is not None and later.card not in old:
            yield MarketCardDrawn(later.index, later.card)
        elif later.card == earlier.card and later.rupees > earlier.rupees:
            yield RupeesPaid(later.index, later.rupees - earlier.rupees)
