"""Which contracts: those of the own cities, and those that are held."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look, Mark
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Icon, Line, Node, Scene, Shape, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.frame import belongings, caption, framed, named, question, reader
from render.marco_polo_ii.panels.grid import ASIDE, WHOLE, Field, fields
from render.marco_polo_ii.pieces.cards import largest
from render.marco_polo_ii.pieces.goods import Run, bundle

COST = ("camels", "pepper", "silk", "gold", "jade")


def take(view: View, look: Look) -> Scene:
    """Contracts on offer with their cities; few beside the own stock and slots, many over the whole width."""
    mat, marks = reader(view, look), named(look, "contract")
    few = len(marks) <= 6
    live: list[Node] = [*question(sentence("ask_contracts", look.lang), mat, 900)]
    live += (*belongings(mat, look), *held(mat, look)) if few else _means(mat)
    area = Field(WHOLE.x, WHOLE.y, 1110 if few else WHOLE.w, WHOLE.h - (0 if few else 96))
    columns = (2 if len(marks) == 4 else 3) if few else -(-len(marks) // 2)
    for mark, at in zip(marks, fields(len(marks), area, columns, gap=14, tallest=WHOLE.h, widest=548), strict=True):
        live += _on_offer(view, mat, mark, at, look)
    if not few:
        live += _slots(mat, look, 872)
    return framed(live)


def _on_offer(view: View, mat: Mat, mark: Mark, at: Field, look: Look) -> Iterator[Node]:
    """The number and the city above a contract."""
    contract = mark.place.removeprefix("contract:")
    city = next(city for city, offered in view.on_offer.items() if contract in offered)
    below = Field(at.x, at.y + 44, at.w, at.h - 44)
    name = noun(f"cities.{city}", look.lang)
    yield from fit(name, at.w - 70, BODY).runs(at.x + 54, at.y + 20, WHITE, room=at.w - 56)
    yield Anchor(mark.place, Spot(below.x, below.y, below.w, below.h, 8, (at.x + 20, at.y + 22), 24))
    yield from letter(contract, below, mat)


def _means(mat: Mat) -> Iterator[Node]:
    """What contracts cost, as far as it is in stock, at the right of the question."""
    at = WHOLE.right - 100.0
    for key in reversed(COST):
        n = mat.carried[key]
        yield Box(at - 12, 50, 104, 64, 10, theme.PLUM_2)
        yield Icon(key, at + 18, 82, 40, mix(theme.GOODS[key], WHITE, 0.35 if n else 0), theme.PLUM_2)
        yield Text(at + 46, 82, str(n), KEY, WHITE if n else theme.MUTED, room=46)
        at -= 112


def _slots(mat: Mat, look: Look, top: float) -> Iterator[Node]:
    """What is held already, and must go if a slot is needed."""
    w, h = 420.0, 84.0
    yield from fit(sentence("held", look.lang), 240, BODY, 2).runs(WHOLE.x, top + h / 2, theme.MUTED, room=240)
    for i in range(CONTENT.data.setup.active_contract_slots):
        x = WHOLE.x + 260 + (w + 24) * i
        if i >= len(mat.contracts):
            yield Box(x, top, w, h, 8, None, theme.MUTED, 3)
            yield from fit(sentence("free_slot", look.lang), w - 20, BODY).runs(
                x + w / 2, top + h / 2, theme.MUTED, "m", room=w - 16
            )
            continue
        line = CONTENT.contracts[mat.contracts[i]]
        yield Box(x, top, w, h, 8, WHITE)
        yield Sprite(x + 44, top + h / 2, Seal(str(line.reward.vp), 32))
        yield from _costs(line.cost, w - 100).at(x + 88, top + h / 2)


def _costs(cost: Cost, room: float) -> Run:
    return largest(lambda s, size: bundle(cost, s, size, ground=WHITE), room, 2)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A contract as it is remembered when it has gone: the sheet with its rolls."""

    w: float
    h: float

    def shapes(self) -> tuple[Shape, ...]:
        left, top = -self.w / 2, -self.h / 2
        return (
            Box(left, top + 8, self.w, self.h - 16, 2, theme.LINE),
            Box(left, top, self.w, 14, 6, theme.RED),
            Box(left, -top - 14, self.w, 14, 6, theme.RED),
        )


