"""Colours of Quo Vadis: stone plates in a deep sea, vellum and bronze; bronze is genesis."""

from render import kit

FRAME, FRAME_LIGHT = "#101E2A", "#182A38"
NIGHT = "#182C3C"  # cloth of private pictures
DEEP, SKY, SKY_2 = "#0D2432", "#163C4E", "#2E5470"  # the sea; cloth of bands
WAVE, SHALLOW, COAST_LINE = "#3C7082", "#408C98", "#B0DEDE"
NIGHT_2, NIGHT_3 = "#1E3444", "#33506A"
VELLUM = "#F4EAD0", "#ECDFBF"  # its clouds, so near that the sheet reads as plain behind words
PAPER, PANEL, TURN = "#F0E4C6", "#F0E6CC", "#FFFFFC"  # vellum; a row; the row of the seat to move, the only white one
LINE, INK, INK_2 = "#C8B48C", "#221A14", "#5C4630"  # on paper: hairlines, words, dimmed words
MUTED, STONE = "#C4D2D8", "#BBA98A"
LINEN, RIM_STONE, ROCK = "#F6EED8", "#3C3028", ("#4A3E36", "#7A6858")  # of plates
BRONZE, BRONZE_2, GILT = "#A8743A", "#8A5A26", "#DEAE46"
AREA_COIN = "#F6EAD0", INK, "#AA8C5A"
"""Face, number and rule of the coin of an area; of the genesis area below."""
GENESIS_COIN = "#A0692E", kit.WHITE, "#FFE2A0"
BLOCKED, BLOCKED_TEXT = "#2C4050", "#9FB0BB"
LAUREL, LAUREL_LIGHT, TITLE, HALO = "#DEB254", "#ECD6A0", "#FFF0CC", "#08101C"  # of the poster
SCROLL = "#F6E8C4"
TABLET, MARKER = "#FAF0D8", "#D4964E"  # of genesis cards; a marker on a blocked one
WRATH_GROUND = "#E4DDCE"
FAITH = "#5B428C"

TERRAIN = {
    "plains": "#A3BB8C",
    "mountain": "#9D92A1",
    "desert": "#EFD678",
    "tundra": "#A1C8E5",
    "sea": "#3976BB",
}
MARKS = {
    terrain: kit.mix_colours(
        colour,
        kit.WHITE if terrain == "sea" else INK,
        {"plains": 0.5, "mountain": 0.5, "sea": 0.42}.get(terrain, 0.34),
    )
    for terrain, colour in TERRAIN.items()
}
RACE = {
    "glorious": "#0F5618",
    "deep_one": "#0E15A1",
    "gigant": "#636465",
    "mystic": "#FEFEF7",
    "sandwalker": "#C07800",
}
NO_RACE = "#BFCDD6"
KIND = {
    "blessing": "#9A2328",
    "labour": "#4C8F72",
    "miracle": "#5B428C",
    "revelation": "#A3D2F0",
    "prosperity": "#DFAE3C",
}
ON_KIND = {"blessing": kit.WHITE, "labour": INK, "miracle": kit.WHITE, "revelation": INK, "prosperity": INK}
GLYPH = {"blessing": "banner", "labour": "grain", "miracle": "faith", "revelation": "step", "prosperity": "prosper"}
TRACK = {"morale": "banner", "food": "grain", "faith": "faith", "wrath": "bolt"}
TRACK_COLOUR = {"morale": "#9A2328", "food": "#3F8066", "faith": "#5B428C", "wrath": kit.INK}
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

THEME = kit.Theme("quo_vadis", (PAPER, PANEL, TURN, SKY, FRAME), (*TERRAIN.values(), *RACE.values()), True)


def find_race_colour(race_id: str | None) -> str:
    """Return the colour of a race's pieces; a neutral one before the race is known."""
    return NO_RACE if race_id is None else RACE[race_id]


def find_rim_colour(colour: str) -> str:
    """Return the colour of the line within a piece's cream ring. White pieces need ink: it is their only contrast."""
    return "#14100E" if colour == RACE["mystic"] else kit.darken(colour, 0.55)


def find_roof_colour(colour: str) -> str:
    return "#CEC8BE" if colour == RACE["mystic"] else kit.mix_colours(colour, kit.WHITE, 0.34)
