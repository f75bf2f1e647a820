"""The header: favored suit, blocks of the coalitions (dominance), deck, lasting events, and the turn pill."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.board.event_signs import LastingEvent, find_lasting_effect
from render.pax_pamir.board.points_track import ON_NIGHT, draw_points_track
from render.pax_pamir.board.turn_pill import RIGHT, draw_turn_pill
from render.pax_pamir.catalogue import render_message, render_noun
from render.pax_pamir.layout import HEADER_MID
from render.pax_pamir.pieces import Emblem, SuitLozenge

SUIT_X, COALITIONS_X = 76, 352
_SUIT_ROOM = COALITIONS_X - 132 - 28
_NUMBER_W = 120  # px that a number of deck or checks may fill
_COUNT_X = 64  # px from the left edge of a coalition to its number of blocks
_EVENT, _STACKED = 52.0, 46.0
_CLOCK_LEFT, _CLOCK_CLOSE, _CLOCK_GAP = 24, 16, 12  # px from the coalitions to the deck, normally and in a crowded
# header; px from the deck to the checks
# maximum and minimum width of the score track in the header; width that the pill needs beside it
_TRACK_MAX_W, _TRACK_MIN_W, _PILL_W = 340, 180, 330
_LEAD = "conflict_fatigue"
_LEAD_SIGN = LastingEvent(_LEAD, 40)
_CAPTION = kit.DETAIL
_CAPTION_Y = HEADER_MID - 21
_CAPTIONED, _CAPTIONS_END = 1036.0, 1220.0  # right limit of the coalitions, and of all before the pill, with captions


def draw_header(view: View, ctx: kit.RenderContext, is_private: bool = False) -> kit.Nodes:
    """Draw the header of the overview.

    A private picture has the privacy notice in place of the turn. For a reader who was away, the legend of the author
    badges replaces the deck.
    """
    progress_nodes, end = (
        _draw_legend(view, ctx) if ctx.steps else ((*_draw_deck(view, ctx.lang),), _find_deck_end(view, ctx.lang))
    )
    nodes: list[kit.Node] = [
        *_draw_favored_suit(view, ctx.lang),
        *_draw_coalitions(view, ctx.lang),
        *_build_anchors(view, ctx.lang, end),
        *progress_nodes,
    ]
    places = place_events(view, ctx.lang, end)
    for sign in places.values():
        if sign.piece.effect != _LEAD:
            nodes.append(kit.Sprite(sign.x, sign.y, sign.piece))
            words, left = _render_caption(sign.piece.effect, ctx.lang), sign.right + 6
            max_width = _CAPTIONS_END - left if sign.piece.size == _EVENT else 0  # several signs have no captions
            size = next(
                (size for size in (kit.BODY, kit.DETAIL, kit.MICRO) if kit.measure_text(words, size) <= max_width), None
            )
            if size is not None:
                nodes.append(
                    kit.TextRun(left, sign.y, words, size, theme.CREAM, max_width=kit.measure_text(words, size))
                )
                end = left + kit.measure_text(words, size)
    x = max([end, *(sign.right + 6 for sign in places.values())])
    return (*nodes, *(_draw_notice(ctx.lang, x + 10) if is_private else draw_turn_pill(view, ctx, x + 10)))


def _build_anchors(view: View, lang: kit.Lang, end: float) -> Iterator[kit.Anchor]:
    """Build the anchors of the favored suit, dominance and global events, and of suits and coalitions as options."""
    yield from (kit.Anchor(f"suit:{suit}", build_suit_placement()) for suit in SUITS)
    yield from (
        kit.Anchor(f"coalition:{coalition}", build_coalition_placement(coalition, view, lang))
        for coalition in view.blocks
    )
    # beside the text above the suit
    badge_point = 132 + kit.measure_text(render_message("header.favored", lang), _CAPTION) + 48, 32
    yield kit.Anchor(
        "favored",
        kit.Placement(SUIT_X - 47, HEADER_MID - 47, 94, 94, 12, callout_centre=badge_point),
        view.favored,
        "header",
    )
    leader = next(iter(view.blocks)) if view.dominant is None else view.dominant
    first = build_coalition_placement(leader, view, lang)
    corner = first.x + (76 if view.dominant else 56), first.y + 4  # the emblem's corner: a word may follow beside it
    yield kit.Anchor("dominant", replace(first, author_badge_centre=corner), view.dominant or "none", "header")
    for card, sign in place_events(view, lang, end).items():
        removed_marker, size = kit.Sprite(sign.x, sign.y, sign.piece), sign.piece.size
        placement = kit.Placement(sign.x - sign.piece.w / 2, sign.y - size / 2, sign.piece.w, size, 8)
        yield kit.Anchor(f"event:{card}", placement, "lasts", "header", sprite=removed_marker, background=theme.NIGHT)


def _draw_legend(view: View, ctx: kit.RenderContext) -> tuple[kit.Nodes, float]:
    """Draw the legend of the author badges: its heading above the letters of the seats that acted.

    Also return its right end.
    """
    colours = [theme.SEATS[player.color] for player in view.players]
    words, seats = render_message("header.since", ctx.lang), kit.list_actors(ctx.steps)
    nodes, end = kit.draw_author_legend(
        words, seats, colours.__getitem__, find_coalitions_end(view, ctx.lang) + 34, HEADER_MID, theme.MUTED
    )
    return nodes, end + 14


def draw_map_header(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the header of the map zoom, with the score track in place of the deck."""
    left = find_coalitions_end(view, ctx.lang) + 48
    right = min(left + _TRACK_MAX_W, max(left + _TRACK_MIN_W, RIGHT - _PILL_W - 30))
    line = draw_points_track(view, ctx, left, right, HEADER_MID + 12, ON_NIGHT)
    return (
        *_draw_favored_suit(view, ctx.lang),
        *_draw_coalitions(view, ctx.lang),
        *line,
        *draw_turn_pill(view, ctx, right + 30),
    )


