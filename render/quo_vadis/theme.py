"""Colours of Quo Vadis: land that floats in a deep blue sky; bronze is genesis."""

from render import kit

FRAME = "#182530"
SKY, SKY_2 = "#24445C", "#2E5470"
NIGHT_2, NIGHT_3 = "#25394A", "#33506A"
PAPER, PANEL = "#F2ECDD", "#FBF7EE"
LINE, INK_2 = "#D8CDB4", "#5A5548"
MUTED, STONE = "#BFCDD6", "#CFC6B2"
BRONZE, BRONZE_2 = "#A8743A", "#8A5A26"
BLOCKED, BLOCKED_TEXT = "#3A4E5C", "#9FB0BB"
WRATH_GROUND = "#E4DDCE"
FAITH = "#644A92"

TERRAIN = {
    "plains": "#75915F",
    "mountain": "#AFA0BE",
    "desert": "#E7CA68",
    "tundra": "#F6F6F3",
    "sea": "#2B5B99",
}
MARKS = {
    terrain: kit.mix_colours(
        colour,
        kit.WHITE if terrain == "sea" else kit.INK,
        {"plains": 0.5, "mountain": 0.5, "sea": 0.42}.get(terrain, 0.34),
    )
    for terrain, colour in TERRAIN.items()
}
RACE = {
    "glorious": "#1F7B2F",
    "deep_one": "#14307F",
    "gigant": "#6A6A72",
    "mystic": "#FFFFFF",
    "sandwalker": "#F5A80F",
}
NO_RACE = "#BFCDD6"
KIND = {
    "blessing": "#9A2328",
    "labour": "#4C8F72",
    "miracle": "#644A92",
    "revelation": "#A3D2F0",
    "prosperity": kit.GOLD,
}
ON_KIND = {"blessing": kit.WHITE, "labour": kit.INK, "miracle": kit.WHITE, "revelation": kit.INK, "prosperity": kit.INK}
GLYPH = {"blessing": "banner", "labour": "grain", "miracle": "faith", "revelation": "step", "prosperity": "prosper"}
TRACK = {"morale": "banner", "food": "grain", "faith": "faith", "wrath": "bolt"}
TRACK_COLOUR = {"morale": "#9A2328", "food": "#3F8066", "faith": "#644A92", "wrath": kit.INK}
SOURCE = {
    "territory": ("trefoil", SKY_2),
    "war": ("battle", "#9A2328"),
    "prosperity": ("prosper", kit.GOLD),
    "skill": ("skill", "#A3D2F0"),
    "city": ("town", BRONZE_2),
    "population": ("man", "#4C8F72"),
    "style": ("deck", "#644A92"),
    "skill_bonus": ("skill", "#A3D2F0"),
}

THEME = kit.Theme(
    "quo_vadis",
    (PAPER, PANEL, kit.WHITE, SKY, FRAME),
    (
        *TERRAIN.values(),
        *RACE.values(),
        *KIND.values(),
        *MARKS.values(),
        *TRACK_COLOUR.values(),
        *(SKY_2, NIGHT_2, NIGHT_3, LINE, INK_2, MUTED, STONE, BRONZE, BRONZE_2, BLOCKED, BLOCKED_TEXT, WRATH_GROUND),
        kit.darken(kit.GOLD, 0.3),
        kit.darken(STONE, 0.3),
        *(kit.darken(BRONZE, 0.28), kit.mix_colours(BRONZE, kit.WHITE, 0.35)),
        *(kit.mix_colours(colour, PAPER, 0.62) for colour in RACE.values()),
        kit.mix_colours(kit.INK, PAPER, 0.5),
    ),
)


def find_race_colour(race_id: str | None) -> str:
    """Return the colour of a race's pieces; a neutral one before the race is known."""
    return NO_RACE if race_id is None else RACE[race_id]


def find_edge_width(colour: str) -> float:
    """Return the width of a piece's ink edge as a share of its radius.

    White pieces need a wider edge: on white tundra it is their only contrast.
    """
    return 0.24 if colour == kit.WHITE else 0.14
