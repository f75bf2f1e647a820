"""A random game in pictures: at moments along it all that somebody would see, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, cycle
from typing import Any

from engines.kernel import LANGS, Match
from render import Look, Scene, arts
from tests.contract.cases import NAMES, Case, chance, random_decision
from tests.contract.playthrough import seats
from tests.contract.privacy import drawn

EVERY, LONGEST_ALT = 11, 400
"""At every eleventh decision somebody else looks, in the end everybody."""


def _moments(case: Case, most: int) -> Iterator[tuple[Match[Any], Any]]:
    """Moments along the game, at most so many and the last one, each with the View before it."""
    match, rng, before = case.start(), chance(case, "pictures"), None
    found: list[tuple[Match[Any], Any]] = []
    for number in count():
        if match.over:
            break
        if number % EVERY == 0:
            found.append((match.fork(), before))
        before = match.view(None)
        match.apply(random_decision(match, rng))
    apart = -(-len(found) // most)
    yield from found[::apart]
    yield match, before


def look_along(case: Case, most: int) -> Match[Any]:
    """Every picture of a game has a size and a title, its alt text a length. The match when it is over; else an
    AssertionError.

    most: so many moments, spread over the game
    """
    art, readers = arts()[case.game], cycle((None, *range(case.seats)))
    for match, before in _moments(case, most):
        for seat in seats(match) if match.over else [next(readers)]:
            view = match.view(seat)
            public = art.pictures(view)
            assert len(set(public)) == len(public) > 0
            assert not any(name.startswith("panel:") for name in public)
            for channel, made in drawn(match, seat, view):
                if channel.startswith("alt"):
                    assert 0 < len(made) <= LONGEST_ALT and "\n" not in made, channel
                elif channel.startswith("words"):
                    assert made.strip(), channel
                else:
                    assert isinstance(made, Scene)
                    assert made.width <= 1600 and made.height <= 1600
            for lang in LANGS:
                look = Look(lang, NAMES[: case.seats], before=before)
                titles = [art.title(name, look) for name in public]
                assert all(0 < len(title) <= 100 for title in titles) and len(set(titles)) == len(titles)
                assert isinstance(art.compose(match.view(None), public[0], look), Scene)
    return match
