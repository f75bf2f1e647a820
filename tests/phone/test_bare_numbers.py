"""Buttons with bare numbers: the picture shows each number large enough to be read on a phone."""

from __future__ import annotations

import re

import pytest

from bot.discord_ui.page.pages import Button, Page, SelectMenu
from bot.discord_ui.page.phone_screen import PICTURE_WIDTH
from bot.discord_ui.page.pictures import PictureRequest
from render import load_arts
from tests.contract.cases import Case, iter_setups
from tests.discovered import list_shipped_games

from .questions import iter_questions, turn_aids_off

BARE = re.compile(r"(?:★ )?(\d+)")
MIN_HEIGHT = 8.5
"""Height in px, on a phone, of the disc of the smallest number, that of a side action of Marco Polo II."""


def list_bare_numbers(page: Page) -> set[int]:
    """Return the numbers of the buttons that have no words."""
    buttons = [button for row in page.rows if not isinstance(row, SelectMenu) for button in row]
    found = [BARE.fullmatch(button.label) for button in buttons if isinstance(button, Button)]
    return {int(match[1]) for match in found if match}


@pytest.mark.parametrize("game", list_shipped_games())
def test_picture_shows_each_bare_number_alone_and_large_enough(game: str) -> None:
    """No two of them share a place either, where a number alone would not say which one is meant."""
    seats, options = max(iter_setups(game), key=lambda setup: setup[0])
    count = 0
    for shown in iter_questions(turn_aids_off(Case(game, seats, options, 1)), 5, langs=("ja",)):
        if not (numbers := list_bare_numbers(shown.page)):
            continue
        request = shown.page.picture_request
        assert isinstance(request, PictureRequest)
        art = load_arts()[game]
        scene = art.compose(request.view, request.resolved_name, request.context)
        anchors = {mark.number: art.find_anchor_name(mark.place) for mark in request.context.marks}
        places = [scene.anchors[anchors[number]].placement for number in sorted(numbers)]
        centres = {place.first_number_centre for place in places}
        assert len(centres) == len(numbers), f"{shown.name}: two numbers share a place"
        smallest = min(place.number_radius for place in places)
        assert 2 * smallest * PICTURE_WIDTH / scene.width >= MIN_HEIGHT, shown.name
        count += 1
    assert count, "no question has bare numbers"
