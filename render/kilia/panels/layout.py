"""Shared parts of decision pictures: the question in gold, the player's resources, gables, a grid of fields."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.kilia.view import Mat, SlotView
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.layout import draw_night
from render.kilia.pieces.cards import draw_key_plate
from render.kilia.pieces.flags import SeatMarker
from render.kilia.pieces.goods import Money, Ware, build_stock

WIDTH, HEIGHT = 1600, 1000
LEFT, TOP, BOTTOM, CONTENT_WIDTH, GAP = 44, 142, 948, 1512, 18


def build_panel_scene(nodes: kit.Nodes, background: kit.Nodes = (), height: int = HEIGHT) -> kit.Scene:
    """Build the scene of a decision picture, with gables above and below."""
    return kit.Scene(theme.THEME, WIDTH, height, theme.TAR, (*draw_night(height), *background), nodes, is_private=True)


def draw_question(text: str, mat: Mat, max_width: float = 570) -> Iterator[kit.Node]:
    """Draw the question in gold, behind the closed eye and the player's token, within `max_width` px on one or two
    lines."""
    yield kit.Icon("eye_off", 76, 78, 64, kit.GOLD, theme.TAR)
    yield kit.Sprite(150, 78 + kit.lower_triangle(mat.seat, 4), SeatMarker(mat.seat, theme.SEATS[mat.color], 28))
    yield from kit.fit_text(text, max_width, kit.HEAD).build_runs(196, 78, kit.GOLD, max_width=max_width + 10)


def draw_resources(mat: Mat) -> Iterator[kit.Node]:
    """Draw keys, coins and goods at the right of the question."""
    yield kit.Icon("key", 842, 78, 50, kit.WHITE, theme.TAR)
    yield kit.TextRun(874, 78, str(mat.keys), kit.HEAD, kit.WHITE, max_width=40)
    for i, (thing, number) in enumerate(build_stock(mat).items()):
        x = 968 + 122 * i
        yield kit.Sprite(x, 78, Ware(thing, 50, 0 if number else 0.6, theme.TAR))
        yield kit.TextRun(
            x + 32,
            78,
            str(number),
            kit.HEAD if number < 10 else kit.KEY,
            kit.WHITE if number else theme.DIM,
            max_width=66,
        )


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a picture, in px."""

    x: float  # left edge
    y: float  # upper edge
    w: float  # width, without the gap to the next field
    h: float  # height, without the gap to the next field

    @property
    def middle(self) -> float:
        return self.x + self.w / 2

    def build_anchor(self, place: str) -> kit.Anchor:
        """Return the anchor of an option that fills the field."""
        return kit.Anchor(place, kit.Placement(self.x, self.y, self.w, self.h, 12, (self.x + 6, self.y + 6), 34))


def build_grid(columns: int, rows: int, top: float = TOP, bottom: float = BOTTOM) -> list[Field]:
    """Return equal fields that fill the area below the question, in reading order."""
    w, h = (CONTENT_WIDTH - GAP * (columns - 1)) / columns, (bottom - top - GAP * (rows - 1)) / rows
    return [Field(LEFT + (w + GAP) * c, top + (h + GAP) * r, w, h) for r in range(rows) for c in range(columns)]


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours of words and signs on a slip."""

    main: str  # colour of the words that matter most
    muted: str  # colour of words of less weight, and of a thing that cannot be taken
    accent: str
    """Colour of values that change or are missing."""
    ground: str
    """The slip itself."""


PAPER_INKS = Inks(kit.INK, theme.INK_2, theme.BRICK, theme.SLIP)
"""On paper: an option that can be chosen."""
CLOTH_INKS = Inks(kit.WHITE, theme.MUTED, kit.GOLD, theme.TAR_2)
"""On dark cloth: an option that cannot be chosen."""


def draw_price(slot: SlotView, key_count: int, x: float, y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the key plate of a slot for a player with `key_count` keys: brass and free, or iron with its price."""
    is_free = key_count >= slot.keys
    yield from draw_key_plate(slot.keys, x, y - 32, 200, 64, is_free=is_free)
    if is_free:
        words = kit.fit_text(render_message("free", ctx.lang), 86, kit.KEY)
        yield from words.build_runs(x + 104, y, theme.INK_2, max_width=92)
    else:
        yield kit.Sprite(x + 146, y, Money(slot.price, 26))


def list_missing_coins(slot: SlotView, mat: Mat) -> list[str]:
    """Return the coins that the player lacks for the price of a slot."""
    return ["coin"] * (0 if mat.keys >= slot.keys else max(0, slot.price - mat.coins))


def list_available_units(things: list[str], stock: dict[str, int]) -> list[bool]:
    """Return for each unit of a cost whether it is available; any goods use the largest remaining stock."""
    remaining = dict(stock)
    available = []
    for thing in things:
        source = max((t for t in remaining if t != "coin"), key=lambda t: remaining[t]) if thing == "any" else thing
        available.append(remaining[source] > 0)
        remaining[source] -= remaining[source] > 0
    return available


def format_half(number: int) -> str:
    """Format half of a number, to show the sum of two sailings as income per round."""
    return f"{number // 2}" + (".5" if number % 2 else "")
