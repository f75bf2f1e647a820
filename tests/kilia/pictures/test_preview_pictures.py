"""The picture beside a preview shows only the differences; without any there is no picture."""

from __future__ import annotations

import io
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from PIL import Image

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.pictures import PictureRequest
from engines.kernel import preview_answer
from render import RenderContext, load_arts
from tests.contract.cases import NAMES, build_cases, build_rng, random_decision


def play_previews(game: str) -> Iterator[tuple[Any, PictureRequest | None]]:
    """Yield the previews of a random game, with the picture that the page requests."""
    case = build_cases(game, 1, first=300)[0]
    match, rng = case.start(), build_rng(case, "previews")
    row = SimpleNamespace(rev=1)
    while not match.is_over:
        decision = random_decision(match, rng)
        if (shown_preview := preview_answer(match, decision.seat, decision.keys)) is not None:
            live: Any = SimpleNamespace(id=1, game=match.game, match=match, names=NAMES[: case.seats], row=row)
            yield (
                shown_preview,
                picture_requests.build_preview_picture(live, decision.seat, "en", shown_preview, decision.keys),
            )
        match.apply(decision)


def test_preview_without_differences_has_no_picture_and_few_have_a_small_one() -> None:
    art, without, lower = load_arts()["kilia"], 0, 0
    for shown_preview, shot in play_previews("kilia"):
        if shot is None:
            without += 1
            seat = shown_preview.next_prompt.seat if shown_preview.next_prompt is not None else 0
            name = art.choose_panel(shown_preview.view_after, seat, (), shown_preview.view_before)
            ctx = RenderContext("en", NAMES, seat)
            before = art.draw(shown_preview.view_before, name, ctx)
            after = art.draw(shown_preview.view_after, name, ctx)
            assert before.anchors == after.anchors
        elif lower < 3:
            whole = art.draw(shown_preview.view_after, shot.picture, shot.context)
            lower += Image.open(io.BytesIO(shot.draw().content)).height < whole.height
        if without > 3 and lower == 3:
            return
    raise AssertionError(f"{without} without a picture, {lower} lower than one board")
