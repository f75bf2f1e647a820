"""Short notation for parts of a View of Pax Pamir: cards with spies, players, regions, borders, the market."""

from collections.abc import Sequence
from typing import Any

from engines.pax_pamir.data.content import COALITIONS, CONTENT, SUITS
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import BorderView, CourtSlot, MarketSpace, PlayerView, RegionView

COLORS = ("gray", "blue", "tan", "red", "black")
LETTERS = "ABCDE"
LOYALTIES = {"a": "afghan", "b": "british", "r": "russian"}


def build_slot(text: str) -> CourtSlot:
    """Parse a court card: `"61"`, `"61 BBC"` (with spies), `"61 CC hostage C used favored"`."""
    region, *rest = text.split()
    spies = rest.pop(0) if rest and rest[0] not in ("hostage", "used", "favored") else ""
    holder = LETTERS.index(rest[rest.index("hostage") + 1]) if "hostage" in rest else None
    return CourtSlot(int(region), _count_pieces(spies), holder, "used" in rest, "favored" in rest)


def _count_pieces(letters: str) -> tuple[int, ...]:
    """Return the number of pieces of each of five seats; `build_board` cuts it to the seats in play."""
    return tuple(letters.count(letter) for letter in LETTERS)


def build_player(number: int, loyalty: str | None, court: Sequence[str] = (), **more: Any) -> PlayerView:
    """Return a player with these cards; stars, limits and influence are counted as in the rules."""
    slots = tuple(build_slot(text) for text in court)
    cards = [CONTENT.cards[court_slot.card] for court_slot in slots]
    stars = {suit: sum(card.rank for card in cards if card.suit == suit) for suit in SUITS}
    gifts, prizes = more.get("gifts", ()), more.get("prizes", ())
    hand = more.get("hand")
    coalition = LOYALTIES.get(loyalty or "")
    values: dict[str, Any] = {
        "color": COLORS[number],
        "is_automa": False,
        "loyalty": coalition,
        "vp": 0,
        "rupees": 4,
        "hand_size": len(hand or ()),
        "hand": None,
        "court": slots,
        "gifts": (),
        "prizes": (),
        "events": (),
        "influence": 1 + sum(card.patriot == coalition for card in cards) + len(prizes) + len(gifts),
        "court_limit": 3 + stars["political"],
        "hand_limit": 2 + stars["intelligence"],
        "tax_shelter": stars["economic"],
        "military_stars": stars["military"],
        "cylinders": 10 - len(gifts),
        "in_play": len(gifts),
    }
    return PlayerView(number=number, **{**values, **more})


def build_regions(contents: dict[str, tuple[str, str, str]]) -> tuple[RegionView, ...]:
    """Parse regions: `{"kabul": ("3 british 2 afghan", "BBC", "B")}` is armies, tribes, ruler."""
    views = []
    for region in CONTENT.regions:
        armies, tribes, ruler = contents.get(region, ("", "", ""))
        views.append(
            RegionView(region, _parse_counts(armies), _count_pieces(tribes), LETTERS.index(ruler) if ruler else None)
        )
    return tuple(views)


def build_borders(contents: dict[str, str]) -> tuple[BorderView, ...]:
    return tuple(
        BorderView(region, ends, _parse_counts(contents.get(region, ""))) for region, ends in CONTENT.borders.items()
    )


def _parse_counts(text: str) -> dict[Coalition, int]:
    words = text.split()
    by_name: dict[str, Coalition] = {coalition: coalition for coalition in COALITIONS}
    return {by_name[name]: int(number) for number, name in zip(words[::2], words[1::2], strict=True)}


def build_market(
    cards: Sequence[int | None], rupees: dict[int, int], locked: Sequence[int] = (), unit: int = 1
) -> tuple[MarketSpace, ...]:
    """Return the market. rupees: by space; unit: price per column."""
    return tuple(MarketSpace(i, card, rupees.get(i, 0), i % 6 * unit, i in locked) for i, card in enumerate(cards))
