"""The end: who has won and how, and what each dominance check brought to whom."""

from collections.abc import Iterator, Sequence

from engines.pax_pamir.table.state import Check
from engines.pax_pamir.view import View
from render.kit import ending
from render.kit.colour import GOLD, WHITE, darker, mix
from render.kit.ending import Standing, Tones
from render.kit.look import Look
from render.kit.scene import BODY, DISPLAY, HEAD, KEY, Box, Disc, Icon, Node, Scene, Sprite, Text
from render.kit.text import fit, fit_all, legible, measure
from render.kit.tokens import SeatShape
from render.pax_pamir import theme
from render.pax_pamir.catalogue import name, noun, sentence
from render.pax_pamir.layout import HEADER_MID, HEIGHT, WIDTH
from render.pax_pamir.pieces import Emblem, kilim

TONES = Tones(theme.WOOL, theme.PANEL, theme.LINE, theme.INK_2)
_HEADS, _HEAD_H, _ROWS = 346, 118, 480
_CELLS, _CELLS_W, _NAME_X = 470, 870, 206


def final(view: View, look: Look) -> Scene:
    """1600 x 1200, after the end."""
    standings = _standings(view, look)
    winners = [one for one in standings if one.place == 1]
    live = (
        *_header(view, look),
        *ending.band(winners, _says(winners, look), _why(view, standings, look), TONES),
        *_heads(view, look),
        *_rows(view, standings),
    )
    paper = Box(20, 124, 1560, HEIGHT - 144, 22, theme.WOOL, corners=(False, False, True, True))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, (paper, *kilim(112, 12, theme.MADDER)), live)


def _standings(view: View, look: Look) -> tuple[Standing, ...]:
    """Best first."""
    return tuple(
        Standing(
            score.seat,
            theme.SEATS[view.players[score.seat].color],
            name(view, score.seat, look),
            score.place,
            score.total,
        )
        for score in view.scores
    )


def _says(winners: Sequence[Standing], look: Look) -> str:
    if len(winners) == 1:
        return sentence("header.winner", look.lang, name=legible(winners[0].name))
    return sentence("header.winners", look.lang, names=tuple(legible(one.name) for one in winners))


def _why(view: View, standings: Sequence[Standing], look: Look) -> str:
    """What the last check gave the winner, and the margin; between equals what decided."""
    if not view.checks:
        return ""
    last, first, behind = view.checks[-1], standings[0], ending.margin(standings)
    gained = sentence("final.gained", look.lang, n=last.gained[first.seat]) if last.gained[first.seat] else ""
    if behind is None:
        told = sentence("final.shared", look.lang)
    elif behind[0]:
        told = sentence("final.ahead", look.lang, n=behind[0], name=legible(behind[1].name))
    else:
        told = sentence("final.tie", look.lang, name=legible(behind[1].name))
    return sentence("final.why", look.lang, gained=gained, margin=told) if gained else told


def _header(view: View, look: Look) -> Iterator[Node]:
    title = fit(sentence("final.title", look.lang), 360, HEAD)
    yield from title.runs(44, HEADER_MID, WHITE, room=370)
    x = 44 + measure(title.lines[0], title.size) + 70
    for coalition, blocks in view.blocks.items():
        yield Sprite(x + 28, HEADER_MID, Emblem(coalition, 54))
        yield Text(x + 68, HEADER_MID, str(blocks), HEAD, WHITE, room=80)
        x += 176
    words = fit(sentence("final.checks", look.lang, n=len(view.checks)), 1556 - x, KEY)
    yield from words.runs(1556, HEADER_MID, theme.MUTED, "r", room=1556 - x)


def _columns(view: View) -> list[tuple[float, float]]:
    """Left edge and width of the column of each check."""
    pitch = _CELLS_W / max(2, len(view.checks))
    return [(_CELLS + pitch * i, pitch - 12) for i in range(len(view.checks))]


