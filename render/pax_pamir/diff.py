"""What happened between two Views, as facts that pictures mark and words tell."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.view import PlayerView, View


@dataclass(frozen=True, slots=True)
class Armies:
    """Armies of a coalition in a region: how many more, or fewer."""

    region: str
    coalition: str
    more: int


@dataclass(frozen=True, slots=True)
class Marched:
    """Armies of a coalition that went from one region to another."""

    start: str
    end: str
    coalition: str
    count: int


@dataclass(frozen=True, slots=True)
class Roads:
    border: str
    coalition: str
    more: int


@dataclass(frozen=True, slots=True)
class Tribes:
    region: str
    player: int
    more: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """Another ruler, or none any more."""

    region: str
    player: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A card that came to a court."""

    player: int
    card: int


@dataclass(frozen=True, slots=True)
class Left:
    """A card that left a court."""

    player: int
    card: int


@dataclass(frozen=True, slots=True)
class Spies:
    """Other spies on a court card."""

    player: int
    card: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A number in a player's row: `rupees`, `held`, `vp`, `influence`."""

    player: int
    what: str
    more: int


@dataclass(frozen=True, slots=True)
class Loyal:
    player: int
    coalition: str


@dataclass(frozen=True, slots=True)
class Favored:
    suit: str


@dataclass(frozen=True, slots=True)
class Dominant:
    coalition: str | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that is new in the market."""

    index: int
    card: int


@dataclass(frozen=True, slots=True)
class Paid:
    """Rupees put on a market card that stayed where it was."""

    index: int
    more: int


Fact = (
    Armies
    | Marched
    | Roads
    | Tribes
    | Ruled
    | Played
    | Left
    | Spies
    | Counted
    | Loyal
    | Favored
    | Dominant
    | Drawn
    | Paid
)


def facts(before: View, view: View) -> tuple[Fact, ...]:
    """Everything that changed, the most telling first."""
    found: list[Fact] = [*_armies(before, view), *_tribes(before, view), *_roads(before, view)]
    for then, now in zip(before.regions, view.regions, strict=True):
        if then.ruler != now.ruler:
            found.append(Ruled(now.id, now.ruler))
    for player in view.ring:
        found += _row(before.players[player], view.players[player])
    if before.favored != view.favored:
        found.append(Favored(view.favored))
    if before.dominant != view.dominant:
        found.append(Dominant(view.dominant))
    return (*found, *_market(before, view))


def _armies(before: View, view: View) -> Iterator[Armies | Marched]:
    """Where one region lost what one other gained, the armies have marched."""
    for coalition in view.blocks:
        steps = {
            now.id: now.armies.get(coalition, 0) - then.armies.get(coalition, 0)
            for then, now in zip(before.regions, view.regions, strict=True)
        }
        changed = sorted((more, region) for region, more in steps.items() if more)
        if len(changed) == 2 and changed[0][0] == -changed[1][0]:
            yield Marched(changed[0][1], changed[1][1], coalition, changed[1][0])
        else:
            yield from (Armies(region, coalition, more) for region, more in steps.items() if more)


def _tribes(before: View, view: View) -> Iterator[Tribes]:
    for then, now in zip(before.regions, view.regions, strict=True):
        for player, (old, new) in enumerate(zip(then.tribes, now.tribes, strict=True)):
            if old != new:
                yield Tribes(now.id, player, new - old)


def _roads(before: View, view: View) -> Iterator[Roads]:
    for then, now in zip(before.borders, view.borders, strict=True):
        for coalition in view.blocks:
            more = now.roads.get(coalition, 0) - then.roads.get(coalition, 0)
            if more:
                yield Roads(now.id, coalition, more)


def _row(then: PlayerView, now: PlayerView) -> Iterator[Fact]:
    """What the row of a player shows."""
    player = now.number
    old = {slot.card: slot for slot in then.court}
    new = {slot.card for slot in now.court}
    yield from (Played(player, slot.card) for slot in now.court if slot.card not in old)
    yield from (Left(player, card) for card in old if card not in new)
    for slot in now.court:
        if slot.card in old and slot.spies != old[slot.card].spies:
            yield Spies(player, slot.card)
    if now.loyalty is not None and then.loyalty != now.loyalty:
        yield Loyal(player, now.loyalty)
    for what, a, b in (
        ("vp", then.vp, now.vp),
        ("influence", then.influence, now.influence),
        ("rupees", then.rupees, now.rupees),
        ("held", then.held, now.held),
    ):
        if a != b:
            yield Counted(player, what, b - a)


def _market(before: View, view: View) -> Iterator[Drawn | Paid]:
    old = {space.card for space in before.market}
    for then, now in zip(before.market, view.market, strict=True):
        if now.card is not None and now.card not in old:
            yield Drawn(now.index, now.card)
        elif now.card == then.card and now.rupees > then.rupees:
            yield Paid(now.index, now.rupees - then.rupees)
