"""The head of a decision picture: the closed eye, the question, and the means that decide."""

from collections.abc import Iterator

from engines.signorie.view import Mat
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang
from render.kit.scene import HEAD, Icon, Node, Sprite, Text
from render.kit.text import fit, measure
from render.kit.tokens import Meeple, SeatToken
from render.signorie import theme
from render.signorie.catalogue import sentence

MID = 66
_RIGHT, _WORDS = 1556, 560
_GAP = 34


def head(mat: Mat, lang: Lang, question: str) -> Iterator[Node]:
    """From the right to the left: dice against the threshold, women, men, florins, the seat."""
    yield Icon("eye_off", 76, MID, 60, GOLD, theme.VERDE)
    words = fit(sentence(f"asked.{question}", lang), _WORDS, HEAD)
    yield from words.runs(120, MID, GOLD, room=_WORDS)
    colour, x = theme.SEATS[mat.color], float(_RIGHT)
    limit = f"{mat.dice_sum}/{mat.threshold}"
    yield Text(x, MID, limit, HEAD, WHITE, "r", room=180)
    x -= measure(limit, HEAD) + 30
    sign, tint = ("check", theme.MUTED) if mat.within else ("pass", theme.ROSE)
    yield Icon(sign, x, MID, 40, tint, theme.VERDE)
    x -= 20 + _GAP + 20
    for kind, number in (("woman", mat.women), ("man", mat.men), ("florin", mat.florins)):
        yield Text(x, MID, str(number), HEAD, WHITE, "r", room=110)
        x -= measure(str(number), HEAD) + 38
        if kind == "florin":
            yield Icon("florin", x, MID, 54, INK)
        else:
            yield Sprite(x, MID, Meeple(kind, colour, 60, rim=True))
        x -= 32 + _GAP
    lower = 4 if mat.seat == 2 else 0
    yield Sprite(x - 24, MID + lower, SeatToken(mat.seat, colour, 36, ring=True))
