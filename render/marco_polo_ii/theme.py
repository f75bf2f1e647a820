"""Colours of Marco Polo II: a silk curtain around a sand-coloured map. Gold is for victory points, copper for coins."""

from render import kit

PLUM, PLUM_2 = "#2A1B24", "#46303C"
SILK, CLOUD = "#321E2B", "#965E54"  # brocade of the header and its thread
PAPER, PANEL = "#F3E9D6", "#FBF6EA"
LAND, SEA, COAST = "#EBDDBE", "#CBDAD8", "#B9AE8E"
ROAD, CASING = "#8A6A45", "#FBF4E4"
LINE, INK_2, MUTED = "#D8C9AC", "#5E5148", "#CDBFC6"
RED, JADE_EDGE, JADE_DARK, OUTPOST = "#A33B3B", "#4E8C76", "#3F7A66", "#E3EFE6"
OASIS, OASIS_EDGE = "#CFE3E0", "#4C6B5A"
SMALL, TICKS = "#6E5A4C", "#9A8A93"
BLUE, BROWN = "#2F6690", "#8A5A2E"
UNIQUE, UNIQUE_LINE, RIM = "#6B2F4E", "#E9D9C9", "#6B5A45"
COPPER, COPPER_RING, COPPER_DISC = "#B86A3C", "#6B3F17", "#F6E3C6"
BLACK_DIE, NEUTRAL_LINE = "#24272C", "#8F949B"
ROSEWOOD, ROSEWOOD_2 = "#703A2C", "#3A1A18"
GILT = "#D6AA54"  # frames and hairlines
DUNE = kit.mix_colours(LAND, BROWN, 0.14)

SEAT = {"blue": "#1F4B8F", "yellow": "#F0BE3C", "green": "#6DAF86", "red": "#B3302A"}
GOODS = {
    "coins": COPPER,
    "camels": "#7A4B24",
    "pepper": "#4A4038",
    "silk": "#8A4FA0",
    "gold": "#DE9C14",
    "jade": "#3BA07C",
}
GUILD = {"farmer": "#5B6B24", "spicer": GOODS["pepper"], "tailor": GOODS["silk"], "jeweler": GOODS["gold"]}
PLACE = {"blue": kit.mix_colours(BLUE, PANEL, 0.88), "brown": kit.mix_colours(BROWN, PANEL, 0.82)}
PLACE_EDGE = {"blue": kit.mix_colours(BLUE, PANEL, 0.5), "brown": kit.mix_colours(BROWN, PANEL, 0.5)}
PLACE_INK = {"blue": BLUE, "brown": BROWN}

THEME = kit.Theme(
    "marco_polo_ii",
    (PAPER, PANEL, LAND, kit.WHITE, PLUM, SEA),
    (
        *SEAT.values(),
        *GOODS.values(),
        *(PLUM_2, LINE, INK_2, MUTED, RED, BLACK_DIE, NEUTRAL_LINE, UNIQUE, UNIQUE_LINE, RIM),
        *(COAST, ROAD, CASING, JADE_EDGE, JADE_DARK, OUTPOST, OASIS, OASIS_EDGE, SMALL, TICKS, BLUE, BROWN, DUNE),
        *(COPPER_RING, COPPER_DISC, GUILD["farmer"], kit.darken(kit.GOLD, 0.3), kit.darken(GOODS["jade"], 0.28)),
        *PLACE.values(),
        *PLACE_EDGE.values(),
        *(kit.mix_colours(colour, LAND, 0.62) for colour in SEAT.values()),
    ),
)
