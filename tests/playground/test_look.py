"""The page around the game: people, notifications, languages, markdown, pictures, phones."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, WebSocketRoute, async_playwright, expect

from bot.playground import Playground
from tests.playground.chromium import launch_browser
from tests.playground.conftest import PHONE, V2, OpenPage, build_board_upload, post_message, switch_to, type_command
from tests.playground.smallbot import SmallBot

pytestmark = pytest.mark.asyncio(loop_scope="session")


def find_person_id(playground: Playground, name: str) -> str:
    return str(next(user["id"] for user in playground.world.users.values() if user["global_name"] == name))


async def test_first_screen_is_bilingual_and_opens_a_table(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await expect(page.get_by_role("heading", name="Welcome to Teban")).to_be_visible()
    await expect(page.get_by_role("heading", name="Teban へようこそ")).to_be_visible()
    await expect(page.get_by_text("Sample table with computer players")).to_be_visible()
    await expect(page.get_by_text("コンピューターとの見本の卓")).to_be_visible()
    await expect(page.locator(".sample")).to_have_text(["Flotsam", "Meadow"])
    await page.get_by_role("button", name="Meadow").click()
    await expect(page.get_by_role("heading", name="sample-1").first).to_be_visible()
    await expect(page.get_by_text("@Marco, your table of meadow")).to_be_visible()


async def test_bold_japanese_has_glyphs_without_local_font(playground: Playground) -> None:
    """Chromium kept the empty boxes that it drew while the font was loading; they are narrower than the letters."""
    async with async_playwright() as playwright, await launch_browser(playwright, has_japanese_font=False) as browser:
        page = await browser.new_page()
        await page.goto(playground.url)
        await expect(page.get_by_role("heading", name="Teban へようこそ")).to_be_visible()
        await page.evaluate("() => document.fonts.ready")
        widths = await page.evaluate(
            """() => [...document.querySelectorAll(".person-language")].map((node) => {
              const size = parseFloat(getComputedStyle(node).fontSize);
              return [node.textContent, node.getBoundingClientRect().width / size];
            })"""
        )
    japanese = [width for text, width in widths if text == "日"]
    assert japanese and all(width > 0.95 for width in japanese), widths


async def test_page_follows_the_language_of_the_person(open_page: OpenPage) -> None:
    page = await open_page("Kotori")
    await expect(page.locator("html")).to_have_attribute("lang", "ja")
    await expect(page.get_by_role("combobox", name="Kotoriとして #welcome に書く")).to_be_visible()
    await page.get_by_role("button", name="名前と言語").click()
    await page.get_by_role("textbox", name="名前").fill("小鳥")
    await page.get_by_role("radio", name="English", exact=True).check()
    await page.get_by_role("button", name="保存").click()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await expect(page.get_by_role("radio", name="小鳥 (English), Alt+3")).to_be_visible()


async def test_person_can_be_added(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await page.get_by_role("button", name="Add a person").click()
    await page.get_by_role("textbox", name="Name").fill("Ada Lovelace")
    await page.get_by_role("radio", name="English", exact=True).check()
    await page.get_by_role("button", name="Add", exact=True).click()
    ada = page.get_by_role("radio", name="Ada Lovelace")
    await expect(ada).to_have_attribute("aria-checked", "true")
    await expect(ada).to_contain_text("AL")
    assert playground.world.locales[find_person_id(playground, "Ada Lovelace")] == "en-US"


async def test_people_are_switched_by_keys(open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await page.keyboard.press("Alt+4")
    await expect(page.get_by_role("radio", name="Jules")).to_have_attribute("aria-checked", "true")
    await page.get_by_role("radio", name="Jules").focus()
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("radio", name="Kotori")).to_be_focused()
    await expect(page.get_by_role("radio", name="Kotori")).to_have_attribute("aria-checked", "true")


async def test_notification_mark_stays_until_read_or_deleted(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    jules = find_person_id(playground, "Jules")
    first = post_message(playground, f"<@{jules}>, your turn", "table-1")
    post_message(playground, f"<@{jules}> is named, not called", "table-2", allowed_mentions={"parse": []})
    await expect(page.get_by_role("radio", name="Jules")).to_have_accessible_name(re.compile("pinged"))
    await expect(page).to_have_title(re.compile(r"^\(1\)"))
    playground.world.messages.delete_message(first["channel_id"], first["id"])
    await expect(page.get_by_role("radio", name="Jules")).not_to_have_accessible_name(re.compile("pinged"))
    post_message(playground, f"<@{jules}>, your turn again", "table-1")
    await page.reload()
    await switch_to(page, "Jules")
    await expect(page.get_by_role("button", name="table-1")).to_contain_text("1")
    await page.get_by_role("button", name="table-1").click()
    await expect(page.locator(".message.pinged")).to_have_text(re.compile("@Jules, your turn again"))
    await expect(page.get_by_role("radio", name="Jules")).not_to_have_accessible_name(re.compile("pinged"))


async def test_threads_appear_for_people_who_may_see_them(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    world = playground.world
    parent = next(row["id"] for row in world.channels.values() if row.get("name") == "table-1")
    world.add_thread(parent, "evening game", world.me["id"])
    secret = world.add_thread(parent, "secret game", world.me["id"], kind=12)
    await expect(page.get_by_role("button", name="evening game")).to_be_visible()
    await expect(page.get_by_role("button", name="secret game")).to_have_count(0)
    world.add_thread_member(secret["id"], find_person_id(playground, "Marco"))
    await expect(page.get_by_role("button", name="secret game")).to_be_visible()
    world.delete_channel(secret["id"])
    await expect(page.get_by_role("button", name="secret game")).to_have_count(0)


async def test_direct_messages_are_shown_to_their_person_only(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    world = playground.world
    channel = world.open_dm(find_person_id(playground, "Marco"))
    world.messages.create_message(channel["id"], world.me, {"content": "a word in private"})
    await page.get_by_role("button", name="Teban", exact=True).click()
    await expect(page.get_by_text("a word in private")).to_be_visible()
    await switch_to(page, "Jules")
    await expect(page.get_by_text("a word in private")).to_have_count(0)
    await expect(page.get_by_role("button", name="Teban", exact=True)).to_have_count(0)


LINK_ATTRIBUTES = 'target="_blank" rel="noopener noreferrer"'
MARKDOWN = [
    ("**bold** *it* _it_", "<strong>bold</strong> <em>it</em> <em>it</em>"),
    ("__under__ ~~gone~~ `code`", "<u>under</u> <s>gone</s> <code>code</code>"),
    ("***both*** **a *b* c**", "<em><strong>both</strong></em> <strong>a <em>b</em> c</strong>"),
    ("snake_case_name 2*3*4", "snake_case_name 2<em>3</em>4"),
    (r"\*plain\*", "*plain*"),
    ("# One\n## Two\ntext", "<h3>One</h3><h4>Two</h4><div>text</div>"),
    ("-# small **print**", '<div class="small">small <strong>print</strong></div>'),
    ("- a\n- b\n  - c\nend", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><div>end</div>"),
    ("3. c\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'),
    ("> said\n> twice\nend", "<blockquote><div>said<br>twice</div></blockquote><div>end</div>"),
    (">>> all\nof it", "<blockquote><div>all<br>of it</div></blockquote>"),
    ("```py\nx = '<b>'\n```", "<pre><code>x = '&lt;b&gt;'</code></pre>"),
    ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
    ("[rules](https://example.org/a)", f'<a href="https://example.org/a" {LINK_ATTRIBUTES}>rules</a>'),
    ("[no](javascript:alert(1))", "[no](javascript:alert(1))"),
    ("<https://example.org>.", f'<a href="https://example.org" {LINK_ATTRIBUTES}>https://example.org</a>.'),
]


async def test_markdown_is_read_as_discord_reads_it(open_page: OpenPage) -> None:
    page = await open_page("Marco")
    read = "async text => (await import('/play/static/js/markdown.js')).markdown(text).innerHTML"
    for text, expected in MARKDOWN:
        html = await page.evaluate(read, text)
        assert html in (expected, f"<div>{expected}</div>"), text


async def test_times_mentions_and_spoilers(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco", timezone_id="UTC")
    marco = find_person_id(playground, "Marco")
    post_message(
        playground,
        f"<@{marco}> <t:1700000000:f> <t:{int(playground.world.clock.read_now()) + 7201}:R> ||hidden|| </table open:1>",
    )
    await expect(page.locator(".mention.mine")).to_have_text("@Marco")
    await expect(page.locator("time.stamp").nth(0)).to_have_text(re.compile(r"November 14, 2023 at 10:13\sPM"))
    await expect(page.locator("time.stamp").nth(1)).to_have_text("in 2 hours")
    await expect(page.get_by_role("button", name="/table open")).to_be_visible()
    await page.get_by_role("button", name="Hidden text").press("Enter")
    await expect(page.locator(".spoiler.shown")).to_have_text("hidden")
    await switch_to(page, "Aoi")
    await expect(page.locator("time.stamp").nth(1)).to_have_text("2 時間後")


async def test_picture_opens_large_and_zooms(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "Rome is full"}]}
    uploads = {0: build_board_upload()}
    channel_id = next(row["id"] for row in playground.world.channels.values() if row.get("name") == "welcome")
    rows = [{"id": 0, "filename": "board.png"}]
    playground.world.messages.create_message(
        channel_id, playground.world.me, {"flags": V2, "components": [gallery], "attachments": rows}, uploads
    )
    picture = page.get_by_role("button", name="Enlarge: Rome is full")
    await expect(picture.get_by_role("img")).to_have_js_property("clientHeight", 340)  # with a question around it
    await picture.click()
    large = page.get_by_role("dialog").get_by_role("img", name="Rome is full")
    await expect(large).to_be_visible()
    await expect(page.get_by_role("dialog").get_by_text("Rome is full")).to_be_visible()

    async def measure_width() -> float:
        box = await large.bounding_box()
        assert box is not None
        return box["width"]

    fitting = await measure_width()
    await page.keyboard.press("+")
    assert await measure_width() == pytest.approx(fitting * 1.3, rel=0.01)
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, -300)
    await page.wait_for_function(
        "least => document.querySelector('.lightbox-picture').getBoundingClientRect().width > least", arg=fitting * 1.5
    )
    await page.keyboard.press("0")
    assert await measure_width() == pytest.approx(fitting, rel=0.01)
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)
    await expect(picture).to_be_focused()


async def test_on_a_phone_a_picture_opens_large_enough_to_be_read(bot: SmallBot, open_page: OpenPage) -> None:
    """Fitted to the screen, a picture would hardly be larger than in the message, with small print below it."""
    page = await open_page("Marco", size=PHONE)
    await type_command(page, "/", "table card", "Enter")
    await page.locator(".picture").click()
    stage = page.locator(".lightbox-stage")
    await page.wait_for_function(
        "() => document.querySelector('.lightbox-picture')?.getBoundingClientRect().width > 2.2 * innerWidth"
    )
    picture_box = await page.locator(".lightbox-picture").bounding_box()
    tools_box, stage_box = await page.locator(".lightbox-tools").bounding_box(), await stage.bounding_box()
    assert picture_box is not None and tools_box is not None and stage_box is not None
    assert abs(picture_box["x"] - stage_box["x"]) < 45, "from its left edge"
    assert picture_box["y"] >= 0 and picture_box["y"] + picture_box["height"] <= tools_box["y"] + 1, (
        "nothing lies on it"
    )
    await expect(page.locator(".lightbox-alt")).to_be_hidden()
    await page.get_by_role("button", name="Fit").click()
    fitted_box = await page.locator(".lightbox-picture").bounding_box()
    assert fitted_box is not None and fitted_box["width"] <= PHONE[0]


async def test_newest_messages_button_covers_nothing_and_hides_at_question(
    bot: SmallBot, playground: Playground, open_page: OpenPage
) -> None:
    page = await open_page("Marco", size=PHONE)
    await type_command(page, "/", "table card", "Enter")
    await page.get_by_role("button", name="Play", exact=True).click()
    city_button = page.get_by_role("button", name="City")
    await expect(city_button).to_be_visible()
    newest = page.get_by_role("button", name="Newest messages")
    for number in range(40):
        post_message(playground, f"line {number}")
    await city_button.scroll_into_view_if_needed()
    await expect(newest).to_be_hidden()
    await page.evaluate("() => { document.querySelector('.scroller').scrollTop += 700 }")
    await expect(newest).to_be_visible()
    button, log = await newest.bounding_box(), await page.locator("#log").bounding_box()
    assert button is not None and log is not None
    assert button["y"] >= log["y"] + log["height"] - 1 and button["width"] <= 50
    await newest.click()
    await expect(page.get_by_text("line 39")).to_be_in_viewport()
    await expect(newest).to_be_hidden()


async def test_a_list_in_a_narrow_window_is_not_hidden_by_a_keyboard(bot: SmallBot, open_page: OpenPage) -> None:
    """A narrow window need not be a touch screen; a real keyboard moves through the list as well."""
    page = await open_page("Marco", size=PHONE)
    await type_command(page, "/", "table card", "Enter")
    await page.get_by_role("button", name="Play", exact=True).click()
    await page.get_by_role("button", name="City").click()
    await expect(page.get_by_role("combobox", name="Search")).not_to_be_focused()
    await type_command(page, "ArrowDown", "Enter")
    await expect(page.get_by_text(re.compile("Chosen: "))).to_be_visible()


async def test_lost_connection_is_shown_and_missed_messages_arrive(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    sockets: list[WebSocketRoute] = []

    async def connect_socket(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    await page.route_web_socket("**/play/api/events", connect_socket)
    await page.reload()
    await page.locator("body[data-ready]").wait_for()
    post_message(playground, "before")
    await expect(page.get_by_text("before")).to_be_visible()
    await sockets[0].close()
    await expect(page.get_by_text("Connection lost")).to_be_visible()
    post_message(playground, "meanwhile")
    await expect(page.get_by_text("meanwhile")).to_be_visible()
    await expect(page.get_by_text("Connection lost")).to_be_hidden()
    post_message(playground, "after")
    await expect(page.get_by_text("after")).to_be_visible()


async def test_a_phone_needs_no_sideways_scrolling(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page("Marco", size=PHONE, has_touch=True, is_mobile=True)

    async def assert_page_fits() -> None:
        assert await page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        for box in await page.evaluate(
            "[...document.querySelectorAll('button, input, textarea, img')]"
            ".filter(e => e.checkVisibility({visibilityProperty: true}))"
            ".map(e => e.getBoundingClientRect()).filter(r => r.width > 0).map(r => [r.left, r.right])"
        ):
            assert box[0] >= -0.5 and box[1] <= PHONE[0] + 0.5, box

    await assert_page_fits()
    await page.get_by_role("combobox").tap()
    await page.keyboard.type("/table card ")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Play", exact=True).tap()
    await expect(page.get_by_text("Where to?")).to_be_visible()
    await assert_page_fits()
    await page.get_by_role("button", name="City").tap()
    await expect(page.get_by_role("combobox", name="Search")).not_to_be_focused()  # its keyboard would hide the list
    await assert_page_fits()
    await page.get_by_role("option", name="Roma").tap()
    await expect(page.get_by_text("Chosen: Roma")).to_be_visible()
    await page.get_by_role("button", name="Channels").tap()
    await page.get_by_role("button", name="table-2").tap()
    await expect(page.get_by_role("heading", name="table-2").first).to_be_visible()
    await expect(page.get_by_role("button", name="table-2")).to_be_hidden()


async def test_every_control_has_a_name_and_every_picture_a_description(bot: SmallBot, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await page.keyboard.type("/table card ")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.get_by_text("Where to?")).to_be_visible()
    assert await page.locator("img:not([alt])").count() == 0
    for control in await page.locator("button, input, textarea, a, [role=option]").all():
        name = await control.evaluate("e => (e.ariaLabel || e.labels?.[0]?.textContent || e.textContent).trim()")
        assert name, await control.evaluate("e => e.outerHTML")


async def test_page_texts_are_complete_in_both_languages(open_page: OpenPage) -> None:
    page = await open_page("Marco")
    words = await page.evaluate("async () => (await import('/play/static/js/words.js')).WORDS")
    holes = re.compile(r"\{(\w+)\}")
    assert words["en"].keys() == words["ja"].keys()
    for key, english in words["en"].items():
        assert set(holes.findall(english)) == set(holes.findall(words["ja"][key])), key
    sources = await page.evaluate(
        "async () => (await Promise.all(performance.getEntriesByType('resource').filter(r => r.name.endsWith('.js'))"
        ".map(async r => (await fetch(r.name)).text()))).join('\\n')"
    )
    used = set(re.findall(r'\bt\("(\w+)"', sources))
    assert used <= words["en"].keys(), used - words["en"].keys()
    unused = {key for key in words["en"] if f'"{key}"' not in sources}
    assert not unused


async def test_scroll_position_stays_when_a_message_arrives(playground: Playground, open_page: OpenPage) -> None:
    page: Page = await open_page("Marco")
    for number in range(60):
        post_message(playground, f"line {number}")
    await expect(page.get_by_text("line 59")).to_be_in_viewport()
    await page.locator(".scroller").evaluate("s => { s.scrollTop = 0; }")
    await expect(page.get_by_role("button", name="Newest messages")).to_be_visible()
    post_message(playground, "one more")
    await expect(page.get_by_text("one more")).to_be_attached()
    assert await page.locator(".scroller").evaluate("s => s.scrollTop") == 0
    await page.get_by_role("button", name="Newest messages").click()
    await expect(page.get_by_text("one more")).to_be_in_viewport()


async def test_channel_link_opens_channel_on_page(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    channel = next(row for row in playground.world.channels.values() if row.get("name") == "table-1")
    link = f"https://discord.com/channels/{channel['guild_id']}/{channel['id']}"
    button = {"type": 2, "style": 5, "label": "To the table", "url": link}
    post_message(playground, flags=V2, components=[{"type": 1, "components": [button]}])
    await page.get_by_role("link", name="To the table").click()
    await expect(page.get_by_role("heading", name="table-1").first).to_be_visible()
