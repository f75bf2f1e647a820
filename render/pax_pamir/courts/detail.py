"""The court of one player: what the player has, the cards and the spies on them."""

from collections.abc import Iterator
from functools import cache

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import (
    BODY,
    DETAIL,
    FRAMES,
    HEAD,
    KEY,
    MICRO,
    Anchor,
    Box,
    Disc,
    Icon,
    Node,
    Nodes,
    Scene,
    Sprite,
    Text,
)
from render.kit.spot import Spot
from render.kit.text import Fitted, fit, fit_all, measure
from render.kit.tokens import NumberDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.catalogue import noun, sentence
from render.pax_pamir.courts.cards import cards, ends
from render.pax_pamir.courts.header import HOLDINGS, SEAL_X, header
from render.pax_pamir.courts.layout import (
    BESIDE_X,
    HEIGHT,
    MID,
    STATS_H,
    STATS_Y,
    STRIP_H,
    STRIP_Y,
    WIDTH,
    gift,
    in_a_row,
    places,
)
from render.pax_pamir.courts.wakhan import wakhan_card
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, Prize, kilim

_PRIZES_X, _EVENTS_X = 412, 690


def court(view: View, number: int, look: Look) -> Scene:
    """The court of a player, 1600 x 1000. IndexError for a player who does not exist."""
    player = view.players[number]
    ground = theme.WOOL
    live: list[Node] = [*header(view, player, look), *_stats(view, player, look.lang)]
    live += _strip(player, look.lang, theme.INK_2, ground)
    live += [*_anchors(player, look), FRAMES]
    live += cards(view, player, places(len(player.court), player.automa), look.lang)
    live += _free(player)
    if player.automa and view.wakhan is not None:
        live += wakhan_card(view, view.wakhan, look.lang)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, printed(ground), tuple(live))


def _free(player: PlayerView) -> Iterator[Node]:
    """Where more cards may come: empty is quiet, and the limit is seen."""
    held = len(player.court)
    for place in places(min(player.court_limit, in_a_row(player.automa)), player.automa)[held:]:
        yield Box(place.x, place.y, place.w, place.foot - place.y, 12, None, theme.LINE, 2)
        yield Icon(
            SUIT_ICONS["political"], place.x + place.w / 2, (place.y + place.foot) / 2, 72, theme.LINE, theme.WOOL
        )


@cache
def printed(ground: str) -> Nodes:
    """The ground of a court and its ornament."""
    if ground == theme.NIGHT:
        return (*kilim(0, 14, theme.MADDER, 0, WIDTH), *kilim(HEIGHT - 14, 14, theme.MADDER, 0, WIDTH))
    paper = Box(20, 124, 1560, 856, 22, theme.WOOL, corners=(False, False, True, True))
    return paper, *kilim(112, 12, theme.MADDER)


def _stats(view: View, player: PlayerView, lang: Lang) -> Nodes:
    """Influence, limits of court and hand, tax shelter, military stars: the value, and the sum that makes it."""
    base = CONTENT.data.limits
    court, held = len(player.court), player.held
    stats = [
        (Icon("prize", 0, 0, 50, theme.MADDER, theme.PANEL), "influence", str(player.influence), False),
        (_suit("political"), "court", f"{court}/{player.court_limit}", court > player.court_limit),
        (_suit("intelligence"), "hand", f"{held}/{player.hand_limit}", held > player.hand_limit),
        (_suit("economic"), "shelter", str(player.tax_shelter), False),
        (_suit("military"), "military", str(player.military_stars), False),
    ]
    sums = {
        "influence": _influence(player, lang),
        "court": f"{base.court_limit_base} + {player.court_limit - base.court_limit_base}",
        "hand": f"{base.hand_limit_base} + {player.hand_limit - base.hand_limit_base}",
    }
    pitch = 306.0
    if player.automa:  # she has no hand
        del stats[2]
        pitch = 278.0
    nodes: list[Node] = []
    for i, (icon, key, value, over) in enumerate(stats):
        x, middle, w = 44 + pitch * i, STATS_Y + STATS_H / 2, pitch - 18
        label, size = _beside(sentence(f"court.{key}", lang), value, w - 108, 1 if key in sums else 2)
        room = w - 108 - measure(value, size)
        nodes.append(Box(x, STATS_Y, w, STATS_H, 12, theme.PANEL, theme.LINE, 2))
        nodes.append(Icon(icon.name, x + 44, middle, icon.size, icon.fill, icon.ground))
        nodes += label.runs(x + 82, middle - (18 if key in sums else 0), theme.INK_2, room=room)
        if key == "influence" and player.automa and view.dominant is not None:
            nodes.append(Sprite(x + 99, middle + 20, Emblem(view.dominant, 32)))
        elif key in sums:
            nodes += fit(sums[key], room, MICRO).runs(x + 82, middle + 22, theme.INK_2, room=room, weight="regular")
        nodes.append(Text(x + w - 16, middle, value, size, theme.MADDER if over else INK, "r", room=160))
    return tuple(nodes)


