"""What a question asks about, in bands: cards of the market, of hand and courts, gift spaces, players, suits,
loyalties; where each lies; and whether it asks about the map."""

from dataclasses import dataclass

from engines.kernel import Msg
from engines.pax_pamir.data.content import COALITIONS, CONTENT, SUITS
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.look import Look, Mark
from render.kit.scene import BODY, DETAIL, KEY

_WIDE, _TALL, _LOW = 440.0, 300.0, 176.0  # px
REFUSALS = {"spy": "blackmail.skip", "house": "battle.no_house"}
"""Answers that choose none of the cards, and the words of the rules for them."""
_POINTS = {"left": -1, "right": 1}
ON_MAP = ("region", "border", "army", "tribe")
"""Kinds of places that lie on the map."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One option: its place, its card (None: a vacant space, or no card at all); of a card in a court the slot with its
    spies, and whose court it is."""

    place: str
    card: int | None = None
    slot: CourtSlot | None = None
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """An option and where it lies. numbers: how many stand on its upper edge; priced: it is to be bought; uses: its
    actions are what is asked about."""

    asked: Asked
    x: float
    y: float
    w: float
    h: float
    numbers: int = 1
    priced: bool = True
    uses: bool = False

    @property
    def large(self) -> bool:
        """Whether its words and signs may be large."""
        return self.w > _WIDE and self.h > _TALL

    @property
    def low(self) -> bool:
        return self.h < _LOW

    @property
    def sign(self) -> float:
        """px: how high the signs in a line are."""
        return 60.0 if self.large else 36.0 if self.low else 44.0

    @property
    def size(self) -> int:
        """px: how large the name is."""
        return KEY if self.large else DETAIL if self.low else BODY


def asked(view: View, player: PlayerView, look: Look) -> dict[str, list[Asked]]:
    """Band -> what can be chosen, in the order in which it lies; only bands that have anything."""
    places = {mark.place for mark in look.marks}
    others = (view.players[n] for n in view.ring if n != player.number)
    found: dict[str, list[Asked]] = {
        "market": [Asked(f"market:{space.index}", space.card) for space in view.market],
        "hand": [Asked(f"hand:{card}", card) for card in player.hand or ()],
        "court": _court(player),
        "courts": [one for other in others for one in _court(other)],
        "gifts": [Asked(f"gift:{price}") for price in CONTENT.data.costs.gift_spaces],
        "ends": [Asked("end:left"), Asked("end:right")],
        "players": [Asked(f"player:{number}", owner=number) for number in view.ring],
        "suits": [Asked(f"suit:{suit}") for suit in SUITS],
        "loyalty": [Asked(f"coalition:{coalition}") for coalition in COALITIONS],
        "none": [Asked(f"no:{what}") for what in REFUSALS],
    }
    shown = {band: [one for one in ones if one.place in places] for band, ones in found.items()}
    return {band: ones for band, ones in shown.items() if ones}


def _court(player: PlayerView) -> list[Asked]:
    return [Asked(f"court:{slot.card}", slot.card, slot, player.number) for slot in player.court]


def refusal(what: str) -> Msg:
    """What it is called."""
    return Msg(REFUSALS[what])


def asks_about_the_map(look: Look) -> bool:
    return any(mark.place.partition(":")[0] in ON_MAP for mark in look.marks)


def ways(place: str, look: Look) -> dict[str, Mark]:
    """R8 Of a card whose actions are what is asked about: action -> its option, only those that can be taken."""
    return {mark.key.rpartition(":")[2]: mark for mark in look.marks if mark.place == place and _is(mark, "use")}


def ends(place: str, look: Look) -> dict[int, Mark]:
    """R6.2 Of a card that can be played at both ends of the court: -1, 1 (left, right) -> the option."""
    there = {mark.key.rpartition(":")[2]: mark for mark in look.marks if mark.place == place and _is(mark, "play")}
    return {point: there[end] for end, point in _POINTS.items()} if there.keys() >= _POINTS.keys() else {}


def _is(mark: Mark, start: str) -> bool:
    return mark.key.startswith(f"{start}:")
