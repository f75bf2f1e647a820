"""Pages of a panel without a question need no scrolling on a phone either."""

from __future__ import annotations

import pytest

from bot.discord_ui.page import phone_screen, picture_requests
from bot.discord_ui.page.pages import Page
from bot.discord_ui.page.pictures import PictureRequest
from tests.contract.cases import Case, iter_setups
from tests.discovered import list_shipped_games, mark_slice

from .questions import iter_waiting_pages, measure_picture, turn_aids_off
from .screen import USABLE_HEIGHT, open_phone

GAMES = list(list_shipped_games())
HIGHEST = 6
"""Number of the pages with the highest estimates that are measured in a browser."""


def find_request(page: Page) -> PictureRequest:
    assert isinstance(page.picture_request, PictureRequest)
    return page.picture_request


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("interval", mark_slice([6, 30], lambda interval: interval == 30))
async def test_pages_of_those_who_wait_fit_the_screen(game: str, interval: int) -> None:
    """With all that happened meanwhile they were up to 1,560 px high."""
    seats, options = max(iter_setups(game), key=lambda setup: setup[0])
    case = Case(game, seats, options, 1)
    pages = {page.texts: page for page in iter_waiting_pages(turn_aids_off(case), interval)}
    highest = sorted(
        pages.values(),
        key=lambda page: -phone_screen.measure_page(page, picture_requests.measure_height(find_request(page))),
    )[:HIGHEST]
    async with open_phone() as phone:
        heights = [await phone.measure_page(page, measure_picture(find_request(page))) for page in highest]
    assert max(heights) <= USABLE_HEIGHT, [page.texts for page in highest]
    assert any(len([text for text in page.texts if text]) > 2 for page in pages.values()), "they tell news"