def _beside(label: str, value: str, room: float, lines: int) -> tuple[Fitted, int]:
    """A label and its value on one line: the value is as large as the label allows."""
    sizes = [(fit(label, room - measure(value, size), DETAIL, lines), size) for size in (HEAD, KEY, BODY)]
    return next((fitting for fitting in sizes if not fitting[0].cut), sizes[-1])


def _suit(suit: str) -> Icon:
    return Icon(SUIT_ICONS[suit], 0, 0, 48, theme.SUITS[suit], theme.PANEL)


def _influence(player: PlayerView, lang: Lang) -> str:
    """R4.4 One, patriots, prizes and gifts, or that an event bends it; of Wakhan: the most she has (R14.2)."""
    if player.automa:
        return sentence("court.most", lang)
    patriots = sum(CONTENT.cards[slot.card].patriot == player.loyalty for slot in player.court)
    parts = (CONTENT.data.scoring.influence_base, patriots, len(player.prizes), len(player.gifts))
    return " + ".join(map(str, parts)) if sum(parts) == player.influence else sentence("court.bent", lang)


def _strip(player: PlayerView, lang: Lang, quiet: str, ground: str) -> Nodes:
    """Gift spaces, prizes, and the lasting events that lie before the player (R12)."""
    middle = STRIP_Y + STRIP_H / 2
    colour = theme.SEATS[player.color]
    gifts, prizes = fit_all([sentence(f"court.{key}", lang) for key in ("gifts", "prizes")], 92, DETAIL)
    nodes: list[Node] = [*gifts.runs(44, middle, quiet, room=94)]
    for n, price in enumerate(CONTENT.data.costs.gift_spaces):
        x, y = gift(n)
        if price in player.gifts:
            nodes.append(Sprite(x, y, SeatToken(player.number, colour, 24, ring=True)))
        else:
            nodes.append(Sprite(x, y, NumberDisc(str(price), 24, 28, quiet, None, quiet, 2)))
    nodes += prizes.runs(_PRIZES_X, middle, quiet, room=94)
    x = _PRIZES_X + 124
    if not player.prizes:
        nodes.append(Text(x - 10, middle, "–", DETAIL, quiet, room=40))
    pitch = min(46.0, 128 / max(1, len(player.prizes) - 1))
    for n, (_, coalition) in enumerate(player.prizes):
        if ground == theme.NIGHT:
            nodes.append(Disc(x + pitch * n, middle, 26, theme.PANEL))
        nodes.append(Sprite(x + pitch * n, middle, Prize(coalition, 46)))
    return (*nodes, *_events(player, lang, BESIDE_X - 24 if player.automa else WIDTH - 44))


def _events(player: PlayerView, lang: Lang, right: float) -> Nodes:
    if not player.events:
        return ()
    gap, rows = 8.0, 1
    w = (right - _EVENTS_X + gap) / len(player.events) - gap
    if w < 100:  # only beside Wakhan's card
        rows, w = 2, (right - _EVENTS_X + gap) / -(-len(player.events) // 2) - gap
    w, h = min(w, 260.0), (STRIP_H - (rows - 1) * 4) / rows
    names = [noun(f"event.{CONTENT.events[card].purchased}", lang) for card in player.events]
    nodes: list[Node] = []
    for i, label in enumerate(fit_all(names, w - 5, DETAIL, 3 - rows)):
        row, column = i % rows, i // rows
        x, y = _EVENTS_X + (w + gap) * column, STRIP_Y + (h + 4) * row
        nodes.append(Box(x, y, w, h, 8, theme.MADDER))
        nodes += label.runs(x + w / 2, y + h / 2, WHITE, "m", room=w - 5)
    return tuple(nodes)


def _anchors(player: PlayerView, look: Look) -> Iterator[Anchor]:
    """What the player has won, lost or laid down; of the reader the gift spaces and the ends of the court."""
    yield Anchor("vp", Spot.disc(SEAL_X, MID + 2, 50), player.vp, "holdings")
    yield Anchor("rupees", Spot(HOLDINGS["rupees"] - 32, 32, 134, 68, 12), player.rupees, "holdings")
    kept = Spot(38, STRIP_Y - 5, _EVENTS_X - 62, STRIP_H + 10)
    yield Anchor("kept", kept, (player.gifts, player.prizes), "holdings")
    yield Anchor("events", Spot(_EVENTS_X, STRIP_Y - 5, 1556 - _EVENTS_X, STRIP_H + 10), player.events, "holdings")
    spots = places(len(player.court), player.automa)
    if spots:
        left, top = spots[0].x, spots[0].y
        right, foot = max(at.x + at.w for at in spots), spots[-1].foot
        yield Anchor(f"cards:{player.number}", Spot(left, top, right - left, foot - top, 12))
    if player.number != look.viewer:
        return
    for n, price in enumerate(CONTENT.data.costs.gift_spaces):
        x, y = gift(n)
        yield Anchor(f"gift:{price}", Spot(x - 24, y - 24, 48, 48, 24, (x - 38, y - 14), 17, room=62))
    yield from ends(spots)
