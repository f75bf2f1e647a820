"""Boards of Pax Pamir for the picture tests: Views written down by hand."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engines.kernel import Score
from engines.pax_pamir.content import COALITIONS, CONTENT
from engines.pax_pamir.data_types import Coalition
from engines.pax_pamir.state import Request
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

NAMES = ("あおい", "Marco", "ことり", "Duc de la Tour", "Jules")
LONG = (
    "とてもながいなまえのひと",
    "Bartholomew the Great",
    "〓〓〓〓〓〓〓〓〓〓〓〓",
    "Jules-Alexandre d'Arc",
    "W" * 24,
)
COLORS = ("gray", "blue", "tan", "red", "black")
_LETTERS = "ABCDE"


def slot(card: int, spies: str = "", players: int = 4, **more: Any) -> CourtSlot:
    """`slot(7, "BBC")` has two spies of B and one of C."""
    counts = tuple(spies.count(letter) for letter in _LETTERS[:players])
    return CourtSlot(card, counts, **{"hostage": None, "used": False, "favored": False, **more})


def player(number: int, loyalty: Coalition | None, vp: int, rupees: int, held: int, **more: Any) -> PlayerView:
    values: dict[str, Any] = {
        "color": COLORS[number],
        "automa": False,
        "hand": None,
        "court": (),
        "gifts": (),
        "prizes": (),
        "events": (),
        "influence": 1,
        "court_limit": 5,
        "hand_limit": 4,
        "tax_shelter": 0,
        "military_stars": 0,
        "cylinders": 10,
        "in_play": 0,
    }
    return PlayerView(number=number, loyalty=loyalty, vp=vp, rupees=rupees, held=held, **{**values, **more})


def regions(players: int, there: dict[str, tuple[str, str, str]]) -> tuple[RegionView, ...]:
    """`{"kabul": ("3 british 2 afghan", "BBC", "B")}`: armies, tribes, ruler."""
    found = []
    for id in CONTENT.regions:
        armies, tribes, ruler = there.get(id, ("", "", ""))
        counts = tuple(tribes.count(letter) for letter in _LETTERS[:players])
        found.append(RegionView(id, _counts(armies), counts, _LETTERS.index(ruler) if ruler else None))
    return tuple(found)


def borders(there: dict[str, str]) -> tuple[BorderView, ...]:
    return tuple(BorderView(id, ends, _counts(there.get(id, ""))) for id, ends in CONTENT.borders.items())


def _counts(text: str) -> dict[str, int]:
    words = text.split()
    return {coalition: int(number) for number, coalition in zip(words[::2], words[1::2], strict=True)}


def market(
    cards: Sequence[int | None], rupees: dict[int, int], locked: Sequence[int] = (), unit: int = 1
) -> tuple[MarketSpace, ...]:
    """rupees: by space. unit: what a card costs for each column."""
    return tuple(MarketSpace(i, card, rupees.get(i, 0), i % 6 * unit, i in locked) for i, card in enumerate(cards))


def board(**values: Any) -> View:
    """A View; `blocks` are counted from the map unless given."""
    places = [place.armies for place in values["regions"]] + [border.roads for border in values["borders"]]
    blocks = {coalition: sum(there.get(coalition, 0) for there in places) for coalition in COALITIONS}
    order = dict(sorted(blocks.items(), key=lambda item: -item[1]))
    first, second, _ = order.values()
    base: dict[str, Any] = {
        "seat": None,
        "phase": "turn",
        "ring": tuple(range(len(values["players"]))),
        "favored": "political",
        "doubled": False,
        "blocks": order,
        "dominant": next(iter(order)) if first - second >= 4 else None,
        "lead": 4,
        "deck": 27,
        "checks_left": 3,
        "discards": (),
        "globals": (),
        "bank": 10,
        "removed": 0,
        "turn": TurnView(0, 2, None),
        "wakhan": None,
        "checks": (),
        "options": (),
        "scores": (),
    }
    return View(**{**base, **values})


CARDS = (78, 26, 112, 42, 9, 92, 54, None, 85, 62, 102, 80)


def classic() -> View:
    """Four players in the middle of a game, the last of them the automa: British dominant, military favored."""
    courts = (
        (slot(15), slot(9, "C"), slot(1, "BB"), slot(24, "CC"), slot(21)),
        (slot(5, "B"), slot(2), slot(12, used=True)),
    )
    players = (
        player(0, "british", 7, 6, 3, court=courts[0], influence=4),
        player(1, "afghan", 4, 3, 3, court=courts[1], influence=3, prizes=((3, "afghan"),)),
        player(
            2,
            "russian",
            4,
            9,
            4,
            court=(slot(16, "AA", hostage=0), slot(8), slot(4), slot(9), slot(17)),
            influence=2,
            gifts=(2,),
        ),
        player(3, "british", 2, 2, 0, automa=True, court=(slot(8), slot(15)), hand=None),
    )
    return board(
        players=players,
        ring=(1, 2, 3, 0),
        regions=regions(
            4,
            {
                "transcaspia": ("2 russian", "D", "D"),
                "kabul": ("3 british 2 afghan", "BBC", "B"),
                "punjab": ("2 british", "B", "B"),
                "persia": ("1 russian", "DD", "D"),
                "herat": ("1 afghan", "CC", "C"),
                "kandahar": ("1 british 1 russian", "BD", ""),
            },
        ),
        borders=borders(
            {
                "kabul_transcaspia": "1 russian",
                "kabul_punjab": "2 british",
                "herat_transcaspia": "1 afghan",
                "herat_kabul": "1 british",
            }
        ),
        market=market(CARDS, {1: 1, 4: 2, 6: 2, 9: 1}, locked=(6,), unit=2),
        favored="military",
        doubled=True,
        turn=TurnView(2, 1, None),
    )


def classic_before() -> View:
    """Before the last turn of `classic`: C marched from Herat to Kabul, lost a tribe there, and bought a card."""
    now = classic()
    changed: dict[str, dict[str, Any]] = {
        "kabul": {"armies": {"british": 3, "afghan": 1}},
        "herat": {"armies": {"afghan": 2}},
        "punjab": {"tribes": (0, 1, 0, 1)},
    }
    old = [msgspec.structs.replace(place, **changed.get(place.id, {})) for place in now.regions]
    spaces = [msgspec.structs.replace(space, card=99 if space.index == 5 else space.card) for space in now.market]
    third = msgspec.structs.replace(now.players[2], rupees=11)
    return msgspec.structs.replace(
        now, regions=tuple(old), market=tuple(spaces), players=(*now.players[:2], third, now.players[3])
    )


def fullest() -> View:
    """Five players; all blocks, nearly all cylinders and every lasting event are out, one court has twelve cards."""
    there = {
        "transcaspia": ("2 british 1 russian 1 afghan", "ABCDE", "A"),
        "kabul": ("1 british 2 russian 1 afghan", "AABBBCDE", "B"),
        "punjab": ("1 british 1 russian 1 afghan", "ABCCDE", "A"),
        "persia": ("1 british 1 russian 2 afghan", "ABCDE", "C"),
        "herat": ("2 british 1 russian 2 afghan", "ABCDDE", "D"),
        "kandahar": ("1 british 1 russian 1 afghan", "ABCDE", "E"),
    }
    roads = {
        "persia_transcaspia": "1 afghan",
        "herat_transcaspia": "1 british 1 russian",
        "kabul_transcaspia": "2 russian",
        "herat_persia": "1 russian 2 afghan",
        "herat_kabul": "1 british",
        "herat_kandahar": "1 british 1 russian",
        "kabul_kandahar": "1 afghan",
        "kabul_punjab": "1 british",
        "kandahar_punjab": "1 british",
    }
    cards = (1, 12, 54, 92, 42, 3, 5, 7, 24, 26, 62, 21)
    spies = ("ABCDE", "", "DD", "E", "", "", "C", "", "BBB", "", "A", "")
    hostages = (None, None, 3, None, None, None, 2, None, 1, None, None, None)
    long = tuple(
        slot(card, by, 5, hostage=by_whom, used=i % 4 == 1)
        for i, (card, by, by_whom) in enumerate(zip(cards, spies, hostages, strict=True))
    )
    courts = (long, long[:7], long[:5], long[:6], long[:9])
    prizes = ((1, "afghan"), (2, "british"), (3, "russian"), (4, "afghan"), (5, "british"))
    players = tuple(
        player(
            i,
            COALITIONS[i % 3],
            (23, 18, 20, 7, 11)[i],
            (36, 14, 8, 11, 22)[i],
            (11, 10, 8, 9, 3)[i],
            court=court,
            influence=10 + i,
            prizes=prizes[: 5 - i],
            events=(105, 106, 107, 110, 112)[: i + 1],
            gifts=(2, 4, 6),
        )
        for i, court in enumerate(courts)
    )
    return board(
        players=players,
        ring=(3, 4, 0, 1, 2),
        regions=regions(5, there),
        borders=borders(roads),
        market=market(
            (108, 111, 102, 113, 103, 115, 71, 7, 32, 2, 24, 66),
            {i: (3, 12, 1)[i % 3] for i in range(12)},
            locked=(0, 1, 6, 9, 11),
        ),
        favored="intelligence",
        globals=(109, 115, 106),
        deck=61,
        checks_left=4,
        turn=TurnView(4, 2, None),
    )


def massed() -> View:
    """Every region and border with more pieces than a box holds: nothing may leave the map."""
    full = fullest()
    armies, tribes = {"british": 12, "russian": 10, "afghan": 11}, (10, 3, 10, 2, 6)
    return msgspec.structs.replace(
        full,
        regions=tuple(msgspec.structs.replace(place, armies=armies, tribes=tribes) for place in full.regions),
        borders=tuple(msgspec.structs.replace(place, roads={"british": 12, "afghan": 3}) for place in full.borders),
        blocks={"british": 12, "russian": 8, "afghan": 8},
        dominant="british",
    )


def start(people: int = 2, phase: str = "loyalty") -> View:
    """Nothing on the map, courts empty, no loyalty chosen."""
    return board(
        players=tuple(player(i, None, 0, 4, 0) for i in range(people)),
        phase=phase,
        regions=regions(people, {}),
        borders=borders({}),
        market=market((10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 11, 21), {}),
        turn=None,
    )


def alone() -> View:
    """One person against Wakhan: vacant spaces, one of them with rupees, and no coalition dominant."""
    players = (
        player(0, "russian", 3, 12, 2, court=(slot(66, "B", 2), slot(70, "", 2))),
        player(1, "british", 11, 0, 0, automa=True, court=(slot(5, "AA", 2, hostage=0),), prizes=((9, "russian"),)),
    )
    return board(
        players=players,
        ring=(1, 0),
        regions=regions(2, {"persia": ("4 russian", "AAAAA", "A"), "kabul": ("", "BBBBBB", "B")}),
        borders=borders({"herat_persia": "3 russian", "kabul_kandahar": "1 afghan 4 british"}),
        market=market((None, None, 33, None, 105, 44, 116, 55, None, 77, None, 88), {0: 4, 3: 1, 6: 2}),
        favored="economic",
        deck=0,
        checks_left=1,
        turn=TurnView(1, 1, None),
        forecast=(0, 10),
        wakhan=WakhanView(3, 14, (4, 5, 0, 1, 2, 3), ("top_left", "bottom_right"), 2, "bottom_right"),
    )


def bribe() -> View:
    """`classic` while C waits for what B says to an offer."""
    return msgspec.structs.replace(classic(), turn=TurnView(2, 2, Request("play", 2, 1, 12, 3, 1, None)))


def ended() -> View:
    """`classic` after the last check."""
    scores = tuple(Score(seat, place, vp, ()) for place, (seat, vp) in enumerate(((3, 12), (0, 9), (2, 4), (1, 4)), 1))
    return msgspec.structs.replace(classic(), phase="over", turn=None, scores=scores)
