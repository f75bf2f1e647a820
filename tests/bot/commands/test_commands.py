"""Every command answers in the user's language; /move accepts free text."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.discord_ui.commands.channels import create_thread
from bot.discord_ui.panel import move_parser
from bot.discord_ui.panel.option_menus import OptionLine
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.commands import CHAT_INPUT, SUB_COMMAND, SUB_GROUP
from bot.fake_discord.model.permissions import Permission
from engines.kernel import Option, Prompt, message
from storage import StorageError
from tests.bot.conftest import (
    Json,
    TableHarness,
    find_custom_id,
    list_custom_ids,
    list_labels,
    wait_for_note,
    wait_for_picture,
)
from tests.discovered import list_shipped_games
from tests.lookups import load_searches

ANSWERS = {
    "play": ("There is no question for you", "質問はありません"),
    "seat": ("Your preset answers", "自動回答"),
    "board": ("Flotsam", "漂着市"),
    "log": ("Your hold", "船倉"),
    "rules": ("Setup", "準備"),
    "games": ("Your tables", "自分の卓"),
    "help": ("Play board games at your own pace", "自分のペースで遊ぶ"),
    "table seats": ("Host", "ホスト"),
    "undo": ("have not made a move yet", "戻せる手がまだありません"),
    "table leave": ("computer player answers for you", "コンピュータープレイヤーが代わりに"),
}


@pytest.mark.parametrize("command", ANSWERS)
async def test_answers_in_both_languages(table: TableHarness, ada: FakeUser, command: str) -> None:
    english = table.driver.add_user("Grace")
    japanese = table.driver.add_user("花子", locale="ja")
    await table.open_and_start(ada, english, japanese)
    for person, expected in zip((english, japanese), ANSWERS[command], strict=True):
        reply = await person.send_command(command)
        assert reply.is_ephemeral and expected in reply.text


async def test_chosen_language_overrides_discords_language(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    help_page = await ada.send_command("help")
    help_in_japanese = await ada.select_values(help_page, "h:language", "ja")
    assert "自分のペースで遊ぶ" in help_in_japanese.text
    assert "進める" in list_labels((await ada.send_command("seat")).message)
    help_in_english = await ada.select_values(help_in_japanese, "h:language", "discord")
    assert "Play board games at your own pace" in help_in_english.text


async def test_help_lists_every_command_as_a_clickable_mention(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    first = await jiro.send_command("help")
    more = ("h:tables", "h:yours", "h:moderators")
    pages = [first, *[await jiro.click(first, button) for button in more]]
    assert first.text.count(" — ") <= 16, "a newcomer reads it"
    text = "".join(page.text for page in pages)
    english = await ada.send_command("help")
    for page in (*pages, english, *[await ada.click(english, button) for button in more]):
        assert len(page.text) < 3700, "one message holds 4000, and texts grow"
    for command in table.driver.world.commands.list_commands():
        if command["type"] != CHAT_INPUT:
            continue
        inner = [f" {option['name']}" for option in command.get("options", ()) if option["type"] == 1] or [""]
        for name in inner:
            assert f"</{command['name']}{name}:{command['id']}> — " in text


async def test_board_in_pictures_and_in_words(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    completions = await ada.type_option("board", "view")
    assert completions
    reply = await ada.send_command("board", view=completions[0]["value"])
    assert len(c.list_media(await wait_for_picture(reply))) == 1
    words = await ada.send_command("board", text=True)
    assert not c.list_media(words.message) and len(words.text) > 80
    wrong = await ada.send_command("board", view="cellar")
    assert "There is no picture “cellar”" in wrong.text


async def test_zoom_shows_other_pictures_in_place(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    zoom = await jiro.click(card, find_custom_id(card, "t:", "zoom"))
    words = await jiro.select_values(zoom, find_custom_id(zoom.message, "t:", "picture"), "text")
    assert words.type == 7 and "盤面を言葉で" in list_labels(words.message)


async def test_rules_are_found_in_either_language(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    completions = await jiro.type_option("rules", "about", "bids")
    assert completions[0]["name"] == "R4 入札"
    rules_page = await jiro.send_command("rules", about=completions[0]["value"])
    assert "R4 入札" in rules_page.text
    nothing = await ada.send_command("rules", about="zeppelin")
    assert "Nothing in the rules matches “zeppelin”" in nothing.text
    card = await table.find_card()
    assert "R2 Price marks" in (await ada.click(card, find_custom_id(card, "t:", "rules"))).text


async def test_changes_since_the_last_visit_are_shown(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    first = await jiro.click(card, find_custom_id(card, "t:", "changed"))
    assert "船倉" in first.text
    await table.open_crate(ada)
    card = await table.find_card()
    second = await jiro.click(card, find_custom_id(card, "t:", "changed"))
    assert "流れ着きました" in second.text
    third = await jiro.click(card, find_custom_id(card, "t:", "changed"))
    assert "新しいことはありません" in third.text and "流れ着きました" in third.text, "the last move once more"


async def test_log_of_a_seat_contains_only_its_own_secrets(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    mine, yours = (await ada.send_command("log")).text, (await jiro.send_command("log")).text
    assert mine.count("Your hold") == 1 and yours.count("船倉") == 1
    watcher = table.driver.add_user("Watcher")
    assert "hold" not in (await watcher.send_command("log")).text


# -- /move -------------------------------------------------------------------------------------------------------------


async def test_move_completes_legal_answers_in_the_readers_language(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(jiro, ada)
    completions = [choice["value"] for choice in await jiro.type_option("move", "answer")]
    assert completions[0] == "1. 茶" and len(completions) == 4
    second_completions = [choice["value"] for choice in await jiro.type_option("move", "answer", "1. 茶 + ")]
    assert second_completions == ["1. 茶 + 1. 茶", "1. 茶 + 2. 絹", "1. 茶 + 3. 香料", "1. 茶 + 4. 塩"]
    done = await jiro.send_command("move", answer=second_completions[2])
    assert "茶" in done.text and "次の木箱を開けますか" in done.text
    assert await ada.type_option("move", "answer") == [], "nothing is asked of Ada"


@pytest.mark.parametrize(
    "typed", ["1 2", "1, 2", "1+2", "１＋２", "tea + silk", "raise:tea + 2. Silk", "1. Tea + silk"]
)
async def test_move_reads_numbers_and_words(table: TableHarness, ada: FakeUser, jiro: FakeUser, typed: str) -> None:
    await table.open_and_start(ada, jiro)
    done = await ada.send_command("move", answer=typed)
    assert "✓ Raises tea to 3." in done.text and "✓ Raises silk to 3." in done.text


@pytest.mark.parametrize("typed", ["きぬ", "kinu", "キヌ"])
def test_move_accepts_readings_of_words(typed: str) -> None:
    """An option is found by its reading if no label contains the typed text."""
    lines = tuple(
        OptionLine(number, Option(label, label, message("x")), label, "", readings={"絹": "キヌ", "茶": "チャ"})
        for number, label in enumerate(("茶", "絹"), 1)
    )
    prompt = Prompt(0, message("x"), tuple(line.option for line in lines))
    assert move_parser.complete_answer(prompt, lines, typed) == ["2. 絹"]
    assert move_parser.parse_answer(prompt, lines, typed) == ("絹",)


async def test_move_explains_invalid_answers(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    assert "いま、あなたへの質問はありません。" in (await jiro.send_command("move", answer="1")).text
    assert "“zeppelin” matches no option" in (await ada.send_command("move", answer="zeppelin")).text
    assert "There is no option 9; the last one is 4" in (await ada.send_command("move", answer="9")).text
    assert "Choose exactly 2, not 1." in (await ada.send_command("move", answer="1")).text
    assert "There is no option 999999; the last one is 4" in (await ada.send_command("move", answer="9" * 5000)).text


# -- opening -----------------------------------------------------------------------------------------------------------


async def test_commands_are_registered_with_japanese_names(table: TableHarness) -> None:
    commands = table.driver.world.commands.list_commands()
    listed = {command["name"]: command for command in commands if command["type"] == CHAT_INPUT}
    several = {"table", "me", "stats", "server", "admin", "report"}
    assert (
        set(listed) == {"play", "move", "board", "seat", "log", "history", "undo", "rules", "games", "help"} | several
    )
    assert listed["board"]["name_localizations"] == {"ja": "盤面"}
    for command in listed.values():
        options = [command, *command.get("options", ())]
        options += [inner for option in options[1:] for inner in option.get("options", ())]
        for option in options:
            assert option["name_localizations"]["ja"] and option["description_localizations"]["ja"], option["name"]


async def test_a_channel_has_one_table(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam")
    assert "already has a table" in (await ada.send_command("table open", game="flotsam")).text
    assert "「zeppelin」というゲームはありません" in (await jiro.send_command("table open", game="zeppelin")).text


async def test_a_table_in_a_thread_of_its_own(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    opened = await ada.send_command("table open", game="flotsam", thread=True, language="ja")
    await opened.wait_for_change()
    thread = next(ch for ch in table.driver.world.channels.values() if ch["type"] == 11)
    assert thread["name"] == "漂着市 #1 – Ada" and f"<#{thread['id']}>" in opened.text
    await table.wait_for_outbox()
    lobby = table.driver.view_channel(thread).last_message
    assert list_custom_ids(lobby, "t:", "join")
    assert ada.id in table.driver.world.thread_members[thread["id"]]


def list_threads(table: TableHarness) -> list[dict[str, object]]:
    return [ch for ch in table.driver.world.channels.values() if ch["type"] in (10, 11, 12)]


async def test_invalid_table_is_refused_before_a_thread_is_created(table: TableHarness, ada: FakeUser) -> None:
    refused = await ada.send_command("table open", game="zeppelin", thread=True)
    assert "There is no game called “zeppelin” here" in refused.text
    assert (
        "for 2, 3, 4 players, not 5"
        in (await ada.send_command("table open", game="flotsam", players=5, thread=True)).text
    )
    assert list_threads(table) == []


@pytest.mark.parametrize("may_delete", [True, False])
async def test_thread_is_removed_if_opening_the_table_fails(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch, may_delete: bool
) -> None:
    """Without Manage Threads the bot may only archive it."""

    async def fail(*_: object, **__: object) -> int:
        raise StorageError("no")

    async def forbid(thread: discord.Thread) -> None:
        response: Any = SimpleNamespace(status=403, reason="Forbidden")
        raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})

    monkeypatch.setattr("bot.table.lobby.seating.open_table", fail)
    monkeypatch.setattr(discord.Thread, "delete", forbid) if not may_delete else allow_threads(table)
    failed = await ada.send_command("table open", game="flotsam", thread=True)
    await failed.wait_for_change()
    assert "could not be stored" in failed.text
    assert all(thread["thread_metadata"]["archived"] for thread in list_threads(table))  # type: ignore[index]
    assert bool(list_threads(table)) is not may_delete


def allow_threads(table: TableHarness) -> None:
    """Let the bot manage threads."""
    roles = table.driver.world.guilds[table.driver.guild_id]["roles"]
    for role in roles:
        role["permissions"] = str(int(role["permissions"]) | int(Permission.MANAGE_THREADS))


@pytest.mark.parametrize(("news", "kind"), [(True, "news_thread"), (False, "public_thread")])
async def test_thread_type_matches_the_channel_type(news: bool, kind: str) -> None:
    """Announcement channels have only announcement threads."""
    channel = Mock(spec=discord.TextChannel)
    channel.is_news.return_value = news
    ctx: Any = SimpleNamespace(interaction=SimpleNamespace(channel=channel, user=object()))
    async with create_thread(ctx, "Flotsam"):
        pass
    assert channel.create_thread.call_args.kwargs["type"] is discord.ChannelType[kind]


async def test_commands_in_a_channel_without_a_table(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    assert "There is no table in this channel" in (await ada.send_command("play")).text
    assert "卓はありません" in (await jiro.send_command("board")).text
    assert await ada.type_option("move", "answer") == []
    assert "You have no table in play" in (await ada.send_command("games")).text


async def test_public_posts_follow_the_server(table: TableHarness, ada: FakeUser) -> None:
    table.driver.world.guilds[table.driver.guild_id]["preferred_locale"] = "ja"
    await ada.send_command("table open", game="flotsam")
    assert "ホスト：" in c.read_text(await table.find_lobby())


async def test_managers_choose_the_language_of_their_server(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    world, guild = table.driver.world, table.driver.guild_id
    help_page = await ada.send_command("help")
    assert "h:public" not in str(help_page.message), "Ada manages nothing"

    world.guilds[guild]["owner_id"] = jiro.id
    help_page = await jiro.send_command("help")
    changed_help = await jiro.select_values(help_page, "h:public", "both")
    menu = next(m for m in c.list_of_types(changed_help.message, c.STRING_SELECT) if m["custom_id"] == "h:public")
    assert [option["value"] for option in menu["options"] if option.get("default")] == ["both"]
    await ada.send_command("table open", game="flotsam")
    lobby = await table.find_lobby()
    assert "ホスト：" in c.read_text(lobby) and "Host: " in c.read_text(lobby)

    await jiro.select_values(changed_help, "h:public", "discord")
    assert (await table.db.fetch_rows("SELECT count(*) FROM guilds"))[0][0] == 0
    await table.send_confirmed(ada, "table end")
    await ada.send_command("table open", game="flotsam")
    await table.wait_for_outbox()
    assert "ホスト：" not in c.read_text(await table.find_lobby())


async def test_former_manager_cannot_choose_the_servers_language(table: TableHarness, jiro: FakeUser) -> None:
    guild = table.driver.world.guilds[table.driver.guild_id]
    guild["owner_id"] = jiro.id
    help_page = await jiro.send_command("help")
    guild["owner_id"] = "1"
    refused = await jiro.select_values(help_page, "h:public", "ja")
    assert "サーバー管理" in await wait_for_note(table, jiro, refused, 1)
    assert (await table.db.fetch_rows("SELECT count(*) FROM guilds"))[0][0] == 0


@pytest.mark.parametrize(
    ("server", "host", "chosen", "operator", "expected"),
    [
        ("en-US", "ja", None, "en", "ホスト："),
        ("en-US", "en-US", None, "ja", "ホスト："),
        ("en-US", "de", None, "ja", "Host: "),
        ("de", "ja", None, "ja", "Host: "),
        ("ja", "en-US", None, "en", "ホスト："),
        ("en-US", "ja", "en", "ja", "Host: "),
    ],
)
async def test_language_of_posts_follows_server_then_host(
    table: TableHarness, server: str, host: str, chosen: str | None, operator: str, expected: str
) -> None:
    """Servers without Community are American English whatever their people speak."""
    table.driver.world.guilds[table.driver.guild_id]["preferred_locale"] = server
    table.bot.language = operator
    person = table.driver.add_user("Host", locale=host)
    if chosen is not None:
        await person.select_values(await person.send_command("help"), "h:language", chosen)
    await person.send_command("table open", game="flotsam")
    assert expected in c.read_text(await table.find_lobby())


TITLES = [(typed, game) for game in sorted(list_shipped_games()) for typed in load_searches(game)["titles"]]


@pytest.mark.parametrize(("typed", "game"), TITLES)
async def test_game_is_found_by_title_and_reading(table: TableHarness, jiro: FakeUser, typed: str, game: str) -> None:
    for command in ("table open", "rules"):
        assert [choice["value"] for choice in await jiro.type_option(command, "game", typed)] == [game]


# -- how many ----------------------------------------------------------------------------------------------------------

MAX_LISTED = 25
"""Maximum number of commands that an ordinary member scrolls through after typing a slash."""


def list_rows(command: Json, head: str = "") -> list[str]:
    """Return the rows of a command in the client's list: one for itself, or one for each of its subcommands."""
    name = f"{head}{command['name']}"
    children = [option for option in command.get("options") or () if option["type"] in (SUB_COMMAND, SUB_GROUP)]
    return [row for child in children for row in list_rows(child, f"{name} ")] or [name]


