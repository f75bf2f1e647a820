"""Tables of Pax Pamir for the tests of pictures and texts: hand-made Views."""

from typing import Any

from msgspec.structs import replace

from engines.kernel import Score
from engines.pax_pamir.data.content import COALITIONS
from engines.pax_pamir.table.state import Check, Request
from engines.pax_pamir.view import PlayerView, TurnView, View, WakhanView

from .notation import build_borders, build_market, build_player, build_regions

NAMES = ("あおい", "Marco", "ことり", "Jules", "Kotori")
LONG = (
    "とてもながいなまえのひと",
    "Bartholomew the Great",
    "🐦",
    "Jules-Alexandre d'Arc",
    "W" * 24,
)


def build_board(**values: Any) -> View:
    """Return a View; `blocks` are counted from the map unless given, pieces are cut to the seats in play."""
    places = [place.armies for place in values["regions"]] + [border.roads for border in values["borders"]]
    blocks = {
        coalition: sum(blocks_of_place.get(coalition, 0) for blocks_of_place in places) for coalition in COALITIONS
    }
    order = dict(sorted(blocks.items(), key=lambda item: -item[1]))
    first, second, _ = order.values()
    base: dict[str, Any] = {
        "seat": None,
        "phase": "turn",
        "ring": tuple(range(len(values["players"]))),
        "favored": "political",
        "has_double_prices": False,
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
    count = len(values["players"])
    values["players"] = tuple(
        replace(player, court=tuple(replace(slot, spies=slot.spies[:count]) for slot in player.court))
        for player in values["players"]
    )
    values["regions"] = tuple(replace(region, tribes=region.tribes[:count]) for region in values["regions"])
    return View(**{**base, **values})


CARDS = (78, 26, 112, 42, 9, 92, 54, None, 85, 62, 102, 80)


_MAP = {
    "transcaspia": ("2 russian", "D", "D"),
    "kabul": ("3 british 2 afghan", "BBC", "B"),
    "punjab": ("2 british", "B", "B"),
    "persia": ("1 russian", "DD", "D"),
    "herat": ("1 afghan", "CC", "C"),
    "kandahar": ("1 british 1 russian", "BD", ""),
}
_ROADS = {
    "kabul_transcaspia": "1 russian",
    "kabul_punjab": "2 british",
    "herat_transcaspia": "1 afghan",
    "herat_kabul": "1 british",
}


def build_four() -> View:
    """Four players in mid-game, the last of them the automa: British dominant, military favored."""
    players = (
        build_player(0, "b", ("15", "9 C", "1 BB", "24 CC", "21"), vp=7, rupees=6, hand_size=3, influence=4),
        build_player(
            1, "a", ("5 B", "2", "12 used"), vp=4, rupees=3, hand_size=3, influence=3, prizes=((3, "afghan"),)
        ),
        build_player(
            2, "r", ("16 AA hostage A", "8", "4", "9", "17"), vp=4, rupees=9, hand_size=4, influence=2, gifts=(2,)
        ),
        build_player(3, "b", ("8", "15"), vp=2, rupees=2, is_automa=True),
    )
    return build_board(
        players=players,
        ring=(1, 2, 3, 0),
        regions=build_regions(_MAP),
        borders=build_borders(_ROADS),
        market=build_market(CARDS, {1: 1, 4: 2, 6: 2, 9: 1}, locked=(6,), unit=2),
        favored="military",
        has_double_prices=True,
        turn=TurnView(2, 1, None),
    )


def build_four_before() -> View:
    """`build_four` before its last turn: C marched from Herat to Kabul, lost a tribe, and bought a card."""
    now = build_four()
    changed: dict[str, dict[str, Any]] = {
        "kabul": {"armies": {"british": 3, "afghan": 1}},
        "herat": {"armies": {"afghan": 2}},
        "punjab": {"tribes": (0, 1, 0, 1)},
    }
    old = [replace(place, **changed.get(place.id, {})) for place in now.regions]
    spaces = [replace(space, card=99 if space.index == 5 else space.card) for space in now.market]
    third = replace(now.players[2], rupees=11)
    return replace(now, regions=tuple(old), market=tuple(spaces), players=(*now.players[:2], third, now.players[3]))


def build_fullest() -> View:
    """Five players; all blocks, nearly all cylinders and every lasting event in play, twelve cards in one court."""
    contents = {
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
    hostages = ("", "", "D", "", "", "", "C", "", "B", "", "", "")
    long = [
        f"{card} {by}{f' hostage {holder}' * bool(holder)}{' used' * (i % 4 == 1)}"
        for i, (card, by, holder) in enumerate(zip(cards, spies, hostages, strict=True))
    ]
    courts = (long, long[:7], long[:5], long[:6], long[:9])
    prizes = ((1, "afghan"), (2, "british"), (3, "russian"), (4, "afghan"), (5, "british"))
    players = tuple(
        build_player(
            i,
            "abr"[i % 3],
            court,
            vp=(23, 18, 20, 7, 11)[i],
            rupees=(36, 14, 8, 11, 22)[i],
            hand_size=(11, 10, 8, 9, 3)[i],
            influence=10 + i,
            prizes=prizes[: 5 - i],
            events=(105, 106, 107, 110, 112)[: i + 1],
            gifts=(2, 4, 6),
        )
        for i, court in enumerate(courts)
    )
    return build_board(
        players=players,
        ring=(3, 4, 0, 1, 2),
        regions=build_regions(contents),
        borders=build_borders(roads),
        market=build_market(
            (108, 111, 102, 113, 103, 115, 71, 7, 32, 2, 24, 66),
            {i: (3, 12, 1)[i % 3] for i in range(12)},
            locked=(0, 1, 6, 9, 11),
        ),
        favored="intelligence",
        globals=(109, 115, 106),
        deck=61,
        checks_left=4,
        turn=TurnView(4, 2, None),
        forecast=(1, 1, 1, 1, 1),
    )


def build_massed() -> View:
    """Every region and border with more pieces than its box holds: none may leave the map."""
    full = build_fullest()
    armies, tribes = {"british": 12, "russian": 10, "afghan": 11}, (10, 3, 10, 2, 6)
    return replace(
        full,
        regions=tuple(replace(place, armies=armies, tribes=tribes) for place in full.regions),
        borders=tuple(replace(place, roads={"british": 12, "afghan": 3}) for place in full.borders),
        blocks={"british": 12, "russian": 8, "afghan": 8},
        dominant="british",
    )


def build_start(people: int = 2, phase: str = "loyalty") -> View:
    """Nothing on the map, courts empty, no loyalty chosen."""
    return build_board(
        players=tuple(build_player(i, None) for i in range(people)),
        phase=phase,
        regions=build_regions({}),
        borders=build_borders({}),
        market=build_market((10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 11, 21), {}),
        turn=None,
    )


def build_alone() -> View:
    """One person against Wakhan: vacant market spaces, some with rupees, and no dominant coalition."""
    players = (
        build_player(0, "r", ("66 B", "70"), vp=3, rupees=12, hand_size=2),
        build_player(1, "b", ("5 AA hostage A",), vp=11, rupees=0, is_automa=True, prizes=((9, "russian"),)),
    )
    return build_board(
        players=players,
        ring=(1, 0),
        regions=build_regions({"persia": ("4 russian", "AAAAA", "A"), "kabul": ("", "BBBBBB", "B")}),
        borders=build_borders({"herat_persia": "3 russian", "kabul_kandahar": "1 afghan 4 british"}),
        market=build_market((None, None, 33, None, 105, 44, 116, 55, None, 77, None, 88), {0: 4, 3: 1, 6: 2}),
        favored="economic",
        deck=0,
        checks_left=1,
        turn=TurnView(1, 1, None),
        forecast=(0, 10),
        wakhan=WakhanView(3, 14, (4, 5, 0, 1, 2, 3), ("top_left", "bottom_right"), 2, "bottom_right"),
    )


def build_bribe() -> View:
    """`build_four` while C waits for B's reply to an offer."""
    return replace(build_four(), turn=TurnView(2, 2, Request("play", 2, 1, 12, 3, 1, None)))


def build_ended() -> View:
    """`build_four` after the last check."""
    scores = tuple(Score(seat, place, vp, ()) for place, (seat, vp) in enumerate(((3, 12), (0, 9), (2, 4), (1, 4)), 1))
    return replace(build_four(), phase="over", turn=None, scores=scores)


def build_checked(checks: int) -> View:
    """`build_ended` after this many checks, all won by the same coalition."""
    scored = tuple(Check(n, n == checks, "british", (4, 2, 3, 1), (5, 1, 3, 0)) for n in range(1, checks + 1))
    totals = ((0, 5 * checks), (2, 3 * checks), (1, checks), (3, 0))
    scores = tuple(Score(seat, place, vp, ()) for place, (seat, vp) in enumerate(totals, 1))
    return replace(build_ended(), checks=scored, scores=scores)


def build_table(players: tuple[PlayerView, ...], **more: Any) -> View:
    """These players with the map and market of `build_four`; other market cards, and E's pieces instead of D's."""
    contents = {
        region: (armies, tribes.replace("D", "E"), ruler.strip("D")) for region, (armies, tribes, ruler) in _MAP.items()
    }
    spaces = (67, 61, 112, 48, 9, 85, 29, None, 88, 60, 102, 75)
    values: dict[str, Any] = {
        "regions": build_regions(contents),
        "borders": build_borders(_ROADS),
        "market": build_market(spaces, {1: 1, 4: 2, 6: 2, 7: 1, 9: 1}, locked=(6,), unit=2),
        "favored": "military",
        "has_double_prices": True,
        "discards": (12, 30),
        "bank": 8,
        "turn": TurnView(2 if len(players) > 2 else 0, 1, None),
    }
    return build_board(players=players, **{**values, **more})


def build_classic(**more: Any) -> View:
    """Five players in mid-game; ことり sees her hand."""
    marco = ("26", "44 E used", "45 BB", "27 CC hostage C", "21 favored")
    players = (
        build_player(0, "b", ("9", "53"), vp=2, rupees=2),
        build_player(
            1, "b", marco, vp=7, rupees=6, hand_size=3, gifts=(2,), prizes=((3, "british"),), cylinders=2, in_play=8
        ),
        build_player(2, "a", ("5 B", "14", "12"), vp=4, rupees=3, hand_size=3, hand=(88, 60, 3), bribes={3: 2}),
        build_player(3, "r", ("72", "83"), vp=4, rupees=9, hand_size=4),
        build_player(4, "r", ("65 C", "78"), vp=4, rupees=0, hand_size=1),
    )
    return build_table(players, **more)


def build_full() -> View:
    """Twelve court cards with spies of five players, eight cards in hand, every gift and event."""
    cards = (2, 3, 7, 8, 12, 30, 46, 57, 64, 78, 97, 24)
    court = tuple(f"{card} {'EEEEAAABBCCCDD'[: 14 - i]} hostage E used favored" for i, card in enumerate(cards))
    prizes = tuple((card, "russian") for card in (4, 5, 14, 29, 33, 61))
    events = (105, 106, 107, 108, 110, 112)
    hand = (41, 43, 72, 85, 28, 60, 31, 66)
    bribes = {28: 1, 31: 1}
    fullest = build_player(
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
    others = tuple(
        build_player(n, "b" if n % 2 else "a", ("5 AABBCCDDEE", "17", "16", "20", "25", "27")) for n in range(5)
    )
    return build_table((*others[:2], fullest, *others[3:]), globals=(109, 115))


def build_bare() -> View:
    """The first turn: no cards in any court or hand."""
    nobody = tuple(build_player(n, None, hand=() if n == 0 else None) for n in range(2))
    return build_table(
        nobody, turn=TurnView(0, 2, None), phase="loyalty", favored="political", has_double_prices=False, dominant=None
    )


def build_with_wakhan(court: tuple[str, ...] = ("9", "31 A", "66 CC")) -> View:
    """Two people and Wakhan, whose card 1 is face up."""
    players = (
        build_player(0, "b", ("20", "5 C"), vp=3, hand_size=2, hand=(3, 88), bribes={3: 2}),
        build_player(1, "a", ("12",), vp=1, hand_size=1),
        build_player(2, "r", court, is_automa=True, vp=5, rupees=7, prizes=((3, "british"),), gifts=(2,)),
    )
    hers = WakhanView(1, 17, (4, 5, 0, 1, 2, 3), ("bottom_right", "top_left"), 0, "top_left")
    return build_table(players, wakhan=hers, ring=(0, 2, 1), turn=TurnView(0, 2, None))


def build_bribed(**more: Any) -> View:
    """Marco asks ことり to lower a bribe; her picture shows the card at stake."""
    return build_classic(turn=TurnView(1, 1, Request("play", 1, 2, 41, 2, 1, **more)))


CROWDED = {
    "ended after one check": build_checked(1),
    "ended after four checks": build_checked(4),
    "ended after six checks": build_checked(6),
    "bribed": build_bribed(),
    "bribed and answered": build_bribed(counter=2),
    "fullest": build_fullest(),
    "massed": build_massed(),
    "full": build_full(),
    "ended": build_ended(),
    "four": build_four(),
    "with Wakhan": build_with_wakhan(),
    "alone": build_alone(),
}
"""States that random play hardly reaches; the contract tests check all their pictures."""
