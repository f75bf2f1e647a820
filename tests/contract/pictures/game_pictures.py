"""Check all pictures of a random game, at several positions, as one reader sees them in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, cycle
from typing import Any

from engines.kernel import LANGS, Match
from render import RenderContext, Scene, load_arts
from tests.contract.cases import NAMES, Case, build_rng, random_decision
from tests.contract.playthrough import list_viewers
from tests.contract.privacy import iter_drawings

EVERY, LONGEST_ALT = 11, 400
"""Pictures are checked at every eleventh decision for the next reader, at the end for every reader; the longest
alternative text in characters."""


def _iter_positions(case: Case, max_count: int) -> Iterator[tuple[Match[Any], Any]]:
    """Iterate over at most `max_count` positions of the game and the last one, each with the View before it."""
    match, rng, before = case.start(), build_rng(case, "pictures"), None
    positions: list[tuple[Match[Any], Any]] = []
    for number in count():
        if match.is_over:
            break
        if number % EVERY == 0:
            positions.append((match.fork(), before))
        before = match.build_view(None)
        match.apply(random_decision(match, rng))
    interval = -(-len(positions) // max_count)
    yield from positions[::interval]
    yield match, before


def check_pictures_of_game(case: Case, max_positions: int) -> Match[Any]:
    """Check sizes, titles and alternative texts of every picture of a game; return the finished match.

    Raises AssertionError.

    max_positions: maximum number of positions, spread over the game
    """
    art, readers = load_arts()[case.game], cycle((None, *range(case.seats)))
    for match, before in _iter_positions(case, max_positions):
        for seat in list_viewers(match) if match.is_over else [next(readers)]:
            view = match.build_view(seat)
            public = art.list_pictures(view)
            assert len(set(public)) == len(public) > 0
            assert not any(name.startswith("panel:") for name in public)
            for channel, content in iter_drawings(match, seat, view):
                if channel.startswith("alt"):
                    assert 0 < len(content) <= LONGEST_ALT and "\n" not in content, channel
                elif channel.startswith("words"):
                    assert content.strip(), channel
                else:
                    assert isinstance(content, Scene)
                    assert content.width <= 1600 and content.height <= 1600
            for lang in LANGS:
                ctx = RenderContext(lang, NAMES[: case.seats], view_before=before)
                titles = [art.build_title(name, ctx) for name in public]
                assert all(0 < len(title) <= 100 for title in titles) and len(set(titles)) == len(titles)
                assert isinstance(art.compose(match.build_view(None), public[0], ctx), Scene)
    return match
