"""The things that can be chosen for a question, in bands: market, hand and court cards, gift spaces, players, suits,
loyalties; and whether places on the map can be chosen.
"""

from dataclasses import dataclass

from engines.kernel import Message
from engines.pax_pamir.data.content import COALITIONS, CONTENT, SUITS
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render import kit

_WIDE, _TALL, _LOW = 440.0, 300.0, 176.0  # px
REFUSALS = {"spy": "blackmail.skip", "house": "battle.no_house"}
"""Answers that choose none of the cards, and the engine's message for each."""
_POINTS = {"left": -1, "right": 1}
ON_MAP = ("region", "border", "army", "tribe")
"""Kinds of places that lie on the map."""


@dataclass(frozen=True, slots=True)
class ChoiceTarget:
    """A thing that can be chosen."""

    place: str
    """Its place; several options may share it."""
    card: int | None = None
    """None: a vacant space, or not a card."""
    slot: CourtSlot | None = None
    """For a card in a court: its slot with the spies."""
    owner: int | None = None
    """For a card in a court: the player whose court it is; for a player: that player."""


@dataclass(frozen=True, slots=True)
class OptionCell:
    """The cell in which a thing that can be chosen is drawn."""

    target: ChoiceTarget  # the thing drawn in it
    x: float  # left edge, in px of the picture
    y: float  # upper edge
    w: float  # px; decides with the height how large text and signs are
    h: float  # px, without the numbers on its upper edge
    number_count: int = 1
    """Option numbers on the upper edge."""
    has_price: bool = True
    """The card can be bought, so its price is drawn."""
    has_action_options: bool = False
    """The options are the actions of the card."""

    @property
    def is_large(self) -> bool:
        """Tell whether text and signs may be large."""
        return self.w > _WIDE and self.h > _TALL

    @property
    def is_low(self) -> bool:
        return self.h < _LOW

    @property
    def sign_h(self) -> float:
        """Height of the signs in a line, in px."""
        return 60.0 if self.is_large else 36.0 if self.is_low else 44.0

    @property
    def name_size(self) -> int:
        """Text size of the name, in px."""
        return kit.KEY if self.is_large else kit.DETAIL if self.is_low else kit.BODY


def group_targets(view: View, player: PlayerView, ctx: kit.RenderContext) -> dict[str, list[ChoiceTarget]]:
    """Return band -> things that can be chosen, in the order of the table, without empty bands."""
    places = {mark.place for mark in ctx.marks}
    others = (view.players[n] for n in view.ring if n != player.number)
    bands: dict[str, list[ChoiceTarget]] = {
        "market": [ChoiceTarget(f"market:{space.index}", space.card) for space in view.market],
        "hand": [ChoiceTarget(f"hand:{card}", card) for card in player.hand or ()],
        "court": _list_court_targets(player),
        "courts": [target for other in others for target in _list_court_targets(other)],
        "gifts": [ChoiceTarget(f"gift:{price}") for price in CONTENT.data.costs.gift_spaces],
        "ends": [ChoiceTarget("end:left"), ChoiceTarget("end:right")],
        "players": [ChoiceTarget(f"player:{number}", owner=number) for number in view.ring],
        "suits": [ChoiceTarget(f"suit:{suit}") for suit in SUITS],
        "loyalty": [ChoiceTarget(f"coalition:{coalition}") for coalition in COALITIONS],
        "none": [ChoiceTarget(f"no:{answer}") for answer in REFUSALS],
    }
    open_bands = {band: [target for target in targets if target.place in places] for band, targets in bands.items()}
    return {band: targets for band, targets in open_bands.items() if targets}


def _list_court_targets(player: PlayerView) -> list[ChoiceTarget]:
    return [ChoiceTarget(f"court:{slot.card}", slot.card, slot, player.number) for slot in player.court]


def build_refusal(answer: str) -> Message:
    """Return the message of an answer that chooses none of the cards."""
    return Message(REFUSALS[answer])


def has_map_options(ctx: kit.RenderContext) -> bool:
    return any(mark.place.partition(":")[0] in ON_MAP for mark in ctx.marks)


def list_action_options(place: str, ctx: kit.RenderContext) -> dict[str, kit.Mark]:
    """R8 Return action -> option for a card whose actions are the options; without actions that cannot be taken."""
    return {
        mark.key.rpartition(":")[2]: mark for mark in ctx.marks if mark.place == place and _has_key_prefix(mark, "use")
    }


def list_end_options(place: str, ctx: kit.RenderContext) -> dict[int, kit.Mark]:
    """R6.2 Return -1, 1 (left, right) -> option for a card that can be played at both ends of the court, else {}."""
    marks_by_end = {
        mark.key.rpartition(":")[2]: mark for mark in ctx.marks if mark.place == place and _has_key_prefix(mark, "play")
    }
    return {point: marks_by_end[end] for end, point in _POINTS.items()} if marks_by_end.keys() >= _POINTS.keys() else {}


def _has_key_prefix(mark: kit.Mark, prefix: str) -> bool:
    return mark.key.startswith(f"{prefix}:")
