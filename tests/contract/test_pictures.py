"""A picture composes for every state, and says in words what it shows."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS, games
from render import Look, Scene, arts, paint
from tests.contract.cases import NAMES, Case, cases, chance, random_decision
from tests.contract.playthrough import seats
from tests.contract.privacy import drawn

EVERY, LONGEST_ALT = 9, 400
DRAWN = [game for game in games() if game in arts()]
"""A game without pictures is played in words."""
SAMPLE = [case for game in DRAWN for case in cases(game, 6, first=500)]


def test_all_pictures_are_of_games() -> None:
    assert set(arts()) <= set(games())


@pytest.mark.parametrize("case", SAMPLE, ids=str)
def test_pictures_of_a_whole_game(case: Case) -> None:
    art, rng, number = arts()[case.game], chance(case, "pictures"), 0
    match, before = case.start(), None
    while True:
        if number % EVERY == 0 or match.over:
            for seat in seats(match):
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
            before = match.view(None)
        if match.over:
            break
        match.apply(random_decision(match, rng))
        number += 1
    last = art.compose(match.view(None), art.pictures(match.view(None))[0], Look("en", NAMES[: case.seats]))
    assert paint(last).startswith(b"\x89PNG")


@pytest.mark.parametrize("game", DRAWN)
def test_an_unknown_picture_is_refused(game: str) -> None:
    match = cases(game, 1)[0].start()
    with pytest.raises(KeyError):
        arts()[game].compose(match.view(None), "no such picture", Look("en", NAMES[: match.setup.seats]))
