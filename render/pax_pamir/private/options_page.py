"""The picture of a question: its options, as large as the picture allows.

Each kind of thing has a band; the map, if it has options, is above them. Below cards, the cards of hand, court and
market that cannot be chosen now are drawn small and grey, with the reason.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from engines.kernel import load_catalogue
from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import lands, theme
from render.pax_pamir.backdrop import draw_private_backdrop
from render.pax_pamir.board import regions, roads
from render.pax_pamir.board.market import can_be_bought
from render.pax_pamir.cards.engravings import draw_country
from render.pax_pamir.cards.face import draw_card_count
from render.pax_pamir.catalogue import render_message
from render.pax_pamir.layout import LEFT, WIDTH
from render.pax_pamir.pieces import Emblem, SuitLozenge
from render.pax_pamir.private import other_cards
from render.pax_pamir.private.compact_card import draw_compact_card
from render.pax_pamir.private.option_cell import draw_option
from render.pax_pamir.private.targets import (
    ChoiceTarget,
    OptionCell,
    group_targets,
    has_map_options,
    list_action_options,
)

_TOP, _TALL, _FOOT, _RIGHT, _GAP = 194, 1236, 1574, 1556, 14
_MAP_PAGE_FOOT = 1276  # px: lower limit of the options on a picture with the map
_STEP = 80  # px: heights of pictures of cards are multiples, so that few backgrounds are cached
_ROOMY_FOOT = 1340.0  # px: lower limit of a picture on which cards that cannot be chosen have market size
_RULE = 5  # px: width of the lines above each kind of cards and between two kinds
_QUESTION_Y = 152  # middle y of the line with the question
_HEAD = 64  # height of the head of a band: icon and title, above the numbers of its cards
_NUMBERS = 30  # px above a line of cards without heads, for their numbers
_MAX_LARGE = 6  # most options that are drawn large
_TALLEST, _TALLEST_COURT = 400.0, 380.0  # px: height at which a large card has space for everything; for a court card
# without impact icons
_LARGE = 304.0  # px: least height of a large card
_MAX_H, _USUAL_H, _MIN_H = 300.0, 262.0, 215.0  # px: maximum, usual and minimum height of cards in four columns
_MIN_HEIGHT_SHARE = 0.9  # share of its height that a card must keep if each kind starts a new line
_COURT_HEIGHT_SHARE = 1.25  # height of low cards in the reader's court, relative to other low cards
_CROWDED_H = 170.0  # px: height of cards in three columns, if there are very many
CARD_BANDS = {"market", "hand", "court", "courts", "none"}
_MAX_LARGE_WITH_MAP = 3  # most cards below the map that are drawn large; none is as wide as the picture
_MIN_H_WITH_MAP, _MAX_MAP_SCALE = 160.0, 1.46  # least height of a card below the map; maximum scale of the map
_WEIGHTS = {"hand": 1.5, "court": 1.1, "courts": 1.1}
_TITLES = {
    "market": ("purchase", "market.title"),
    "hand": ("hand", "hand.cards"),
    "court": ("political", "court.own"),
    "courts": ("political", "choice.courts"),
    "gifts": ("gift", "court.gifts"),
    "ends": ("political", "hand.court"),
    "others": ("spy", "choice.others"),
    "players": ("man", "choice.players"),
    "suits": ("political", "hand.favored"),
    "loyalty": ("check", "hand.loyalty"),
    "none": ("pass", "choice.none"),
}

_ACTION_TITLES = {"market": "deeds.buy", "hand": "deeds.play", "court": "deeds.use"}  # R5


@dataclass(frozen=True, slots=True)
class OptionLine:
    """A line of options."""

    band: str  # kind of its things, a key of `_TITLES`
    y: float  # upper edge
    h: float  # px of each thing in it
    per_line: int  # options in a full line of the band
    targets: tuple[ChoiceTarget, ...]
    """The things in this line."""


def has_table_options(view: View, player: PlayerView, ctx: kit.RenderContext) -> bool:
    """Tell whether anything on the table can be chosen."""
    return bool(group_targets(view, player, ctx)) or has_map_options(ctx)


def draw_options(view: View, player: PlayerView, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the options: header, map, bands. The picture is 1600 px wide and as high as needed.

    At least one thing on the table must be an option.
    """
    bands = group_targets(view, player, ctx)
    with_map = has_map_options(ctx)
    if with_map and bands:
        bands = {"others": [target for targets in bands.values() for target in targets]}
    elif not with_map and bands.keys() <= CARD_BANDS:
        return _draw_card_options(view, player, bands, ctx)
    total = sum(map(len, bands.values()))
    line_lengths = {band: _count_per_line(band, len(targets), total) for band, targets in bands.items()}
    top, k = float(_TOP), 0.0
    fixed = _HEAD * len(bands) + _GAP * sum(map(len, line_lengths.values()))
    is_few = with_map and total <= _MAX_LARGE_WITH_MAP
    foot_limit, min_h = (
        (_FOOT, _LARGE) if is_few and bands else (_MAP_PAGE_FOOT if with_map else _TALL, _MIN_H_WITH_MAP)
    )
    if with_map:
        k = min(
            _MAX_MAP_SCALE, (foot_limit - _TOP - fixed - 24 - min_h * sum(map(len, line_lengths.values()))) / lands.H
        )
        top += (lands.H + 2 * lands.FRAME) * k + _GAP
    weight = sum(_find_weight(band) * len(rows) for band, rows in line_lengths.items())
    unit = (foot_limit - top - fixed) / weight if weight else 0.0
    unit = min(unit, min_h) if is_few else unit
    lines, foot = _place_lines(bands, line_lengths, top, unit)
    has_prices = not _is_tax(view, bands)
    live: list[kit.Node] = list(_draw_header(view, player, ctx))
    if k:
        live += _draw_map(view, ctx, k)
    for line in lines:
        if line.targets[0] is bands[line.band][0]:
            live += _draw_title(line.band, ctx, LEFT, line.y - _HEAD, 550)
        pitch = (_RIGHT - LEFT + _GAP) / max(line.per_line, 2 if is_few else 1)
        for i, target in enumerate(line.targets):
            cell = _build_cell(target, LEFT + pitch * i, line.y, pitch - _GAP, line.h, has_prices, ctx)
            live += draw_option(view, player, cell, ctx)
    height = round(foot + 26)
    return kit.Scene(theme.THEME, WIDTH, height, theme.NIGHT, draw_static(height, k), tuple(live))