async def test_an_ordinary_member_is_offered_few_commands(table: TableHarness, ada: FakeUser) -> None:
    """Counted as Discord's client lists them: what the person is offered in the channel, each subcommand in a row."""
    offered = table.driver.world.commands.list_usable(ada.id, table.driver.channel_id)
    rows = [row for command in offered for row in list_rows(command)]
    assert len(rows) <= MAX_LISTED, f"{len(rows)} commands: {', '.join(rows)}"
    assert not [row for row in rows if row.startswith(("admin", "server"))]


async def test_settings_are_reached_from_the_help_page_and_changed_by_buttons(
    table: TableHarness, ada: FakeUser
) -> None:
    help_page = await ada.send_command("help")
    commands = await ada.click(help_page, "h:yours")
    settings = await ada.click(commands, "h:me")
    assert "Leaderboards may show your name." in settings.text
    assert "your leave is not used" in (await ada.click(settings, find_custom_id(settings.message, "h:", "net"))).text
    assert "your leave is used hour by hour" in (await ada.click(settings, "h:net:1")).text
    assert "do not show your name" in (await ada.click(settings, "h:listed:0")).text


async def test_page_of_a_table_in_play_is_reached_from_the_own_seat(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    seat = await jiro.click(card, find_custom_id(card, "t:", "seat"))
    details = await jiro.click(seat, find_custom_id(seat.message, "t:", "terms"))
    assert list_custom_ids(details.message, "t:", "ask") and list_custom_ids(details.message, "t:", "resign")
    spectator = table.driver.add_user("Grace")
    assert not list_custom_ids((await spectator.send_command("table seats")).message, "t:", "ask")
