"""The engravings on cards: which card shows which subject, and the room that it has."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from render import kit
from render.pax_pamir import theme

_CARDS: dict[str, tuple[int, ...]] = {
    "adventurer": (26, 73),
    "akali": (38,),
    "ark": (97,),
    "askari": (82,),
    "bazaar": (8, 28, 49),
    "bridge": (78,),
    "cannon": (98,),
    "captain": (18, 19, 22),
    "caravan": (80, 81, 95),
    "citadel": (16, 17),
    "city": (12,),
    "cossacks": (99,),
    "council": (42, 43, 44, 55, 58),
    "crate": (31,),
    "dervish": (71,),
    "disguise": (21, 88),
    "elephant": (32,),
    "emir": (56, 57, 90),
    "envoy": (25, 72),
    "ferry": (30,),
    "gems": (11,),
    "gorge": (29, 47),
    "guard": (15, 83),
    "handicraft": (9,),
    "highlanders": (37,),
    "horsemen": (3, 34, 52, 59),
    "infantry": (50, 84),
    "khan": (2, 6, 45),
    "merchant": (48, 85),
    "minaret": (65,),
    "mine": (10,),
    "oasis": (96,),
    "officer": (4, 23, 40),
    "persian": (68, 74, 75, 77),
    "poppies": (64,),
    "press": (46,),
    "qanat": (62,),
    "rifles": (53, 54),
    "road": (63,),
    "russian": (69, 86, 100),
    "sardar": (33, 35),
    "scales": (14,),
    "scribe": (1, 70),
    "sepoy officer": (20,),
    "sepoys": (36,),
    "serai": (79, 94),
    "sheep": (61,),
    "smugglers": (66,),
    "spy": (89,),
    "steamer": (51,),
    "surveyor": (87,),
    "tents": (13, 60),
    "throne": (5, 7, 24, 76),
    "traveller": (39, 41),
    "uzbek": (91, 92, 93),
    "village": (27,),
    "wheat": (67,),
}
SUBJECT_BY_CARD = {card: subject for subject, cards in _CARDS.items() for card in cards}
"""Every court card has a subject."""
SUBJECT_BY_EVENT = {
    "backing_of_persian_aristocracy": "persian",
    "conflict_fatigue": "tents",
    "courtly_manners": "throne",
    "koh_i_noor_recovered": "gems",
    "nation_building": "citadel",
    "nationalism": "horsemen",
    "new_tactics": "cannon",
    "other_persuasive_methods": "rifles",
    "pashtunwali_values": "council",
    "public_withdrawal": "scales",
    "rebuke": "scribe",
    "rumor": "spy",
}
"""Effect if bought -> subject."""
_PERSONS = frozenset(
    (
        *("adventurer", "akali", "captain", "dervish", "disguise", "emir", "envoy", "khan", "merchant", "officer"),
        *("persian", "russian", "sardar", "scribe", "sepoy officer", "spy", "traveller", "uzbek"),
    )
)
_CORES = {"throne": (0.36, 0.24, 0.64, 0.58), "council": (0.18, 0.34, 0.84, 0.78)}
_FOCUSES = {"throne": (0.27, 0.08, 0.73, 0.60)}
_FACE_CORE, _FACE_FOCUS = (0.35, 0.26, 0.65, 0.68), (0.24, 0.04, 0.76, 0.78)
"""The part of a bust that must be seen, and the part that should be: the face; the head with its hat."""
_SCENE_CORE, _SCENE_FOCUS = (0.24, 0.42, 0.80, 0.90), (0.08, 0.28, 0.94, 0.96)
_INK_SHARE, _TINT_SHARE = 0.6, 0.5  # of dark brown in the ink, of sand in the tint; the rest is the suit's colour
_STRENGTH, _QUIET_STRENGTH, _THREAD_STRENGTH = 0.94, 0.76, 0.62
_TEETH = 8  # px beyond a band where its teeth end
_LEAST_H = 110  # px: lower cards have words alone
_SERVANTS = {"afghan": "khan", "british": "officer", "russian": "russian"}
_COUNTRY = (("caravan",), ("minaret", "caravan"), ("gorge", "caravan", "citadel"))
"""Scenes where a picture has nothing else to show, by their number."""
_COUNTRY_W, _COUNTRY_H, _COUNTRY_SIDE, _COUNTRY_STRENGTH = 230, 180, 300, 0.42
"""Least width and height of that room, and greatest side of a scene, in px; share of the full thread."""


def draw_card_engraving(
    number: int, x: float, y: float, w: float, h: float, strip: float, is_quiet: bool = False
) -> Iterator[kit.Node]:
    """Draw the subject of a court card in the ink of its suit; it goes before the words and signs of the card."""
    if h < _LEAST_H:
        return
    colour = theme.SUITS[CONTENT.cards[number].suit]
    yield _build_vignette(
        SUBJECT_BY_CARD[number],
        (x + strip + _TEETH, y + 2, w - strip - _TEETH - 4, h - 6),
        mix_engraving_ink(CONTENT.cards[number].suit),
        kit.mix_colours(colour, "#D6AA6E", _TINT_SHARE),
        _QUIET_STRENGTH if is_quiet else _STRENGTH,
    )


def mix_engraving_ink(suit: str) -> str:
    return kit.mix_colours(theme.SUITS[suit], "#28180E", _INK_SHARE)


def draw_event_engraving(effect: str, x: float, y: float, w: float, h: float) -> Iterator[kit.Node]:
    """Draw the subject of an event in thread of gold on its velvet."""
    if effect in SUBJECT_BY_EVENT:
        room = (x + 12, y + 12, w - 24, h - 24)
        yield _build_vignette(SUBJECT_BY_EVENT[effect], room, theme.THREAD, None, _THREAD_STRENGTH)


def draw_coalition_portrait(coalition: str, x: float, y: float, side: float) -> Iterator[kit.Node]:
    """Draw a person who serves a coalition, in the ink of its colour; nothing if the side is 0."""
    if side > 0:
        colour = theme.COALITIONS[coalition]
        plate, ink = (0.0, 0.0, side, side), kit.mix_colours(colour, "#28180E", _INK_SHARE)
        subject = f"pax_pamir/{_SERVANTS[coalition]}"
        yield kit.Vignette(x, y, side, side, subject, ink, kit.mix_colours(colour, "#D6AA6E", _TINT_SHARE), plate=plate)


def draw_country(x: float, y: float, w: float, h: float, ink: str = theme.THREAD) -> Iterator[kit.Node]:
    """Draw scenes of the country faintly in a room without cards or words; none in a small one."""
    if w < _COUNTRY_W or h < _COUNTRY_H:
        return
    side = min(w, h, _COUNTRY_SIDE)
    subjects = _COUNTRY[min(len(_COUNTRY), int(w // (1.2 * side)) or 1) - 1]
    pitch, top = w / len(subjects), y + (h - side) / 2
    for i, subject in enumerate(subjects):
        left = x + pitch * (i + 0.5) - side / 2
        plate = (0.0, 0.0, side, side)
        yield kit.Vignette(left, top, side, side, f"pax_pamir/{subject}", ink, strength=_COUNTRY_STRENGTH, plate=plate)


def _build_vignette(
    subject: str, room: tuple[float, float, float, float], ink: str, tint: str | None, strength: float
) -> kit.Vignette:
    is_person = subject in _PERSONS
    core = _CORES.get(subject, _FACE_CORE if is_person else _SCENE_CORE)
    focus = _FOCUSES.get(subject, _FACE_FOCUS if is_person else _SCENE_FOCUS)
    return kit.Vignette(*room, f"pax_pamir/{subject}", ink, tint, strength, core, focus)
