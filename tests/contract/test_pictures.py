"""A picture composes for every state, and says in words what it shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from engines.kernel import LANGS, games
from render import Art, Look, Scene, arts, paint
from render.kit.look import Step
from tests.contract.cases import NAMES, Case, cases, chance, random_decision
from tests.contract.playthrough import seats
from tests.contract.privacy import drawn
from tests.discovered import shipped

EVERY, LONGEST_ALT = 11, 400
"""At every eleventh decision somebody else looks, in the end everybody."""
DRAWN = [game for game in games() if game in arts()]
"""A game without pictures is played in words."""
SAMPLE = [case for game in DRAWN for case in cases(game, 6, first=500)]


def test_all_pictures_are_of_games() -> None:
    assert set(arts()) <= set(games())


@pytest.mark.parametrize("case", SAMPLE, ids=str)
def test_pictures_of_a_whole_game(case: Case) -> None:
    art, rng, number = arts()[case.game], chance(case, "pictures"), 0
    match, before = case.start(), None
    opening, readers = match.view(None), cycle(seats(match))
    while True:
        if number % EVERY == 0 or match.over:
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
            before = match.view(None)
        if match.over:
            break
        match.apply(random_decision(match, rng))
        number += 1
    over = match.view(None)
    overview, *others = art.pictures(over)
    bare = Look("en", NAMES[: case.seats])
    last = art.compose(over, overview, bare)
    assert paint(last).startswith(b"\x89PNG")
    if case.game not in shipped():
        return
    assert art.pictures(opening)[0] in others, "the result is a picture of its own, beside which the board stays"
    away = replace(bare, before=opening, steps=(Step(0, opening),))
    assert art.compose(over, overview, away) == last, "what changed on the board is not laid over the result"


@pytest.mark.parametrize("game", [game for game in DRAWN if game in shipped()])
def test_zoom_opens_a_detail_of_what_is_asked(game: str) -> None:
    """Not the overview that the reader has before them already, in most questions and wherever a detail shows half."""
    art, opened = arts()[game], Counter[bool]()
    for case in cases(game, 2, first=900):
        match, rng = case.start(), chance(case, "zoom")
        for number in range(240):
            if match.over:
                break
            view, seat = match.view(None), match.waiting[0]
            prompt = match.prompt(seat)
            places = [option.place for option in prompt.options if option.place] if prompt else []
            if places and number % 5 == 0:
                name = art.closest(view, places, seat)
                assert not unlike(art, view, places, seat, name)
                opened[name != art.pictures(view)[0]] += 1
            match.apply(random_decision(match, rng))
    assert opened[True] > opened[False]


def unlike(art: Art, view: Any, places: list[str], seat: int, opened: str) -> str:
    """Why this is not the picture to open; "" if it is."""
    look, wanted = Look("en", ("",) * len(NAMES)), {art.anchor(place) for place in places}
    overview, *details = art.pictures(view)
    shown = {name: len(wanted & art.draw(view, name, look).anchors.keys()) for name in (overview, *details)}
    most = max(shown.values())
    if 2 * shown[opened] < most:
        return f"{opened} shows {shown[opened]} of {most}"
    larger = [name for name in details if most and 2 * shown[name] >= most]
    if opened == overview and larger:
        return f"{larger[0]} shows it larger"
    mine = [name for name in details if name.endswith(f":{seat}")]
    return f"{mine[0]} is the reader's own" if not most and mine and opened != mine[0] else ""


@pytest.mark.parametrize("game", [game for game in DRAWN if game in shipped()])
def test_the_overview_and_a_strange_detail_are_noticed(game: str) -> None:
    match = cases(game, 1)[0].start()
    art, view, seat = arts()[game], match.view(None), match.waiting[0]
    overview, *details = art.pictures(view)
    drawn_on = {name: art.draw(view, name, Look("en", ("",) * len(NAMES))).anchors.keys() for name in details}
    name = max(details, key=lambda one: len(drawn_on[one]))
    places = sorted(place for place in drawn_on[name] if art.anchor(place) == place)
    assert places and not unlike(art, view, places, seat, art.closest(view, places, seat))
    assert unlike(art, view, places, seat, overview)
    strange = min(details, key=lambda one: len(drawn_on[one] & set(places)))
    assert "shows" in unlike(art, view, places, seat, strange)
    assert "own" in unlike(art, view, ["nowhere"], seat, overview)


@pytest.mark.parametrize("game", DRAWN)
def test_an_unknown_picture_is_refused(game: str) -> None:
    match = cases(game, 1)[0].start()
    with pytest.raises(KeyError):
        arts()[game].compose(match.view(None), "no such picture", Look("en", NAMES[: match.setup.seats]))
