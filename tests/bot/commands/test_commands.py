"""Every command answers, in the language of whoever asks; /move takes what people type."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.discord_ui.commands.channels import new_thread
from bot.discord_ui.panel import move_parser
from bot.discord_ui.panel.menus import Line
from bot.standin import Person
from bot.standin.model import components as c
from bot.standin.model.permissions import Permission
from engines.kernel import Option, Prompt, say
from storage import StorageError
from tests.bot.conftest import Table, ident, idents, labels, pictured
from tests.discovered import shipped
from tests.lookups import searches

ANSWERS = {
    "play": ("Nothing is asked of you", "質問はありません"),
    "seat": ("Your standing answers", "自動回答"),
    "board": ("Flotsam", "漂着市"),
    "log": ("Your hold", "船倉"),
    "rules": ("Setup", "準備"),
    "games": ("Your tables", "自分の卓"),
    "help": ("Board games by post", "文通のように"),
    "table seats": ("Host", "ホスト"),
    "undo": ("not decided anything", "戻せる手がまだありません"),
    "table join": ("started already", "もう始まっています"),
    "table leave": ("computer player answers for you", "コンピュータープレイヤーが代わりに"),
    "table start": ("started already", "もう始まっています"),
}


@pytest.mark.parametrize("command", ANSWERS)
async def test_answers_in_both_languages(table: Table, ada: Person, command: str) -> None:
    english = table.driver.person("Grace")
    japanese = table.driver.person("花子", locale="ja")
    await table.open(ada, english, japanese)
    for person, expected in zip((english, japanese), ANSWERS[command], strict=True):
        reply = await person.slash(command)
        assert reply.ephemeral and expected in reply.text


async def test_the_own_choice_of_language_counts_before_discords(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    shown = await ada.slash("help")
    chosen = await ada.select(shown, "h:language", "ja")
    assert "文通のように" in chosen.text
    assert "進める" in labels((await ada.slash("seat")).message)
    again = await ada.select(chosen, "h:language", "discord")
    assert "Board games by post" in again.text


async def test_help_lists_every_command_so_that_it_can_be_pressed(table: Table, ada: Person, jiro: Person) -> None:
    first = await jiro.slash("help")
    more = ("h:tables", "h:yours", "h:moderators")
    pages = [first, *[await jiro.click(first, one) for one in more]]
    assert first.text.count(" — ") <= 16, "a newcomer reads it"
    shown = "".join(page.text for page in pages)
    english = await ada.slash("help")
    for page in (*pages, english, *[await ada.click(english, one) for one in more]):
        assert len(page.text) < 3700, "one message holds 4000, and texts grow"
    for command in table.driver.world.commands.listed():
        inner = [f" {option['name']}" for option in command.get("options", ()) if option["type"] == 1] or [""]
        for name in inner:
            assert f"</{command['name']}{name}:{command['id']}> — " in shown


async def test_board_in_pictures_and_in_words(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    offered = await ada.autocomplete("board", "view")
    assert offered
    shown = await ada.slash("board", view=offered[0]["value"])
    assert len(c.media(await pictured(shown))) == 1
    words = await ada.slash("board", text=True)
    assert not c.media(words.message) and len(words.text) > 80
    wrong = await ada.slash("board", view="cellar")
    assert "There is no picture cellar" in wrong.text


async def test_zoom_shows_other_pictures_in_place(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    zoom = await jiro.click(card, ident(card, "t:", "zoom"))
    words = await jiro.select(zoom, ident(zoom.message, "t:", "picture"), "text")
    assert words.type == 7 and "盤面を言葉で" in labels(words.message)


async def test_rules_are_found_in_either_language(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    found = await jiro.autocomplete("rules", "about", "bids")
    assert found[0]["name"] == "R4 入札"
    shown = await jiro.slash("rules", about=found[0]["value"])
    assert "R4 入札" in shown.text
    nothing = await ada.slash("rules", about="zeppelin")
    assert "Nothing in the rules matches “zeppelin”" in nothing.text
    card = await table.card()
    assert "R2 Price marks" in (await ada.click(card, ident(card, "t:", "rules"))).text


async def test_what_changed_since_the_last_look(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    first = await jiro.click(card, ident(card, "t:", "changed"))
    assert "船倉" in first.text
    await table.opened(ada)
    card = await table.card()
    second = await jiro.click(card, ident(card, "t:", "changed"))
    assert "流れ着きました" in second.text
    third = await jiro.click(card, ident(card, "t:", "changed"))
    assert "新しいことはありません" in third.text and "流れ着きました" in third.text, "the last move once more"


async def test_log_of_a_seat_holds_its_secrets_and_no_others(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    mine, yours = (await ada.slash("log")).text, (await jiro.slash("log")).text
    assert mine.count("Your hold") == 1 and yours.count("船倉") == 1
    watcher = table.driver.person("Watcher")
    assert "hold" not in (await watcher.slash("log")).text


# -- /move -------------------------------------------------------------------------------------------------------------


async def test_move_offers_what_is_legal_in_the_readers_language(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(jiro, ada)
    offered = [choice["value"] for choice in await jiro.autocomplete("move", "answer")]
    assert offered[0] == "1. 茶" and len(offered) == 4
    further = [choice["value"] for choice in await jiro.autocomplete("move", "answer", "1. 茶 + ")]
    assert further == ["1. 茶 + 1. 茶", "1. 茶 + 2. 絹", "1. 茶 + 3. 香料", "1. 茶 + 4. 塩"]
    done = await jiro.slash("move", answer=further[2])
    assert "茶" in done.text and "次の木箱を開けますか" in done.text
    assert await ada.autocomplete("move", "answer") == [], "nothing is asked of Ada"


@pytest.mark.parametrize(
    "typed", ["1 2", "1, 2", "1+2", "１＋２", "tea + silk", "raise:tea + 2. Silk", "1. Tea + silk"]
)
async def test_move_reads_numbers_and_words(table: Table, ada: Person, jiro: Person, typed: str) -> None:
    await table.open(ada, jiro)
    done = await ada.slash("move", answer=typed)
    assert "✓ Raises tea to 3." in done.text and "✓ Raises silk to 3." in done.text


@pytest.mark.parametrize("typed", ["きぬ", "kinu", "キヌ"])
def test_move_reads_words_as_they_are_said(typed: str) -> None:
    """What has a reading in the game is found by it, where nothing is written so."""
    lines = tuple(
        Line(number, Option(label, label, say("x")), label, "", readings={"絹": "キヌ", "茶": "チャ"})
        for number, label in enumerate(("茶", "絹"), 1)
    )
    prompt = Prompt(0, say("x"), tuple(line.option for line in lines))
    assert move_parser.complete(prompt, lines, typed) == ["2. 絹"]
    assert move_parser.read(prompt, lines, typed) == ("絹",)


async def test_move_says_what_it_does_not_understand(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    assert "“zeppelin” fits no option" in (await ada.slash("move", answer="zeppelin")).text
    assert "There is no option 9; the last is 4" in (await ada.slash("move", answer="9")).text
    assert "Choose exactly 2, not 1." in (await ada.slash("move", answer="1")).text
    assert "There is no option 999999; the last is 4" in (await ada.slash("move", answer="9" * 5000)).text


# -- opening -----------------------------------------------------------------------------------------------------------


async def test_commands_are_registered_with_japanese_names(table: Table) -> None:
    listed = {command["name"]: command for command in table.driver.world.commands.listed()}
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


async def test_a_channel_has_one_table(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam")
    assert "has a table already" in (await ada.slash("table open", game="flotsam")).text
    assert "zeppelinというゲームはありません" in (await jiro.slash("table open", game="zeppelin")).text


async def test_a_table_in_a_thread_of_its_own(table: Table, ada: Person, jiro: Person) -> None:
    opened = await ada.slash("table open", game="flotsam", thread=True, language="ja")
    await opened.next_change()
    thread = next(ch for ch in table.driver.world.channels.values() if ch["type"] == 11)
    assert thread["name"] == "漂着市 #1 – Ada" and f"<#{thread['id']}>" in opened.text
    await table.said()
    lobby = table.driver.channel(thread).last
    assert idents(lobby, "t:", "join")
    assert ada.id in table.driver.world.thread_members[thread["id"]]


def threads(table: Table) -> list[dict[str, object]]:
    return [ch for ch in table.driver.world.channels.values() if ch["type"] in (10, 11, 12)]


async def test_what_cannot_be_opened_is_refused_before_a_thread_is_made(table: Table, ada: Person) -> None:
    refused = await ada.slash("table open", game="zeppelin", thread=True)
    assert "There is no game zeppelin here" in refused.text
    assert "for 2, 3, 4 players, not 5" in (await ada.slash("table open", game="flotsam", players=5, thread=True)).text
    assert threads(table) == []


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_thread_without_a_table_goes_again(
    table: Table, ada: Person, monkeypatch: pytest.MonkeyPatch, may_delete: bool
) -> None:
    """Without Manage Threads the bot may only archive it."""

    async def fail(*_: object, **__: object) -> int:
        raise StorageError("no")

    async def forbid(thread: discord.Thread) -> None:
        response: Any = SimpleNamespace(status=403, reason="Forbidden")
        raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})

    monkeypatch.setattr("bot.table.lobby.seating.open_table", fail)
    monkeypatch.setattr(discord.Thread, "delete", forbid) if not may_delete else allow_threads(table)
    failed = await ada.slash("table open", game="flotsam", thread=True)
    await failed.next_change()
    assert "could not be stored" in failed.text
    assert all(thread["thread_metadata"]["archived"] for thread in threads(table))  # type: ignore[index]
    assert bool(threads(table)) is not may_delete


def allow_threads(table: Table) -> None:
    """The bot may manage threads."""
    roles = table.driver.world.guilds[table.driver.guild_id]["roles"]
    for role in roles:
        role["permissions"] = str(int(role["permissions"]) | int(Permission.MANAGE_THREADS))


@pytest.mark.parametrize(("news", "kind"), [(True, "news_thread"), (False, "public_thread")])
async def test_threads_are_of_the_kind_that_their_channel_has(news: bool, kind: str) -> None:
    """Announcement channels have only announcement threads."""
    channel = Mock(spec=discord.TextChannel)
    channel.is_news.return_value = news
    click: Any = SimpleNamespace(interaction=SimpleNamespace(channel=channel, user=object()))
    async with new_thread(click, "Flotsam"):
        pass
    assert channel.create_thread.call_args.kwargs["type"] is discord.ChannelType[kind]


async def test_no_table_here(table: Table, ada: Person, jiro: Person) -> None:
    assert "There is no table in this channel" in (await ada.slash("play")).text
    assert "卓はありません" in (await jiro.slash("board")).text
    assert await ada.autocomplete("move", "answer") == []
    assert "You have no table in play" in (await ada.slash("games")).text


async def test_public_posts_follow_the_server(table: Table, ada: Person) -> None:
    table.driver.world.guilds[table.driver.guild_id]["preferred_locale"] = "ja"
    await ada.slash("table open", game="flotsam")
    assert "席へどうぞ" in c.text(await table.lobby())


async def test_managers_choose_the_language_of_their_server(table: Table, ada: Person, jiro: Person) -> None:
    world, guild = table.driver.world, table.driver.guild_id
    shown = await ada.slash("help")
    assert "h:public" not in str(shown.message), "Ada manages nothing"

    world.guilds[guild]["owner_id"] = jiro.id
    shown = await jiro.slash("help")
    chosen = await jiro.select(shown, "h:public", "both")
    menu = next(m for m in c.of_type(chosen.message, c.STRING_SELECT) if m["custom_id"] == "h:public")
    assert [option["value"] for option in menu["options"] if option.get("default")] == ["both"]
    await ada.slash("table open", game="flotsam")
    lobby = await table.lobby()
    assert "席へどうぞ" in c.text(lobby) and "Take a seat" in c.text(lobby)

    await jiro.select(chosen, "h:public", "discord")
    assert (await table.db.rows("SELECT count(*) FROM guilds"))[0][0] == 0
    await ada.slash("table end")
    await ada.slash("table open", game="flotsam")
    await table.said()
    assert "席へどうぞ" not in c.text(await table.lobby())


async def test_who_no_longer_manages_the_server_cannot_choose_for_it(table: Table, jiro: Person) -> None:
    guild = table.driver.world.guilds[table.driver.guild_id]
    guild["owner_id"] = jiro.id
    shown = await jiro.slash("help")
    guild["owner_id"] = "1"
    assert "サーバー管理" in (await jiro.select(shown, "h:public", "ja")).text
    assert (await table.db.rows("SELECT count(*) FROM guilds"))[0][0] == 0


@pytest.mark.parametrize(
    ("server", "host", "chosen", "operator", "expected"),
    [
        ("en-US", "ja", None, "en", "席へどうぞ"),
        ("en-US", "en-US", None, "ja", "席へどうぞ"),
        ("en-US", "de", None, "ja", "Take a seat"),
        ("de", "ja", None, "ja", "Take a seat"),
        ("ja", "en-US", None, "en", "席へどうぞ"),
        ("en-US", "ja", "en", "ja", "Take a seat"),
    ],
)
async def test_posts_are_in_the_language_of_the_server_then_of_the_host(
    table: Table, server: str, host: str, chosen: str | None, operator: str, expected: str
) -> None:
    """Servers without Community are American English whatever their people speak."""
    table.driver.world.guilds[table.driver.guild_id]["preferred_locale"] = server
    table.bot.language = operator
    person = table.driver.person("Host", locale=host)
    if chosen is not None:
        await person.select(await person.slash("help"), "h:language", chosen)
    await person.slash("table open", game="flotsam")
    assert expected in c.text(await table.lobby())


TITLES = [(typed, game) for game in sorted(shipped()) for typed in searches(game)["titles"]]


@pytest.mark.parametrize(("typed", "game"), TITLES)
async def test_a_game_is_found_as_it_is_written_and_read(table: Table, jiro: Person, typed: str, game: str) -> None:
    for command in ("table open", "rules"):
        assert [choice["value"] for choice in await jiro.autocomplete(command, "game", typed)] == [game]
