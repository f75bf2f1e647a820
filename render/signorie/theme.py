"""Colours of Signorie: Tuscan marble in three tones, verde di Prato, rose and terracotta."""

from render import kit

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
GATE, GATE_BEAM, GATE_SHADE, GATE_PANE = "#5A3A26", "#60402A", "#22140C", "#20363A"  # closed gates of walnut
COIN = kit.mix_colours(kit.GOLD, PANEL, 0.75)  # costs of helpers
TO_COME = kit.mix_colours(LINE, PANEL, 0.55)  # the bride of a son who is not married yet
JOINT = "#A96A57"  # between the stones of an arch
PLINTH = kit.mix_colours(SERPENTINE, VERDE, 0.5)
BRIDAL = "#DDB3A5"  # the wedding row in the final chart
PAST = kit.mix_colours(VERDE, SERPENTINE, 0.55)
PAST_SIGN = kit.mix_colours(PAST, MUTED, 0.55)

VOUSSOIRS, MORTAR = ("#FAF3E4", "#D69680"), "#7E5C46"  # the stones of the arches in turn, and the joints
INLAY, INLAY_EDGE = "#D6AA54", "#845C24"  # gold lines in stone
INK = "#2A1E12"
CREAM = "#FBF3DE"  # words and signs on dark stone
IVORY, TABLET, TABLET_RIM = "#FFFBF1", "#EFE6D2", "#C9B78E"  # tiles; rows of seats
WALNUT = "#8C5C3A"  # trays
RULE = "#967A3E"  # gold lines on dark stone
ON_TURN = "#B4832C"  # the frame of the row on turn

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
RANKS = tuple(kit.mix_colours(MARBLE, ROSE, share) for share in (0.28, 0.5, 0.75, 1.0))
BANDS = {name: kit.mix_colours(colour, MARBLE, 0.35) for name, colour in DICE.items()}
COLUMNS = {name: kit.mix_colours(colour, kit.WHITE, 0.55) for name, colour in DICE.items()}
PLACES = {name: kit.mix_colours(colour, kit.WHITE, 0.72) for name, colour in DICE.items()}  # empty slots for dice
FIELDS = {name: kit.mix_colours(colour, PANEL, 0.78) for name, colour in DICE.items()}

DIM = {name: kit.mix_colours(colour, VERDE, 0.55) for name, colour in DICE.items()}  # dice that cannot be taken
DIMMEST = {name: kit.mix_colours(colour, VERDE, 0.75) for name, colour in DICE.items()}

_DEEP = {"yellow": "#8A5200", "red": "#5A0E0A", "purple": "#2E0F44", "grey": "#3A3C42", "light_blue": "#0E4A78"}
FELTS = {name: kit.mix_colours(colour, _DEEP[name], 0.45) for name, colour in DICE.items()}  # darker than their dice
GAPS = {name: kit.mix_colours(colour, kit.WHITE, 0.35) for name, colour in DICE.items()}  # rims of hollows in felt
BARE_SHIELD, BARE_SHIELD_EDGE = "#F6EFE0", "#8A7A5E"  # without a tile

REMOVED_SHARE = 0.62  # share of the background colour in removed markers

THEME = kit.Theme(
    "signorie", (PANEL, MARBLE, IVORY, VERDE, SERPENTINE), (*SEATS.values(), *DICE.values(), *HOUSES.values()), True
)
