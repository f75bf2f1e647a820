"""R2, R4.2 Where pieces lie: blocks as armies or roads, cylinders as tribes, spies or gifts; else in their supply."""

from __future__ import annotations

import msgspec

from engines.kernel import Msg, Term, say
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition, Region

from . import names
from .state import State


class Army(msgspec.Struct, frozen=True):
    """A block in a region."""

    region: Region

    @property
    def key(self) -> str:
        """`army:kabul`, in keys of options and in `Turn.placed`."""
        return f"army:{self.region}"

    @property
    def spot(self) -> str:
        """Where the picture shows it (`Option.place`)."""
        return f"region:{self.region}"


class Road(msgspec.Struct, frozen=True):
    """A block on a border."""

    border: str

    @property
    def key(self) -> str:
        return f"road:{self.border}"

    @property
    def spot(self) -> str:
        return f"border:{self.border}"


class Tribe(msgspec.Struct, frozen=True):
    """A cylinder in a region."""

    region: Region

    @property
    def key(self) -> str:
        return f"tribe:{self.region}"

    @property
    def spot(self) -> str:
        return f"region:{self.region}"


class Spy(msgspec.Struct, frozen=True):
    """A cylinder on a court card."""

    card: int

    @property
    def key(self) -> str:
        return f"spy:{self.card}"

    @property
    def spot(self) -> str:
        return f"court:{self.card}"


class Gift(msgspec.Struct, frozen=True):
    """A cylinder on a gift space, named by its price."""

    price: int

    @property
    def key(self) -> str:
        return f"gift:{self.price}"

    @property
    def spot(self) -> str:
        return f"gift:{self.price}"


class Supply(msgspec.Struct, frozen=True):
    """Not on the table: the supply of the piece's colour."""


Block = Army | Road
Cylinder = Tribe | Spy | Gift
Place = Block | Cylinder
SUPPLY = Supply()


def region_of(place: Place) -> Region | None:
    """R4.5 The region whose ruler depends on the piece."""
    return place.region if isinstance(place, Army | Tribe) else None


# ---------------------------------------------------------------- how many lie there


def blocks_at(s: State, coalition: Coalition, place: Block) -> int:
    """Blocks of a coalition at a place."""
    there = s.armies[place.region] if isinstance(place, Army) else s.roads[place.border]
    return there.get(coalition, 0)


def cylinders_at(s: State, player: int, place: Cylinder) -> int:
    """Cylinders of a player at a place."""
    match place:
        case Tribe(region):
            return s.tribes[region][player]
        case Spy(card):
            there = s.spies.get(card)
            return there[player] if there else 0
        case Gift(price):
            return int(price in s.players[player].gifts)


def placed_mark(place: Place, owner: Coalition | int) -> str:
    """The key in `Turn.placed` for pieces of a coalition or a player at a place."""
    return f"{place.key}:{owner}"


def placed(s: State, place: Place, owner: Coalition | int) -> int:
    """R4.2 How many of these pieces were placed this turn."""
    return s.turn.placed.get(placed_mark(place, owner), 0) if s.turn is not None and s.turn.placed else 0


# ---------------------------------------------------------------- what may be taken


def block_places(s: State, coalition: Coalition) -> list[Block]:
    """R4.2 Where a block of the coalition may be taken: everywhere but those placed this turn."""
    places: list[Block] = [Army(region) for region, there in s.armies.items() if coalition in there]
    places += [Road(border) for border, there in s.roads.items() if coalition in there]
    return [place for place in places if blocks_at(s, coalition, place) > placed(s, place, coalition)]


def cylinder_places(s: State, player: int) -> list[Cylinder]:
    """R4.2 Where a cylinder of the player may be taken: everywhere but those placed this turn."""
    places: list[Cylinder] = [Tribe(region) for region, there in s.tribes.items() if there[player]]
    places += [Spy(card) for card, there in s.spies.items() if there[player]]
    places += [Gift(price) for price in s.players[player].gifts]
    return [place for place in places if cylinders_at(s, player, place) > placed(s, place, player)]


def block_left(s: State, coalition: Coalition) -> bool:
    """R4.2 Whether there is a block to place, in the supply or on the map."""
    return s.block_supply(coalition) > 0 or bool(block_places(s, coalition))


def cylinder_left(s: State, player: int) -> bool:
    """R4.2 Whether there is a cylinder to place, in the supply or on the table."""
    return s.supply(player) > 0 or bool(cylinder_places(s, player))


# ---------------------------------------------------------------- words


def place_words(place: Place) -> Msg:
    """A place in a few words: "army in Herat", "spy on Mohan Lal #1"."""
    match place:
        case Army(region):
            return Msg("piece.at_army", {"region": Term(f"region.{region}")})
        case Tribe(region):
            return Msg("piece.at_tribe", {"region": Term(f"region.{region}")})
        case Road(border):
            one, other = CONTENT.borders[border]
            return say("piece.at_road", one=Term(f"region.{one}"), other=Term(f"region.{other}"))
        case Spy(card):
            return say("piece.at_spy", card=names.card(card))
        case Gift(price):
            return say("piece.at_gift", price=price)


def piece_words(place: Place, coalition: Coalition | None = None, n: int = 1) -> Msg:
    """Pieces at a place: "2 Afghan armies in Herat"."""
    side = Term(f"coalition.{coalition}")
    match place:
        case Army(region):
            return say("piece.army", n=n, coalition=side, region=Term(f"region.{region}"))
        case Road(border):
            one, other = (Term(f"region.{region}") for region in CONTENT.borders[border])
            return say("piece.road", n=n, coalition=side, one=one, other=other)
        case Tribe(region):
            return say("piece.tribe", n=n, region=Term(f"region.{region}"))
        case Spy(card):
            return say("piece.spy", n=n, card=names.card(card))
        case Gift(price):
            return say("piece.gift", n=n, price=price)
