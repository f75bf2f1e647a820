"""The picture beside a preview: only what is different, and none where nothing is."""

from __future__ import annotations

import io
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from PIL import Image

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.pictures import PictureRequest
from engines.kernel import preview
from render import Look, arts
from tests.contract.cases import NAMES, cases, chance, random_decision


def shots(game: str) -> Iterator[tuple[Any, PictureRequest | None]]:
    """Previews of a random game, with the picture that the page asks for."""
    case = cases(game, 1, first=300)[0]
    match, rng = case.start(), chance(case, "previews")
    row = SimpleNamespace(rev=1)
    while not match.over:
        decision = random_decision(match, rng)
        if (found := preview(match, decision.seat, decision.keys)) is not None:
            live: Any = SimpleNamespace(id=1, game=match.game, match=match, names=NAMES[: case.seats], row=row)
            yield found, picture_requests.preview(live, decision.seat, "en", found, decision.keys)
        match.apply(decision)


def test_nothing_different_has_no_picture_and_a_little_a_small_one() -> None:
    art, without, lower = arts()["kilia"], 0, 0
    for found, shot in shots("kilia"):
        if shot is None:
            without += 1
            seat = found.question.seat if found.question is not None else 0
            name = art.panel(found.after, seat, (), found.before)
            look = Look("en", NAMES, seat)
            assert art.draw(found.before, name, look).anchors == art.draw(found.after, name, look).anchors
        elif lower < 3:
            whole = art.draw(found.after, shot.picture, shot.look)
            lower += Image.open(io.BytesIO(shot.draw().content)).height < whole.height
        if without > 3 and lower == 3:
            return
    raise AssertionError(f"{without} without a picture, {lower} lower than one board")
