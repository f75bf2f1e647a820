"""What small tables have room for: who would score now, and what the bank holds."""

from collections.abc import Iterator

from engines.pax_pamir.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, KEY, MICRO, Box, Icon, Node, Sprite, Text
from render.kit.text import fit
from render.kit.tokens import SeatToken
from render.pax_pamir import layout, theme
from render.pax_pamir.catalogue import sentence

_BANK_X = 390


def outlook(view: View, lang: Lang, private: bool = False) -> Iterator[Node]:
    """In the free place below the last row: victory points by player if a dominance check came now, and the bank.

    On the night ground of a private picture it stands on a panel of its own.
    """
    if len(view.ring) > 3 or not view.forecast:
        return
    h, pitch = layout.row_height(view)
    x, y = layout.SEATS_X, layout.SEATS_TOP + pitch * len(view.ring)
    fill, quiet, figure = (theme.NIGHT_2, theme.MUTED, WHITE) if private else (None, theme.INK_2, INK)
    yield Box(x, y, layout.SEATS_W, h, 12, fill, theme.LINE, 2)
    yield from fit(sentence("seats.forecast", lang), _BANK_X - 50, MICRO).runs(x + 24, y + 32, quiet, room=330)
    for i, player in enumerate(view.ring):
        left, colour = x + 48 + (_BANK_X - 42) / len(view.ring) * i, theme.SEATS[view.players[player].color]
        yield Sprite(left, y + 84, SeatToken(player, colour, 24, ring=True))
        yield Text(left + 32, y + 85, f"+{view.forecast[player]}", BODY, figure, room=60)
    yield Box(x + _BANK_X, y + 20, 2, h - 40, 0, theme.LINE)
    yield Text(x + _BANK_X + 14, y + 32, sentence("header.bank", lang), MICRO, quiet, room=98)
    yield Icon("rupee", x + _BANK_X + 32, y + 84, 34, INK, theme.WOOL)
    yield Text(x + _BANK_X + 56, y + 85, str(view.bank), KEY, figure, room=56)
