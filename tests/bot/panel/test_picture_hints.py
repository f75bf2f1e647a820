"""A panel that still has the old picture is as high as with the new one, at most a line higher."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord_ui.page.pages import Page
from bot.discord_ui.page.phone_screen import PICTURE_HEIGHT, SCREEN_HEIGHT, measure_page
from bot.discord_ui.page.picture_hints import add_picture_hint
from bot.discord_ui.text.localizer import Localizer
from engines.kernel import LANGS, Lang

LEGEND = "-# **1.** Tea"


def build_page(lines: int, legend: str = "") -> Page:
    """Return a page of small print above a picture of the height that is kept free for one."""
    return Page(("-# news\n" + "\n".join(["-# word"] * (lines - 1)),), (), legend=legend)


@pytest.mark.parametrize("lang", LANGS)
def test_hint_stands_below_the_controls_if_there_is_room(lang: Lang) -> None:
    localizer = Localizer((lang,))
    hint = localizer.render_line("panel.picture_follows")
    page = build_page(10, LEGEND)
    assert add_picture_hint(page, localizer) == replace(page, footer=f"{hint}\n{LEGEND}")


@pytest.mark.parametrize("lang", LANGS)
def test_hint_takes_the_place_of_news_where_there_is_no_room(lang: Lang) -> None:
    """A full panel became 674 px high; its controls must not move either."""
    localizer = Localizer((lang,))
    page = build_page(15)
    hinted = add_picture_hint(page, localizer)
    assert hinted is not None and hinted.texts[0].startswith(
        localizer.render_line("panel.picture_follows") + "\n-# word"
    )
    assert measure_page(hinted, PICTURE_HEIGHT) == measure_page(page, PICTURE_HEIGHT) <= SCREEN_HEIGHT
    heading = replace(page, texts=("### Which?\n" + page.texts[0].removeprefix("-# news\n-# word\n"),))
    assert add_picture_hint(heading, localizer) == heading, "nothing gives way to it"


def test_what_numbers_mean_takes_the_place_of_the_old_picture_where_there_is_no_room() -> None:
    assert add_picture_hint(build_page(15, LEGEND), Localizer(("en",))) is None


def test_page_that_is_read_by_scrolling_has_the_hint_at_its_end() -> None:
    hinted = add_picture_hint(build_page(40), Localizer(("en",)))
    assert hinted is not None and hinted.footer
