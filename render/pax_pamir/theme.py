"""Colours of Pax Pamir: night and lapis, undyed wool, madder red, and lands in the tones of dry earth."""

from render.kit.colour import GOLD, INK, WHITE, Theme, darker, mix

NIGHT = "#1A2234"
NIGHT_2 = "#2A3550"
LAPIS = "#27477F"
MARKET = mix(LAPIS, NIGHT, 0.42)  # so dark that the map is seen first
QUIET = "#D8D4CB"  # a card that nobody can pay for now; white is for those that the player on turn can buy
WOOL = "#EFE3CB"
PANEL = "#FBF6EA"
LINE = "#D5C5A4"
INK_2 = "#5C5243"
MADDER = "#8E2F2B"
MADDER_LINE = mix(MADDER, PANEL, 0.6)  # the inner line of event cards
ROSE = mix(MADDER, PANEL, 0.78)  # quiet words on madder
MUTED = "#C9CFDC"
LOCKED = QUIET
IDLE = "#74706A"  # words on a white card about what cannot be done
VACANT = "#6F88B8"
BROWN = "#704E2C"  # borders, and the edge of road pills
NEUTRAL = "#4A4E55"  # blocks that are only printed
COIN, COIN_RING = "#D7DBDD", "#8A9298"
BLANK = mix(LINE, PANEL, 0.35)  # where a loyalty is still to come

_EARTH = {
    "transcaspia": "#E3D3AE",
    "kabul": "#DDBE8C",
    "punjab": "#D5C79C",
    "persia": "#DCC199",
    "herat": "#E9D3A6",
    "kandahar": "#D9B88C",
}
LANDS = {land: mix(colour, PANEL, 0.3) for land, colour in _EARTH.items()}
WEAVES = {land: mix(colour, PANEL, 0.28) for land, colour in LANDS.items()}  # the stepped lozenge in each land

SEATS = {"gray": "#A9AFB3", "blue": "#2B62B0", "tan": "#E3BC83", "red": "#B3302A", "black": "#24272C"}
COALITIONS = {"afghan": "#2F7350", "british": "#DE7A96", "russian": "#F2C744"}
SUITS = {"political": "#5E3A8A", "intelligence": "#3E90D0", "economic": "#E0892F", "military": "#A92B2B"}

QUIET_SUITS = {suit: mix(colour, QUIET, 0.16) for suit, colour in SUITS.items()}  # bands of quiet cards
POCKETS = {suit: mix(colour, PANEL, 0.78) for suit, colour in SUITS.items()}  # with spies, below the stars of a suit
QUIET_MADDER = mix(MADDER, NIGHT, 0.28)
EDGES = {coalition: darker(colour, 0.55) for coalition, colour in COALITIONS.items()}  # of blocks on the map
CHIP_EDGES = {suit: mix(colour, INK, 0.35) for suit, colour in SUITS.items()}

GHOST = 0.72  # how far a ghost goes towards the ground


def ghost(colour: str, ground: str = PANEL) -> str:
    """A piece's colour where the piece stood before."""
    return mix(colour, ground, GHOST)


_BLOCKS = (*COALITIONS.values(), NEUTRAL)

THEME = Theme(
    "pax_pamir",
    (PANEL, WOOL, WHITE, NIGHT, MARKET, QUIET),
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
        *(darker(colour, 0.45) for colour in SEATS.values()),
        *(darker(colour, 0.35) for colour in COALITIONS.values()),
        *(darker(colour, 0.28) for colour in (*_BLOCKS, WHITE, MUTED, PANEL)),
        *(mix(colour, WHITE, 0.35) for colour in (*_BLOCKS, PANEL)),
        *(ghost(colour, land) for colour in COALITIONS.values() for land in LANDS.values()),
        *(ghost(colour) for colour in (*SEATS.values(), *COALITIONS.values())),
        darker(GOLD, 0.3),
        *(mix(colour, WHITE, 0.7) for colour in SEATS.values()),
        mix(INK, "#8C8473", 0.85),  # the second tone of silhouettes in ink
    ),
)
