"""An open bribe: the card at stake, large; who asks whom and what they have; what lies where the card would work."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.state import Request
from engines.pax_pamir.view import View
from render.kit.colour import GOLD, WHITE
from render.kit.look import Look
from render.kit.marks.notice import notice
from render.kit.scene import BODY, DETAIL, FRAMES, HEAD, KEY, Anchor, Box, Icon, Node, Scene, Sprite, Text, snap
from render.kit.spot import Spot
from render.kit.text import fit, fit_name
from render.kit.tokens import LETTERS, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.large import large_cards
from render.pax_pamir.cards.market import coin
from render.pax_pamir.catalogue import name, noun, sentence
from render.pax_pamir.courts.detail import printed
from render.pax_pamir.courts.layout import HEIGHT, WIDTH
from render.pax_pamir.pieces import Emblem

_TOP, _CARD_W, _CARD_H = 142, 376, 816
_LEFT, _RIGHT = 456, 1556
_HALF = (_RIGHT - _LEFT - 24) / 2


def parties(view: View, seat: int | None) -> tuple[str, ...]:
    """Whoever pays or is paid an open bribe has the picture."""
    request = request_of(view)
    return ("",) if request is not None and seat in (request.payer, request.payee) else ()


def request_of(view: View) -> Request | None:
    """The bribe that is being settled."""
    return None if view.turn is None else view.turn.request


def bribe(view: View, look: Look) -> Scene:
    """1600 x 1000. ValueError if no bribe is being settled."""
    request = request_of(view)
    if request is None:
        raise ValueError("this picture shows an open bribe, and there is none")
    live = (
        *notice(sentence("private.notice", look.lang), theme.NIGHT),
        *_reader(view, look),
        FRAMES,
        *large_cards([request.card], [(44, _TOP)], _CARD_W, _CARD_H, look.lang),
        Anchor(f"stake:{request.card}", Spot(44, _TOP, _CARD_W, _CARD_H, 12), "stake", "stake"),
        *_person(view, look, request.payer, _LEFT, "bribe.payer"),
        *_person(view, look, request.payee, _LEFT + _HALF + 24, "bribe.payee"),
        *_sums(request, look),
        *(_spies(view, request, look) if request.kind == "hostage" else _region(view, request, look)),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, printed(theme.NIGHT), live)


def _reader(view: View, look: Look) -> Iterator[Node]:
    """Whose picture it is."""
    if look.viewer is not None:
        colour = theme.SEATS[view.players[look.viewer].color]
        yield Sprite(1510, 78, SeatToken(look.viewer, colour, 34, ring=True))


def _person(view: View, look: Look, number: int, x: float, key: str) -> Iterator[Node]:
    """Who it is, and the rupees."""
    player, y, h = view.players[number], _TOP, 240
    yield Anchor(f"purse:{number}", Spot(x, y, _HALF, h, 12, counted=True), player.rupees, "purses")
    yield Box(x, y, _HALF, h, 12, theme.NIGHT_2)
    yield from fit(sentence(key, look.lang), _HALF - 56, DETAIL).runs(x + 28, y + 38, theme.MUTED, room=_HALF - 56)
    yield Sprite(x + 64, y + 116, SeatToken(number, theme.SEATS[player.color], 30, ring=True))
    yield from fit_name(name(view, number, look), _HALF - 150, HEAD).runs(x + 116, y + 116, WHITE, room=_HALF - 140)
    yield Icon("rupee", x + 64, y + 188, 56, WHITE)
    yield Text(x + 116, y + 188, str(player.rupees), HEAD, WHITE, room=200)


def _sums(request: Request, look: Look) -> Iterator[Node]:
    """The full bribe, what was offered for it, what was asked instead."""
    y, h = _TOP + 264, 210
    yield Box(_LEFT, y, _RIGHT - _LEFT, h, 12, theme.NIGHT_2)
    sums = (("full", request.full), ("offer", request.offer), ("counter", request.counter))
    told = [(key, price) for key, price in sums if price is not None]
    for i, (key, price) in enumerate(told):
        x = _LEFT + 28 + i * 360
        yield from fit(sentence(f"bribe.{key}", look.lang), 330, DETAIL).runs(x, y + 42, theme.MUTED, room=330)
        yield Sprite(x + 54, y + 132, coin(price, 50))
        if i:
            yield Icon("arrow", x - 62, y + 132, 56, GOLD, theme.NIGHT_2)


def _region(view: View, request: Request, look: Look) -> Iterator[Node]:
    """The region of the card: who rules it, whose pieces lie there."""
    found = next(region for region in view.regions if region.id == CONTENT.cards[request.card].region)
    title = noun(f"region.{found.id}", look.lang)
    yield from _pieces_box(title)
    x, y = _LEFT + 58, _TOP + 632
    if found.ruler is not None:
        words = fit(sentence("hand.ruler", look.lang, who=LETTERS[found.ruler]), 420, BODY)
        yield from words.runs(_RIGHT - 448, _TOP + 544, WHITE, room=420)
    for coalition, number in found.armies.items():
        if number:
            yield Sprite(x + 10, y, Emblem(coalition, 76))
            yield Text(x + 62, y, str(number), HEAD, WHITE, room=80)
            x += 170
    yield from _owners(view, found.tribes, x, _TOP + 746)


def _spies(view: View, request: Request, look: Look) -> Iterator[Node]:
    """The spies on a hostage: whoever has most of them is owed the bribe."""
    yield from _pieces_box(sentence("bribe.spies", look.lang))
    slots = [slot for player in view.players for slot in player.court if slot.card == request.card]
    if slots:
        yield from _owners(view, slots[0].spies, _LEFT + 58, _TOP + 690)


def _pieces_box(title: str) -> Iterator[Node]:
    yield Box(_LEFT, _TOP + 498, _RIGHT - _LEFT, 318, 12, theme.NIGHT_2)
    yield from fit(title, 560, KEY).runs(_LEFT + 28, _TOP + 544, WHITE, room=560)


def _owners(view: View, counts: tuple[int, ...], x: float, y: float) -> Iterator[Node]:
    """How many cylinders of each player."""
    x = _LEFT + 58
    for number, count in enumerate(counts):
        if count:
            yield Sprite(x + 10, y, SeatToken(number, theme.SEATS[view.players[number].color], 36, ring=True))
            yield Text(x + 62, y, str(count), snap(HEAD), WHITE, room=80)
            x += 170
