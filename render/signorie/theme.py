"""Colours of Signorie: Tuscan marble in three tones, verde di Prato, rose and terracotta."""

from render.kit.colour import GOLD, INK, WHITE, Theme, darker, mix

VERDE = "#17332D"
SERPENTINE = "#2C5A4E"
MARBLE = "#F1E9DA"
PANEL = "#FBF7EE"
LINE = "#D9CDB6"
INK_2 = "#5B5A52"
ROSE = "#C98F7A"
TERRACOTTA = "#9C4A36"
DARK_GOLD = "#7A5A12"
MUTED = "#BFD2CB"
STONE = "#C0B59C"  # tile backs, which show it 28 % darker
STONE_ON_VERDE = "#E9DFC8"
PALE_SEAL = "#CFC6B2"
LEAF = mix(SERPENTINE, VERDE, 0.45)  # closed gates
GATE_FRAME, GATE_LINE = mix(SERPENTINE, VERDE, 0.2), mix(SERPENTINE, VERDE, 0.75)
COIN = mix(GOLD, PANEL, 0.75)  # costs of helpers
TO_COME = mix(LINE, PANEL, 0.55)  # a bride who is still to come
JOINT = "#A96A57"  # between the stones of an arch
PLINTH = mix(SERPENTINE, VERDE, 0.5)
BRIDAL = "#DDB3A5"  # of the wedding row at the end
PAST = mix(VERDE, SERPENTINE, 0.55)
PAST_SIGN = mix(PAST, MUTED, 0.55)

DICE = {"yellow": "#EFC34A", "red": "#C4473A", "purple": "#7B4A94", "grey": "#B7B6B2", "light_blue": "#8CC4E0"}
OFFSPRING = "#FBF7EE"
SEATS = {"yellow": "#F0BE3C", "red": "#BE3A2B", "purple": "#B184D8", "blue": "#173D7C"}
HOUSES = {
    "medici": "#A02A22",
    "sforza": "#5AA3D6",
    "este": "#3F8A5B",
    "gonzaga": "#E0B43C",
    "montefeltro": "#6E4590",
    "orsini": "#2C3A47",
}
RANKS = tuple(mix(MARBLE, ROSE, share) for share in (0.28, 0.5, 0.75, 1.0))
BANDS = {name: mix(colour, MARBLE, 0.35) for name, colour in DICE.items()}
COLUMNS = {name: mix(colour, MARBLE, 0.62) for name, colour in DICE.items()}
PLACES = {name: mix(colour, WHITE, 0.72) for name, colour in DICE.items()}  # where a die will stand
FIELDS = {name: mix(colour, PANEL, 0.78) for name, colour in DICE.items()}

DIM = {name: mix(colour, VERDE, 0.55) for name, colour in DICE.items()}  # dice that cannot be had, on night
DIMMEST = {name: mix(colour, VERDE, 0.75) for name, colour in DICE.items()}

GHOST = 0.62  # how far a ghost goes towards the paper

THEME = Theme(
    "signorie",
    (PANEL, MARBLE, WHITE, VERDE, SERPENTINE),
    (
        *SEATS.values(),
        *DICE.values(),
        *HOUSES.values(),
        *BANDS.values(),
        *COLUMNS.values(),
        *FIELDS.values(),
        *PLACES.values(),
        *RANKS,
        *(
            LINE,
            INK_2,
            ROSE,
            TERRACOTTA,
            DARK_GOLD,
            MUTED,
            STONE,
            STONE_ON_VERDE,
            PALE_SEAL,
            JOINT,
            LEAF,
            PLINTH,
            GATE_FRAME,
            GATE_LINE,
            COIN,
            TO_COME,
            BRIDAL,
            PAST,
            PAST_SIGN,
        ),
        darker(GOLD, 0.3),
        *(darker(colour, 0.28) for colour in (STONE, MARBLE, WHITE, TO_COME, PAST_SIGN)),
        darker(PALE_SEAL, 0.3),
        darker(STONE_ON_VERDE, 0.28),
        *("#D9A62E", "#8A641A", "#6F4F12", "#A5322A"),
        *(darker(colour, 0.45) for colour in SEATS.values()),
        *(darker(colour, 0.55) for colour in SEATS.values()),
        *(darker(colour, 0.45) for colour in DICE.values()),
        *(darker(colour, 0.2) for colour in DICE.values()),
        *(darker(colour, 0.4) for colour in HOUSES.values()),
        *(mix(colour, PANEL, 0.8) for colour in HOUSES.values()),
        *(mix(colour, PANEL, 0.3) for colour in HOUSES.values()),
        *(mix(colour, PANEL, GHOST) for colour in SEATS.values()),
        mix(INK, MARBLE, 0.5),
        mix(INK, "#8C8473", 0.85),  # the darker tone of an icon in ink
        *(darker(colour, 0.45) for colour in (STONE, SERPENTINE, TERRACOTTA, ROSE, STONE_ON_VERDE, GOLD, COIN, BRIDAL)),
        *(darker(HOUSES[house], 0.45) for house in ("sforza", "orsini")),
        *(mix(colour, MARBLE, 0.62) for colour in SEATS.values()),
        *DIM.values(),
        *DIMMEST.values(),
    ),
)
