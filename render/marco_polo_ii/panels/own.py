"""What is the reader's own when nothing is asked: goal card, contracts, crests, dice and goods."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, Box, Icon, Node, Scene, Sprite, Text
from render.kit.text import fit
from render.kit.tokens import Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import sentence
from render.marco_polo_ii.panels.frame import belongings, framed, question, reader
from render.marco_polo_ii.panels.goals import CARD_W, PITCH, crest_table, goal_card
from render.marco_polo_ii.panels.grid import WHOLE, Field
from render.marco_polo_ii.panels.letters import letter


def own(view: View, look: Look) -> Scene:
    """The reader's goal card with what is reached, contracts, crests, dice and goods."""
    mat = reader(view, look)
    live: list[Node] = [*question(sentence("own_panel", look.lang), mat)]
    if mat.goal is not None:
        live += goal_card(mat.goal, Field(WHOLE.x, WHOLE.y, CARD_W, WHOLE.h), mat, look)
    else:
        for j, ident in enumerate(mat.dealt):
            live += goal_card(ident, Field(WHOLE.x + PITCH * j, WHOLE.y, CARD_W, WHOLE.h), mat, look)
    if mat.goal is not None or not mat.dealt:
        live += _middle(mat, look)
    return framed((*live, *belongings(mat, look)))


def _middle(mat: Mat, look: Look) -> Iterator[Node]:
    """Contracts above, the table of crests below."""
    x, w = WHOLE.x + CARD_W + 24, 744.0
    yield from fit(sentence("contracts", look.lang), 300, BODY).runs(x, WHOLE.y + 22, theme.MUTED, room=300)
    done = sentence("fulfilled", look.lang, n=len(mat.fulfilled))
    yield from fit(done, 340, BODY).runs(x + w, WHOLE.y + 22, theme.MUTED, "r", room=340)
    for i in range(CONTENT.data.setup.active_contract_slots):
        at = Field(x + 380 * i, WHOLE.y + 52, 364, 396)
        if i < len(mat.contracts):
            yield from letter(mat.contracts[i], at, mat)
        else:
            yield Box(at.x, at.y, at.w, at.h, 10, None, theme.MUTED, 3)
            yield from fit(sentence("free_slot", look.lang), at.w - 20, BODY).runs(
                at.x + at.w / 2, at.y + at.h / 2, theme.MUTED, "m", room=at.w - 16
            )
    y = WHOLE.y + 472
    yield Box(x, y, w, WHOLE.foot - y, 12, theme.PLUM_2)
    goal = CONTENT.data.goals[mat.goal] if mat.goal is not None else None
    reached = sum(crest in mat.crests for crest in goal.crests) if goal is not None else 0
    count = len(mat.crests) + mat.bonus_crests + reached
    yield from crest_table(x, y, max(2, min(count, 13)) if count > 1 else None, look)
    yield from fit(sentence("with_goal", look.lang), 300, DETAIL, 2).runs(x + 420, y + 48, theme.MUTED, room=300)
    yield Text(x + 420, y + 130, str(count), KEY, WHITE, room=60)
    vp = CONTENT.data.crest_scoring.vp
    yield Icon("move", x + 500, y + 130, 32, theme.MUTED, theme.PLUM_2)
    yield Sprite(x + 580, y + 130, Seal(str(vp[min(count, len(vp) - 1)]), 44))
    if goal is not None and goal.seals:
        won = sum(CONTENT.data.guilds[guild].goal_vp for guild in goal.seals if mat.seals[guild])
        yield from fit(sentence("seals_of_goal", look.lang), 210, DETAIL, 2).runs(
            x + 420, y + 246, theme.MUTED, room=210
        )
        yield Sprite(x + 676, y + 246, Seal(str(won), 38))
