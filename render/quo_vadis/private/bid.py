"""How much morale for a war: what each side may reach, what every declaration would lead to, and what is at stake."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.quo_vadis.table.odds import Chance, at_most
from engines.quo_vadis.view import View
from engines.quo_vadis.war_view import BidView, SideView, WarView
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, fit_name
from render.kit.tokens import NumberDisc, Seal, SeatToken
from render.quo_vadis import theme
from render.quo_vadis.catalogue import noun, sentence
from render.quo_vadis.pieces import RuinPiece, TownPiece
from render.quo_vadis.private.frame import PALE, night

LEFT, RIGHT, TOP, FOOT = 330.0, 930.0, 142.0, 956.0
TALLEST = 76.0, 110.0
"""Of the row of a rival: among many, and alone or in pairs."""


def offer(view: View, look: Look) -> Scene:
    """1600 x 1000."""
    assert look.viewer is not None and view.turn is not None and view.turn.war is not None
    war, me = view.turn.war, look.viewer
    scale = _scale(war)
    rivals = [side for side in war.sides if side.seat != me]
    row = TALLEST[len(rivals) < 3]
    under = TOP + 52 + row * len(rivals)
    pitch = min(220.0, (FOOT - under - 10) / max(1, len(war.bids)))
    live = (
        *_rivals(view, look, war, rivals, scale, row),
        *(
            node
            for i, bid in enumerate(war.bids)
            for node in _bid(view, look, me, war.of(me), bid, scale, under + 14 + pitch * i, pitch - 10)
        ),
        *_stakes(view, look, war, me),
    )
    morale = (
        Icon("banner", 1430, 72, 52, PALE["morale"], theme.FRAME),
        Text(1500, 72, str(war.of(me).morale), HEAD, WHITE, "r", room=70),
        Text(1504, 76, f"/{view.players[me].maxima.get('morale', 0)}", BODY, theme.MUTED, room=60),
    )
    return night(look, "ask_bid", live, morale)


@dataclass(frozen=True, slots=True)
class Scale:
    """Totals from `low` to `high` in columns of `step` px."""

    low: int
    high: int
    step: float

    def x(self, total: float) -> float:
        return LEFT + (total - self.low + 0.5) * self.step


def _scale(war: WarView) -> Scale:
    least = min(side.strength for side in war.sides) + 1
    most = max(side.strength + side.sides for side in war.sides)
    most = max(most, *(bid.strength + war.of(war.asked).sides for bid in war.bids)) if war.asked is not None else most
    return Scale(least, most, min(52.0, (RIGHT - LEFT) / (most - least + 1)))


def _rivals(view: View, look: Look, war: WarView, rivals: list[SideView], scale: Scale, row: float) -> Iterator[Node]:
    under = TOP + 52 + row * len(rivals)
    yield Box(44, TOP, 1110, under - TOP, 12, theme.NIGHT_2)
    yield from fit(sentence("rivals", look.lang), 220, DETAIL).runs(64, TOP + 28, theme.MUTED, room=220)
    for total in range(scale.low + scale.low % 2, scale.high + 1, 2):
        yield Text(scale.x(total), TOP + 28, str(total), DETAIL, theme.MUTED, "m", room=2 * scale.step)
        yield Line(((scale.x(total), TOP + 50), (scale.x(total), under - 10)), theme.NIGHT_3, 2)
    for i, side in enumerate(rivals):
        y = TOP + 52 + row * i + row / 2
        colour = theme.race(view.players[side.seat].race)
        yield Sprite(92, y, SeatToken(side.seat, colour, 25, ring=True, edge=INK))
        elated, levy = war.elated == side.seat, side.bid is None and side.reserve > 0
        name = fit_name(look.names[side.seat], 190, BODY)
        yield from name.runs(130, y - (14 if elated or levy else 0), WHITE, room=196)
        if elated:
            yield from fit(noun("concept.elated", look.lang), 190, DETAIL).runs(130, y + 22, PALE["morale"], room=196)
        elif levy:
            words = sentence("levy", look.lang, skill=noun("skill.S30", look.lang), n=side.reserve)
            yield from fit(words, 190, DETAIL).runs(130, y + 22, theme.MUTED, room=196)
        if side.bid is None and side.morale + side.reserve:
            far = scale.x(side.strength + side.sides + side.morale + side.reserve) + 0.5 * scale.step
            start = scale.x(side.strength + 1) - 0.5 * scale.step
            yield Box(start, y - 24, min(far, RIGHT + 10) - start, 48, 20, None, theme.MUTED, 3)
        yield from _boxes(side.strength, side.sides, side.dice, colour, scale, y, row - 36)
        yield Icon("banner", 1000, y, 40, PALE["morale"], theme.NIGHT_2)
        if side.bid is None:
            yield Icon("hourglass", 1044, y, 34, theme.MUTED, theme.NIGHT_2)
            yield Text(1068, y, f"≤{side.morale}", BODY, theme.MUTED, room=80)
        else:
            yield Text(1032, y, str(side.bid), KEY, WHITE, room=60)


def _boxes(strength: int, sides: int, dice: int, colour: str, scale: Scale, y: float, most: float) -> Iterator[Node]:
    """A box for every result of the die at its total: equally high for one die, by chance for several."""
    chance = Chance(strength, sides, dice)
    likely = [at_most(chance, pips) - at_most(chance, pips - 1) for pips in range(1, sides + 1)]
    w = scale.step - 6
    for pips, part in enumerate(likely, 1):
        h = most if dice == 1 else max(8.0, most * part / max(likely))
        edge = WHITE if dice > 1 else INK
        yield Box(scale.x(strength + pips) - w / 2, y - h / 2, w, h, min(6, h / 2), colour, edge, 2)


def _bid(
    view: View, look: Look, me: int, side: SideView, bid: BidView, scale: Scale, y: float, h: float
) -> Iterator[Node]:
    """One declaration."""
    middle = y + h / 2
    big = KEY if h < 62 else HEAD
    colour = theme.race(view.players[me].race)
    yield Anchor(f"bid:{bid.morale}", Spot(44, y, 1110, h, 12, badge=(50, middle), badge_r=min(28, h / 2 - 2)))
    yield Box(44, y, 1110, h, 12, WHITE)
    yield Icon("banner", 124, middle, min(46, h - 8), theme.TRACK_COLOUR["morale"], WHITE)
    yield Text(156, middle, str(bid.morale), big, INK, room=44)
    yield from _left(look, bid, middle, h)
    for total in range(scale.low + scale.low % 2, scale.high + 1, 2):
        yield Line(((scale.x(total), y + 8), (scale.x(total), y + h - 8)), theme.LINE, 2)
    yield from _boxes(bid.strength, side.sides, bid.dice, colour, scale, middle, min(96, h - 12))
    if bid.chance is not None:
        yield Text(1136, middle, f"{bid.chance}%", big, INK, "r", room=140)


def _left(look: Look, bid: BidView, y: float, h: float) -> Iterator[Node]:
    """The morale that is left, and with what comes back after a lost war; in a low row both in figures."""
    leaves = sentence("leaves", look.lang, n=bid.left)
    if not bid.back:
        yield from fit(leaves, 112, BODY if h >= 40 else DETAIL).runs(206, y, theme.INK_2, room=120)
    elif h < 58:
        yield Text(206, y, f"{bid.left} → {bid.left + bid.back}", BODY, theme.INK_2, room=120)
    else:
        lost = sentence("if_lost_left", look.lang, n=bid.left + bid.back)
        for words, dy in zip(fit_all([leaves, lost], 114, DETAIL), (-15, 15), strict=True):
            yield from words.runs(206, y + dy, theme.INK_2, room=120)


# ------------------------------------------------------------------ what is at stake


def _stakes(view: View, look: Look, war: WarView, me: int) -> Iterator[Node]:
    """What is won, what is lost, and who wins a tie."""
    x, y, side = 1172.0, TOP, war.of(me)
    yield Box(x, y, 384, FOOT - TOP, 12, theme.NIGHT_2)
    yield Sprite(x + 58, y + 54, NumberDisc(war.area, 38, 32, WHITE, theme.BRONZE_2, WHITE, 3))
    yield from fit(sentence("war_in", look.lang), 250, KEY).runs(x + 110, y + 54, WHITE, room=260)
    yield from _head(look, "if_won", x, y + 116)
    yield Sprite(x + 66, y + 204, Seal(f"+{side.prize}", 38))
    towns = _towns(view, war, me, own=False)
    for i, (owner, population, _) in enumerate(towns[:3]):
        yield _town(view, owner, population, x + 160 + 74 * i, y + 202)
    if side.spoils:
        spoils = sentence("spoils_one" if side.spoils == 1 else "spoils", look.lang, n=side.spoils)
        yield from fit(spoils, 344, BODY, 2).runs(x + 22, y + 292, WHITE, room=350)
    yield from _head(look, "if_lost", x, y + 342)
    yield from _losses(view, look, war, me, x, y + 420)
    yield from _head(look, "ties", x, y + 648)
    for i, seat in enumerate(war.order):
        token = SeatToken(seat, theme.race(view.players[seat].race), 26, ring=True, edge=INK)
        yield Sprite(x + 56 + 70 * i, y + 738, token)
    words = fit(sentence("ties_order", look.lang), 344, DETAIL)
    yield from words.runs(x + 22, y + 792, theme.MUTED, room=350)


def _head(look: Look, key: str, x: float, y: float) -> Iterator[Node]:
    yield Line(((x + 22, y), (x + 362, y)), theme.NIGHT_3, 3)
    yield from fit(sentence(key, look.lang), 344, BODY).runs(x + 22, y + 32, theme.MUTED, room=350)


def _losses(view: View, look: Look, war: WarView, me: int, x: float, y: float) -> Iterator[Node]:
    """Workers go home, towns lose population, wrath grows."""
    player, side = view.players[me], war.of(me)
    workers = sum(space.workers[me] for space in view.area(war.area).spaces)
    colour = theme.race(player.race)
    if workers:
        for i in range(min(workers, 3)):
            yield Sprite(x + 56 + 44 * i, y + 16, SeatToken(me, colour, 26, ring=True, edge=INK))
        home = sentence("go_home_one" if workers == 1 else "go_home", look.lang, n=workers)
        at = x + 104 + 44 * min(workers, 3) - 44
        yield from fit(home, x + 370 - at, BODY, 2).runs(at, y + 16, WHITE, room=x + 376 - at)
        y += 72
    for owner, population, after in _towns(view, war, me, own=True)[:3]:
        yield _town(view, owner, population, x + 56, y + 16)
        yield Text(x + 104, y + 16, f"{population} →", KEY, WHITE, room=110)
        yield _town(view, owner, after, x + 232, y + 16)
        y += 72
    if player.wrath < side.wrath:
        yield Box(x + 28, y - 12, 56, 56, 10, WHITE)
        yield Icon("bolt", x + 56, y + 16, 38, INK, WHITE)
        yield Text(x + 104, y + 16, f"{player.wrath} → {side.wrath}", KEY, WHITE, room=240)


def _towns(view: View, war: WarView, me: int, *, own: bool) -> list[tuple[int, int, int]]:
    """Owner, population, and population after a lost war, of the standing towns of the area."""
    found = [space.town for space in view.area(war.area).spaces if space.town is not None and space.town.population]
    return [
        (town.owner, town.population, max(0, town.population - war.of(town.owner).loss))
        for town in found
        if (town.owner == me) == own
    ]


def _town(view: View, owner: int, population: int, x: float, y: float) -> Sprite:
    colour = theme.race(view.players[owner].race)
    return Sprite(x, y, TownPiece(owner, colour, 58, population) if population else RuinPiece(owner, colour, 54))
