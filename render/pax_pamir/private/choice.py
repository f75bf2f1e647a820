"""The options of a question, as large as the picture allows.

Each kind of thing has a band; where the map is asked about, too, it stands above them. Below cards lies, small and
quiet, what of hand, court and market cannot be chosen now, and why.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from engines.kernel import catalogue
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import GOLD, WHITE
from render.kit.extent import extent
from render.kit.look import Look
from render.kit.scene import FRAMES, HEAD, KEY, Box, Disc, Icon, Node, Nodes, Scene, Sprite, Text, place
from render.kit.text import fit, fit_all, measure
from render.kit.tokens import Seal, SeatToken
from render.pax_pamir import lands, theme
from render.pax_pamir.board import regions, roads
from render.pax_pamir.board.market import payable
from render.pax_pamir.catalogue import sentence
from render.pax_pamir.layout import LEFT, WIDTH
from render.pax_pamir.pieces import Emblem, Suit, kilim
from render.pax_pamir.private.asked import Asked, Face, asked, asks_about_the_map, ways
from render.pax_pamir.private.compact import compact
from render.pax_pamir.private.faces import face
from render.pax_pamir.private.rest import LOW, MENU, TALL, drawn, height, rest

_TOP, _TALL, _FOOT, _RIGHT, _GAP = 194, 1236, 1574, 1556, 14
_WITH_MAP = 1276  # px: so high is what stands with the map
_STEP = 80  # px between the heights that pictures of cards have: the ground of each is kept
_ROOMY = 1340.0  # px: so high is a picture at most on which cards that cannot be chosen are as in the market
_RULE = 5  # px: the width of the lines between two kinds of cards beside each other, and over each
_ASKED = 152  # the middle of the line with the question
_HEAD = 64  # of a band: its icon and its word, above the numbers of its cards
_NUMBERS = 30  # above a line of cards without heads: room for their numbers
_FEW = 6  # so many options have large faces
_TALLEST, _TALLEST_COURT = 400.0, 380.0  # px: all that a large face tells fits; in a court without impact
_LARGE = 304.0  # px: a large face has room for larger words
_HIGH, _USUAL, _LEAST_HIGH = 300.0, 262.0, 215.0  # px: cards four abreast
_AS_HIGH = 0.9  # of their height cards may lose to have lines of their own
_WITH_NUMBERS = 1.25  # of the height of others low cards in the own court have
_MOST = 170.0  # px: cards three abreast, of very many
CARDS = {"market", "hand", "court", "courts", "none"}
_LARGE_BELOW = 3  # so many cards below the map have large faces, and none is as wide as the picture
_LEAST, _MAP_MOST = 160.0, 1.46  # height of a card below the map; how much larger the map is at most
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

_DEEDS = {"market": "deeds.buy", "hand": "deeds.play", "court": "deeds.use"}  # R5


@dataclass(frozen=True, slots=True)
class Line:
    """A line of options: upper edge, height, and how many stand in each full line of its band."""

    band: str
    y: float
    h: float
    across: int
    shown: tuple[Asked, ...]


def is_asked(view: View, player: PlayerView, look: Look) -> bool:
    """Whether anything of the table can be chosen."""
    return bool(asked(view, player, look)) or asks_about_the_map(look)


def choice(view: View, player: PlayerView, look: Look) -> Scene:
    """1600 px wide, as high as the options need: head, map, bands. Something can be chosen."""
    bands = asked(view, player, look)
    with_map = asks_about_the_map(look)
    if with_map and bands:
        bands = {"others": [one for ones in bands.values() for one in ones]}
    elif not with_map and bands.keys() <= CARDS:
        return _cards(view, player, bands, look)
    total = sum(map(len, bands.values()))
    cells = {band: _lines(band, len(ones), total) for band, ones in bands.items()}
    top, k = float(_TOP), 0.0
    fixed = _HEAD * len(bands) + _GAP * sum(map(len, cells.values()))
    few = with_map and total <= _LARGE_BELOW
    tall, least = (_FOOT, _LARGE) if few and bands else (_WITH_MAP if with_map else _TALL, _LEAST)
    if with_map:
        k = min(_MAP_MOST, (tall - _TOP - fixed - 24 - least * sum(map(len, cells.values()))) / lands.H)
        top += (lands.H + 2 * lands.FRAME) * k + _GAP
    weight = sum(_weight(band) * len(rows) for band, rows in cells.items())
    unit = (tall - top - fixed) / weight if weight else 0.0
    unit = min(unit, least) if few else unit
    lines, foot = _placed(bands, cells, top, unit)
    priced = not _taxes(view, bands)
    live: list[Node] = list(_head(view, player, look))
    if k:
        live += _map(view, look, k)
    for line in lines:
        if line.shown[0] is bands[line.band][0]:
            live += _title(line.band, look, LEFT, line.y - _HEAD, 550)
        pitch = (_RIGHT - LEFT + _GAP) / max(line.across, 2 if few else 1)
        for i, one in enumerate(line.shown):
            here = _face(one, LEFT + pitch * i, line.y, pitch - _GAP, line.h, priced, look)
            live += face(view, player, here, look)
    height = round(foot + 26)
    return Scene(theme.THEME, WIDTH, height, theme.NIGHT, _printed(height, k), tuple(live))


def _cards(view: View, player: PlayerView, bands: Mapping[str, list[Asked]], look: Look) -> Scene:
    """Cards of one size, the kinds one after the other; above the first of each kind, and where a line goes on with one
    beside another, stands what it is.
    """
    every = [(band, one) for band, ones in bands.items() for one in ones]
    columns = 2 if len(every) in (1, 2, 4) else 3 if len(every) <= _FEW or len(every) == 9 else 4
    quiet = rest(view, player, look)
    least, of_rest = _LARGE if len(every) <= _FEW else _USUAL, TALL
    lines, heads, h = _grid(every, columns, _ROOMY - height(quiet, TALL))
    if h < least:
        of_rest = LOW
        lines, heads, h = _grid(every, columns, _FOOT - height(quiet, LOW))
    crowded = len(every) > _FEW and h < _LEAST_HIGH
    if crowded:
        columns = 3
        lines, heads, h = _grid(every, columns, _FOOT - height(quiet, LOW), crowded)
    pitch = (_RIGHT - LEFT + _GAP) / columns
    priced = not _taxes(view, bands)
    live: list[Node] = list(_head(view, player, look))
    y = float(_TOP)
    titled = set[str]()
    for line, head in zip(lines, heads, strict=True):
        y += head
        tall = h * _share(line, crowded)
        if head == _HEAD:
            live += _heads(line, titled, y, pitch, tall, look)
        titled |= {band for band, _ in line}
        for i, (_, one) in enumerate(line):
            here = _face(one, LEFT + pitch * i, y, pitch - _GAP, tall, priced, look)
            live += compact(view, player, here, look) if crowded else face(view, player, here, look)
        y += tall + _GAP
    live += drawn(view, quiet, y - _GAP, of_rest, look.lang)
    bottom = -(-round(y - _GAP + height(quiet, of_rest) + 26) // _STEP) * _STEP
    return Scene(theme.THEME, WIDTH, bottom, theme.NIGHT, _printed(bottom, 0), tuple(live))


def _face(one: Asked, x: float, y: float, w: float, h: float, priced: bool, look: Look) -> Face:
    """Where an option lies, with what the question says about it."""
    uses = bool(ways(one.place, look))
    numbers = 0 if uses else sum(mark.place == one.place for mark in look.marks)
    return Face(one, x, y, w, h, numbers, priced, uses)


Lines = list[list[tuple[str, Asked]]]


def _grid(
    every: list[tuple[str, Asked]], columns: int, foot: float, crowded: bool = False
) -> tuple[Lines, list[int], float]:
    """The lines of cards, the room above each, and how high all of them are, above `foot`: each kind has lines of its
    own, with fewer heads, unless all have room in one, or cards are much higher where one goes on in the line in which
    another ends.
    """
    kinds = [list(ones) for _, ones in groupby(every, lambda one: one[0])]
    apart, close = (_spaced(list(_broken(some, columns)), columns, foot, crowded) for some in (kinds, [every]))
    return close if len(every) <= columns or apart[2] < _AS_HIGH * close[2] else apart


def _broken(kinds: Iterable[list[tuple[str, Asked]]], columns: int) -> Iterator[list[tuple[str, Asked]]]:
    for ones in kinds:
        yield from (ones[i : i + columns] for i in range(0, len(ones), columns))


def _share(line: Sequence[tuple[str, Asked]], crowded: bool) -> float:
    """How much higher than others low cards with numbers at their actions are."""
    return _WITH_NUMBERS if crowded and any(band == "court" for band, _ in line) else 1.0


def _spaced(lines: Lines, columns: int, foot: float, crowded: bool) -> tuple[Lines, list[int], float]:
    """These lines, the room above each, and the height of the cards."""
    every = [one for line in lines for one in line]
    beside = _NUMBERS if len(every) <= _FEW or columns > 3 else 0
    heads = [_HEAD if i == 0 or _begins(lines, i) else beside for i in range(len(lines))]
    shares = sum(_share(line, crowded) for line in lines)
    room = (foot - _TOP - sum(heads) - _GAP * len(lines)) / shares
    most, least = (_TALLEST, _TALLEST) if len(every) <= _FEW else (_HIGH, _USUAL) if columns > 3 else (_MOST, _MOST)
    free = (_TALL - _TOP - sum(heads) - _GAP * len(lines)) / len(lines)
    return lines, heads, min(most, max(least, free), room)


def _begins(lines: Sequence[Sequence[tuple[str, Asked]]], i: int) -> bool:
    """Whether this line has other kinds of cards than the one above, or several."""
    return len({band for band, _ in (*lines[i - 1], *lines[i])}) > 1


def _taxes(view: View, bands: Mapping[str, list[Asked]]) -> bool:
    """Whether rupees are to be taken and no card to be bought: those of players, too, or cards that could be paid for
    are left out."""
    asked_for = {one.place for one in bands.get("market", ())}
    left_out = any(payable(view, space) and f"market:{space.index}" not in asked_for for space in view.market)
    return "players" in bands or left_out


def _weight(band: str) -> float:
    return _WEIGHTS.get(band, 1.0)


def _lines(band: str, number: int, total: int) -> list[int]:
    """How many options stand in each line of a band."""
    if band == "others":
        columns = -(-number // -(-number // 6))
    elif band in ("suits", "gifts", "loyalty", "ends"):
        columns = number
    elif total <= _FEW:
        columns = 2 if number in (2, 4) else min(3, number)
    else:
        columns = 6 if band == "hand" and number > 4 else 4 if number > 3 else number
    full, rest = divmod(number, columns)
    return [columns] * full + [rest] * bool(rest)


def _placed(
    bands: dict[str, list[Asked]], cells: dict[str, list[int]], top: float, unit: float
) -> tuple[list[Line], float]:
    """The lines from the top down, and where the last of them ends."""
    lines: list[Line] = []
    y = top
    for band, ones in bands.items():
        y += _HEAD
        done = 0
        for number in cells[band]:
            h = min(_TALLEST_COURT if band in ("court", "courts") else _TALLEST, unit * _weight(band))
            lines.append(Line(band, y, h, max(cells[band]), tuple(ones[done : done + number])))
            done += number
            y += h + _GAP
    return lines, y - _GAP


@cache
def _printed(height: int, k: float) -> Nodes:
    """Woven ends, and the lands where the map is asked about."""
    ends = (*kilim(0, 14, theme.MADDER, 0, WIDTH), *kilim(height - 14, 14, theme.MADDER, 0, WIDTH))
    return (*ends, *(place(node, *_window(k)) for node in regions.printed())) if k else ends


def _window(k: float) -> tuple[float, float, float]:
    """Where the map of the overview lies when it is drawn `k` times as large."""
    return WIDTH / 2 - (lands.X + lands.W / 2) * k, _TOP - (lands.Y - lands.FRAME) * k, k


def _map(view: View, look: Look, k: float) -> Iterator[Node]:
    options = {mark.place for mark in look.marks}
    drawn = (
        *roads.roads(view, options),
        *regions.pieces(view, look.lang, options),
        *regions.supply(view, look.lang),
    )
    yield FRAMES
    yield from (place(node, *_window(k)) for node in drawn)


def _heads(
    line: Sequence[tuple[str, Asked]], titled: Container[str], y: float, pitch: float, h: float, look: Look
) -> Iterator[Node]:
    """What the cards of a line are, with a rule over all of a kind and another between two kinds. titled: what stood
    in lines above goes on here.
    """
    mixed = len({band for band, _ in line}) > 1
    first = 0
    for band, ones in groupby(line, lambda one: one[0]):
        x, number = LEFT + pitch * first, len(list(ones))
        room = pitch * number - _GAP
        title = list(_title(band, look, x, y - _HEAD, room, band in titled))
        yield from title
        if mixed:
            left = max(extent(node)[2] for node in title) + 18
            yield Box(left, y - _HEAD + 18 - _RULE / 2, max(_RULE, x + room - left), _RULE, _RULE / 2, theme.MUTED)
        if first:  # where one kind ends
            yield Box(x - (_GAP + _RULE) / 2, y - _HEAD, _RULE, h + _HEAD, _RULE / 2, theme.MUTED)
        first += number


def _title(band: str, look: Look, x: float, y: float, room: float, more: bool = False) -> Iterator[Node]:
    """What the cards are, and in the menu of the own turn what is done with one that is chosen. more: they go on."""
    icon, key = _TITLES[band]
    menu = look.question is not None and look.question.key == MENU
    keys = list(_DEEDS.values()) if menu and band in _DEEDS else [key]
    key = _DEEDS[band] if len(keys) > 1 else key
    words = fit_all([sentence(one, look.lang) for one in keys], room - 54, KEY)[keys.index(key)]
    if more:
        words = fit(sentence("choice.more", look.lang, what=sentence(key, look.lang)), room - 54, words.size)
    ink = theme.MUTED if more else WHITE
    yield Icon(icon, x + 20, y + 18, 36, ink, theme.NIGHT)
    yield from words.runs(x + 50, y + 18, ink, room=room - 50)


def _head(view: View, player: PlayerView, look: Look) -> Iterator[Node]:
    """For whom it is, the means that decide, and below them the question."""
    y, lang = 68, look.lang
    if look.question is not None:
        asks = catalogue("engines.pax_pamir").render(look.question, lang, look.names).split("\n")[-1]
        yield from fit(asks, _RIGHT - LEFT, KEY, 1).runs(LEFT, _ASKED, WHITE, room=_RIGHT - LEFT)
    yield Icon("eye_off", 80, y, 56, GOLD, theme.NIGHT)
    own = view.turn is not None and view.turn.player == player.number
    lower = 4 if player.number == 2 else 0
    yield Sprite(154, y + lower, SeatToken(player.number, theme.SEATS[player.color], 30, ring=True))
    asked_by = "private.notice" if view.turn is None else "turn.title" if own else "turn.answer"
    words = fit(sentence(asked_by, lang), 300 if own else 474, HEAD)
    yield from words.runs(208, y, GOLD, room=310 if own else 484)
    x = 208 + measure(words.lines[0], words.size) + 44
    if own and view.turn is not None:
        for i in range(max(2, view.turn.actions)):
            left = i < view.turn.actions
            yield Disc(x + 68 * i, y, 26, GOLD) if left else Disc(x + 68 * i, y, 26, None, GOLD, 4)
        x += 68 * max(2, view.turn.actions) + 10
    for icon, told, over in (
        ("rupee", str(player.rupees), False),
        ("hand", f"{player.held}/{player.hand_limit}", player.held > player.hand_limit),
        ("political", f"{len(player.court)}/{player.court_limit}", len(player.court) > player.court_limit),
    ):
        yield Icon(icon, x, y, 50, WHITE, theme.NIGHT)
        yield Text(x + 38, y, told, HEAD, theme.COALITIONS["british"] if over else WHITE, room=150)
        x += 38 + measure(told, HEAD) + 58
    yield Sprite(1320, y, Suit(view.favored, 42, rim=2.5))
    if player.loyalty is not None:
        yield Sprite(1414, y, Emblem(player.loyalty, 68))
    yield Sprite(1508, y, Seal(str(player.vp), 42))
