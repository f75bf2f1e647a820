"""How one option of a question looks: a card with what decides about it, or another thing with its name."""

from collections.abc import Iterator

from engines.kernel import catalogue
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import EventCard
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, MICRO, Anchor, Box, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import LEADING, fit, fit_name, paragraph
from render.kit.tokens import Seal, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.market import due
from render.pax_pamir.cards.effects import effect
from render.pax_pamir.catalogue import name, noun, sentence, title
from render.pax_pamir.pieces import Emblem, Suit
from render.pax_pamir.private import check
from render.pax_pamir.private.asked import Face, ends, refusal
from render.pax_pamir.private.option_card import option_card, price

_END_LEFT, _END_RIGHT = 38, 50  # px from the edges of a card to numbers with points: those of two cards keep apart


def face(view: View, player: PlayerView, here: Face, look: Look) -> Iterator[Node]:
    """One option; its number stands on the upper left corner. Of a card that can be played at two ends, one on each
    side, with a point to it; those of actions stand at them.
    """
    x, y, w, h = here.x, here.y, here.w, here.h
    r = min(28.0, h / 2)
    yield Anchor(here.asked.place, Spot(x, y, w, h, 12, (x + 8, y + 6), r, room=min(w, 220)))
    for point, mark in ends(here.asked.place, look).items():
        at = (x + _END_LEFT if point < 0 else x + w - _END_RIGHT), y + 6
        yield Anchor(mark.own, Spot(x, y, w, h, 12, at, r, point=point))
    kind, card = here.asked.place.partition(":")[0], here.asked.card
    if kind not in ("market", "hand", "court"):
        yield from _thing(view, here, kind, look)
    elif card is None:
        yield Box(x, y, w, h, 12, None, theme.VACANT, 3)
        yield from price(view, here, x + w - 12, y + h - 8 - here.sign / 2, here.sign)[0]
    elif card in CONTENT.cards:
        yield from option_card(view, player, card, here, look)
    else:
        priced, left = price(view, here, x + w - 12, y + h - 8 - here.sign / 2, here.sign)
        yield from _event(view, CONTENT.events[card], here, look, left)
        yield from priced


def _event(view: View, event: EventCard, here: Face, look: Look, left: float) -> Iterator[Node]:
    """An event with what it does if bought, or a dominance check with what it brings. left: where its price begins"""
    x, y, w, h, lang = here.x, here.y, here.w, here.h, look.lang
    brings = event.is_check and here.priced and not here.low
    fill, edge = (theme.NIGHT_2, GOLD) if event.is_check else (theme.MADDER, theme.MADDER_LINE)
    yield Box(x, y, w, h, 12, fill, edge, 3)
    room, foot = w - 64, y + h - 16 - here.sign
    if event.is_check:
        words = sentence("market.check", lang, check=noun("phase.dominance_check", lang))
        if not here.low and not brings:
            size = min(0.3 * h, 0.2 * w)
            for i, coalition in enumerate(COALITIONS):
                yield Sprite(x + w * (0.25 + 0.25 * i), y + 40 + size / 2, Emblem(coalition, size))
            y += 40 + size
    else:
        words = title(f"event.{event.purchased}", lang)
    label = fit(words, room, here.size, 2)
    line = label.size * LEADING
    yield from label.runs(x + 44, y + 12 + line * len(label.lines) / 2, WHITE, room=room)
    top = y + 18 + line * len(label.lines)
    if brings:
        yield from check.outlook(view, look, x + 24, top, w - 44, foot - top)
        coming = any(due(view, space) for space in view.market if here.asked.place == f"market:{space.index}")
        yield from check.note(view, look, x + 24, y + h - 8 - here.sign / 2, left - x - 34, due=coming)
    if event.is_check or here.low:
        return
    for size in (BODY, DETAIL, MICRO):
        told = paragraph(effect(event.purchased, lang), room, size)
        tall = size * LEADING * len(told.lines)
        if tall <= foot - top:
            yield from told.runs(x + 44, top + tall / 2, theme.PANEL, room=room)
            return


def _thing(view: View, here: Face, kind: str, look: Look) -> Iterator[Node]:
    """A gift space, an end of the court, a player, a suit or a coalition: its sign, large, above its name."""
    x, y, w, h = here.x, here.y, here.w, here.h
    _, _, what = here.asked.place.partition(":")
    middle, size = x + w / 2, min(0.5 * h, 0.4 * w)
    centre = y + 0.4 * h
    yield Box(x, y, w, h, 12, WHITE)
    match kind:
        case "gift":
            yield Icon("gift", middle, centre - 0.1 * size, 0.8 * size, INK, WHITE)
            words = what
            yield Icon("rupee", middle - 40, y + h * 0.82, 48, INK, WHITE)
            yield Text(middle, y + h * 0.82, words, HEAD, INK, room=80)
            return
        case "end":
            words = noun(f"place.{what}_end", look.lang)
            yield Icon("arrow", middle, centre, size, INK, WHITE)
        case "player":
            number = int(what)
            seat = view.players[number]
            words = name(view, number, look)
            token = SeatToken(number, theme.SEATS[seat.color], 0.36 * size, ring=True)
            yield Sprite(middle - 0.62 * size, centre, token)
            yield Sprite(middle + 0.5 * size, centre - 0.22 * size, Seal(str(seat.vp), 0.3 * size))
            yield Icon("rupee", middle + 0.34 * size, centre + 0.34 * size, 48, INK, WHITE)
            yield Text(middle + 0.34 * size + 38, centre + 0.34 * size, str(seat.rupees), HEAD, INK, room=80)
        case "suit":
            words = title(f"suit.{what}", look.lang)
            yield Sprite(middle, centre, Suit(what, 0.56 * size))
        case "no":
            words = catalogue("engines.pax_pamir").render(refusal(what), look.lang)
            yield Icon("pass", middle, centre, 0.8 * size, theme.MADDER, WHITE)
        case _:
            words = noun(f"coalition.{what}", look.lang)
            yield Sprite(middle, centre, Emblem(what, 0.9 * size))
    label = fit_name(words, w - 24, HEAD) if kind == "player" else fit(words, w - 24, HEAD, 2)
    yield from label.runs(middle, y + h * 0.82, INK, "m", room=w - 24)