def _draw_card_options(
    view: View, player: PlayerView, bands: Mapping[str, list[ChoiceTarget]], ctx: kit.RenderContext
) -> kit.Scene:
    """Draw options that are all cards, in one size, kind after kind.

    A kind has its title above its first card, and again above each line that it shares with another kind.
    """
    banded_targets = [(band, target) for band, targets in bands.items() for target in targets]
    count = len(banded_targets)
    columns = 2 if count in (1, 2, 4) else 3 if count <= _MAX_LARGE or count == 9 else 4
    other_groups = other_cards.group_other_cards(view, player, ctx)
    min_h, other_card_h = _LARGE if len(banded_targets) <= _MAX_LARGE else _USUAL_H, other_cards.TALL_H
    lines, heads, h = _layout_grid(
        banded_targets, columns, _ROOMY_FOOT - other_cards.measure_groups(other_groups, other_cards.TALL_H)
    )
    if h < min_h:
        other_card_h = other_cards.LOW_H
        lines, heads, h = _layout_grid(
            banded_targets, columns, _FOOT - other_cards.measure_groups(other_groups, other_cards.LOW_H)
        )
    is_crowded = len(banded_targets) > _MAX_LARGE and h < _MIN_H
    if is_crowded:
        columns = 3
        lines, heads, h = _layout_grid(
            banded_targets, columns, _FOOT - other_cards.measure_groups(other_groups, other_cards.LOW_H), is_crowded
        )
    pitch = (_RIGHT - LEFT + _GAP) / columns
    has_prices = not _is_tax(view, bands)
    live: list[kit.Node] = list(_draw_header(view, player, ctx))
    y = float(_TOP)
    titled_bands = set[str]()
    for line, head in zip(lines, heads, strict=True):
        y += head
        line_h = h * _find_height_share(line, is_crowded)
        if head == _HEAD:
            live += _draw_titles(line, titled_bands, y, pitch, line_h, ctx)
        titled_bands |= {band for band, _ in line}
        for i, (_, target) in enumerate(line):
            cell = _build_cell(target, LEFT + pitch * i, y, pitch - _GAP, line_h, has_prices, ctx)
            live += draw_compact_card(view, player, cell, ctx) if is_crowded else draw_option(view, player, cell, ctx)
        live += draw_country(LEFT + pitch * len(line), y, pitch * (columns - len(line)) - _GAP, line_h)
        y += line_h + _GAP
    live += other_cards.draw_other_cards(view, other_groups, y - _GAP, other_card_h, ctx.lang)
    bottom = -(-round(y - _GAP + other_cards.measure_groups(other_groups, other_card_h) + 26) // _STEP) * _STEP
    return kit.Scene(theme.THEME, WIDTH, bottom, theme.NIGHT, draw_static(bottom, 0), tuple(live))


def _build_cell(
    target: ChoiceTarget, x: float, y: float, w: float, h: float, has_price: bool, ctx: kit.RenderContext
) -> OptionCell:
    """Return the cell of an option at this place."""
    has_action_options = bool(list_action_options(target.place, ctx))
    numbers = 0 if has_action_options else sum(mark.place == target.place for mark in ctx.marks)
    return OptionCell(target, x, y, w, h, numbers, has_price, has_action_options)


CardLines = list[list[tuple[str, ChoiceTarget]]]


def _layout_grid(
    banded_targets: list[tuple[str, ChoiceTarget]], columns: int, foot: float, is_crowded: bool = False
) -> tuple[CardLines, list[int], float]:
    """Break the cards into lines above `foot`. Return the lines, the space above each, and the height of the cards.

    Each kind has its own lines, unless all cards fit in one line, or cards become much higher if kinds share lines.
    """
    kinds = [list(targets) for _, targets in groupby(banded_targets, lambda pair: pair[0])]
    separate, shared = (
        _measure_lines(list(_iter_lines(kind_lists, columns)), columns, foot, is_crowded)
        for kind_lists in (kinds, [banded_targets])
    )
    return shared if len(banded_targets) <= columns or separate[2] < _MIN_HEIGHT_SHARE * shared[2] else separate


def _iter_lines(
    kinds: Iterable[list[tuple[str, ChoiceTarget]]], columns: int
) -> Iterator[list[tuple[str, ChoiceTarget]]]:
    for targets in kinds:
        yield from (targets[i : i + columns] for i in range(0, len(targets), columns))


def _find_height_share(line: Sequence[tuple[str, ChoiceTarget]], is_crowded: bool) -> float:
    """Return the relative height of a line: low cards with option numbers at their actions are higher than others."""
    return _COURT_HEIGHT_SHARE if is_crowded and any(band == "court" for band, _ in line) else 1.0


def _measure_lines(lines: CardLines, columns: int, foot: float, is_crowded: bool) -> tuple[CardLines, list[int], float]:
    """Return the lines, the space above each, and the height of the cards."""
    pairs = [pair for line in lines for pair in line]
    numbers_h = _NUMBERS if len(pairs) <= _MAX_LARGE or columns > 3 else 0
    heads = [_HEAD if i == 0 or _needs_title(lines, i) else numbers_h for i in range(len(lines))]
    shares = sum(_find_height_share(line, is_crowded) for line in lines)
    line_h = (foot - _TOP - sum(heads) - _GAP * len(lines)) / shares
    max_h, min_h = (
        (_TALLEST, _TALLEST)
        if len(pairs) <= _MAX_LARGE
        else (_MAX_H, _USUAL_H)
        if columns > 3
        else (_CROWDED_H, _CROWDED_H)
    )
    usual_h = (_TALL - _TOP - sum(heads) - _GAP * len(lines)) / len(lines)
    return lines, heads, min(max_h, max(min_h, usual_h), line_h)


def _needs_title(lines: Sequence[Sequence[tuple[str, ChoiceTarget]]], i: int) -> bool:
    """Tell whether line `i` needs a title: it has other kinds of cards than the line above, or several."""
    return len({band for band, _ in (*lines[i - 1], *lines[i])}) > 1


def _is_tax(view: View, bands: Mapping[str, list[ChoiceTarget]]) -> bool:
    """Tell whether the question is about taking rupees (tax) and not about buying cards.

    The question is about tax if players are options too, or if cards that the player could buy are not options.
    """
    option_places = {target.place for target in bands.get("market", ())}
    leaves_out_card = any(
        can_be_bought(view, space) and f"market:{space.index}" not in option_places for space in view.market
    )
    return "players" in bands or leaves_out_card


def _find_weight(band: str) -> float:
    return _WEIGHTS.get(band, 1.0)


def _count_per_line(band: str, number: int, total: int) -> list[int]:
    """Return the number of options in each line of a band."""
    if band == "others":
        columns = -(-number // -(-number // 6))
    elif band in ("suits", "gifts", "loyalty", "ends"):
        columns = number
    elif total <= _MAX_LARGE:
        columns = 2 if number in (2, 4) else min(3, number)
    else:
        columns = 6 if band == "hand" and number > 4 else 4 if number > 3 else number
    full, rest = divmod(number, columns)
    return [columns] * full + [rest] * bool(rest)


def _place_lines(
    bands: dict[str, list[ChoiceTarget]], cells: dict[str, list[int]], top: float, unit: float
) -> tuple[list[OptionLine], float]:
    """Return the lines from top to bottom, and the lower edge of the last one."""
    lines: list[OptionLine] = []
    y = top
    for band, targets in bands.items():
        y += _HEAD
        placed_count = 0
        for number in cells[band]:
            h = min(_TALLEST_COURT if band in ("court", "courts") else _TALLEST, unit * _find_weight(band))
            lines.append(OptionLine(band, y, h, max(cells[band]), tuple(targets[placed_count : placed_count + number])))
            placed_count += number
            y += h + _GAP
    return lines, y - _GAP


@cache
def draw_static(height: int, k: float) -> kit.Nodes:
    """Draw the woven ornament and, if the map has options (k > 0), its regions."""
    ends = draw_private_backdrop(height)
    return (*ends, regions.draw_chart(*_find_map_transform(k))) if k else ends


def _find_map_transform(k: float) -> tuple[float, float, float]:
    """Return offset and scale of the overview's map when it is drawn `k` times as large."""
    return WIDTH / 2 - (lands.X + lands.W / 2) * k, _TOP - (lands.Y - lands.FRAME) * k, k


def _draw_map(view: View, ctx: kit.RenderContext, k: float) -> Iterator[kit.Node]:
    options = {mark.place for mark in ctx.marks}
    map_nodes = (
        *roads.draw_roads(view, options),
        *regions.draw_pieces(view, ctx.lang, options),
        *regions.draw_supply(view, ctx.lang),
    )
    yield kit.FRAME_LAYER
    yield from (kit.transform_node(node, *_find_map_transform(k)) for node in map_nodes)


def _draw_titles(
    line: Sequence[tuple[str, ChoiceTarget]],
    titled_bands: Container[str],
    y: float,
    pitch: float,
    h: float,
    ctx: kit.RenderContext,
) -> Iterator[kit.Node]:
    """Draw the titles above a line of cards, with a rule above each kind and another between two kinds.

    titled_bands: kinds with a title in a line above; they are continued here.
    """
    is_mixed = len({band for band, _ in line}) > 1
    first = 0
    for band, targets in groupby(line, lambda pair: pair[0]):
        x, number = LEFT + pitch * first, len(list(targets))
        max_width = pitch * number - _GAP
        title = list(_draw_title(band, ctx, x, y - _HEAD, max_width, band in titled_bands))
        yield from title
        if is_mixed:
            left = max(kit.measure_bounds(node)[2] for node in title) + 18
            yield kit.Box(
                left, y - _HEAD + 18 - _RULE / 2, max(_RULE, x + max_width - left), _RULE, _RULE / 2, theme.MUTED
            )
        if first:  # between two kinds
            yield kit.Box(x - (_GAP + _RULE) / 2, y - _HEAD, _RULE, h + _HEAD, _RULE / 2, theme.MUTED)
        first += number


def _draw_title(
    band: str, ctx: kit.RenderContext, x: float, y: float, max_width: float, is_continued: bool = False
) -> Iterator[kit.Node]:
    """Draw the title of a band; in the menu of the reader's turn it names the action.

    is_continued: the band began in a line above.
    """
    icon, key = _TITLES[band]
    is_turn_menu = ctx.question is not None and ctx.question.key in other_cards.TURN_QUESTIONS
    keys = list(_ACTION_TITLES.values()) if is_turn_menu and band in _ACTION_TITLES else [key]
    key = _ACTION_TITLES[band] if len(keys) > 1 else key
    words = kit.fit_texts([render_message(title_key, ctx.lang) for title_key in keys], max_width - 54, kit.KEY)[
        keys.index(key)
    ]
    if is_continued:
        words = kit.fit_text(
            render_message("choice.more", ctx.lang, what=render_message(key, ctx.lang)), max_width - 54, words.size
        )
    ink = theme.MUTED if is_continued else theme.CREAM
    yield kit.Icon(icon, x + 20, y + 18, 36, ink, theme.NIGHT)
    yield from words.build_runs(x + 50, y + 18, ink, max_width=max_width - 50)


def _draw_header(view: View, player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the header: privacy notice, reader, means (rupees, hand, court, ...), and the question below."""
    y, lang = 68, ctx.lang
    if ctx.question is not None:
        asks = load_catalogue("engines.pax_pamir").render(ctx.question, lang, ctx.names).split("\n")[-1]
        is_long = kit.measure_text(asks, kit.KEY) > _RIGHT - LEFT
        yield from kit.fit_text(asks, _RIGHT - LEFT, kit.BODY if is_long else kit.KEY, 2).build_runs(
            LEFT, _QUESTION_Y, theme.CREAM, max_width=_RIGHT - LEFT
        )
    yield kit.Icon("eye_off", 80, y, 56, kit.GOLD, theme.NIGHT)
    is_own_turn = view.turn is not None and view.turn.player == player.number
    token_dy = 4 if player.number == 2 else 0
    yield kit.Sprite(154, y + token_dy, kit.SeatToken(player.number, theme.SEATS[player.color], 30, has_ring=True))
    asked_by = "private.notice" if view.turn is None else "turn.title" if is_own_turn else "turn.answer"
    words = kit.fit_text(render_message(asked_by, lang), 300 if is_own_turn else 474, kit.HEAD)
    yield from words.build_runs(208, y, kit.GOLD, max_width=310 if is_own_turn else 484)
    x = 208 + kit.measure_text(words.lines[0], words.size) + 44
    if is_own_turn and view.turn is not None:
        for i in range(max(2, view.turn.actions)):
            is_left = i < view.turn.actions
            yield kit.Disc(x + 68 * i, y, 26, kit.GOLD) if is_left else kit.Disc(x + 68 * i, y, 26, None, kit.GOLD, 4)
        x += 68 * max(2, view.turn.actions) + 10
    hand, court = (player.hand_size, player.hand_limit), (len(player.court), player.court_limit)
    for icon, text, count in (
        ("rupee", str(player.rupees), (0, 1)),
        ("hand", f"{hand[0]}/{hand[1]}", hand),
        ("political", f"{court[0]}/{court[1]}", court),
    ):
        yield kit.Icon(icon, x, y, 50, theme.CREAM, theme.NIGHT)
        yield from draw_card_count(x + 42, y, text, kit.HEAD, count, max_width=150)
        x += 42 + kit.measure_text(text, kit.HEAD) + 58
    yield kit.Sprite(1320, y, SuitLozenge(view.favored, 42, rim=2.5))
    if player.loyalty is not None:
        yield kit.Sprite(1414, y, Emblem(player.loyalty, 68))
    yield kit.Sprite(1508, y, kit.Seal(str(player.vp), 42))