def draw_market_header(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the header of a market zoom, with the numbers of cards and coins in place of the coalitions."""
    nodes, x = list(_draw_favored_suit(view, ctx.lang)), COALITIONS_X + 24.0
    figures = {"deck": view.deck, "discards": len(view.discards), "checks": view.checks_left, "bank": view.bank}
    if view.removed:
        figures["removed"] = view.removed
    for key, number in figures.items():
        label = render_message(f"header.{key}", ctx.lang)
        w = max(kit.measure_text(label, _CAPTION), kit.measure_text(str(number), kit.KEY))
        nodes.append(kit.TextRun(x, _CAPTION_Y, label, _CAPTION, theme.MUTED, max_width=w))
        nodes.append(kit.TextRun(x, HEADER_MID + 18, str(number), kit.KEY, theme.CREAM, max_width=w))
        x += w + 36
    return (*nodes, *draw_turn_pill(view, ctx, x))


def _draw_deck(view: View, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw the progress of the game: cards in the deck, and dominance checks left out of all.

    Scored checks are not counted, because two that come together are scored once.
    """
    x = find_coalitions_end(view, lang) + _find_deck_gap(view)
    for label, number, colour in _list_progress(view, lang):
        size = kit.fit_text(number, _NUMBER_W, kit.KEY).size
        w = max(kit.measure_text(label, _CAPTION), kit.measure_text(number, size))
        yield kit.TextRun(x, _CAPTION_Y, label, _CAPTION, theme.MUTED, max_width=w)
        yield kit.TextRun(x, HEADER_MID + 18, number, size, colour, max_width=w)
        x += w + _CLOCK_GAP


def _list_progress(view: View, lang: kit.Lang) -> tuple[tuple[str, str, str], ...]:
    checks = render_message("header.checks_left", lang, n=view.checks_left, total=len(CONTENT.checks))
    return (
        (render_message("header.deck", lang), str(view.deck), theme.CREAM),
        (render_message("header.checks_ahead", lang), checks, kit.GOLD),
    )


def _find_deck_end(view: View, lang: kit.Lang) -> float:
    parts = [
        max(
            kit.measure_text(label, _CAPTION),
            kit.measure_text(number, kit.fit_text(number, _NUMBER_W, kit.KEY).size),
        )
        for label, number, _ in _list_progress(view, lang)
    ]
    return find_coalitions_end(view, lang) + _find_deck_gap(view) + sum(parts) + _CLOCK_GAP * len(parts) - 10


@dataclass(frozen=True, slots=True)
class EventSign:
    """The sign of a global lasting event, centred on (x, y)."""

    x: float  # of its middle, in px of the overview
    y: float  # of its middle, in px of the overview
    piece: LastingEvent  # drawing of the sign, which is as wide as its content

    @property
    def right(self) -> float:
        return self.x + self.piece.w / 2


def place_events(view: View, lang: kit.Lang, end: float) -> dict[int, EventSign]:
    """Return card -> sign for each global lasting event.

    The event that changes the lead is among the coalitions, the others start at `end`: two or more are stacked in
    pairs, because the name in the pill needs the width.
    """
    others = _list_other_events(view)
    size = _EVENT if len(others) < 2 else _STACKED
    pieces = [LastingEvent(find_lasting_effect(card, is_private=False), size) for card in others]
    places: dict[int, EventSign] = {}
    left = end + 6
    for i in range(0, len(others), 2):
        column = pieces[i : i + 2]
        w = max(piece.w for piece in column)
        for j, piece in enumerate(column):
            y = HEADER_MID + (0 if len(others) == 1 else (_STACKED / 2 + 2) * (2 * j - 1))
            places[others[i + j]] = EventSign(left + w / 2, y, piece)
        left += w + 6
    lead = {card: EventSign(*_find_lead_centre(view, lang), _LEAD_SIGN) for card in view.globals if card not in others}
    return places | lead


def _list_other_events(view: View) -> list[int]:
    """Return the global lasting events except the one that changes the lead."""
    return [card for card in view.globals if find_lasting_effect(card, is_private=False) != _LEAD]


def _is_crowded(view: View) -> bool:
    """Return whether the number of lasting events makes the coalitions move together, to leave space for the name in
    the pill.
    """
    return len(_list_other_events(view)) > 1


def _find_deck_gap(view: View) -> float:
    return _CLOCK_CLOSE if _is_crowded(view) else _CLOCK_LEFT


def _render_caption(event: str, lang: kit.Lang) -> str:
    """Return the caption of a lasting event's sign."""
    return render_message(f"header.event.{event}", lang)


def build_suit_placement() -> kit.Placement:
    """Return the placement of the favored suit marker."""
    return kit.Placement(SUIT_X - 44, HEADER_MID - 44, 88, 88, 12, (54, 40), 20, max_width=250)


def build_coalition_placement(coalition: Coalition, view: View, lang: kit.Lang) -> kit.Placement:
    """Return the placement of a coalition in the header."""
    x, w = place_coalitions(view, lang)[coalition]
    return kit.Placement(x, HEADER_MID - 34, w, 68, 12, (x + 8, HEADER_MID - 26), 20, max_width=w)


def _draw_favored_suit(view: View, lang: kit.Lang) -> Iterator[kit.Node]:
    names = [render_message("header.suit", lang, suit=render_noun(f"suit.{suit}", lang)) for suit in SUITS]
    fitted = kit.fit_texts(names, _SUIT_ROOM, kit.KEY)[SUITS.index(view.favored)]
    yield kit.Sprite(SUIT_X, HEADER_MID, SuitLozenge(view.favored, 44, rim=2.5))
    yield kit.TextRun(
        132, _CAPTION_Y, render_message("header.favored", lang), _CAPTION, theme.MUTED, max_width=_SUIT_ROOM
    )
    yield from fitted.build_runs(132, HEADER_MID + 18, theme.CREAM, max_width=_SUIT_ROOM)
    if view.has_double_prices:
        x = 132 + kit.measure_text(fitted.lines[0], fitted.size) + 16
        yield kit.TextRun(x, HEADER_MID + 18, "×2", fitted.size, kit.GOLD, max_width=COALITIONS_X - 8 - x)


def place_coalitions(view: View, lang: kit.Lang) -> dict[Coalition, tuple[float, float]]:
    """Return coalition -> left edge and width of its part of the header, most blocks first."""
    return _place_coalitions(view, lang, _measure_lead(view, lang))


def _place_coalitions(view: View, lang: kit.Lang, lead_w: float) -> dict[Coalition, tuple[float, float]]:
    """Do the same for a given width (`lead_w`) of the event that changes the lead."""
    places: dict[Coalition, tuple[float, float]] = {}
    x = float(COALITIONS_X)
    for coalition, blocks in view.blocks.items():
        w = _COUNT_X + kit.measure_text(str(blocks), kit.HEAD)
        if coalition == view.dominant:
            w += 54 + kit.measure_text(_render_dominant(lang), _choose_dominant_size(lang)) + lead_w
            places[coalition] = x, w
            x += w + (24 if _is_crowded(view) else 34)
        else:
            places[coalition] = x, w
            x += w + (14 if _is_crowded(view) else 26)
    return places


def _render_dominant(lang: kit.Lang) -> str:
    return render_message("header.dominant", lang, dominant=render_noun("concept.dominant", lang))


def _choose_dominant_size(lang: kit.Lang) -> int:
    return kit.KEY if kit.measure_text(_render_dominant(lang), kit.KEY) <= 120 else kit.DETAIL


def _draw_coalitions(view: View, lang: kit.Lang) -> Iterator[kit.Node]:
    for coalition, (x, w) in place_coalitions(view, lang).items():
        left = x
        if coalition == view.dominant:
            yield kit.Box(x, HEADER_MID - 40, w, 80, 12, theme.IVORY, theme.GILT, 3, material="pill")
            left = x + 20
        words = str(view.blocks[coalition])
        yield kit.Sprite(left + 28, HEADER_MID, Emblem(coalition, 56))
        yield kit.TextRun(
            left + _COUNT_X,
            HEADER_MID,
            words,
            kit.HEAD,
            theme.INK if coalition == view.dominant else theme.CREAM,
            max_width=80,
        )
        if coalition == view.dominant:
            word, end = _render_dominant(lang), left + _COUNT_X + kit.measure_text(words, kit.HEAD) + 16
            yield kit.TextRun(end, HEADER_MID, word, _choose_dominant_size(lang), theme.MADDER, max_width=160)
    if view.dominant is None:
        w = _measure_needed(view, lang, _measure_lead(view, lang))
        x = find_coalitions_end(view, lang) - w
        words, size = render_message("header.needed", lang), _CAPTION
        yield kit.TextRun(x, _CAPTION_Y, words, size, theme.MUTED, max_width=w)
        yield kit.TextRun(x, HEADER_MID + 18, f"+{count_needed_blocks(view)}", kit.KEY, theme.CREAM, max_width=80)
    if _is_lead_changed(view):
        (x, y), ink = _find_lead_centre(view, lang), theme.MUTED if view.dominant is None else theme.INK_2
        yield kit.Sprite(x, y, _LEAD_SIGN)
        if _measure_lead(view, lang) > _LEAD_SIGN.w + 10:
            words = _render_caption(_LEAD, lang)
            yield kit.TextRun(
                x + _LEAD_SIGN.w / 2 + 6, y, words, kit.MICRO, ink, max_width=kit.measure_text(words, kit.MICRO)
            )


def count_needed_blocks(view: View) -> int:
    """Return the blocks that the leading coalition lacks for dominance."""
    first, second, *_ = view.blocks.values()
    return view.lead - (first - second)


def _measure_needed(view: View, lang: kit.Lang, lead_w: float) -> float:
    return max(
        kit.measure_text(render_message("header.needed", lang), _CAPTION),
        kit.measure_text(f"+{count_needed_blocks(view)}", kit.KEY) + lead_w,
    )


def _find_lead_centre(view: View, lang: kit.Lang) -> tuple[float, float]:
    """Return the middle of the event that changes the lead: beside the word `dominant`, or the blocks needed."""
    if view.dominant is not None:
        x, w = place_coalitions(view, lang)[view.dominant]
        return x + w - 10 - _measure_lead(view, lang) + _LEAD_SIGN.w / 2, HEADER_MID
    x = (
        find_coalitions_end(view, lang)
        - _measure_needed(view, lang, _measure_lead(view, lang))
        + kit.measure_text(f"+{count_needed_blocks(view)}", kit.KEY)
    )
    return x + 10 + _LEAD_SIGN.w / 2, HEADER_MID + 18


def _measure_lead(view: View, lang: kit.Lang) -> float:
    """Return the width of the event that changes the lead with the gap before it, and with its caption if that fits."""
    if not _is_lead_changed(view):
        return 0
    captioned_w = _LEAD_SIGN.w + 16 + kit.measure_text(_render_caption(_LEAD, lang), kit.MICRO)
    plain_w = _LEAD_SIGN.w + 10
    if _is_crowded(view):
        return plain_w
    return (
        captioned_w
        if _find_coalitions_end(view, lang, captioned_w) <= max(_CAPTIONED, _find_coalitions_end(view, lang, plain_w))
        else plain_w
    )


def _is_lead_changed(view: View) -> bool:
    """R12 Tell whether an event changes the lead needed for dominance."""
    return any(find_lasting_effect(card, is_private=False) == _LEAD for card in view.globals)


def find_coalitions_end(view: View, lang: kit.Lang) -> float:
    return _find_coalitions_end(view, lang, _measure_lead(view, lang))


def _find_coalitions_end(view: View, lang: kit.Lang, lead_w: float) -> float:
    x, w = list(_place_coalitions(view, lang, lead_w).values())[-1]
    return (
        x
        + w
        + ((14 if _is_crowded(view) else 26) + _measure_needed(view, lang, lead_w) if view.dominant is None else 0)
    )


def _draw_notice(lang: kit.Lang, left: float) -> kit.Nodes:
    max_width = 1556 - left - 76
    fitted = kit.fit_text(render_message("private.notice", lang), max_width, kit.KEY, 2)
    width = max(kit.measure_text(words, fitted.size) for words in fitted.lines)
    eye = kit.Icon("eye_off", 1556 - width - 48, HEADER_MID, 56, kit.GOLD, theme.NIGHT)
    return (eye, *fitted.build_runs(1556, HEADER_MID, kit.GOLD, "r", max_width=max_width))
