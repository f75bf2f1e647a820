"""The header of a court: player, loyalty, rupees, hand, cylinders, victory points."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.backdrop import draw_desk
from render.pax_pamir.cards.engravings import draw_country
from render.pax_pamir.cards.face import draw_card_count
from render.pax_pamir.catalogue import find_player_name, render_message, render_noun
from render.pax_pamir.courts import layout
from render.pax_pamir.courts.cards import build_end_anchors, draw_court_cards
from render.pax_pamir.courts.wakhan import draw_wakhan_card
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, PrizeRibbon

SEAL_X = 1486
HOLDINGS = {"rupees": 890, "hand": 1040, "cylinders": 1210}  # middle x of each sign


def draw_header(view: View, player: PlayerView, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the player's token and name, the loyalty, and the player's holdings."""
    colour = theme.SEATS[player.color]
    x, max_width = 44.0, 300.0
    nodes: list[kit.Node] = [
        kit.Sprite(x + 40, layout.HEADER_Y, kit.SeatToken(player.number, colour, 34, has_ring=True))
    ]
    fitted = kit.fit_name(find_player_name(view, player.number, ctx), max_width, kit.HEAD)
    nodes += fitted.build_runs(x + 97, layout.HEADER_Y, theme.CREAM, max_width=max_width)
    x += 97 + kit.measure_text(fitted.lines[0], fitted.size) + 24
    if player.is_automa:
        tag = render_message("court.automa", ctx.lang)
        w = kit.measure_text(tag, kit.DETAIL) + 24
        nodes += [
            kit.Box(x, layout.HEADER_Y - 22, w, 44, 8, theme.NIGHT_2),
            kit.TextRun(x + 12, layout.HEADER_Y, tag, kit.DETAIL, theme.CREAM, max_width=w),
        ]
        x += w + 18
    nodes += _draw_loyalty(player, x + 14, ctx.lang)
    rupees, hand, cylinders = (HOLDINGS[kind] for kind in ("rupees", "hand", "cylinders"))
    nodes += [
        kit.Icon("rupee", rupees, layout.HEADER_Y, 52, theme.CREAM),
        kit.TextRun(rupees + 38, layout.HEADER_Y, str(player.rupees), kit.KEY, theme.CREAM, max_width=60),
        kit.Sprite(cylinders, layout.HEADER_Y, kit.SeatToken(player.number, colour, 24, has_ring=True)),
        kit.TextRun(
            cylinders + 42,
            layout.HEADER_Y,
            render_message("court.left", ctx.lang, n=player.cylinders),
            kit.BODY,
            theme.CREAM,
            max_width=170,
        ),
        kit.Sprite(SEAL_X, layout.HEADER_Y + 2, kit.Seal(str(player.vp), 50)),
    ]
    if not player.is_automa:
        hand_text = f"{player.hand_size}/{player.hand_limit}"
        held, size = (player.hand_size, player.hand_limit), kit.fit_text(hand_text, 104, kit.KEY).size
        nodes += [
            kit.Icon("hand", hand, layout.HEADER_Y, 46, theme.CREAM),
            *draw_card_count(hand + 42, layout.HEADER_Y, hand_text, size, held, max_width=104),
        ]
    return tuple(nodes)


def _draw_loyalty(player: PlayerView, x: float, lang: kit.Lang) -> kit.Nodes:
    """Draw the emblem of the player's coalition, and its name if it fits before the rupees."""
    if player.loyalty is None:
        return (kit.Box(x, layout.HEADER_Y - 31, 62, 62, 10, None, theme.VACANT, 3),)
    emblem = kit.Sprite(x + 31, layout.HEADER_Y, Emblem(player.loyalty, 62))
    max_width = HOLDINGS["rupees"] - 44 - (x + 78)
    word = kit.fit_text(render_noun(f"coalition.{player.loyalty}", lang), max(max_width, 1), kit.KEY)
    return (
        (emblem,)
        if word.is_too_wide
        else (emblem, *word.build_runs(x + 78, layout.HEADER_Y, theme.CREAM, max_width=max_width))
    )


_PRIZES_X, _EVENTS_X = 412, 690


