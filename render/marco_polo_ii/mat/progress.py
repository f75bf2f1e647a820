"""How far a seat has come: seals, crests with what they score, contracts that are done."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import Mat
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Icon, Line, Node, Poly, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.pieces.cards import largest, swap
from render.marco_polo_ii.pieces.goods import Run, bundle, glyph, label, row
from render.marco_polo_ii.pieces.people import CrestShield, GuildSeal

LEFT, W = 1060, 496


def seals(one: Mat, look: Look) -> Iterator[Node]:
    """Improved: white ground and income; basic: price and what it will bring; none: the least value and its jade."""
    for j, guild in enumerate(GUILDS):
        top = 142 + 129 * j
        y, state, line = top + 64, one.seals[guild], CONTENT.data.guilds[guild]
        shape = "none" if state is None else "improved" if state else "basic"
        if state:
            ends = (j == 0, j == 0, j == 3, j == 3)
            yield Box(LEFT + 2, top + 2, W - 4, 125, 11, WHITE, corners=ends)
        yield Anchor(f"guild:{guild}", Spot(LEFT + 8, top + 6, W - 16, 116, 10), shape, part="seals")
        if j:
            yield Line(((LEFT + 16, top), (LEFT + W - 16, top)), theme.LINE, 2)
        yield Sprite(LEFT + 66, y, GuildSeal(guild, 92, shape))
        ink = theme.INK_2 if state is None else INK
        name = noun(f"guilds.{guild}", look.lang, short=True)
        yield from fit(name, 340, BODY).runs(LEFT + 138, y - 26, ink, room=340)
        if state is None:
            runs = [label(f"{line.min_value}+", KEY, theme.INK_2)]
            if line.jade_on_take:
                jade = glyph(Icon("jade", 0, 0, 36, theme.GOODS["jade"], theme.PANEL), 38)
                runs.append(row([jade, label(str(line.jade_on_take), KEY, theme.INK_2)], 4))
            run = row(runs, 28)
        elif state:
            run = row([_income(), bundle(line.improved_bonus, 38, KEY, ground=WHITE)], 18)
        else:
            run = _to_improve(guild)
        yield from run.at(LEFT + 138, y + 26)


def _to_improve(guild: str) -> Run:
    line = next(line for name, line in CONTENT.data.guilds.items() if name == guild)
    return largest(lambda s, size: swap(line.improve_cost, line.improved_bonus, s, size, ground=theme.PANEL), 344, 2)


def _income() -> Run:
    return Run((Box(0, -24, 44, 48, 8, theme.RED), *label("!", BODY, WHITE).centred(22, 0)), 44)


def crests(one: Mat, look: Look) -> Iterator[Node]:
    """The nine crests and the bonus one; how many there are, what they score, and the next step."""
    yield Anchor(f"crests:{one.seat}", Spot(LEFT + 8, 716, 396, 238), one.crests, part="crests")
    yield from fit(sentence("crests", look.lang), 300, DETAIL).runs(LEFT + 18, 700, theme.INK_2, room=300)
    shown = [*CONTENT.data.crests]
    for i, crest in enumerate(shown):
        x, y = LEFT + 54 + 78 * (i % 5), 772 + 112 * (i // 5)
        if crest in one.crests:
            yield Sprite(x, y, CrestShield(crest, 74))
        else:
            unique = CONTENT.data.crests[crest].unique
            pale = mix(theme.UNIQUE if unique else theme.RIM, theme.PANEL, 0.82)
            icon = "star4" if crest == "star" else crest
            yield Icon("shield", x, y, 74, pale, theme.PANEL)
            yield Icon(icon, x, y, 68, pale, mix(pale, INK, 0.22))
    if one.bonus_crests:
        x, y = LEFT + 54 + 78 * 4, 772 + 112
        yield Icon("shield", x, y, 74, INK, theme.PANEL)
        yield Text(x, y - 4, f"+{one.bonus_crests}", BODY, WHITE, "m", room=60)
    count, vp = len(one.crests) + one.bonus_crests, CONTENT.data.crest_scoring.vp
    x = LEFT + W - 50
    yield Text(x, 724, str(count), HEAD, INK, "m", room=90)
    yield Poly(((x - 12, 758), (x + 12, 758), (x, 774)), theme.INK_2)
    yield Sprite(x, 826, Seal(str(one.crest_vp), 42))
    if count + 1 < len(vp):
        yield from fit(sentence("next", look.lang), 90, DETAIL).runs(x, 896, theme.INK_2, "m", room=90)
        yield Text(x, 932, str(vp[count + 1]), BODY, theme.INK_2, "m", room=80)


def goal(one: Mat, look: Look) -> Iterator[Node]:
    """Without the expansion the contracts that are done stand in the place of the caravan."""
    yield from fit(sentence("done", look.lang), 400, DETAIL).runs(580, 594, theme.INK_2, room=400)
    for i, contract in enumerate(one.fulfilled[:15]):
        x, y = 622 + 90 * (i % 5), 668 + 108 * (i // 5)
        reward = CONTENT.contracts[contract].reward.vp
        yield Box(x - 38, y - 44, 76, 88, 3, WHITE, theme.LINE, 2)
        yield Box(x - 42, y - 48, 84, 9, 4, theme.RED)
        yield Box(x - 42, y + 39, 84, 9, 4, theme.RED)
        yield Sprite(x, y, Seal(str(reward), 30))
    if not one.fulfilled:
        yield Icon("mission", 802, 766, 120, theme.LINE, theme.PANEL)
