"""The picture of a preview shows what would be different, now and then, and little else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from engines.kernel import games, preview
from render import Look, Scene, arts
from render.kit.excerpt import bands
from render.kit.extent import Band, extent
from render.kit.marks.changes import Change
from tests.contract.cases import NAMES, cases, chance, random_decision
from tests.discovered import shipped

DRAWN = [game for game in games() if game in arts() and game in shipped()]
EVERY, MOST = 4, 24
SHORTER = 0.5
"""At least this share of the previews needs less than the whole picture."""


class Previewed(NamedTuple):
    """What is different, the picture now and then, and which bands of both are shown."""

    changes: Sequence[Change]
    earlier: Scene
    then: Scene
    kept: tuple[Band, ...]

    @property
    def is_whole(self) -> bool:
        return self.kept == ((0, self.then.height),)


def previews(game: str) -> Iterator[Previewed]:
    """Of some answers of random games those that change something on their picture."""
    art, found = arts()[game], 0
    for case in cases(game, 3, first=300):
        match, rng = case.start(), chance(case, "previews")
        while not match.over and found < MOST:
            decision = random_decision(match, rng)
            seen = None if match.step % EVERY else preview(match, decision.seat, decision.keys)
            if seen is not None:
                name = art.panel(seen.after, decision.seat, (), seen.before)
                look = Look("en", NAMES[: case.seats], decision.seat, before=seen.before)
                changes = art.changes(seen.after, name, look)
                if changes:
                    earlier = art.draw(seen.before, name, replace(look, before=None))
                    then = art.compose(seen.after, name, look)
                    found += 1
                    yield Previewed(changes, earlier, then, bands(changes, earlier, then))
            match.apply(decision)


def left_out(shown: Previewed) -> Iterator[str]:
    """What changed and lies in no band as a whole."""
    for change in shown.changes:
        for anchor in (change.now, change.then):
            if anchor is not None:
                _, top, _, bottom = extent(anchor)
                if not any(first <= max(0, top) and bottom <= last for first, last in shown.kept):
                    yield anchor.place


@pytest.mark.parametrize("game", DRAWN)
def test_a_preview_shows_all_that_would_be_different_and_seldom_the_whole_picture(game: str) -> None:
    found = list(previews(game))
    assert len(found) > 5
    for shown in found:
        assert shown.earlier.height == shown.then.height
        assert not list(left_out(shown))
    shorter = sum(not shown.is_whole for shown in found)
    assert shorter >= SHORTER * len(found), f"{shorter} of {len(found)}"


def test_a_band_too_few_is_noticed() -> None:
    shown = next(shown for shown in previews(DRAWN[0]) if not shown.is_whole)
    assert list(left_out(shown._replace(kept=shown.kept[1:])))
    top, bottom = shown.kept[0]
    assert list(left_out(shown._replace(kept=((top, top + 20), *shown.kept[1:])))), (top, bottom)
