"""Colours of Kilia: a brick town over cold water, the blue cloth of the council, paper, brass and navy flags."""

from render import kit

TAR, TAR_2 = "#1E1A1B", "#383436"
PAPER, PANEL, LINE, LINE_2 = "#EEDFBE", "#F6EBD0", "#D0B684", "#B69C6A"
SLIP, SLIP_EDGE = "#FDF8EA", "#96703A"  # slips of what can be done now
CARD = "#FBF3E0"  # cards and contracts
ROW = "#EADDBC"  # paper of the rows of the seats
BRIGHT = "#FFFFFC"  # paper of the row of the seat to move: the only white one
REWARD, LOCKED, COVERED = "#E8D6B0", "#CECCC2", "#BEB29A"
INK, CREAM = "#221A14", "#FAF3E2"
INK_2, MUTED, DIM, LATER = "#624A30", "#E2CEAC", "#97907C", "#705A3C"
CLOTH, BRAID, BRASS = "#1C4656", "#CEA45C", "#E2BE76"
BALTIC, BALTIC_2, BALTIC_LINE, COURSE = "#285466", "#163848", "#6E97A5", "#CFE0E4"
IRON, BRASS_PLATE = "#424043", "#F2DDA4"  # key plates: iron costs coins, brass is free
LAMP, BRICK, PRINTED = "#FFF3CF", "#964634", "#E3D3AE"
TALER, TALER_EDGE, TALER_SHIP, SILVER = "#BAC2C8", "#4A545C", "#3E464C", "#DEE3E6"
JETTY = "#8E6A44"
HULL, HULL_EDGE, HULL_PLANK = "#74482A", "#22140C", "#54321E"
BACK = "#E4EEF0"
NAVY = "#18304E"
"""The rim of every seat's token and the charge of its flag: no good and no zone carries it."""
FLAG_CREAM = "#F8F0DC"

SEATS = {"white": "#F6F3EA", "red": "#C45238", "brown": "#4A3323", "yellow": "#E9BE44"}
ZONES = {"castle": "#F2ECDC", "university": "#C45238", "shipyard": "#4A3323", "warehouse": "#E9BE44"}
GOODS = {"salt": "#F6F3EA", "brick": "#C45238", "wood": "#4A3323", "wheat": "#E9BE44"}
EDGES = {"salt": "#4C4A46", "brick": kit.darken("#C45238", 0.55), "wood": "#20150D", "wheat": "#5E4608"}
GLYPHS = {"castle": "key", "university": "house", "shipyard": "cog", "warehouse": "anchor"}

THEME = kit.Theme(
    "kilia",
    (PAPER, PANEL, TAR, BALTIC, CREAM, BALTIC_2),
    (*SEATS.values(), *EDGES.values()),
    has_materials=True,
)
