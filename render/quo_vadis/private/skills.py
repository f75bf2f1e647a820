"""Questions about skills: the cards alone, with the whole of what they do."""

from collections.abc import Iterator, Sequence

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import View
from engines.quo_vadis.wording import whole_effect
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, KEY, Anchor, Box, Icon, Node, Scene
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.quo_vadis import theme
from render.quo_vadis.catalogue import noun, sentence, told
from render.quo_vadis.private.cards import largest, skill_card
from render.quo_vadis.private.frame import night

TOP, FOOT = 142.0, 956.0


def skills(view: View, look: Look) -> Scene:
    """1600 x 1000: the pack of the draft with what was kept below, the face-down skills, or the basic skills."""
    assert look.viewer is not None
    player = view.players[look.viewer]
    kept: Sequence[str] = ()
    if player.offer:
        shown, kept, question = player.offer, player.kept or (), "ask_keep"
    elif player.skills and player.kept:
        shown, question = player.kept, "ask_set"
    elif player.race is not None:
        shown, question = tuple(CONTENT.races[player.race].basic), "ask_basic"
    else:
        shown, question = player.kept or (), "ask_set"
    foot = FOOT - 78 if kept else FOOT
    return night(look, question, (*_cards(shown, look, foot), *_kept(kept, look)))


def _cards(ids: Sequence[str], look: Look, foot: float) -> Iterator[Node]:
    """In three columns, two for four and fewer."""
    columns = {1: 1, 2: 2, 3: 3, 4: 2}.get(len(ids), 3)
    rows = -(-len(ids) // columns) or 1
    w, h = 1512 / columns - 12, (foot - TOP) / rows - 12
    texts = [told(whole_effect(skill), look.lang) for skill in ids]
    names = fit_all(
        [noun(f"skill.{skill}", look.lang) for skill in ids], w - 170 - (70 if len(look.marks) > len(ids) else 0), KEY
    )
    sizes = [largest([text], w - 44, h - 104, KEY) for text in texts]  # a long one does not make the others small
    for i, (skill, text, name, size) in enumerate(zip(ids, texts, names, sizes, strict=True)):
        x, y = 44 + (w + 12) * (i % columns), TOP + (h + 12) * (i // columns)
        yield Anchor(f"skill:{skill}", Spot(x, y, w, h, 12, badge=(x + 38, y + 38), badge_r=26))
        yield Box(x, y, w, h, 12, WHITE)
        yield Box(x, y, w, 76, 12, theme.SKY_2, corners=(True, True, False, False))
        aside = 70 if sum(mark.place == f"skill:{skill}" for mark in look.marks) > 1 else 0
        yield from name.runs(x + 82 + aside, y + 38, WHITE, room=w - 160 - aside)
        yield Icon("skill", x + w - 44, y + 38, 44, theme.MUTED, theme.SKY_2)
        yield from skill_card(text, x + 24, y + 76 + (h - 76) / 2, w - 40, size, INK)


def _kept(ids: Sequence[str], look: Look) -> Iterator[Node]:
    """The names of what was kept so far."""
    if not ids:
        return
    words = sentence("kept", look.lang, skills=tuple(noun(f"skill.{skill}", look.lang) for skill in ids))
    yield from fit(words, 1500, BODY, 2).runs(44, 922, theme.MUTED, room=1512)
