"""Colours of Marco Polo II: a silk-road chart on a rosewood table. Gold is for victory points, copper for coins."""

from render import kit

PLUM, PLUM_2 = "#2A1B24", "#46303C"
SILK, CLOUD = "#321E2B", "#965E54"  # brocade of the header and its thread
PAPER, PANEL = "#EFE3C6", "#FDF6E4"  # parchment; ivory
TURN = "#FFFFFF"  # the row of the seat to move: the only white one
LAND, SEA, COAST = "#E8D0A2", "#A4C8C4", "#8A6A45"
ROAD, CASING = "#7A4E2A", "#FBF1D8"
LINE, INK_2, MUTED = "#D8C19A", "#5E4A3C", "#D6C6CC"
RED, JADE_EDGE, JADE_DARK, OUTPOST = "#A33B3B", "#4E8C76", "#3F7A66", "#E3EFE6"
OASIS, OASIS_EDGE = "#CFE3E0", "#4C6B5A"
SMALL, TICKS = "#6E5A4C", "#A8959E"
BLUE, BROWN = "#2F6690", "#8A5A2E"
UNIQUE, UNIQUE_LINE, RIM = "#6B2F4E", "#E9D9C9", "#6B5A45"
COPPER, COPPER_RING, COPPER_DISC = "#B86A3C", "#6B3F17", "#F6E3C6"
BLACK_DIE, BLACK_DIE_RIM, NEUTRAL_DIE = "#24272C", "#8F949B", "#DAD5C8"
ROSEWOOD, ROSEWOOD_2 = "#703A2C", "#3A1A18"
GILT, GILT_DARK = "#D6AA54", "#B4832C"  # frames and hairlines; the frame of the seat to move
TRAY, FELT = "#704632", "#F2DFB6"  # of the strip of action spaces
ARROW = "#E4BE6A"  # between the rows of the seats
TABLET_RIM = "#C9AE78"
RAIL, HILLS, NEAT = "#341E16", "#7A5638", ("#A47C4E", "#F0E0BA")  # the frame of the chart
ROLL_EDGE = "#8A641A"  # of contracts on the map
IVORY_RIM = "#FFF8E6"  # of figures and posts

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
PLACE_USED = {"blue": "#5C9FDA", "brown": BROWN}
PLACE_EDGE = {"blue": kit.mix_colours(BLUE, PANEL, 0.5), "brown": kit.mix_colours(BROWN, PANEL, 0.5)}
PLACE_INK = {"blue": BLUE, "brown": BROWN}

THEME = kit.Theme("marco_polo_ii", (PAPER, PANEL, LAND, PLUM, SEA), (*SEAT.values(), *GOODS.values()), True)
