"""Every kind of control on the page: the interaction that the bot gets and the answer that the person sees."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from bot.playground import Playground
from tests.playground.conftest import OpenPage, post_message, switch_to, type_command
from tests.playground.smallbot import SmallBot

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def post_card(page: Page) -> None:
    """Have the bot post its card here."""
    await type_command(page, "/", "card", "Enter", "Enter")
    await expect(page.get_by_text("Round 0")).to_be_visible()


async def test_a_button_edits_the_message_in_place_and_keeps_the_focus(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await post_card(page)
    again = page.get_by_role("button", name="Again")
    for count in (1, 2, 3):
        await again.press("Enter")
        await expect(page.get_by_text(f"Round {count}")).to_be_visible()
        await expect(again).to_be_focused()
    await expect(page.locator(".message")).to_have_count(1)
    assert await page.locator(".picture img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 1600
    await expect(page.locator(".picture img")).to_have_attribute("alt", "The board, 3")
    await expect(page.get_by_role("button", name="Closed")).to_be_disabled()
    await expect(page.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.org/")


async def test_a_private_answer_is_seen_by_one_person_and_can_be_dismissed(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await post_card(page)
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.get_by_text("Where to?")).to_be_visible()
    await expect(page.get_by_text("Only you can see this")).to_be_visible()
    await switch_to(page, "Jules")
    await expect(page.get_by_text("Round 0")).to_be_visible()
    await expect(page.get_by_text("Where to?")).to_have_count(0)
    await switch_to(page, "Marco")
    await page.get_by_role("button", name="Dismiss").click()
    await expect(page.get_by_text("Where to?")).to_have_count(0)
    await page.reload()
    await expect(page.get_by_text("Round 0")).to_be_visible()
    await expect(page.get_by_text("Where to?")).to_have_count(0)


async def test_a_select_is_searched_and_chosen_by_keyboard(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await post_card(page)
    await page.get_by_role("button", name="Play", exact=True).click()
    await page.get_by_role("button", name="City").press("Enter")
    await expect(page.get_by_role("option")).to_have_count(9)
    await type_command(page, "vene")
    await expect(page.get_by_role("option")).to_have_text(["2. Venezia"])
    await type_command(page, "Enter")
    await expect(page.get_by_text("Chosen: Venezia")).to_be_visible()
    await expect(page.get_by_role("button", name="City")).to_be_focused()


async def test_a_select_of_several_keeps_to_its_bounds(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await post_card(page)
    await page.get_by_role("button", name="Play", exact=True).click()
    await page.get_by_role("button", name="Dice").click()
    menu = page.get_by_role("dialog")
    await expect(menu.get_by_role("button", name="Done")).to_be_disabled()
    for number in (1, 3, 5):
        await menu.get_by_role("option", name=f"Die {number}").click()
    await expect(menu.get_by_role("option", name="Die 2")).to_be_disabled()
    await menu.get_by_role("option", name="Die 3").click()
    await menu.get_by_role("button", name="Done").click()
    await expect(page.get_by_text("Chosen: 1, 5")).to_be_visible()


async def test_a_menu_of_people_offers_everybody(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await post_card(page)
    await page.get_by_role("button", name="Play", exact=True).click()
    await page.get_by_role("button", name="Who").click()
    await expect(page.get_by_role("option")).to_have_text(["AAoi", "MMarco", "KKotori", "JJules", "Teban"])
    await page.get_by_role("option", name="Kotori").click()
    await expect(page.get_by_text("Chosen: kotori")).to_be_visible()


async def test_modal_reports_missing_field_and_sends_all_fields(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await post_card(page)
    await page.get_by_role("button", name="Bid").click()
    modal = page.get_by_role("dialog", name="Bid")
    await expect(modal.get_by_label("Amount")).to_be_focused()
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal.get_by_role("alert")).to_have_text("Say what Amount is.")
    await modal.get_by_label("Amount").fill("7")
    await modal.get_by_role("button", name="Choose").click()
    await page.get_by_role("option", name="blue").click()
    await modal.get_by_role("radio", name="Last").check()
    await modal.get_by_role("checkbox", name="Sure").check()
    await modal.get_by_label("Amount").press("Enter")
    await expect(page.get_by_text("7 on blue, Last, sure")).to_be_visible()
    await expect(modal).to_have_count(0)


async def test_deferred_answer_shows_thinking_first(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await post_card(page)
    await page.get_by_role("button", name="Slow").click()
    await expect(page.get_by_text("Teban is thinking")).to_be_visible()
    bot.resume.set()
    await expect(page.locator("strong", has_text="well")).to_be_visible()
    await expect(page.get_by_text("Teban is thinking")).to_have_count(0)


async def test_missing_answer_is_shown_after_three_seconds(
    bot: SmallBot, playground: Playground, open_page: OpenPage
) -> None:
    page = await open_page()
    await post_card(page)
    silent = page.get_by_role("button", name="Silent")
    await silent.click()
    await expect(silent).to_have_attribute("aria-busy", "true")
    playground.world.clock.advance(3.1)
    await expect(page.get_by_text("This interaction failed")).to_be_visible()
    await page.get_by_role("button", name="Again").click()
    await expect(page.get_by_text("Round 1")).to_be_visible()
    await expect(page.get_by_text("This interaction failed")).to_have_count(0)


async def test_a_command_is_typed_by_keyboard_alone(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await type_command(page, "/", "op")
    await expect(page.get_by_role("option", name="/table open")).to_be_visible()
    await type_command(page, "Tab")
    await expect(page.get_by_label("game (required)")).to_be_focused()
    await type_command(page, "Enter")  # the first choice, Signorie
    await page.get_by_role("button", name="seats").press("Enter")
    await type_command(page, "9", "Enter")
    await expect(page.get_by_role("alert")).to_have_text("seats: 4 or less.")
    await type_command(page, "Backspace", "3")
    await page.get_by_role("button", name="partner").press("Enter")
    await type_command(page, "kot")
    await expect(page.get_by_role("option")).to_have_text(["KKotori"])
    await type_command(page, "Enter", "Enter")
    await expect(page.get_by_text("Signorie for 3 with Kotori")).to_be_visible()
    await expect(page.locator(".used")).to_contain_text("Marco used /table open")
    await expect(page.get_by_role("combobox")).to_be_focused()


async def test_full_name_of_command_without_options_is_sent_at_once(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await type_command(page, "/", "table card", "Enter")
    await expect(page.get_by_text("Round 0")).to_be_visible()
    await type_command(page, "/", "table open", "Enter")
    await expect(page.get_by_label("game (required)")).to_be_focused()


async def test_commands_are_in_the_language_of_the_person(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page("Kotori")
    await type_command(page, "/", "卓")
    await expect(page.get_by_role("option").first).to_contain_text("/卓 開く")
    await expect(page.get_by_role("option").first).to_contain_text("卓を開く")
    await type_command(page, "Tab")
    await expect(page.get_by_label("ゲーム(必須)").or_(page.get_by_label("ゲーム (必須)"))).to_be_focused()
    await type_command(page, "ki", "Enter", "Enter")
    await expect(page.get_by_text("Kilia for 2")).to_be_visible()
    await expect(page.locator(".used")).to_contain_text("Kotoriが /卓 開く を使いました")


async def test_autocomplete_asks_when_typing_pauses(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await type_command(page, "/", "move ")
    await expect(page.get_by_role("option")).to_have_count(9)
    await page.keyboard.type("ven", delay=5)
    await expect(page.get_by_role("option")).to_have_text(["Venezia"])
    assert bot.typed == ["", "ven"]
    await type_command(page, "Enter", "Enter")
    await expect(page.get_by_text("to VENEZIA")).to_be_visible()


async def test_escape_leaves_command_step_by_step(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page()
    await type_command(page, "/", "move ")
    await expect(page.get_by_role("option")).to_have_count(9)
    await type_command(page, "Escape")
    await expect(page.get_by_role("option")).to_have_count(0)
    await expect(page.get_by_label("to (required)")).to_be_focused()
    await type_command(page, "Escape")
    await expect(page.get_by_label("to (required)")).to_have_count(0)
    await type_command(page, "hello", "Enter")
    await expect(page.locator(".message", has_text="hello")).to_be_visible()


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["Enter"], "about everything"),
        (["rom", "Enter", "Enter"], "about ROMA"),
        (["ArrowDown", "ArrowDown", "Enter", "Enter"], "about VENEZIA"),
        (["anything at all", "Enter"], "about anything at all"),
    ],
)
async def test_only_optional_value_can_be_typed_directly(
    bot: SmallBot, open_page: OpenPage, keys: list[str], answer: str
) -> None:
    page = await open_page()
    await type_command(page, "/", "about ")
    await expect(page.get_by_role("option")).to_have_count(9)
    for key in keys:
        await type_command(page, key)
        await expect(page.locator(".panel.loading")).to_have_count(0)
    await expect(page.get_by_text(answer, exact=True)).to_be_visible()


async def test_opened_optional_field_is_sent(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await type_command(page, "/", "table open ", "Enter")
    await page.get_by_role("button", name="partner").press("Enter")
    await expect(page.get_by_role("option").first).to_have_class("active")
    await type_command(page, "Enter", "Enter")
    await expect(page.get_by_text("Signorie for 2 with Aoi")).to_be_visible()


async def test_command_typed_before_bot_registers_keeps_its_text(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await type_command(page, "/", "move vene")
    bot = SmallBot()
    await bot.login(playground.token)
    await expect(page.get_by_role("combobox", name="to (required)")).to_have_value("vene")
    bot.tree.remove_command("about")
    await bot.tree.sync()  # the registered commands change while the form is open
    await type_command(page, "zia")
    await expect(page.get_by_role("combobox", name="to (required)")).to_have_value("venezia")
    await bot.close()


async def test_menus_of_a_message_and_of_a_person_reach_the_bot(
    bot: SmallBot, playground: Playground, open_page: OpenPage
) -> None:
    page = await open_page("Marco")
    post_message(playground, "the first turn")
    await page.get_by_role("button", name="Apps").click()
    await page.get_by_role("button", name="Repeat").click()
    await expect(page.get_by_text("again: the first turn")).to_be_visible()
    await page.locator(".edit-person").click()
    await page.get_by_role("group", name="Kotori").get_by_role("button", name="Greet").click()
    await expect(page.get_by_text("hello Kotori")).to_be_visible()
    await switch_to(page, "Kotori")
    await expect(page.get_by_text("hello Kotori")).to_have_count(0)
