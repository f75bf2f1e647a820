"""A picture composes for every state, and says in words what it shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from engines.kernel import Prompt, games
from render import Art, Look, arts, paint
from render.kit.look import Mark, Step
from tests.contract.cases import NAMES, Case, cases, chance, random_decision
from tests.contract.pictures.along import look_along
from tests.discovered import shipped

LOOKS = 6
"""So many times somebody else looks at a game's pictures; in the end everybody does."""
DRAWN = [game for game in games() if game in arts()]
"""A game without pictures is played in words."""
SAMPLE = [case for game in DRAWN for case in cases(game, 6, first=500)]


def test_all_pictures_are_of_games() -> None:
    assert set(arts()) <= set(games())


@pytest.mark.parametrize("game", DRAWN)
def test_no_picture_is_called_as_if_the_letter_of_a_seat_were_an_article(game: str) -> None:
    """ "A Marco's board" reads as one of many boards."""
    art, case = arts()[game], next(iter(cases(game, 1)))
    look = Look("en", NAMES[: case.seats])
    titles = [art.title(name, look) for name in art.pictures(case.start().view(None))]
    assert not [title for title in titles if title.startswith(f"A {look.names[0]}'s")]


@pytest.mark.parametrize("case", SAMPLE, ids=str)
def test_pictures_of_a_whole_game(case: Case) -> None:
    """At each eleventh decision: `python -m tests.long pictures --games 6`."""
    art, opening, match = arts()[case.game], case.start().view(None), look_along(case, LOOKS)
    assert match.over
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


@pytest.mark.parametrize("game", DRAWN)
def test_a_kind_of_private_picture_shows_no_places_but_those_it_is_for(game: str) -> None:
    """`Kind.asks`: else a question would not find its picture."""
    art = arts()[game]
    for case in cases(game, 3, first=950):
        match, rng = case.start(), chance(case, "asks")
        for number in count():
            if match.over:
                break
            seat = match.waiting[0]
            prompt = match.prompt(seat)
            assert prompt is not None
            if number % 4 == 0:
                wrong = _shown_beyond(art, match.view(seat), prompt)
                assert not wrong, f"{prompt.text.key}: {wrong}"
            match.apply(random_decision(match, rng))


def _shown_beyond(art: Art, view: Any, prompt: Prompt) -> list[str]:
    """Pictures that show a place of the question, though their kind is not for such places."""
    places = [option.place for option in (*prompt.options, *prompt.asides) if option.place]
    wanted = {art.anchor(place) for place in places}
    marks = tuple(Mark(place, number) for number, place in enumerate(places, 1))
    look, found = Look("en", ("",) * len(NAMES), prompt.seat, marks), []
    for kind in art.kinds:
        names = kind.names(view, prompt.seat) if kind.is_private and kind.asks is not None else ()
        for name in names:
            shown = wanted & art.draw(view, name, look).anchors.keys()
            found += [f"{name}: {place}" for place in shown if place.partition(":")[0] not in (kind.asks or ())]
    return found


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