def letter(ident: str, at: Field, mat: Mat) -> Iterator[Node]:
    """A contract with its cost, lit where it is in stock, and below the line what it brings."""
    line = CONTENT.contracts[ident]
    roll = theme.BLUE if ident in CONTENT.data.starting_contracts else theme.RED
    x, y, w, h = at.x, at.y, at.w, at.h
    yield Box(x + 4, y + 4, w - 8, h - 8, 2, WHITE)
    yield Box(x, y, w, 14, 6, roll)
    yield Box(x, y + h - 14, w, 14, 6, roll)
    costs = [(key, n) for key in COST if (n := getattr(line.cost, key))]
    rows = -(-len(costs) // 2)
    room = 0.58 * h - 20
    pitch = min(150.0, room / max(1, rows))
    size = min(104.0, pitch - 8, 0.2 * w)
    for i, (key, n) in enumerate(costs):
        cx = x + w * (0.2 if i % 2 == 0 else 0.64)
        cy = y + 16 + room / 2 + pitch * (i // 2 - (rows - 1) / 2)
        enough = mat.carried[key] >= n
        yield Icon(key, cx, cy, size, theme.GOODS[key] if enough else mix(theme.GOODS[key], WHITE, 0.62), WHITE)
        words = str(n) if enough or w < 260 else f"{mat.carried[key]}/{n}"  # so many are there of those that are needed
        large = HEAD if size > 70 and (enough or w > 450) else KEY
        yield Text(cx + 0.62 * size, cy, words, large, INK if enough else theme.INK_2, room=0.36 * w - 0.62 * size + 8)
    middle = y + 0.8 * h
    yield Line(((x + 18, y + 0.62 * h), (x + w - 18, y + 0.62 * h)), theme.LINE, 2)
    r = min(76.0, 0.16 * h, 0.2 * w)
    yield Sprite(x + 18 + r, middle, Seal(str(line.reward.vp), r))
    rest = Gain(**{key: n for key in Gain.__struct_fields__ if key != "vp" and (n := getattr(line.reward, key))})
    run = largest(lambda s, size: bundle(rest, s, size, ground=WHITE), w - 2 * r - 50, 1)
    yield from run.centred(x + (w + 2 * r + 18) / 2, middle)


def discard(view: View, look: Look) -> Scene:
    """Held contracts, of which one goes; a drawn one has a frame."""
    mat, marks = reader(view, look), named(look, "discard")
    key = "ask_drawn" if view.drawn is not None else "ask_discard"
    two = len(marks) == 2
    live: list[Node] = [*question(sentence(key, look.lang), mat, 900), *(belongings(mat, look) if two else _means(mat))]
    area = Field(WHOLE.x, WHOLE.y, 1110, WHOLE.h) if two else WHOLE
    for mark, at in zip(marks, fields(len(marks), area, 3, gap=24, tallest=WHOLE.h, widest=543), strict=True):
        ident = mark.place.removeprefix("discard:")
        below = Field(at.x, at.y + 60, at.w, at.h - 60)
        word = sentence("just_drawn" if ident == view.drawn else "held_one", look.lang)
        live += fit(word, at.w - 90, KEY).runs(at.x + 72, at.y + 26, WHITE, room=at.w - 76)
        live.append(Anchor(mark.place, Spot(below.x, below.y, below.w, below.h, 8, (at.x + 28, at.y + 28), 30)))
        live += letter(ident, below, mat)
    return framed(live)


def held(mat: Mat, look: Look, top: float = 486) -> Iterator[Node]:
    """The own contracts in the panel at the right, from `top` down to its foot."""
    yield from caption(sentence("held", look.lang), top)
    slots = CONTENT.data.setup.active_contract_slots
    w, h = (ASIDE.w - 52) / slots, min(300.0, WHOLE.foot - top - 78)
    for i in range(slots):
        x = ASIDE.x + 20 + (w + 12) * i
        if i < len(mat.contracts):
            yield from letter(mat.contracts[i], Field(x, top + 62, w, h), mat)
        else:
            yield Box(x, top + 62, w, h, 8, None, theme.MUTED, 3)
            yield from fit(sentence("free_slot", look.lang), w - 20, DETAIL).runs(
                x + w / 2, top + 62 + h / 2, theme.MUTED, "m", room=w - 16
            )
