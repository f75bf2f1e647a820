"""Five new cards: those that would leave, and what it takes."""

from engines.kilia.data.content import CONTENT
from engines.kilia.view import View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.panels.frame import Field, framed, means, question
from render.kilia.panels.moves import backs
from render.kilia.pieces.cards import action_card
from render.kilia.pieces.goods import Money
from render.kit.colour import WHITE
from render.kit.look import Look
from render.kit.scene import DISPLAY, HEAD, Box, Icon, Scene, Sprite
from render.kit.text import fit

PITCH, CARDS, FIELDS = 306, 142, 496


def refresh(view: View, look: Look) -> Scene:
    """Private: the five cards, and below them both answers."""
    assert look.viewer is not None
    mat = view.mats[look.viewer]
    cost = CONTENT.data.council_board.refresh_cost
    live = [*question(sentence("refresh", look.lang), mat), *means(mat)]
    for slot in view.slots:
        if slot.card is not None:
            live += action_card(slot.card, 44 + PITCH * (slot.number - 1), CARDS, look.lang, open_=True, h=330)
    new, keep = Field(44, FIELDS, 747, 452), Field(809, FIELDS, 747, 452)
    for field, key in ((new, "new"), (keep, "keep")):
        live.append(field.anchor(f"offer:{key}"))
        live.append(Box(field.x, field.y, field.w, field.h, 12, theme.TAR_2))
        words = fit(sentence(f"refresh_{key}", look.lang), field.w - 80, HEAD)
        live += words.runs(field.middle, field.y + 80, WHITE, "m", field.w - 40)
    live += [
        Sprite(new.middle - 190, new.y + 220, Money(cost, 70)),
        Icon("arrow", new.middle - 70, new.y + 220, 60, theme.MUTED, theme.TAR_2),
        *backs(new.middle + 120, new.y + 220, 120),
        *fit(f"{mat.coins} → {mat.coins - cost}", 400, DISPLAY).runs(new.middle, new.y + 372, WHITE, "m", 420),
        *fit(f"{mat.coins}", 400, DISPLAY).runs(keep.middle, keep.y + 372, WHITE, "m", 420),
        Icon("hand", keep.middle, keep.y + 220, 130, theme.MUTED, theme.TAR_2),
    ]
    return framed(tuple(live))
