"""The picture of a preview shows the changes, before and after, and little else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from engines.kernel import load_games, preview_answer
from render import RenderContext, Scene, load_arts
from render.kit.bounds import Band, measure_bounds
from render.kit.excerpt import list_changed_bands
from render.kit.marks.changes import Change
from tests.contract.cases import NAMES, build_cases, build_rng, random_decision
from tests.discovered import list_shipped_games

GAMES_WITH_PICTURES = [game for game in load_games() if game in load_arts() and game in list_shipped_games()]
EVERY, MAX_PREVIEWS = 4, 24
MIN_CUT_SHARE = 0.5
"""Smallest share of the previews that need less than the whole picture."""


class PreviewSample(NamedTuple):
    """A preview: the changes, the picture before and after, and the bands of both that are shown."""

    changes: Sequence[Change]
    earlier: Scene
    later: Scene
    shown_bands: tuple[Band, ...]

    @property
    def is_whole(self) -> bool:
        return self.shown_bands == ((0, self.later.height),)


def iter_previews(game: str) -> Iterator[PreviewSample]:
    """Iterate over previews of random answers that change something on their picture."""
    art, preview_count = load_arts()[game], 0
    for case in build_cases(game, 3, first=300):
        match, rng = case.start(), build_rng(case, "previews")
        while not match.is_over and preview_count < MAX_PREVIEWS:
            decision = random_decision(match, rng)
            seen = None if match.step % EVERY else preview_answer(match, decision.seat, decision.keys)
            if seen is not None:
                name = art.choose_panel(seen.view_after, decision.seat, (), seen.view_before)
                ctx = RenderContext("en", NAMES[: case.seats], decision.seat, view_before=seen.view_before)
                changes = art.list_changes(seen.view_after, name, ctx)
                if changes:
                    earlier = art.draw(seen.view_before, name, replace(ctx, view_before=None))
                    later = art.compose(seen.view_after, name, ctx)
                    preview_count += 1
                    yield PreviewSample(changes, earlier, later, list_changed_bands(changes, earlier, later))
            match.apply(decision)


def iter_missing_places(sample: PreviewSample) -> Iterator[str]:
    """Iterate over the changed places that are not completely within a band."""
    for change in sample.changes:
        for anchor in (change.new_anchor, change.old_anchor):
            if anchor is not None:
                _, top, _, bottom = measure_bounds(anchor)
                if not any(first <= max(0, top) and bottom <= last for first, last in sample.shown_bands):
                    yield anchor.place


@pytest.mark.parametrize("game", GAMES_WITH_PICTURES)
def test_preview_shows_all_changes_and_rarely_the_whole_picture(game: str) -> None:
    samples = list(iter_previews(game))
    assert len(samples) > 5
    for sample in samples:
        assert sample.earlier.height == sample.later.height
        assert not list(iter_missing_places(sample))
    shorter = sum(not sample.is_whole for sample in samples)
    assert shorter >= MIN_CUT_SHARE * len(samples), f"{shorter} of {len(samples)}"


def test_missing_band_is_detected() -> None:
    sample = next(sample for sample in iter_previews(GAMES_WITH_PICTURES[0]) if not sample.is_whole)
    assert list(iter_missing_places(sample._replace(shown_bands=sample.shown_bands[1:])))
    top, bottom = sample.shown_bands[0]
    assert list(iter_missing_places(sample._replace(shown_bands=((top, top + 20), *sample.shown_bands[1:])))), (
        top,
        bottom,
    )