def draw_court(view: View, number: int, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the court of a player, 1600 x 1000 px. IndexError for an unknown player."""
    player = view.players[number]
    background = theme.WOOL
    live: list[kit.Node] = [*draw_header(view, player, ctx), *_draw_stats(view, player, ctx.lang)]
    live += _draw_strip(player, ctx.lang, theme.INK_2, background)
    live += [*_build_anchors(player, ctx), kit.FRAME_LAYER]
    live += draw_court_cards(view, player, _layout_cards(player), ctx.lang)
    live += [*_draw_free_places(player), *_draw_free_room(player)]
    if player.is_automa and view.wakhan is not None:
        live += draw_wakhan_card(view, view.wakhan, ctx.lang)
    return kit.Scene(theme.THEME, layout.WIDTH, layout.HEIGHT, theme.NIGHT, draw_desk(layout.HEIGHT), tuple(live))


def _layout_cards(player: PlayerView) -> tuple[layout.CourtPlace, ...]:
    return layout.layout_court(len(player.court), player.is_automa, player.court_limit)


def _draw_free_places(player: PlayerView) -> Iterator[kit.Node]:
    """Draw the free places of a court, so that its limit can be seen."""
    card_count, shown = len(player.court), min(player.court_limit, layout.count_per_row(player.is_automa))
    for place in layout.layout_court(max(card_count, shown), player.is_automa, player.court_limit)[card_count:]:
        yield kit.Box(place.x, place.y, place.w, place.foot - place.y, 12, None, theme.LINE, 2, material="hollow")
        yield kit.Icon(
            SUIT_ICONS["political"], place.x + place.w / 2, (place.y + place.foot) / 2, 72, theme.LINE, theme.WOOL
        )


def _draw_free_room(player: PlayerView) -> Iterator[kit.Node]:
    """Draw the country at the end of a last row that is not full."""
    places = _layout_cards(player)
    if len(places) > layout.count_per_row(player.is_automa):
        last = places[-1]
        right = layout.BESIDE_X - 18 if player.is_automa else layout.WIDTH - layout.LEFT
        x = last.x + last.w + layout.CARD_GAP
        yield from draw_country(x, last.y, right - x, last.foot - last.y, theme.INK_2)


def _draw_stats(view: View, player: PlayerView, lang: kit.Lang) -> kit.Nodes:
    """Draw influence, limits of court and hand, tax shelter and military stars, each with the sum behind it."""
    base = CONTENT.data.limits
    court, hand_size = len(player.court), player.hand_size
    stats = [
        (kit.Icon("prize", 0, 0, 50, theme.MADDER, theme.PANEL), "influence", str(player.influence), None),
        (_build_suit_icon("political"), "court", f"{court}/{player.court_limit}", (court, player.court_limit)),
        (_build_suit_icon("intelligence"), "hand", f"{hand_size}/{player.hand_limit}", (hand_size, player.hand_limit)),
        (_build_suit_icon("economic"), "shelter", str(player.tax_shelter), None),
        (_build_suit_icon("military"), "military", str(player.military_stars), None),
    ]
    sums = {
        "influence": _format_influence(player, lang),
        "court": f"{base.court_limit_base} + {player.court_limit - base.court_limit_base}",
        "hand": f"{base.hand_limit_base} + {player.hand_limit - base.hand_limit_base}",
    }
    pitch = 306.0
    if player.is_automa:  # Wakhan has no hand
        del stats[2]
        pitch = 278.0
    nodes: list[kit.Node] = []
    for i, (icon, key, value, count) in enumerate(stats):
        x, middle, w = 44 + pitch * i, layout.STATS_Y + layout.STATS_H / 2, pitch - 18
        label, size = _fit_label_and_value(
            render_message(f"court.{key}", lang), value, w - 108, 1 if key in sums else 2
        )
        max_width = w - 108 - kit.measure_text(value, size)
        nodes.append(
            kit.Box(x, layout.STATS_Y, w, layout.STATS_H, 12, theme.PANEL, theme.TABLET_RIM, 2, material="vellum")
        )
        nodes.append(kit.Icon(icon.name, x + 44, middle, icon.size, icon.fill, icon.background))
        nodes += label.build_runs(x + 82, middle - (18 if key in sums else 0), theme.INK_2, max_width=max_width)
        if key == "influence" and player.is_automa and view.dominant is not None:
            nodes.append(kit.Sprite(x + 99, middle + 20, Emblem(view.dominant, 32)))
        elif key in sums:
            nodes += kit.fit_text(sums[key], max_width, kit.MICRO).build_runs(
                x + 82, middle + 22, theme.INK_2, max_width=max_width, weight="regular"
            )
        if count is None:
            nodes.append(kit.TextRun(x + w - 16, middle, value, size, theme.INK, "r", max_width=160))
        else:
            nodes += draw_card_count(x + w - 18, middle, value, size, count, "r", max_width=160, is_on_paper=True)
    return tuple(nodes)


def _fit_label_and_value(label: str, value: str, max_width: float, lines: int) -> tuple[kit.FittedText, int]:
    """Fit a label and its value on one line. Return the label and the text size of the value, as large as possible."""
    sizes = [
        (kit.fit_text(label, max_width - kit.measure_text(value, size), kit.DETAIL, lines), size)
        for size in (kit.HEAD, kit.KEY, kit.BODY)
    ]
    return next((fitting for fitting in sizes if not fitting[0].is_too_wide), sizes[-1])


def _build_suit_icon(suit: str) -> kit.Icon:
    return kit.Icon(SUIT_ICONS[suit], 0, 0, 48, theme.SUITS[suit], theme.PANEL)


def _format_influence(player: PlayerView, lang: kit.Lang) -> str:
    """R4.4 Return influence as a sum: base, patriots, prizes, gifts; or a note that an event changes it.

    Wakhan's is a maximum (R14.2).
    """
    if player.is_automa:
        return render_message("court.most", lang)
    patriots = sum(CONTENT.cards[slot.card].patriot == player.loyalty for slot in player.court)
    parts = (CONTENT.data.scoring.influence_base, patriots, len(player.prizes), len(player.gifts))
    return " + ".join(map(str, parts)) if sum(parts) == player.influence else render_message("court.bent", lang)


def _draw_strip(player: PlayerView, lang: kit.Lang, quiet_ink: str, background: str) -> kit.Nodes:
    """Draw gift spaces, prizes, and the lasting events before the player (R12)."""
    middle = layout.STRIP_Y + layout.STRIP_H / 2
    colour = theme.SEATS[player.color]
    gifts, prizes = kit.fit_texts([render_message(f"court.{key}", lang) for key in ("gifts", "prizes")], 92, kit.DETAIL)
    nodes: list[kit.Node] = [*gifts.build_runs(44, middle, quiet_ink, max_width=94)]
    for n, price in enumerate(CONTENT.data.costs.gift_spaces):
        x, y = layout.find_gift_centre(n)
        if price in player.gifts:
            nodes.append(kit.Sprite(x, y, kit.SeatToken(player.number, colour, 24, has_ring=True)))
        else:
            nodes.append(kit.Sprite(x, y, kit.NumberDisc(str(price), 24, 28, quiet_ink, None, quiet_ink, 2)))
    nodes += prizes.build_runs(_PRIZES_X, middle, quiet_ink, max_width=94)
    x = _PRIZES_X + 124
    if not player.prizes:
        nodes.append(kit.TextRun(x - 10, middle, "–", kit.DETAIL, quiet_ink, max_width=40))
    pitch = min(46.0, 128 / max(1, len(player.prizes) - 1))
    for n, (_, coalition) in enumerate(player.prizes):
        if background == theme.NIGHT:
            nodes.append(kit.Disc(x + pitch * n, middle, 26, theme.PANEL))
        nodes.append(kit.Sprite(x + pitch * n, middle, PrizeRibbon(coalition, 46)))
    return (*nodes, *_draw_events(player, lang, layout.BESIDE_X - 24 if player.is_automa else layout.WIDTH - 44))


def _draw_events(player: PlayerView, lang: kit.Lang, right: float) -> kit.Nodes:
    if not player.events:
        return ()
    gap, rows = 8.0, 1
    w = (right - _EVENTS_X + gap) / len(player.events) - gap
    if w < 100:  # only beside Wakhan's card
        rows, w = 2, (right - _EVENTS_X + gap) / -(-len(player.events) // 2) - gap
    w, h = min(w, 260.0), (layout.STRIP_H - (rows - 1) * 4) / rows
    names = [render_noun(f"event.{CONTENT.events[card].purchased}", lang) for card in player.events]
    nodes: list[kit.Node] = []
    for i, label in enumerate(kit.fit_texts(names, w - 5, kit.DETAIL, 3 - rows)):
        row, column = i % rows, i // rows
        x, y = _EVENTS_X + (w + gap) * column, layout.STRIP_Y + (h + 4) * row
        nodes.append(kit.Box(x, y, w, h, 8, theme.MADDER))
        nodes += label.build_runs(x + w / 2, y + h / 2, theme.CREAM, "m", max_width=w - 5)
    return tuple(nodes)


def _build_anchors(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Anchor]:
    """Build the anchors of the player's holdings and, for the reader, of gift spaces and ends of the court."""
    yield kit.Anchor("vp", kit.Placement.from_circle(SEAL_X, layout.HEADER_Y + 2, 50), player.vp, "holdings")
    yield kit.Anchor("rupees", kit.Placement(HOLDINGS["rupees"] - 32, 32, 134, 68, 12), player.rupees, "holdings")
    kept_placement = kit.Placement(38, layout.STRIP_Y - 5, _EVENTS_X - 62, layout.STRIP_H + 10)
    yield kit.Anchor("kept", kept_placement, (player.gifts, player.prizes), "holdings")
    yield kit.Anchor(
        "events",
        kit.Placement(_EVENTS_X, layout.STRIP_Y - 5, 1556 - _EVENTS_X, layout.STRIP_H + 10),
        player.events,
        "holdings",
    )
    card_places = _layout_cards(player)
    if card_places:
        left, top = card_places[0].x, card_places[0].y
        right, foot = max(card_place.x + card_place.w for card_place in card_places), card_places[-1].foot
        yield kit.Anchor(f"cards:{player.number}", kit.Placement(left, top, right - left, foot - top, 12))
    if player.number != ctx.viewer:
        return
    for n, price in enumerate(CONTENT.data.costs.gift_spaces):
        x, y = layout.find_gift_centre(n)
        yield kit.Anchor(f"gift:{price}", kit.Placement(x - 24, y - 24, 48, 48, 24, (x - 38, y - 14), 17, max_width=62))
    yield from build_end_anchors(card_places)
