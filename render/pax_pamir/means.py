"""What decides whether a card can be played: actions, rupees, court, favored suit, loyalty."""

from dataclasses import dataclass

from engines.pax_pamir.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render.colour import GOLD, WHITE
from render.look import Lang, Look
from render.pax_pamir import theme
from render.pax_pamir.pieces import Emblem, Suit
from render.pax_pamir.words import name, noun, sentence
from render.scene import BODY, DETAIL, HEAD, KEY, Box, Disc, Icon, Nodes, Sprite, Text
from render.text import fit, fit_name, measure
from render.tokens import SeatToken

_ACTIONS = CONTENT.data.limits.actions_per_turn


@dataclass(frozen=True, slots=True)
class Field:
    """Where the facts stand: a column, or a row where it is wider than high."""

    x: float
    y: float
    w: float
    h: float

    @property
    def across(self) -> bool:
        return self.w > self.h


def fields(view: View, player: PlayerView, look: Look, field: Field) -> Nodes:
    """Five facts, each with its label above."""
    nodes: list[Nodes] = []
    facts = (
        ("turn" if view.turn is None or view.turn.player != player.number else "actions", _actions),
        ("rupees", _rupees),
        ("court", _court),
        ("favored", _favored),
        ("loyalty", _loyalty),
    )
    step = (field.w if field.across else field.h - 20) / len(facts)
    room = (step if field.across else field.w) - 56
    for i, (key, draw) in enumerate(facts):
        x, y = (field.x + 30 + step * i, field.y) if field.across else (field.x + 28, field.y + step * i)
        label = fit(sentence(f"hand.{key}", look.lang), room, DETAIL)
        nodes.append(label.runs(x, y + 46, theme.MUTED, room=room))
        nodes.append(draw(view, player, look, x, y + (118 if field.across else 110), room))
    ground = Box(field.x, field.y, field.w, field.h, 12, theme.NIGHT_2)
    return (ground, *(node for group in nodes for node in group))


def _actions(view: View, player: PlayerView, look: Look, x: float, y: float, room: float) -> Nodes:
    """A gold disc for each action left, a check for each that is spent; out of turn whose turn it is."""
    turn = view.turn
    if turn is None:
        return (Text(x, y, "–", KEY, WHITE, room=room),)
    if turn.player != player.number:
        token = SeatToken(turn.player, theme.SEATS[view.players[turn.player].color], 27, ring=True)
        words = fit_name(name(view, turn.player, look), room - 76, BODY)
        return (Sprite(x + 32, y, token), *words.runs(x + 76, y, WHITE, room=room - 76))
    nodes: list[Disc | Icon] = []
    for i in range(max(_ACTIONS, turn.actions)):
        middle = x + 32 + 86 * i
        if i < turn.actions:
            nodes.append(Disc(middle, y, 32, GOLD))
        else:
            nodes += [Disc(middle, y, 32, None, GOLD, 4), Icon("check", middle, y, 38, GOLD, theme.NIGHT_2)]
    return tuple(nodes)


def _rupees(view: View, player: PlayerView, look: Look, x: float, y: float, room: float) -> Nodes:
    return (Icon("rupee", x + 30, y, 58, WHITE), Text(x + 74, y, str(player.rupees), HEAD, WHITE, room=room - 74))


def _court(view: View, player: PlayerView, look: Look, x: float, y: float, room: float) -> Nodes:
    """Over the limit it stands on madder: cards must go in cleanup (R9.1)."""
    words = f"{len(player.court)} / {player.court_limit}"
    count = Text(x, y, words, HEAD, WHITE, room=room)
    if len(player.court) <= player.court_limit:
        return (count,)
    return (Box(x - 14, y - 38, measure(words, HEAD) + 28, 76, 12, theme.MADDER), count)


def _favored(view: View, player: PlayerView, look: Look, x: float, y: float, room: float) -> Nodes:
    words = fit(noun(f"suit.{view.favored}", look.lang).capitalize(), room - 100, KEY)
    return (Sprite(x + 40, y, Suit(view.favored, 40, 2)), *words.runs(x + 96, y, WHITE, room=room - 96))


def _loyalty(view: View, player: PlayerView, look: Look, x: float, y: float, room: float) -> Nodes:
    if player.loyalty is None:
        return (Text(x, y, _none(look.lang), BODY, theme.MUTED, room=room),)
    words = fit(noun(f"coalition.{player.loyalty}", look.lang), room - 80, KEY)
    return (Sprite(x + 31, y, Emblem(player.loyalty, 62)), *words.runs(x + 80, y, WHITE, room=room - 80))


def _none(lang: Lang) -> str:
    return sentence("hand.no_loyalty", lang)
