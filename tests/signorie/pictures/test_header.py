"""The top line of Signorie's board: the round, its rewards, and whose turn it is."""

import msgspec
import pytest

from render import RecentStep, RenderContext
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import AuthorBadge
from render.kit.render_context import Lang
from render.kit.scene import Box, Icon, Sprite, TextRun
from render.kit.tokens import Seal
from render.signorie.pieces import RewardDisc

from . import boards
from .boards import build_state_view
from .test_board import ART, list_texts


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("name", ["classic", "crowded"])
def test_no_word_in_the_header_of_a_mat_touches_the_next_sign(lang: Lang, name: str) -> None:
    view = build_state_view(name)
    scene = ART.compose(view, "mat:0", RenderContext(lang, ("Bartholomew",) * len(view.mats)))
    header = [node for node in scene.live_part if isinstance(node, Icon | Sprite | TextRun) and node.y < 110]
    signs = [measure_bounds(node) for node in header if not isinstance(node, TextRun)]
    words = [measure_bounds(node) for node in header if isinstance(node, TextRun)]
    for left, _, right, _ in words:
        assert all(sign[0] >= right + 8 for sign in signs if sign[0] > left)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("name", ["classic", "crowded", "two", "three at rewards"])
def test_reader_who_was_away_sees_whose_turn_it_is(lang: Lang, name: str) -> None:
    view = build_state_view(name)
    mats = tuple(msgspec.structs.replace(mat, vp=max(0, mat.vp - 5)) for mat in view.mats)
    before = msgspec.structs.replace(view, mats=mats)
    names = ("Bartholomew",) * len(view.mats)
    steps = tuple(RecentStep(mat.seat, before) for mat in view.mats)
    scene = ART.compose(view, "board", RenderContext(lang, names, view_before=before, steps=steps))
    pill = [node for node in scene.live_part if isinstance(node, Box) and node.y == 28 and node.h == 76]
    labels = [node for node in scene.live_part if isinstance(node, TextRun) and node.y == 66 and node.x > pill[0].x]
    assert len(pill) == 1 and len(labels) == 1 and labels[0].size >= 32
    legend = [
        node
        for node in scene.live_part
        if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge) and node.y < 110
    ]
    assert len(legend) == len(view.mats) and max(node.x for node in legend) + 22 < pill[0].x
    ticks = [
        node
        for node in scene.live_part
        if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge) and node.y > 130
    ]
    for seal in (node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Seal)):
        if seal.x > 1440:  # of a row: the points stand in its middle
            assert all(abs(tick.x - seal.x) > 24 or seal.y - tick.y > 28 for tick in ticks if tick.y < seal.y + 30)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_usual_name_is_complete_in_header_of_first_round(lang: Lang) -> None:
    """All rewards are still to come and all four seats have acted; the name was cut to `ニ…`."""
    view = boards.build_classic_view()
    first, *others = view.rewards
    coming = (
        msgspec.structs.replace(first, status="now"),
        *(msgspec.structs.replace(r, status="future") for r in others),
    )
    view = msgspec.structs.replace(view, round=1, slot=1, rewards=coming, phase="rewards", stack=42)
    names = ("あおい", "マルコ", "ことり", "ニーナ") if lang == "ja" else boards.NAMES
    steps = tuple(RecentStep(seat, view) for seat in range(4))
    labels = list_texts(ART.compose(view, "board", RenderContext(lang, names, view_before=view, steps=steps)))
    assert view.turn is not None and any(names[view.turn] in text.text and text.y < 110 for text in labels)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(("name", "min_size"), [("Ada", 30), ("Bartholomew", 20)])
def test_future_rewards_are_as_large_as_the_name_allows(lang: Lang, name: str, min_size: float) -> None:
    """Man and woman below an arch looked alike when small."""
    view = boards.build_classic_view()
    names = (name,) * len(view.mats)
    scene = ART.compose(view, "board", RenderContext(lang, names))
    discs = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, RewardDisc) and n.y < 110]
    coming = [29 * n.scale for n in discs if isinstance(n.piece, RewardDisc) and n.piece.status == "future"]
    assert coming and min(coming) == max(coming) >= min_size
    assert any(name in text.text for text in list_texts(scene) if text.y < 110)