def _heads(view: View, look: Look) -> Iterator[Node]:
    """A night field for each check with the coalition that won it, or cylinders for nobody."""
    if not view.checks:
        return
    wide = len(view.checks) < 5
    lang, room = look.lang, _CELLS_W / max(2, len(view.checks)) - 12 - (108 if wide else 24)
    tops = fit_all([sentence("final.check", lang, n=check.number) for check in view.checks], room, KEY)
    for check, (x, w), top in zip(view.checks, _columns(view), tops, strict=True):
        edge = GOLD if check.final else None
        yield Box(x, _HEADS, w, _HEAD_H, 12, theme.NIGHT, edge, 4 if check.final else 0)
        colour, middle = GOLD if check.final else WHITE, _HEADS + _HEAD_H / 2
        if not wide:
            yield from top.runs(x + w / 2, _HEADS + 30, colour, "m", room=w - 8)
            yield from _sign(check, x + w / 2, _HEADS + 82, 50)
            continue
        yield from _sign(check, x + 50, middle, 66)
        yield from top.runs(x + 96, middle - 22, colour, room=room)
        who = sentence("final.nobody", lang) if check.dominant is None else noun(f"coalition.{check.dominant}", lang)
        doubled = sentence("final.doubled", lang, who=who) if check.final else who
        label = fit(doubled, room, BODY)
        if label.cut:  # the emblem says who
            label = fit("×2" if check.final else who, room, BODY)
        if not label.cut:
            yield from label.runs(x + 96, middle + 26, GOLD if check.final else theme.MUTED, room=room)


def _sign(check: Check, x: float, y: float, size: float) -> Iterator[Node]:
    if check.dominant is not None:
        yield Sprite(x, y, Emblem(check.dominant, size))
        return
    r = size * 0.2
    for dx, dy in ((-1.5, 0.5), (1.5, 0.5), (0, -0.5)):
        yield Disc(x + dx * r, y + dy * r, r, theme.MUTED, theme.NIGHT, 3)


def _rows(view: View, standings: Sequence[Standing]) -> Iterator[Node]:
    """For each player what every check gave, what it counted, and one thin bar of all points."""
    best = [max(check.gained, default=0) for check in view.checks]
    scale = _CELLS_W / max(1, *(one.total for one in standings))
    for one, row in zip(standings, ending.rows(len(standings), _ROWS), strict=True):
        yield from ending.frame(one, row, TONES)
        player, middle = view.players[one.seat], row.y + row.h / 2
        low = row.h < 120
        yield from ending.name(one, _NAME_X, middle - (20 if low else 24), _CELLS - _NAME_X - 12)
        foot = middle + (26 if low else 32)
        if player.loyalty is not None:
            yield Sprite(_NAME_X + 20, foot, Emblem(player.loyalty, 38))
        yield Icon("prize", _NAME_X + 76, foot, 34, theme.MADDER, WHITE)
        yield Text(_NAME_X + 98, foot, str(player.influence), BODY, theme.INK_2, room=50)
        at = float(_CELLS)
        for i, (check, (x, w)) in enumerate(zip(view.checks, _columns(view), strict=True)):
            yield from _cell(check, one, best[i], x, middle - 8, w, low)
            gained = check.gained[one.seat]
            if gained:
                colour = mix(one.colour, theme.PANEL, (0.45, 0.0, 0.25)[i % 3])
                yield Box(at, row.y + row.h - 24, gained * scale - 4, 14, 7, colour, darker(one.colour, 0.45), 2)
                at += gained * scale


def _after(best: int, small: bool) -> float:
    """Px from the left edge of the points to what counted, the same for all players at a check."""
    return max(134, measure(f"+{best}", HEAD if small else DISPLAY) + 36)


def _cell(check: Check, one: Standing, best: int, x: float, y: float, w: float, low: bool) -> Iterator[Node]:
    """What a player gained, and beside it the influence or the cylinders that counted."""
    gained, strength = check.gained[one.seat], check.strength[one.seat]
    narrow = w < 230
    size = HEAD if narrow or low or gained < best else DISPLAY
    left = x + 24
    if gained:
        yield Text(left, y, f"+{gained}", size, theme.NIGHT, room=_after(best, narrow or low) - 20)
    else:
        yield Text(left, y, "–", HEAD, theme.LINE, room=60)
    if narrow:
        return
    left += _after(best, low)
    if check.dominant is not None and not strength:
        yield Icon("prize", left, y, 34, theme.LINE, theme.PANEL)
        return
    if check.dominant is None:
        yield Sprite(left, y, SeatShape(one.seat, one.colour, 15))
    else:
        yield Icon(
            "prize",
            left,
            y,
            38,
            theme.COALITIONS[check.dominant],
            WHITE,
            darker(theme.COALITIONS[check.dominant], 0.55),
            2,
        )
    yield Text(left + 28, y, str(strength), KEY if not low else BODY, theme.INK_2, room=60)
