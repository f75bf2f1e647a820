"""Colours of Pax Pamir: a chart on indigo cloth, ivory cards on lapis, enamel suits, woven loyalties, struck metal."""

from render import kit

NIGHT = "#181E32"  # indigo cloth
NIGHT_2 = "#2A3550"
INK = "#26190F"
CREAM = "#F6ECD4"  # words and signs on cloth
IVORY = "#FCF3DD"  # cards
VELLUM = "#FFFCF2"  # the row of the player on turn: the only white tablet
QUIET_EDGE = "#1C1610"
CARD_RIM = "#FFF8E0"
SCROLL = "#F6E9C8"  # the scrolls with the names of regions
TABLET_RIM = "#C2A66E"
LAPIS = "#22345C"  # cloth below the market
MARKET = LAPIS
TAB = "#1E1A2C"
GILT = "#D6A63A"
THREAD = "#ECBA78"  # gold thread on velvet
KILIM_RED = "#8A2824"
QUIET = "#CDBF9F"  # cards that the player on turn cannot buy now: one step darker, not greyer
WOOL = "#F3E6C6"
PANEL = "#EFE0BF"  # tablets
LINE = "#A98C58"
INK_2 = "#5C3E22"  # sepia
MADDER = "#6E2622"  # velvet
MADDER_LINE = kit.mix_colours(MADDER, PANEL, 0.6)  # the inner line of event cards
ROSE = kit.mix_colours(MADDER, PANEL, 0.78)  # secondary text on madder
MUTED = "#C9CFDC"
LOCKED = QUIET
IDLE = "#6E5A44"  # text on a white card about something that cannot be done
VACANT = "#6F88B8"
BROWN = "#704E2C"  # borders, and the edge of road pills
TRACK = (("#462A14", 17.0), ("#DEBE86", 12.0), ("#966C3E", 2.0))  # a beaten road: colours and widths
POST = "#6A4726"
NEUTRAL = "#4A4E55"  # blocks printed on cards
COIN, COIN_RING = "#D7DBDD", "#8A9298"
BLANK = "#D9C396"  # field of a loyalty not chosen yet

_EARTH = {
    "transcaspia": "#E3D3AE",
    "kabul": "#DDBE8C",
    "punjab": "#D5C79C",
    "persia": "#DCC199",
    "herat": "#E9D3A6",
    "kandahar": "#D9B88C",
}
LANDS = {land: kit.mix_colours(colour, "#F6EACE", 0.6) for land, colour in _EARTH.items()}
"""The tone of the chart inland, below the outlines of removed pieces."""

SEATS = {"gray": "#A9AFB3", "blue": "#2B62B0", "tan": "#E3BC83", "red": "#B3302A", "black": "#24272C"}
COALITIONS = {"afghan": "#2F7350", "british": "#DE7A96", "russian": "#F2C744"}
SUITS = {"political": "#5E3A8A", "intelligence": "#3E90D0", "economic": "#E0892F", "military": "#A92B2B"}

# bands of cards drawn quietly
QUIET_SUITS = {suit: kit.mix_colours(colour, QUIET, 0.16) for suit, colour in SUITS.items()}
# background of the spies below a suit
POCKETS = {suit: kit.mix_colours(colour, PANEL, 0.78) for suit, colour in SUITS.items()}
QUIET_MADDER = "#55262A"
CHECK = "#232C4C"  # velvet of dominance checks
EDGES = {coalition: kit.darken(colour, 0.55) for coalition, colour in COALITIONS.items()}  # of blocks on the map
CHIP_EDGES = {suit: kit.mix_colours(colour, kit.INK, 0.35) for suit, colour in SUITS.items()}

THEME = kit.Theme(
    "pax_pamir", (PANEL, WOOL, IVORY, NIGHT, MARKET, QUIET), (*SEATS.values(), *COALITIONS.values()), True
)
