"""What is pressed stays under the finger, and what comes of it is seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.playground import Playground
from tests.playground.conftest import V2, OpenPage, post
from tests.playground.smallbot import SmallBot

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def with_a_card(open_page: OpenPage) -> Page:
    """Marco's page, on which a card has been asked for."""
    page = await open_page("Marco")
    await page.keyboard.type("/table card ")
    await page.keyboard.press("Enter")
    return page


async def test_what_the_bot_answers_to_me_comes_into_sight(
    bot: SmallBot, playground: Playground, open_page: OpenPage
) -> None:
    page = await with_a_card(open_page)
    play = page.get_by_role("button", name="Play", exact=True)
    await expect(play).to_be_visible()
    for number in range(60):
        post(playground, f"line {number}")
    await play.click()
    await expect(page.get_by_role("button", name="Who")).to_be_in_viewport()


async def test_what_is_pressed_stays_where_it_is(bot: SmallBot, playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    sent = post(playground, flags=V2, components=panel("short"))
    for number in range(60):
        post(playground, f"line {number}")
    button = page.get_by_role("button", name="Go", exact=True)
    await button.focus()
    before = await button.bounding_box()
    playground.world.messages.edit(sent, {"components": panel("long\n" * 12)})
    await expect(page.get_by_text("long")).to_be_attached()
    after = await button.bounding_box()
    assert before is not None and after is not None
    assert after["y"] == pytest.approx(before["y"], abs=2)
    await expect(button).to_be_focused()


async def test_a_new_question_is_read_from_its_head(bot: SmallBot, playground: Playground, open_page: OpenPage) -> None:
    page = await with_a_card(open_page)
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.get_by_role("button", name="Who")).to_be_in_viewport()
    sent = await page.locator(".message.secret").last.get_attribute("data-id")
    assert sent is not None
    mine = playground.world.messages.get(await page.evaluate(CHANNEL), sent)
    long = [{"type": 10, "content": "### The next question\n" + "words\n" * 80}, *panel("then")]
    playground.world.messages.edit(mine, {"components": long})
    await expect(page.get_by_role("heading", name="The next question")).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Go", exact=True)).not_to_be_in_viewport()


CHANNEL = "async () => (await import('/play/static/js/state.js')).state.channel"
NEWEST = """async said => {
  const { logOf, state } = await import('/play/static/js/state.js');
  return [...logOf(state.me, state.channel).values()].at(-1).content === said;
}"""


async def test_what_changes_under_the_finger_is_still_pressed(
    bot: SmallBot, playground: Playground, open_page: OpenPage
) -> None:
    page = await with_a_card(open_page)
    await page.locator(".picture img").evaluate("image => image.decode()")
    play = page.get_by_role("button", name="Play", exact=True)
    await play.hover()
    await page.mouse.down()
    sent = await page.locator(".message:has([data-key])").last.get_attribute("data-id")
    assert sent is not None
    card = playground.world.messages.get(await page.evaluate(CHANNEL), sent)
    playground.world.messages.edit(card, {"components": [{"type": 10, "content": "all new"}, *card["components"]]})
    post(playground, "after it")
    await page.wait_for_function(NEWEST, arg="after it")
    await page.mouse.up()
    await expect(page.get_by_role("button", name="Who")).to_be_visible()
    await expect(page.get_by_text("all new")).to_be_attached()


def panel(words: str) -> list[dict[str, Any]]:
    """Components: words above a button."""
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    return [{"type": 10, "content": words}, {"type": 1, "components": [button]}]


async def test_a_picture_keeps_its_room_until_the_next_one_comes(bot: SmallBot, open_page: OpenPage) -> None:
    page = await with_a_card(open_page)
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
