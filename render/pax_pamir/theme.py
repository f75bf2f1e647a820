"""Colours of Pax Pamir: night and lapis blue, undyed wool, madder red, and regions in tones of dry earth."""

from render import kit

NIGHT = "#1A2234"
NIGHT_2 = "#2A3550"
LAPIS = "#27477F"
MARKET = kit.mix_colours(LAPIS, NIGHT, 0.42)  # dark, so that the map is seen first
QUIET = "#D8D4CB"  # cards that the player on turn cannot buy now; those that can be bought are white
WOOL = "#EFE3CB"
PANEL = "#FBF6EA"
LINE = "#D5C5A4"
INK_2 = "#5C5243"
MADDER = "#8E2F2B"
MADDER_LINE = kit.mix_colours(MADDER, PANEL, 0.6)  # the inner line of event cards
ROSE = kit.mix_colours(MADDER, PANEL, 0.78)  # secondary text on madder
MUTED = "#C9CFDC"
LOCKED = QUIET
IDLE = "#74706A"  # text on a white card about something that cannot be done
VACANT = "#6F88B8"
BROWN = "#704E2C"  # borders, and the edge of road pills
NEUTRAL = "#4A4E55"  # blocks printed on cards
COIN, COIN_RING = "#D7DBDD", "#8A9298"
BLANK = kit.mix_colours(LINE, PANEL, 0.35)  # field of a loyalty not chosen yet

_EARTH = {
    "transcaspia": "#E3D3AE",
    "kabul": "#DDBE8C",
    "punjab": "#D5C79C",
    "persia": "#DCC199",
    "herat": "#E9D3A6",
    "kandahar": "#D9B88C",
}
LANDS = {land: kit.mix_colours(colour, PANEL, 0.3) for land, colour in _EARTH.items()}
WEAVES = {
    land: kit.mix_colours(colour, PANEL, 0.28) for land, colour in LANDS.items()
}  # the stepped lozenge in each region

SEATS = {"gray": "#A9AFB3", "blue": "#2B62B0", "tan": "#E3BC83", "red": "#B3302A", "black": "#24272C"}
COALITIONS = {"afghan": "#2F7350", "british": "#DE7A96", "russian": "#F2C744"}
SUITS = {"political": "#5E3A8A", "intelligence": "#3E90D0", "economic": "#E0892F", "military": "#A92B2B"}

QUIET_SUITS = {
    suit: kit.mix_colours(colour, QUIET, 0.16) for suit, colour in SUITS.items()
}  # bands of cards drawn quietly
POCKETS = {
    suit: kit.mix_colours(colour, PANEL, 0.78) for suit, colour in SUITS.items()
}  # background of the spies below a suit
QUIET_MADDER = kit.mix_colours(MADDER, NIGHT, 0.28)
EDGES = {coalition: kit.darken(colour, 0.55) for coalition, colour in COALITIONS.items()}  # of blocks on the map
CHIP_EDGES = {suit: kit.mix_colours(colour, kit.INK, 0.35) for suit, colour in SUITS.items()}

REMOVED_MARKER_SHARE = 0.72  # share of the background in the colour of a removed marker


def mix_removed_marker(colour: str, background: str = PANEL) -> str:
    """Return the colour of a removed marker: a piece's colour mixed with the background."""
    return kit.mix_colours(colour, background, REMOVED_MARKER_SHARE)


_BLOCKS = (*COALITIONS.values(), NEUTRAL)

THEME = kit.Theme(
    "pax_pamir",
    (PANEL, WOOL, kit.WHITE, NIGHT, MARKET, QUIET),
    (
        *LANDS.values(),
        *WEAVES.values(),
        *SEATS.values(),
        *_BLOCKS,
        *SUITS.values(),
        *CHIP_EDGES.values(),
        *QUIET_SUITS.values(),
        *POCKETS.values(),
        *EDGES.values(),
        *(
            LAPIS,
            QUIET_MADDER,
            LINE,
            INK_2,
            IDLE,
            MADDER,
            MADDER_LINE,
            ROSE,
            NIGHT_2,
            MUTED,
            VACANT,
            BROWN,
            COIN,
            COIN_RING,
            BLANK,
        ),
        *("#C9CDD0", "#7C848A", "#5E666C"),  # rupees
        *(kit.darken(colour, 0.45) for colour in SEATS.values()),
        *(kit.darken(colour, 0.35) for colour in COALITIONS.values()),
        *(kit.darken(colour, 0.28) for colour in (*_BLOCKS, kit.WHITE, MUTED, PANEL)),
        *(kit.mix_colours(colour, kit.WHITE, 0.35) for colour in (*_BLOCKS, PANEL)),
        *(mix_removed_marker(colour, land) for colour in COALITIONS.values() for land in LANDS.values()),
        *(mix_removed_marker(colour) for colour in (*SEATS.values(), *COALITIONS.values())),
        kit.darken(kit.GOLD, 0.3),
        *(kit.mix_colours(colour, kit.WHITE, 0.7) for colour in SEATS.values()),
        kit.mix_colours(kit.INK, "#8C8473", 0.85),  # the second tone of silhouettes in ink
    ),
)
