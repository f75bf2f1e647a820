"""R2, R4.2 Places of pieces: blocks are armies or roads, cylinders are tribes, spies or gifts; others are in supply."""

import msgspec

from engines.kernel import Message, NounRef, message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition, Region

from . import names
from .state import State


class Army(msgspec.Struct, frozen=True):
    """A block in a region."""

    region: Region
    """The region in which it stands."""

    @property
    def key(self) -> str:
        """`army:kabul`, as used in option keys and in `Turn.placed_counts`."""
        return f"army:{self.region}"

    @property
    def option_place(self) -> str:
        """Place in the picture, for `Option.place`."""
        return f"region:{self.region}"


class Road(msgspec.Struct, frozen=True):
    """A block on a border."""

    border: str
    """Key of the border in data.toml."""

    @property
    def key(self) -> str:
        return f"road:{self.border}"

    @property
    def option_place(self) -> str:
        return f"border:{self.border}"


class Tribe(msgspec.Struct, frozen=True):
    """A cylinder in a region."""

    region: Region
    """The region in which it stands."""

    @property
    def key(self) -> str:
        return f"tribe:{self.region}"

    @property
    def option_place(self) -> str:
        return f"region:{self.region}"


class Spy(msgspec.Struct, frozen=True):
    """A cylinder on a court card."""

    card: int
    """Court card of any player."""

    @property
    def key(self) -> str:
        return f"spy:{self.card}"

    @property
    def option_place(self) -> str:
        return f"court:{self.card}"


class Gift(msgspec.Struct, frozen=True):
    """A cylinder on a gift space, identified by the price of the space."""

    price: int
    """2, 4 or 6 (`costs.gift_spaces`)."""

    @property
    def key(self) -> str:
        return f"gift:{self.price}"

    @property
    def option_place(self) -> str:
        return f"gift:{self.price}"


class Supply(msgspec.Struct, frozen=True):
    """The supply of the piece's colour, off the table."""


Block = Army | Road
Cylinder = Tribe | Spy | Gift
Place = Block | Cylinder
SUPPLY = Supply()


def find_ruled_region(place: Place) -> Region | None:
    """R4.5 Return the region whose ruler depends on a piece at this place, or None."""
    return place.region if isinstance(place, Army | Tribe) else None


# ---------------------------------------------------------------- counts


def count_blocks_at(s: State, coalition: Coalition, place: Block) -> int:
    """Return the number of blocks of a coalition at a place."""
    blocks = s.armies[place.region] if isinstance(place, Army) else s.roads[place.border]
    return blocks.get(coalition, 0)


def count_cylinders_at(s: State, player: int, place: Cylinder) -> int:
    """Return the number of cylinders of a player at a place."""
    match place:
        case Tribe(region):
            return s.tribes[region][player]
        case Spy(card):
            spies = s.spies.get(card)
            return spies[player] if spies else 0
        case Gift(price):
            return int(price in s.players[player].gifts)


def build_placed_key(place: Place, owner: Coalition | int) -> str:
    """Return the key in `Turn.placed_counts` for pieces of a coalition or a player at a place."""
    return f"{place.key}:{owner}"


def count_placed(s: State, place: Place, owner: Coalition | int) -> int:
    """R4.2 Return how many of these pieces were placed this turn."""
    return (
        s.turn.placed_counts.get(build_placed_key(place, owner), 0)
        if s.turn is not None and s.turn.placed_counts
        else 0
    )


# ---------------------------------------------------------------- pieces that may be taken from the table


def list_block_places(s: State, coalition: Coalition) -> list[Block]:
    """R4.2 Return the places from which a block of the coalition may be taken. Blocks placed this turn stay."""
    places: list[Block] = [Army(region) for region, blocks in s.armies.items() if coalition in blocks]
    places += [Road(border) for border, blocks in s.roads.items() if coalition in blocks]
    return [place for place in places if count_blocks_at(s, coalition, place) > count_placed(s, place, coalition)]


def list_cylinder_places(s: State, player: int) -> list[Cylinder]:
    """R4.2 Return the places from which a cylinder of the player may be taken. Cylinders placed this turn stay."""
    places: list[Cylinder] = [Tribe(region) for region, numbers in s.tribes.items() if numbers[player]]
    places += [Spy(card) for card, numbers in s.spies.items() if numbers[player]]
    places += [Gift(price) for price in s.players[player].gifts]
    return [place for place in places if count_cylinders_at(s, player, place) > count_placed(s, place, player)]


def has_block_left(s: State, coalition: Coalition) -> bool:
    """R4.2 Return whether there is a block to place, in the supply or on the map."""
    return s.count_block_supply(coalition) > 0 or bool(list_block_places(s, coalition))


def has_cylinder_left(s: State, player: int) -> bool:
    """R4.2 Return whether there is a cylinder to place, in the supply or on the table."""
    return s.count_supply(player) > 0 or bool(list_cylinder_places(s, player))


# ---------------------------------------------------------------- words


def name_place(place: Place) -> Message:
    """Return a short text for a piece at a place: "army in Herat", "spy on Mohan Lal #1"."""
    match place:
        case Army(region):
            return Message("piece.at_army", {"region": NounRef(f"region.{region}")})
        case Tribe(region):
            return Message("piece.at_tribe", {"region": NounRef(f"region.{region}")})
        case Road(border):
            first_region, second_region = CONTENT.borders[border]
            return message(
                "piece.at_road", one=NounRef(f"region.{first_region}"), other=NounRef(f"region.{second_region}")
            )
        case Spy(card):
            return message("piece.at_spy", card=names.name_card(card))
        case Gift(price):
            return message("piece.at_gift", price=price)


def name_piece(place: Place, coalition: Coalition | None = None, n: int = 1) -> Message:
    """Return a text for n pieces at a place: "2 Afghan armies in Herat"."""
    coalition_noun = NounRef(f"coalition.{coalition}")
    match place:
        case Army(region):
            return message("piece.army", n=n, coalition=coalition_noun, region=NounRef(f"region.{region}"))
        case Road(border):
            first_region, second_region = (NounRef(f"region.{region}") for region in CONTENT.borders[border])
            return message("piece.road", n=n, coalition=coalition_noun, one=first_region, other=second_region)
        case Tribe(region):
            return message("piece.tribe", n=n, region=NounRef(f"region.{region}"))
        case Spy(card):
            return message("piece.spy", n=n, card=names.name_card(card))
        case Gift(price):
            return message("piece.gift", n=n, price=price)
