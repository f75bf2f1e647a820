"""Parts of a View of Pax Pamir in short: cards with spies, players, regions, borders, the market."""

from collections.abc import Sequence
from typing import Any

from engines.pax_pamir.data.content import COALITIONS, CONTENT, SUITS
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import BorderView, CourtSlot, MarketSpace, PlayerView, RegionView

COLORS = ("gray", "blue", "tan", "red", "black")
LETTERS = "ABCDE"
LOYALTIES = {"a": "afghan", "b": "british", "r": "russian"}


def slot(text: str) -> CourtSlot:
    """`"61"`, `"61 BBC"` spies on it, `"61 CC hostage C used favored"`."""
    region, *rest = text.split()
    spies = rest.pop(0) if rest and rest[0] not in ("hostage", "used", "favored") else ""
    holder = LETTERS.index(rest[rest.index("hostage") + 1]) if "hostage" in rest else None
    return CourtSlot(int(region), _pieces(spies), holder, "used" in rest, "favored" in rest)


def _pieces(letters: str) -> tuple[int, ...]:
    """How many pieces of each seat: of five, see `board`."""
    return tuple(letters.count(letter) for letter in LETTERS)


def player(number: int, loyalty: str | None, court: Sequence[str] = (), **more: Any) -> PlayerView:
    """A player with these cards; stars, limits and influence as the rules count them."""
    slots = tuple(slot(text) for text in court)
    cards = [CONTENT.cards[one.card] for one in slots]
    stars = {suit: sum(card.rank for card in cards if card.suit == suit) for suit in SUITS}
    gifts, prizes = more.get("gifts", ()), more.get("prizes", ())
    hand = more.get("hand")
    whole = LOYALTIES.get(loyalty or "")
    values: dict[str, Any] = {
        "color": COLORS[number],
        "automa": False,
        "loyalty": whole,
        "vp": 0,
        "rupees": 4,
        "held": len(hand or ()),
        "hand": None,
        "court": slots,
        "gifts": (),
        "prizes": (),
        "events": (),
        "influence": 1 + sum(card.patriot == whole for card in cards) + len(prizes) + len(gifts),
        "court_limit": 3 + stars["political"],
        "hand_limit": 2 + stars["intelligence"],
        "tax_shelter": stars["economic"],
        "military_stars": stars["military"],
        "cylinders": 10 - len(gifts),
        "in_play": len(gifts),
    }
    return PlayerView(number=number, **{**values, **more})


def regions(there: dict[str, tuple[str, str, str]]) -> tuple[RegionView, ...]:
    """`{"kabul": ("3 british 2 afghan", "BBC", "B")}`: armies, tribes, ruler."""
    found = []
    for region in CONTENT.regions:
        armies, tribes, ruler = there.get(region, ("", "", ""))
        found.append(RegionView(region, _counts(armies), _pieces(tribes), LETTERS.index(ruler) if ruler else None))
    return tuple(found)


def borders(there: dict[str, str]) -> tuple[BorderView, ...]:
    return tuple(BorderView(region, ends, _counts(there.get(region, ""))) for region, ends in CONTENT.borders.items())


def _counts(text: str) -> dict[Coalition, int]:
    words = text.split()
    by_name: dict[str, Coalition] = {coalition: coalition for coalition in COALITIONS}
    return {by_name[name]: int(number) for number, name in zip(words[::2], words[1::2], strict=True)}


def market(
    cards: Sequence[int | None], rupees: dict[int, int], locked: Sequence[int] = (), unit: int = 1
) -> tuple[MarketSpace, ...]:
    """rupees: by space. unit: what a card costs for each column."""
    return tuple(MarketSpace(i, card, rupees.get(i, 0), i % 6 * unit, i in locked) for i, card in enumerate(cards))
