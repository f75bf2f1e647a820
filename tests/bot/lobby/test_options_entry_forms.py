"""The game's options in entry forms: boxes, choices, several entry forms; restarts, stale and forged entry forms."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.lobby.options_entry_forms import build_options_buttons, build_options_entry_form
from bot.discord_ui.page import entry_forms
from bot.discord_ui.page.entry_forms import MAX_GROUP, ChoiceField, EntryForm, build_modal
from bot.discord_ui.page.pages import Choice
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer, cut_text
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from bot.table import Person, Table, TableSettings
from bot.table.lobby import seating
from engines.kernel import LANGS, Game, Lang, TableOption, load_catalogue, load_games
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, start_lobby
from tests.bot.forged_controls import submit_forged_form
from tests.clicker import choose_options
from tests.discovered import list_shipped_games


async def open_details(table: TableHarness, host: FakeUser, game_id: str) -> Reply:
    await host.send_command("table open", game=game_id, language="en")
    return await table.open_terms(host)


def list_fields(reply: Reply) -> list[dict[str, Any]]:
    return [label["component"] for label in c.list_of_types(reply.modal, c.LABEL)]


def list_other_values(game: Game[object]) -> dict[str, str]:
    """Return a value that is not the usual one of every option."""
    return {option.id: next(v for v in option.values if v != option.default) for option in game.options}


@pytest.mark.parametrize("game_id", list_shipped_games())
async def test_every_option_of_a_game_is_set_in_forms(table: TableHarness, ada: FakeUser, game_id: str) -> None:
    wanted = list_other_values(load_games()[game_id])
    details = await open_details(table, ada, game_id)
    replies = [await ada.click(details, i) for i in list_custom_ids(details.message, "t:", "options")]
    labels = [c.list_of_types(reply.modal, c.LABEL) for reply in replies]
    assert all(1 <= len(fields) <= 5 for fields in labels)
    boxes = [field for fields in labels for field in fields if field["component"]["type"] == c.CHECKBOX_GROUP]
    switches = [option for option in load_games()[game_id].options if set(option.values) == {"on", "off"}]
    assert [row["value"] for field in boxes for row in field["component"]["options"]] == [o.id for o in switches]
    await choose_options(ada, details, wanted)
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.settings.options == wanted
    await table.wait_for_outbox()


def list_cut_texts(entry_form: EntryForm, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what Discord would not show whole."""
    cut: list[str] = []

    def note_cut(text: str, length: int) -> str:
        cut.extend([text] if len(text) > length else [])
        return cut_text(text, length)

    with monkeypatch.context() as patched:
        patched.setattr(entry_forms, "cut_text", note_cut)
        build_modal(entry_form)
    return cut


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_of_an_option_is_cut_in_a_form(lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in load_games().values():
        table = SimpleNamespace(
            game=game, catalogue=load_catalogue(game.package), settings=TableSettings(), key="1.0fa3c1"
        )
        count = len(build_options_buttons(cast(Table, table), Localizer((lang,)))) if game.options else 0
        for page in range(count):
            entry_form = build_options_entry_form(cast(Table, table), str(page), Localizer((lang,)))
            assert list_cut_texts(entry_form, monkeypatch) == [], game.id
    long_help = ChoiceField("x", "Option", (Choice("a", "A"),), "A help of more than a hundred characters. " * 3)
    assert list_cut_texts(EntryForm("t:1", "Options", (long_help,)), monkeypatch), "such a text is noticed"


def pick_game_with_boxes() -> str:
    """Return a game with two options that are on or off."""
    games = (load_games()[game_id] for game_id in list_shipped_games())
    return next(game.id for game in games if sum(set(o.values) == {"on", "off"} for o in game.options) > 1)


async def test_a_form_is_found_again_after_a_restart(table: TableHarness, ada: FakeUser) -> None:
    details = await open_details(table, ada, "flotsam")
    reply = await ada.click(details, find_custom_id(details.message, "t:", "options"))
    await table.stop()
    await table.boot()
    assert "Length: **long" in (await ada.submit_modal(reply, {"length": "long"})).text
    await table.wait_for_outbox()


async def test_a_stale_form_changes_only_what_was_changed_in_it(table: TableHarness, ada: FakeUser) -> None:
    game_id = pick_game_with_boxes()
    details = await open_details(table, ada, game_id)
    custom_id = find_custom_id(details.message, "t:", "options")
    reply = await ada.click(details, custom_id)
    [field] = [
        x["component"] for x in c.list_of_types(reply.modal, c.LABEL) if x["component"]["type"] == c.CHECKBOX_GROUP
    ]
    first, second, *_ = [row["value"] for row in field["options"]]
    checked = {row["value"] for row in field["options"] if row.get("default")}
    async with table.bot.service.lock_table(1) as table_state:
        before = {
            option.id: table_state.settings.options.get(option.id, option.default)
            for option in table_state.game.options
        }
    flip = {"on": "off", "off": "on"}
    async with table.bot.service.lock_table(1) as table_state:  # on another device
        await seating.set_options(
            table.bot.service, table_state, Person(int(ada.id), "Ada", "en"), {first: flip[before[first]]}
        )
    await ada.submit_modal(reply, {field["custom_id"]: sorted(checked ^ {second})})
    async with table.bot.service.lock_table(1) as table_state:
        now = {
            option.id: table_state.settings.options.get(option.id, option.default)
            for option in table_state.game.options
        }
    assert now == before | {first: flip[before[first]], second: flip[before[second]]}
    await table.wait_for_outbox()


def pick_game_with_lists() -> tuple[str, TableOption, TableOption]:
    """Return a game, an option of three or more values to press on, and another one with a list of its own."""
    for game_id in list_shipped_games():
        lists = [
            o for o in load_games()[game_id].options if len(o.values) <= MAX_GROUP and set(o.values) != {"on", "off"}
        ]
        long_lists = [option for option in lists if len(option.values) > 2]
        if long_lists and len(lists) > 1:
            return game_id, long_lists[0], next(option for option in lists if option is not long_lists[0])
    raise AssertionError("no game has such options")


@pytest.mark.parametrize(("lang", "sentence"), [("en", "Another person changed this"), ("ja", "今のままにしました")])
async def test_an_option_that_two_people_changed_stays_as_the_first_set_it(
    table: TableHarness, lang: Lang, sentence: str
) -> None:
    """Other changes of the second entry form hold; a sentence says how the option is now."""
    host = table.driver.add_user("Ada", locale=lang)
    game_id, both, beside = pick_game_with_lists()
    details = await open_details(table, host, game_id)
    custom_ids = list_custom_ids(details.message, "t:", "options")
    replies = [await host.click(details, custom_id) for custom_id in custom_ids]
    reply = next(reply for reply in replies if {both.id, beside.id} <= {x["custom_id"] for x in list_fields(reply)})
    usual = {option.id: option.default for option in (both, beside)}
    first, second = [value for value in both.values if value != both.default][:2]
    other = next(value for value in beside.values if value != beside.default)
    async with table.bot.service.lock_table(1) as table_state:
        await seating.set_options(table.bot.service, table_state, Person(int(host.id), "Ada", "en"), {both.id: first})
    answer = await host.submit_modal(reply, usual | {both.id: second, beside.id: other})
    words = load_catalogue(load_games()[game_id].package)
    [notice] = [line for line in answer.text.splitlines() if sentence in line]
    assert titles.name_option_value(words, both.id, first, lang) in notice
    assert titles.name_option(words, beside.id, lang) not in notice
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.settings.options[both.id] == first and table_state.settings.options[beside.id] == other
    again = await host.click(answer, custom_ids[replies.index(reply)])
    assert sentence not in (await host.submit_modal(again, {both.id: second, beside.id: other})).text
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.settings.options[both.id] == second
    await table.wait_for_outbox()


async def test_a_form_submitted_too_late_or_by_a_former_host_is_refused(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    details = await open_details(table, ada, "flotsam")
    await table.join_table(jiro)
    options_id = find_custom_id(details.message, "t:", "options")
    reply = await ada.click(details, options_id)
    await table.choose_about_players(ada, "Make 次郎 the host")
    assert "Only the host" in (await ada.submit_modal(reply, {"length": "long"})).text
    assert "Only the host" in (await ada.click(details, options_id)).text
    await table.wait_for_outbox()
    details = await table.open_terms(jiro)
    second = await jiro.click(details, find_custom_id(details.message, "t:", "options"))
    await table.wait_for_outbox()
    await start_lobby(jiro, await table.find_lobby())
    await table.find_card()
    for late in (await jiro.submit_modal(second, {"length": "long"}), await jiro.click(details, options_id)):
        assert "ゲームはもう始まっています" in late.text


@pytest.mark.parametrize("arg", ["", "0", "0.", "9.0", "0.zz", "0.~", "x.0", "0.0000000000000000", "-1.0", "\u0661.0"])
async def test_a_forged_form_gets_a_sentence(table: TableHarness, ada: FakeUser, arg: str) -> None:
    details = await open_details(table, ada, "flotsam")
    reply = await ada.click(details, find_custom_id(details.message, "t:", "options"))
    head = ":".join(reply.modal["custom_id"].split(":")[:3])
    reply.modal["custom_id"] = f"{head}:{arg}"
    table.driver.world.interactions._modals[ada.id, f"{head}:{arg}"] = reply.interaction
    assert "earlier version" in (await ada.submit_modal(reply, {})).text
    async with table.bot.service.lock_table(1) as table_state:
        assert not table_state.settings.options.get("length") or table_state.settings.options["length"] == "short"


@pytest.mark.parametrize("custom_id", ["t:1:nosuchverb", "t:1:join", "h:me", "x"])
async def test_a_form_that_the_bot_does_not_have_gets_a_sentence(
    table: TableHarness, ada: FakeUser, custom_id: str
) -> None:
    await open_details(table, ada, "flotsam")
    answer = await submit_forged_form(table, ada, await table.find_lobby(), custom_id, {"length": "long"})
    assert "earlier version" in answer.text


async def test_a_form_with_an_unknown_value_gets_a_sentence(table: TableHarness, ada: FakeUser) -> None:
    details = await open_details(table, ada, "flotsam")
    reply = await ada.click(details, find_custom_id(details.message, "t:", "options"))
    [field] = [x["component"] for x in c.list_of_types(reply.modal, c.LABEL) if x["component"]["custom_id"] == "length"]
    field["options"].append({"value": "endless", "label": "endless"})  # as a forged client offers it
    assert "earlier version" in (await ada.submit_modal(reply, {"length": "endless"})).text
