"""What decides whether a card can be played: actions, rupees, court, favored suit, loyalty."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import GOLD, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Box, Disc, Icon, Node, Nodes, Sprite, Text, snap
from render.kit.text import fit, fit_name, measure
from render.kit.tokens import SeatToken
from render.pax_pamir import theme
from render.pax_pamir.catalogue import name, noun, sentence
from render.pax_pamir.pieces import Emblem, Suit

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
    facts: tuple[tuple[str, Callable[[View, PlayerView, Look, float, float, float], Nodes]], ...] = (
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


def strip(view: View, player: PlayerView, look: Look, places: Sequence[float], y: float, room: float) -> Nodes:
    """Four facts in one line, smaller, from each of the four `places`; the limits stand elsewhere."""
    facts = (
        ("turn" if view.turn is None or view.turn.player != player.number else "actions", _actions),
        ("rupees", _rupees),
        ("favored", _favored),
        ("loyalty", _loyalty),
    )
    nodes: list[Node] = []
    for x, (key, draw) in zip(places, facts, strict=True):
        nodes += fit(sentence(f"hand.{key}", look.lang), room, MICRO).runs(x, y - 46, theme.MUTED, room=room)
        nodes += draw(view, player, look, x, y, room, 0.8)
    return tuple(nodes)


def _actions(view: View, player: PlayerView, look: Look, x: float, y: float, room: float, k: float = 1) -> Nodes:
    """A gold disc for each action left, a check for each that is spent; out of turn whose turn it is."""
    turn = view.turn
    if turn is None:
        return (Text(x, y, "–", KEY, WHITE, room=room),)
    if turn.player != player.number:
        token = SeatToken(turn.player, theme.SEATS[view.players[turn.player].color], 27 * k, ring=True)
        words = fit_name(name(view, turn.player, look), room - 76 * k, snap(BODY * k))
        return (Sprite(x + 32 * k, y, token), *words.runs(x + 76 * k, y, WHITE, room=room - 76 * k))
    nodes: list[Disc | Icon] = []
    for i in range(max(_ACTIONS, turn.actions)):
        middle = x + (32 + 86 * i) * k
        if i < turn.actions:
            nodes.append(Disc(middle, y, 32 * k, GOLD))
        else:
            nodes += [Disc(middle, y, 32 * k, None, GOLD, 4), Icon("check", middle, y, 38 * k, GOLD, theme.NIGHT_2)]
    return tuple(nodes)


def _rupees(_view: View, player: PlayerView, _look: Look, x: float, y: float, room: float, k: float = 1) -> Nodes:
    left = 74 * k
    rupees = Text(x + left, y, str(player.rupees), snap(HEAD * k), WHITE, room=room - left)
    return Icon("rupee", x + 30 * k, y, 58 * k, WHITE), rupees


def _court(_view: View, player: PlayerView, _look: Look, x: float, y: float, room: float) -> Nodes:
    """Over the limit it stands on madder: cards must go in cleanup (R9.1)."""
    words = f"{len(player.court)} / {player.court_limit}"
    count = Text(x, y, words, HEAD, WHITE, room=room)
    if len(player.court) <= player.court_limit:
        return (count,)
    return (Box(x - 14, y - 38, measure(words, HEAD) + 28, 76, 12, theme.MADDER), count)


def _favored(view: View, _player: PlayerView, look: Look, x: float, y: float, room: float, k: float = 1) -> Nodes:
    left = 96 * k
    words = fit(noun(f"suit.{view.favored}", look.lang).capitalize(), room - left - 4, snap(KEY * k))
    return (Sprite(x + 40 * k, y, Suit(view.favored, 40 * k, 2)), *words.runs(x + left, y, WHITE, room=room - left))


def _loyalty(_view: View, player: PlayerView, look: Look, x: float, y: float, room: float, k: float = 1) -> Nodes:
    if player.loyalty is None:
        return (Text(x, y, _none(look.lang), snap(BODY * k), theme.MUTED, room=room),)
    left = 74 * k
    words = fit(noun(f"coalition.{player.loyalty}", look.lang), room - left, snap(KEY * k))
    return (Sprite(x + 31 * k, y, Emblem(player.loyalty, 62 * k)), *words.runs(x + left, y, WHITE, room=room - left))


def _none(lang: Lang) -> str:
    return sentence("hand.no_loyalty", lang)
