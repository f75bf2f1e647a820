"""The header: the favored suit, the race for dominance, deck and lasting events, and whose turn it is."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang, Look
from render.kit.marks.since import actors, legend
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, measure
from render.pax_pamir import theme
from render.pax_pamir.board.event_signs import LastingEvent, lasting
from render.pax_pamir.board.pill import RIGHT, pill
from render.pax_pamir.board.points import ON_NIGHT, points_line
from render.pax_pamir.catalogue import noun, sentence
from render.pax_pamir.layout import HEADER_MID
from render.pax_pamir.pieces import Emblem, Suit

SUIT_X, RACE_X = 76, 352
_SUIT_ROOM = RACE_X - 132 - 28
_EVENT, _STACKED = 52.0, 46.0
_CLOCK_LEFT, _CLOCK_CLOSE, _CLOCK_GAP = 24, 16, 12  # px from the race to the deck, also crowded, and on to the checks
_LINE_W, _LINE_LEAST, _PILL_W = 340, 180, 330  # of the race in the header; what the pill needs beside it
_LEAD = "conflict_fatigue"
_LEAD_SIGN = LastingEvent(_LEAD, 40)
_CAPTIONED, _CAPTIONS_END = 1036.0, 1220.0  # so far the race, and all before whose turn it is, may reach with captions


def header(view: View, look: Look, private: bool = False) -> Nodes:
    """On a private picture the notice stands in the place of the turn; for somebody who was away the legend of the
    ticks in that of the deck."""
    told, end = _since(view, look) if look.steps else ((*_deck(view, look.lang),), _deck_end(view, look.lang))
    nodes: list[Node] = [*_favored(view, look.lang), *_race(view, look.lang), *_anchors(view, look.lang, end), *told]
    places = event_places(view, look.lang, end)
    for sign in places.values():
        if sign.piece.effect != _LEAD:
            nodes.append(Sprite(sign.x, sign.y, sign.piece))
            words, left = _caption(sign.piece.effect, look.lang), sign.right + 6
            room = _CAPTIONS_END - left if sign.piece.size == _EVENT else 0  # for several there is none
            size = next((size for size in (BODY, DETAIL, MICRO) if measure(words, size) <= room), None)
            if size is not None:
                nodes.append(Text(left, sign.y, words, size, WHITE, room=measure(words, size)))
                end = left + measure(words, size)
    x = max([end, *(sign.right + 6 for sign in places.values())])
    return (*nodes, *(_notice(look.lang, x + 10) if private else pill(view, look, x + 10)))


def _anchors(view: View, lang: Lang, end: float) -> Iterator[Anchor]:
    """The favored suit, dominance, lasting events that are new for everybody; suits and coalitions as options."""
    yield from (Anchor(f"suit:{suit}", suit_spot()) for suit in SUITS)
    yield from (Anchor(f"coalition:{coalition}", coalition_spot(coalition, view, lang)) for coalition in view.blocks)
    above = 132 + measure(sentence("header.favored", lang), MICRO) + 48, 32  # beside the words above the suit
    yield Anchor("favored", Spot(SUIT_X - 47, HEADER_MID - 47, 94, 94, 12, aside=above), view.favored, "header")
    leader = next(iter(view.blocks)) if view.dominant is None else view.dominant
    first = coalition_spot(leader, view, lang)
    corner = first.x + (76 if view.dominant else 56), first.y + 4  # of the emblem: beside it a word may stand
    yield Anchor("dominant", replace(first, tick=corner), view.dominant or "none", "header")
    for card, sign in event_places(view, lang, end).items():
        ghost, size = Sprite(sign.x, sign.y, sign.piece), sign.piece.size
        spot = Spot(sign.x - sign.piece.w / 2, sign.y - size / 2, sign.piece.w, size, 8)
        yield Anchor(f"event:{card}", spot, "lasts", "header", ghost=ghost, paper=theme.NIGHT)


def _since(view: View, look: Look) -> tuple[Nodes, float]:
    """That ticks tell what has happened since then, above the letters of those who acted; and where it ends."""
    colours = [theme.SEATS[player.color] for player in view.players]
    words, seats = sentence("header.since", look.lang), actors(look.steps)
    nodes, end = legend(words, seats, colours.__getitem__, race_end(view, look.lang) + 34, HEADER_MID, theme.MUTED)
    return nodes, end + 14


def map_header(view: View, look: Look) -> Nodes:
    """Above the map the race for victory points stands in the place of the deck."""
    left = race_end(view, look.lang) + 48
    right = min(left + _LINE_W, max(left + _LINE_LEAST, RIGHT - _PILL_W - 30))
    line = points_line(view, look, left, right, HEADER_MID + 12, ON_NIGHT)
    return (*_favored(view, look.lang), *_race(view, look.lang), *line, *pill(view, look, right + 30))


def market_header(view: View, look: Look) -> Nodes:
    """Above the market the figures of its cards and coins stand in the place of the race."""
    nodes, x = list(_favored(view, look.lang)), RACE_X + 24.0
    figures = {"deck": view.deck, "discards": len(view.discards), "checks": view.checks_left, "bank": view.bank}
    if view.removed:
        figures["removed"] = view.removed
    for key, number in figures.items():
        label = sentence(f"header.{key}", look.lang)
        w = max(measure(label, MICRO), measure(str(number), KEY))
        nodes.append(Text(x, HEADER_MID - 19, label, MICRO, theme.MUTED, room=w))
        nodes.append(Text(x, HEADER_MID + 18, str(number), KEY, WHITE, room=w))
        x += w + 36
    return (*nodes, *pill(view, look, x))


def _deck(view: View, lang: Lang) -> Iterator[Node]:
    """How far the game is: the cards of the deck, and the dominance checks that are left of all that it began with.

    Not how many were scored: where two come together they are scored once.
    """
    x = race_end(view, lang) + _clock_left(view)
    for label, number, colour in _clock(view, lang):
        w = max(measure(label, MICRO), measure(number, KEY))
        yield Text(x, HEADER_MID - 19, label, MICRO, theme.MUTED, room=w)
        yield Text(x, HEADER_MID + 18, number, KEY, colour, room=w)
        x += w + _CLOCK_GAP


def _clock(view: View, lang: Lang) -> tuple[tuple[str, str, str], ...]:
    return (
        (sentence("header.deck", lang), str(view.deck), WHITE),
        (sentence("header.checks", lang), f"{view.checks_left}/{len(CONTENT.checks)}", GOLD),
    )


def _deck_end(view: View, lang: Lang) -> float:
    parts = [max(measure(label, MICRO), measure(number, KEY)) for label, number, _ in _clock(view, lang)]
    return race_end(view, lang) + _clock_left(view) + sum(parts) + _CLOCK_GAP * len(parts) - 10


@dataclass(frozen=True, slots=True)
class Sign:
    """A lasting event for everybody, and the middle of where it stands."""

    x: float
    y: float
    piece: LastingEvent

    @property
    def right(self) -> float:
        return self.x + self.piece.w / 2


def event_places(view: View, lang: Lang, end: float) -> dict[int, Sign]:
    """Lasting events for everybody, by their cards.

    The one that changes the lead stands in the race for dominance, others from `end` on: from two on above each
    other, for the name at the right needs the room.
    """
    others = _beside_race(view)
    size = _EVENT if len(others) < 2 else _STACKED
    pieces = [LastingEvent(lasting(card, private=False), size) for card in others]
    places: dict[int, Sign] = {}
    left = end + 6
    for i in range(0, len(others), 2):
        column = pieces[i : i + 2]
        w = max(piece.w for piece in column)
        for j, piece in enumerate(column):
            y = HEADER_MID + (0 if len(others) == 1 else (_STACKED / 2 + 2) * (2 * j - 1))
            places[others[i + j]] = Sign(left + w / 2, y, piece)
        left += w + 6
    lead = {card: Sign(*_lead_at(view, lang), _LEAD_SIGN) for card in view.globals if card not in others}
    return places | lead


def _beside_race(view: View) -> list[int]:
    """Lasting events for everybody but the one that changes the lead."""
    return [card for card in view.globals if lasting(card, private=False) != _LEAD]


def _crowded(view: View) -> bool:
    """So many that the race draws together, or the name at the right would be cut."""
    return len(_beside_race(view)) > 1


def _clock_left(view: View) -> float:
    return _CLOCK_CLOSE if _crowded(view) else _CLOCK_LEFT


def _caption(event: str, lang: Lang) -> str:
    """What the sign of a lasting event is about."""
    return sentence(f"header.event.{event}", lang)


def suit_spot() -> Spot:
    """The marker of the favored suit."""
    return Spot(SUIT_X - 44, HEADER_MID - 44, 88, 88, 12, (54, 40), 20, room=250)


def coalition_spot(coalition: Coalition, view: View, lang: Lang) -> Spot:
    """A coalition in the race for dominance."""
    x, w = race_places(view, lang)[coalition]
    return Spot(x, HEADER_MID - 34, w, 68, 12, (x + 8, HEADER_MID - 26), 20, room=w)


def _favored(view: View, lang: Lang) -> Iterator[Node]:
    names = [sentence("header.suit", lang, suit=noun(f"suit.{suit}", lang)) for suit in SUITS]
    fitted = fit_all(names, _SUIT_ROOM, KEY)[SUITS.index(view.favored)]
    yield Sprite(SUIT_X, HEADER_MID, Suit(view.favored, 44, rim=2.5))
    yield Text(132, HEADER_MID - 19, sentence("header.favored", lang), MICRO, theme.MUTED, room=_SUIT_ROOM)
    yield from fitted.runs(132, HEADER_MID + 18, WHITE, room=_SUIT_ROOM)
    if view.doubled:
        x = 132 + measure(fitted.lines[0], fitted.size) + 16
        yield Text(x, HEADER_MID + 18, "×2", fitted.size, GOLD, room=RACE_X - 8 - x)


def race_places(view: View, lang: Lang) -> dict[Coalition, tuple[float, float]]:
    """Coalition -> left edge and width of its part of the race, most blocks first."""
    return _places(view, lang, _lead_w(view, lang))


def _places(view: View, lang: Lang, lead: float) -> dict[Coalition, tuple[float, float]]:
    """The same where the event that changes the lead is so wide."""
    places: dict[Coalition, tuple[float, float]] = {}
    x = float(RACE_X)
    for coalition, blocks in view.blocks.items():
        w = 72 + measure(str(blocks), HEAD)
        if coalition == view.dominant:
            w += 54 + measure(_dominant(lang), _dominant_size(lang)) + lead
            places[coalition] = x, w
            x += w + (24 if _crowded(view) else 34)
        else:
            places[coalition] = x, w
            x += w + (18 if _crowded(view) else 26)
    return places


def _dominant(lang: Lang) -> str:
    return sentence("header.dominant", lang, dominant=noun("concept.dominant", lang))


def _dominant_size(lang: Lang) -> int:
    return KEY if measure(_dominant(lang), KEY) <= 120 else DETAIL


def _race(view: View, lang: Lang) -> Iterator[Node]:
    for coalition, (x, w) in race_places(view, lang).items():
        left = x
        if coalition == view.dominant:
            yield Box(x, HEADER_MID - 40, w, 80, 12, WHITE)
            left = x + 20
        words = str(view.blocks[coalition])
        yield Sprite(left + 28, HEADER_MID, Emblem(coalition, 56))
        yield Text(left + 72, HEADER_MID, words, HEAD, INK if coalition == view.dominant else WHITE, room=80)
        if coalition == view.dominant:
            word, end = _dominant(lang), left + 72 + measure(words, HEAD) + 16
            yield Text(end, HEADER_MID, word, _dominant_size(lang), theme.MADDER, room=160)
    if view.dominant is None:
        w = _needed_w(view, lang, _lead_w(view, lang))
        x = race_end(view, lang) - w
        yield Text(x, HEADER_MID - 19, sentence("header.needed", lang), MICRO, theme.MUTED, room=w)
        yield Text(x, HEADER_MID + 18, f"+{needed(view)}", KEY, WHITE, room=80)
    if _bent(view):
        (x, y), ink = _lead_at(view, lang), theme.MUTED if view.dominant is None else theme.INK_2
        yield Sprite(x, y, _LEAD_SIGN)
        if _lead_w(view, lang) > _LEAD_SIGN.w + 10:
            words = _caption(_LEAD, lang)
            yield Text(x + _LEAD_SIGN.w / 2 + 6, y, words, MICRO, ink, room=measure(words, MICRO))


def needed(view: View) -> int:
    """Blocks that the foremost coalition lacks for dominance."""
    first, second, *_ = view.blocks.values()
    return view.lead - (first - second)


def _needed_w(view: View, lang: Lang, lead: float) -> float:
    return max(measure(sentence("header.needed", lang), MICRO), measure(f"+{needed(view)}", KEY) + lead)


def _lead_at(view: View, lang: Lang) -> tuple[float, float]:
    """The middle of the event that changes the lead: beside the word `dominant`, or the blocks that lack."""
    if view.dominant is not None:
        x, w = race_places(view, lang)[view.dominant]
        return x + w - 10 - _lead_w(view, lang) + _LEAD_SIGN.w / 2, HEADER_MID
    x = race_end(view, lang) - _needed_w(view, lang, _lead_w(view, lang)) + measure(f"+{needed(view)}", KEY)
    return x + 10 + _LEAD_SIGN.w / 2, HEADER_MID + 18


def _lead_w(view: View, lang: Lang) -> float:
    """px that the event which changes the lead takes, and the gap before it; with its caption if there is room."""
    if not _bent(view):
        return 0
    captioned = _LEAD_SIGN.w + 16 + measure(_caption(_LEAD, lang), MICRO)
    bare = _LEAD_SIGN.w + 10
    if _crowded(view):
        return bare
    return captioned if _race_end(view, lang, captioned) <= max(_CAPTIONED, _race_end(view, lang, bare)) else bare


def _bent(view: View) -> bool:
    """R12 Whether an event changes the lead that dominance takes."""
    return any(lasting(card, private=False) == _LEAD for card in view.globals)


def race_end(view: View, lang: Lang) -> float:
    return _race_end(view, lang, _lead_w(view, lang))


def _race_end(view: View, lang: Lang, lead: float) -> float:
    x, w = list(_places(view, lang, lead).values())[-1]
    return x + w + ((18 if _crowded(view) else 26) + _needed_w(view, lang, lead) if view.dominant is None else 0)


def _notice(lang: Lang, left: float) -> Nodes:
    room = 1556 - left - 76
    fitted = fit(sentence("private.notice", lang), room, KEY, 2)
    width = max(measure(words, fitted.size) for words in fitted.lines)
    eye = Icon("eye_off", 1556 - width - 48, HEADER_MID, 56, GOLD, theme.NIGHT)
    return (eye, *fitted.runs(1556, HEADER_MID, GOLD, "r", room=room))
