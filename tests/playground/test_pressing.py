"""A pressed control keeps its position on the page, and its result scrolls into view."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.playground import Playground
from tests.playground.conftest import V2, OpenPage, post_message
from tests.playground.smallbot import SmallBot

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def open_page_with_card(open_page: OpenPage) -> Page:
    """Open Marco's page and have the bot post its card."""
    page = await open_page("Marco")
    await page.keyboard.type("/table card ")
    await page.keyboard.press("Enter")
    return page


async def test_private_answer_scrolls_into_view(bot: SmallBot, playground: Playground, open_page: OpenPage) -> None:
    page = await open_page_with_card(open_page)
    play = page.get_by_role("button", name="Play", exact=True)
    await expect(play).to_be_visible()
    for number in range(60):
        post_message(playground, f"line {number}")
    await play.click()
    await expect(page.get_by_role("button", name="Who")).to_be_in_viewport()


async def test_focused_button_keeps_its_position(bot: SmallBot, playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    sent = post_message(playground, flags=V2, components=build_panel("short"))
    for number in range(60):
        post_message(playground, f"line {number}")
    button = page.get_by_role("button", name="Go", exact=True)
    await button.focus()
    before = await button.bounding_box()
    playground.world.messages.edit_message(sent, {"components": build_panel("long\n" * 12)})
    await expect(page.get_by_text("long")).to_be_attached()
    after = await button.bounding_box()
    assert before is not None and after is not None
    assert after["y"] == pytest.approx(before["y"], abs=2)
    await expect(button).to_be_focused()


async def test_new_question_scrolls_to_its_top(bot: SmallBot, playground: Playground, open_page: OpenPage) -> None:
    page = await open_page_with_card(open_page)
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.get_by_role("button", name="Who")).to_be_in_viewport()
    sent = await page.locator(".message.secret").last.get_attribute("data-id")
    assert sent is not None
    own_message = playground.world.messages.find_message(await page.evaluate(CHANNEL_JS), sent)
    long = [{"type": 10, "content": "### The next question\n" + "words\n" * 80}, *build_panel("then")]
    playground.world.messages.edit_message(own_message, {"components": long})
    await expect(page.get_by_role("heading", name="The next question")).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Go", exact=True)).not_to_be_in_viewport()


CHANNEL_JS = "async () => (await import('/play/static/js/state.js')).state.channel"
IS_NEWEST_JS = """async said => {
  const { logOf, state } = await import('/play/static/js/state.js');
  return [...logOf(state.me, state.channel).values()].at(-1).content === said;
}"""


async def test_button_replaced_while_held_is_still_pressed(
    bot: SmallBot, playground: Playground, open_page: OpenPage
) -> None:
    page = await open_page_with_card(open_page)
    await page.locator(".picture img").evaluate("image => image.decode()")
    play = page.get_by_role("button", name="Play", exact=True)
    await play.hover()
    await page.mouse.down()
    sent = await page.locator(".message:has([data-key])").last.get_attribute("data-id")
    assert sent is not None
    card = playground.world.messages.find_message(await page.evaluate(CHANNEL_JS), sent)
    playground.world.messages.edit_message(
        card, {"components": [{"type": 10, "content": "all new"}, *card["components"]]}
    )
    post_message(playground, "after it")
    await page.wait_for_function(IS_NEWEST_JS, arg="after it")
    await page.mouse.up()
    await expect(page.get_by_role("button", name="Who")).to_be_visible()
    await expect(page.get_by_text("all new")).to_be_attached()


def build_panel(words: str) -> list[dict[str, Any]]:
    """Return components: a text above a button."""
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    return [{"type": 10, "content": words}, {"type": 1, "components": [button]}]


async def test_removed_picture_keeps_its_height_until_next_one(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page_with_card(open_page)
    await page.locator(".picture img").wait_for()
    edit = """async () => {
      const { emit, logOf, state } = await import('/play/static/js/state.js');
      const message = [...logOf(state.me, state.channel).values()].at(-1);
      const [box] = message.components;
      message.components = [{ ...box, components: box.components.filter(one => one.type !== 12) }];
      const height = () => document.querySelector('.container').offsetHeight;
      const before = height();
      emit('message', { id: message.id, channel: message.channel_id, to: null });
      return [before, height(), document.querySelector('.gallery').inert];
    }"""
    before, after, inert = await page.evaluate(edit)
    assert (before, True) == (after, inert)
    await expect(page.locator(".gallery")).to_have_count(0)
