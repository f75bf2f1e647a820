"""The header of a court: whose it is, the loyalty, rupees, hand, cylinders, victory points."""

from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.text import fit, fit_name, measure
from render.kit.tokens import Seal, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.catalogue import name, noun, sentence
from render.pax_pamir.courts.layout import MID
from render.pax_pamir.pieces import Emblem

SEAL_X = 1486
HOLDINGS = {"rupees": 890, "hand": 1040, "cylinders": 1210}  # the middle of each sign


def header(view: View, player: PlayerView, look: Look) -> Nodes:
    """Who it is, the loyalty, and what the player has."""
    colour = theme.SEATS[player.color]
    x, room = 44.0, 300.0
    nodes: list[Node] = [Sprite(x + 40, MID, SeatToken(player.number, colour, 34, ring=True))]
    fitted = fit_name(name(view, player.number, look), room, HEAD)
    nodes += fitted.runs(x + 97, MID, WHITE, room=room)
    x += 97 + measure(fitted.lines[0], fitted.size) + 24
    if player.automa:
        tag = sentence("court.automa", look.lang)
        w = measure(tag, DETAIL) + 24
        nodes += [Box(x, MID - 22, w, 44, 8, theme.NIGHT_2), Text(x + 12, MID, tag, DETAIL, WHITE, room=w)]
        x += w + 18
    nodes += _loyalty(player, x + 14, look.lang)
    rupees, hand, cylinders = (HOLDINGS[kind] for kind in ("rupees", "hand", "cylinders"))
    nodes += [
        Icon("rupee", rupees, MID, 52, WHITE),
        Text(rupees + 38, MID, str(player.rupees), KEY, WHITE, room=60),
        Sprite(cylinders, MID, SeatToken(player.number, colour, 24, ring=True)),
        Text(cylinders + 42, MID, sentence("court.left", look.lang, n=player.cylinders), BODY, WHITE, room=170),
        Sprite(SEAL_X, MID + 2, Seal(str(player.vp), 50)),
    ]
    if not player.automa:
        held = f"{player.held}/{player.hand_limit}"
        nodes += [Icon("hand", hand, MID, 46, WHITE), *fit(held, 104, KEY).runs(hand + 36, MID, WHITE, room=104)]
    return tuple(nodes)


def _loyalty(player: PlayerView, x: float, lang: Lang) -> Nodes:
    """The coalition: its emblem, and its name where there is room before the rupees."""
    if player.loyalty is None:
        return (Box(x, MID - 31, 62, 62, 10, None, theme.VACANT, 3),)
    emblem = Sprite(x + 31, MID, Emblem(player.loyalty, 62))
    room = HOLDINGS["rupees"] - 44 - (x + 78)
    word = fit(noun(f"coalition.{player.loyalty}", lang), max(room, 1), KEY)
    return (emblem,) if word.cut else (emblem, *word.runs(x + 78, MID, WHITE, room=room))
