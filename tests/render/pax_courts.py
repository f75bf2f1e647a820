"""Tables of Pax Pamir for the tests of courts, hands and words: Views written down by hand."""

from typing import Any

import msgspec

from engines.pax_pamir.content import CONTENT
from engines.pax_pamir.view import (
    BorderView,
    CourtSlot,
    MarketSpace,
    PlayerView,
    RegionView,
    TurnView,
    View,
    WakhanView,
)

NAMES = ("あおい", "Marco", "ことり", "Jules", "Kotori")
COLORS = ("gray", "blue", "tan", "red", "black")
_COALITIONS = {"a": "afghan", "b": "british", "r": "russian"}


def slot(text: str) -> CourtSlot:
    """`"61"`, `"61 BBC"` spies on it, `"61 CC hostage C used favored"`."""
    id, *rest = text.split()
    spies = [0] * 5
    holder = None
    while rest and rest[0] not in ("hostage", "used", "favored"):
        for letter in rest.pop(0):
            spies["ABCDE".index(letter)] += 1
    if "hostage" in rest:
        holder = "ABCDE".index(rest[rest.index("hostage") + 1])
    return CourtSlot(int(id), tuple(spies), holder, "used" in rest, "favored" in rest)


def player(number: int, loyalty: str | None, court: tuple[str, ...] = (), **more: Any) -> PlayerView:
    """A player with these cards; stars, limits and influence as the rules count them."""
    slots = tuple(slot(text) for text in court)
    cards = [CONTENT.cards[one.card] for one in slots]
    stars = {suit: sum(card.rank for card in cards if card.suit == suit) for suit in ("political", "intelligence")}
    gifts, prizes = more.get("gifts", ()), more.get("prizes", ())
    hand = more.get("hand")
    whole = _COALITIONS.get(loyalty or "")
    values: dict[str, Any] = {
        "number": number,
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
        "tax_shelter": sum(card.rank for card in cards if card.suit == "economic"),
        "military_stars": sum(card.rank for card in cards if card.suit == "military"),
        "cylinders": 10 - len(gifts),
        "in_play": len(gifts),
    }
    return PlayerView(**{**values, **more})


def region(id: str, armies: str = "", tribes: str = "", ruler: str = "") -> RegionView:
    """`region("kabul", "bbba", "BBC", "B")`: three British armies and an Afghan one, tribes, and who rules."""
    return RegionView(
        id,
        {_COALITIONS[c]: armies.count(c) for c in dict.fromkeys(armies)},
        tuple(tribes.count(letter) for letter in "ABCDE"),
        "ABCDE".index(ruler) if ruler else None,
    )


def table(players: tuple[PlayerView, ...], **more: Any) -> View:
    """The board of the guide's mock-up around these players."""
    roads = {"kabul_punjab": {"british": 2}, "kabul_transcaspia": {"russian": 1}, "herat_transcaspia": {"afghan": 1}}
    count = len(players)
    regions = (
        region("transcaspia", "rr", "E"),
        region("kabul", "bbbaa", "BBC", "B"),
        region("persia", "r", "EE"),
        region("herat", "a", "CC", "C"),
        region("kandahar", "br", "BE"),
        region("punjab", "bb", "B", "B"),
    )
    market: list[int | None] = [67, 61, 112, 48, 9, 85, 29, None, 88, 60, 102, 75]
    values: dict[str, Any] = {
        "seat": None,
        "phase": "turn",
        "players": players,
        "ring": tuple(range(count)),
        "regions": tuple(msgspec.structs.replace(r, tribes=r.tribes[:count]) for r in regions),
        "borders": tuple(BorderView(id, ends, roads.get(id, {})) for id, ends in CONTENT.borders.items()),
        "market": tuple(
            MarketSpace(i, card, (0, 1, 0, 0, 2, 0, 2, 1, 0, 1, 0, 0)[i], 2 * (i % 6), i == 6)
            for i, card in enumerate(market)
        ),
        "favored": "military",
        "doubled": True,
        "blocks": {"british": 9, "russian": 5, "afghan": 4},
        "dominant": "british",
        "lead": 4,
        "deck": 27,
        "checks_left": 3,
        "discards": (12, 30),
        "globals": (),
        "bank": 8,
        "removed": 0,
        "turn": TurnView(2 if count > 2 else 0, 1, None),
        "wakhan": None,
        "checks": (),
        "options": (),
        "scores": (),
    }
    return View(**{**values, **more})


def classic(**more: Any) -> View:
    """Five players in mid-game; ことり sees her hand."""
    marco = ("26", "44 E used", "45 BB", "27 CC hostage C", "21 favored")
    players = (
        player(0, "b", ("9", "53"), vp=2, rupees=2),
        player(1, "b", marco, vp=7, rupees=6, held=3, gifts=(2,), prizes=((3, "british"),), cylinders=2, in_play=8),
        player(2, "a", ("5 B", "14", "12"), vp=4, rupees=3, held=3, hand=(88, 60, 3), bribes={3: 2}),
        player(3, "r", ("72", "83"), vp=4, rupees=9, held=4),
        player(4, "r", ("65 C", "78"), vp=4, rupees=0, held=1),
    )
    return table(players, **more)


def full() -> View:
    """Twelve court cards under the spies of five players, eight cards in hand, every gift and event: all is full."""
    cards = (2, 3, 7, 8, 12, 30, 46, 57, 64, 78, 97, 24)
    court = tuple(f"{card} {'EEEEAAABBCCCDD'[: 14 - i]} hostage E used favored" for i, card in enumerate(cards))
    prizes = tuple((card, "russian") for card in (4, 5, 14, 29, 33, 61))
    events = (105, 106, 107, 108, 110, 112)
    hand = (41, 43, 72, 85, 28, 60, 31, 66)
    bribes = {28: 1, 31: 1}
    fullest = player(
        2,
        "r",
        court,
        vp=23,
        rupees=31,
        hand=hand,
        gifts=(2, 4, 6),
        prizes=prizes,
        events=events,
        bribes=bribes,
        influence=12,
    )
    others = tuple(player(n, "b" if n % 2 else "a", ("5 AABBCCDDEE", "17", "16", "20", "25", "27")) for n in range(5))
    return table((*others[:2], fullest, *others[3:]), globals=(109, 115))


def bare() -> View:
    """The first turn: no cards in any court or hand."""
    nobody = tuple(player(n, None, hand=() if n == 0 else None) for n in range(2))
    return table(nobody, turn=TurnView(0, 2, None), phase="loyalty", favored="political", doubled=False, dominant=None)


def with_wakhan(court: tuple[str, ...] = ("9", "31 A", "66 CC")) -> View:
    """Two people and Wakhan; her card 1 lies face up."""
    players = (
        player(0, "b", ("20", "5 C"), vp=3, held=2, hand=(3, 88), bribes={3: 2}),
        player(1, "a", ("12",), vp=1, held=1),
        player(2, "r", court, automa=True, vp=5, rupees=7, prizes=((3, "british"),), gifts=(2,)),
    )
    hers = WakhanView(1, 17, (4, 5, 0, 1, 2, 3), ("bottom_right", "top_left"), 0, "top_left")
    return table(players, wakhan=hers, ring=(0, 2, 1), turn=TurnView(0, 2, None))
