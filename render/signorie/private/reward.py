"""Which reward: the bonus of the round or florins, side by side."""

from engines.signorie.data.content import CONTENT
from engines.signorie.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import DISPLAY, Anchor, Box, Icon, Node, Scene, Sprite
from render.kit.spot import Spot
from render.kit.text import fit
from render.signorie import theme
from render.signorie.catalogue import noun, sentence
from render.signorie.layout import LEFT
from render.signorie.pieces import RewardDisc, dentils
from render.signorie.private.head import head

WIDTH, HEIGHT = 1600, 1000
_TOP, _W, _H, _GAP = 170, 747, 700, 18


def reward(view: View, look: Look, seat: int) -> Scene:
    """1600 x 1000, in a round with a bonus."""
    now = next(slot for slot in view.rewards if slot.status == "now")
    live: list[Node] = [*head(view.mats[seat], look.lang, "reward")]
    fields = (
        (f"reward:{now.number}", noun(f"reward_labels.{now.tile}", look.lang)),
        (
            f"reward:{now.number}:florins",
            sentence("reward.florins", look.lang, n=CONTENT.data.rewards.alternative_florins),
        ),
    )
    for i, (place, words) in enumerate(fields):
        x = LEFT + (_W + _GAP) * i
        middle = x + _W / 2
        live.append(Anchor(place, Spot(x, _TOP, _W, _H, 20, (x + 56, _TOP + 56), 40)))
        live.append(Box(x, _TOP, _W, _H, 20, WHITE))
        if i == 0:
            live.append(Sprite(middle, _TOP + 270, RewardDisc(now.tile or "", now.kind, "now"), 4))
        else:
            live.append(Icon("florin", middle, _TOP + 270, 260, INK, WHITE))
        live += fit(words, _W - 60, DISPLAY, 2).runs(middle, _TOP + 560, INK, "m", room=_W - 40)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, dentils(HEIGHT), tuple(live))
