"""Every payload that Discord would refuse is refused, with the path of the field, and remembered as a violation."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from bot.standin import Driver, StandIn, World
from bot.standin.model import components as c
from tests.standin.conftest import Boot
from tests.standin.samplebot import SampleBot, card, picture
from tests.standin.waiting import until

Payload = dict[str, Any]
Change = Callable[[Payload], object]


def button(n: int = 0, **more: Any) -> Payload:
    return {"type": 2, "style": 2, "label": f"b{n}", "custom_id": f"b:{n}", **more}


def row(*children: Payload) -> Payload:
    return {"type": 1, "components": list(children)}


def menu(options: int = 3, **more: Any) -> Payload:
    rows = [{"label": f"o{i}", "value": f"v{i}"} for i in range(options)]
    return {"type": 3, "custom_id": "menu", "options": rows, **more}


def text(content: str = "hello") -> Payload:
    return {"type": 10, "content": content}


def gallery(url: str = "attachment://board.png", **more: Any) -> Payload:
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


def good() -> Payload:
    """A V2 message with, in a container: 0 text, 1 gallery, 2 row of two buttons, 3 row with a menu, 4 section."""
    section = {"type": 9, "components": [text("more")], "accessory": button(9)}
    inside = [text(), gallery(), row(button(1), button(2)), row(menu()), section]
    return {"flags": c.IS_V2, "components": [{"type": 17, "components": inside}]}


def inner(payload: Payload) -> list[Payload]:
    children: list[Payload] = payload["components"][0]["components"]
    return children


def first_button(payload: Payload) -> Payload:
    found: Payload = inner(payload)[2]["components"][0]
    return found


async def post(
    standin: StandIn, path: str, payload: Any, *, method: str = "POST", files: tuple[str, ...] = ("board.png",)
) -> tuple[int, Payload]:
    """Send a payload as a client would, past any check that a library makes; (status, body)."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(payload))
    for index, name in enumerate(files):
        form.add_field(f"files[{index}]", b"\x89PNG", filename=name)
    headers = {"Authorization": "Bot token"}
    async with aiohttp.ClientSession(headers=headers) as session:
        sent = {"data": form} if files else {"json": payload}
        async with session.request(method, f"{standin.base_url}/api/v10{path}", **sent) as response:
            body = await response.json() if response.status != 204 else {}
            return response.status, body


BASE = ("components", 0, "components")
MUTATIONS: dict[str, tuple[Change, tuple[str | int, ...]]] = {
    "label of 81": (lambda p: first_button(p).update(label="x" * 81), (*BASE, 2, "components", 0, "label")),
    "empty label": (lambda p: first_button(p).update(label=""), (*BASE, 2, "components", 0, "label")),
    "no label": (lambda p: first_button(p).pop("label"), (*BASE, 2, "components", 0, "label")),
    "custom_id of 101": (
        lambda p: first_button(p).update(custom_id="x" * 101),
        (*BASE, 2, "components", 0, "custom_id"),
    ),
    "empty custom_id": (lambda p: first_button(p).update(custom_id=""), (*BASE, 2, "components", 0, "custom_id")),
    "no custom_id": (lambda p: first_button(p).pop("custom_id"), (*BASE, 2, "components", 0)),
    "custom_id twice": (lambda p: first_button(p).update(custom_id="b:2"), (*BASE, 2, "components", 1, "custom_id")),
    "custom_id twice, menu": (
        lambda p: first_button(p).update(custom_id="menu"),
        (*BASE, 3, "components", 0, "custom_id"),
    ),
    "id twice": (lambda p: [b.update(id=7) for b in inner(p)[2]["components"]], (*BASE, 2, "components", 1, "id")),
    "style 9": (lambda p: first_button(p).update(style=9), (*BASE, 2, "components", 0, "style")),
    "no style": (lambda p: first_button(p).pop("style"), (*BASE, 2, "components", 0, "style")),
    "link with custom_id": (
        lambda p: first_button(p).update(style=5, url="https://x.org"),
        (*BASE, 2, "components", 0),
    ),
    "link without url": (lambda p: first_button(p).update(style=5), (*BASE, 2, "components", 0)),
    "unknown field": (lambda p: first_button(p).update(colour=3), (*BASE, 2, "components", 0, "colour")),
    "unknown field on top": (lambda p: p.update(ephemeral=True), ("ephemeral",)),
    "six buttons": (lambda p: inner(p)[2].update(components=[button(i) for i in range(6)]), (*BASE, 2, "components")),
    "empty row": (lambda p: inner(p)[2].update(components=[]), (*BASE, 2, "components")),
    "menu beside button": (lambda p: inner(p)[3]["components"].append(button(5)), (*BASE, 3, "components")),
    "26 options": (lambda p: inner(p)[3].update(components=[menu(26)]), (*BASE, 3, "components", 0, "options")),
    "option label of 101": (
        lambda p: inner(p)[3]["components"][0]["options"][1].update(label="x" * 101),
        (*BASE, 3, "components", 0, "options", 1, "label"),
    ),
    "option value twice": (
        lambda p: inner(p)[3]["components"][0]["options"][1].update(value="v0"),
        (*BASE, 3, "components", 0, "options"),
    ),
    "more to choose than there is": (
        lambda p: inner(p)[3]["components"][0].update(max_values=4),
        (*BASE, 3, "components", 0, "max_values"),
    ),
    "min over max": (
        lambda p: inner(p)[3]["components"][0].update(min_values=2),
        (*BASE, 3, "components", 0, "min_values"),
    ),
    "placeholder of 151": (
        lambda p: inner(p)[3]["components"][0].update(placeholder="x" * 151),
        (*BASE, 3, "components", 0, "placeholder"),
    ),
    "unknown component type": (lambda p: inner(p).append({"type": 99}), (*BASE, 5, "type")),
    "container in container": (
        lambda p: inner(p).append(p["components"][0] | {"components": [text()]}),
        (*BASE, 5, "type"),
    ),
    "bare button": (lambda p: inner(p).append(button(7)), (*BASE, 5, "type")),
    "empty container": (lambda p: p["components"][0].update(components=[]), BASE),
    "text of 4001": (lambda p: inner(p)[0].update(content="x" * 4001), (*BASE, 0, "content")),
    "empty text": (lambda p: inner(p)[0].update(content=""), (*BASE, 0, "content")),
    "4001 over all texts": (lambda p: inner(p).extend([text("x" * 2000), text("y" * 1993)]), ("components",)),
    "41 over the tree": (
        lambda p: p["components"].extend(
            {"type": 17, "components": [text(str(i)) for i in range(15)]} for _ in range(2)
        ),
        ("components",),
    ),
    "section without accessory": (lambda p: inner(p)[4].pop("accessory"), (*BASE, 4, "accessory")),
    "four texts in a section": (lambda p: inner(p)[4].update(components=[text()] * 4), (*BASE, 4, "components")),
    "11 pictures": (lambda p: inner(p)[1].update(items=gallery()["items"] * 11), (*BASE, 1, "items")),
    "alt text of 1025": (
        lambda p: inner(p)[1]["items"][0].update(description="x" * 1025),
        (*BASE, 1, "items", 0, "description"),
    ),
    "no such file": (
        lambda p: inner(p)[1]["items"][0]["media"].update(url="attachment://mat.png"),
        (*BASE, 1, "items", 0, "media", "url"),
    ),
    "odd scheme": (
        lambda p: inner(p)[1]["items"][0]["media"].update(url="file:///x"),
        (*BASE, 1, "items", 0, "media", "url"),
    ),
    "content with V2": (lambda p: p.update(content="hello"), ("content",)),
    "embeds with V2": (lambda p: p.update(embeds=[{"title": "x"}]), ("embeds",)),
    "V2 component without the flag": (lambda p: p.update(flags=0), ("components", 0)),
    "colour out of range": (
        lambda p: p["components"][0].update(accent_color=1 << 24),
        ("components", 0, "accent_color"),
    ),
    "attachment that is not uploaded": (
        lambda p: p.update(attachments=[{"id": 3, "filename": "x.png"}]),
        ("attachments", 0, "id"),
    ),
    "nonce of 26": (lambda p: p.update(nonce="x" * 26), ("nonce",)),
}


@pytest.mark.parametrize("name", MUTATIONS)
async def test_wrong_message_is_refused_with_its_path(standin: StandIn, driver: Driver, name: str) -> None:
    payload = good()
    change, path = MUTATIONS[name]
    change(payload)
    status, body = await post(standin, f"/channels/{driver.channel_id}/messages", payload)
    assert (status, body["code"]) == (400, 50035)
    paths = [violation.problem.path for violation in driver.world.violations]
    assert path in paths, driver.world.violations
    node = body["errors"]
    for step in path:
        node = node[str(step)]
    assert node["_errors"][0]["message"]
    assert driver.channel().messages == []
    with pytest.raises(AssertionError, match="broke Discord's rules"):
        driver.assert_clean()


async def test_right_message_passes(standin: StandIn, driver: Driver) -> None:
    status, body = await post(standin, f"/channels/{driver.channel_id}/messages", good())
    assert status == 200
    assert len({component["id"] for _, component in c.walk(body["components"])}) == 11, "every component is numbered"
    assert body["components"][0]["components"][1]["items"][0]["media"]["url"].startswith(standin.base_url)
    driver.assert_clean()


async def test_edit_is_judged_with_what_stays(standin: StandIn, driver: Driver) -> None:
    _, sent = await post(standin, f"/channels/{driver.channel_id}/messages", good())
    where = f"/channels/{driver.channel_id}/messages/{sent['id']}"

    async def edit(payload: Payload, **more: Any) -> int:
        return (await post(standin, where, payload, method="PATCH", files=more.get("files", ())))[0]

    assert await edit({"components": [gallery()]}) == 200, "board.png is still there"
    assert await edit({"attachments": [], "components": [gallery()]}) == 400, "and here it is not"
    assert await edit({"content": "x"}) == 400, "V2 stays V2"
    url = driver.channel().last["components"][0]["items"][0]["media"]["url"]
    keep = [{"id": sent["attachments"][0]["id"]}]
    assert await edit({"attachments": keep, "components": [gallery(url)]}) == 200
    assert await edit({"attachments": [], "components": [gallery(url)]}) == 400, "its picture would be dead"
    assert (
        await edit({"attachments": [{"id": 0}], "components": [gallery("attachment://b.png")]}, files=("b.png",)) == 200
    )
    assert [a["filename"] for a in driver.channel().last["attachments"]] == ["b.png"]


async def test_messages_of_the_old_kind(standin: StandIn, driver: Driver) -> None:
    where = f"/channels/{driver.channel_id}/messages"

    async def send(payload: Payload, files: tuple[str, ...] = ()) -> int:
        return int((await post(standin, where, payload, files=files))[1].get("code", 200))

    assert await send({"content": "x", "components": [row(button(i)) for i in range(5)]}) == 200
    assert await send({"content": "x", "components": [row(button(i)) for i in range(6)]}) == 50035
    assert await send({}) == 50006
    assert await send({"content": "x" * 4001}) == 50035
    assert await send({}, ("a.png",)) == 200
    assert await send({}, tuple(f"{i}.png" for i in range(11))) == 50035


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda m: m["components"].extend(copy.deepcopy(m["components"]) * 5), ("data", "components")),
        (lambda m: m.update(title="x" * 46), ("data", "title")),
        (lambda m: m["components"][0].update(label="x" * 46), ("data", "components", 0, "label")),
        (
            lambda m: m["components"][0]["component"].update(max_length=4001),
            ("data", "components", 0, "component", "max_length"),
        ),
        (lambda m: m.update(custom_id=""), ("data", "custom_id")),
    ],
)
async def test_wrong_form_is_refused(
    standin: StandIn, driver: Driver, boot: Boot, change: Change, path: tuple[Any, ...]
) -> None:
    field = {"type": 4, "custom_id": "amount", "style": 1, "max_length": 3}
    modal = {"custom_id": "bid", "title": "Bid", "components": [{"type": 18, "label": "Amount", "component": field}]}
    assert await answer(standin, driver, boot, {"type": 9, "data": modal}) == 204
    driver.assert_clean()
    change(modal)
    assert await answer(standin, driver, boot, {"type": 9, "data": modal}) == 400
    assert path in [violation.problem.path for violation in driver.world.violations]


async def test_answer_must_fit_the_interaction(standin: StandIn, driver: Driver, boot: Boot) -> None:
    for callback in (
        {"type": 6},
        {"type": 7, "data": {"content": "x"}},
        {"type": 8, "data": {"choices": []}},
        {"type": 1},
    ):
        assert await answer(standin, driver, boot, callback) == 400
    assert await answer(standin, driver, boot, {"type": 5, "data": {"flags": 64}}) == 204
    assert await answer(standin, driver, boot, {"type": 5, "data": {"content": "x"}}) == 400


async def answer(standin: StandIn, driver: Driver, boot: Boot, callback: Payload) -> int:
    """Answer a fresh /ping by hand, before any bot can."""
    world = driver.world
    world.commands.overwrite(None, [{"name": "ping", "description": "x"}])
    person = driver.person("Someone")
    interaction = world.interactions.begin(person.id, driver.channel_id, 2, {"name": "ping"})
    return (await post(standin, f"/interactions/{interaction.id}/{interaction.token}/callback", callback, files=()))[0]


COMMAND: Payload = {
    "name": "table",
    "description": "Tables",
    "options": [{"name": "game", "type": 3, "description": "Which"}],
}


@pytest.mark.parametrize(
    "change",
    [
        lambda command: command.update(name="Table"),
        lambda command: command.update(name="ta ble"),
        lambda command: command.update(description=""),
        lambda command: command.update(description="x" * 101),
        lambda command: command.update(name_localizations={"ja": "卓 を"}),
        lambda command: command.update(name_localizations={"ja": "x" * 33}),
        lambda command: command["options"].append(command["options"][0]),
        lambda command: command["options"].append({"name": "size", "type": 4, "description": "x", "required": True}),
        lambda command: command["options"].extend({"name": f"o{i}", "type": 3, "description": "x"} for i in range(25)),
        lambda command: command["options"][0].update(choices=[{"name": str(i), "value": str(i)} for i in range(26)]),
        lambda command: command["options"][0].update(autocomplete=True, choices=[{"name": "a", "value": "a"}]),
        lambda command: command["options"].extend(
            {
                "name": f"o{i}",
                "type": 3,
                "description": "x" * 100,
                "choices": [{"name": "y" * 100, "value": str(n)} for n in range(4)],
            }
            for i in range(20)
        ),
    ],
)
async def test_wrong_command_is_refused(standin: StandIn, driver: Driver, change: Change) -> None:
    where = f"/applications/{driver.world.application['id']}/commands"
    command = copy.deepcopy(COMMAND)
    assert (await post(standin, where, [command], method="PUT", files=()))[0] == 200
    driver.assert_clean()
    change(command)
    assert (await post(standin, where, [command], method="PUT", files=()))[0] == 400
    assert driver.world.violations and len(driver.world.commands.listed()) == 1


async def test_unknown_route_is_a_violation(standin: StandIn, driver: Driver) -> None:
    status, _ = await post(standin, "/channels/1/telepathy", {}, files=())
    assert status == 404 and "/channels/1/telepathy" in str(driver.world.violations[0])


async def test_file_over_the_limit(driver: Driver, bot: SampleBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.standin.model.files.SIZE_LIMIT", 50)
    with pytest.raises(discord.HTTPException) as large:
        await bot.get_partial_messageable(int(driver.channel_id)).send(file=picture(1))
    assert (large.value.status, large.value.code) == (413, 40005)


async def test_switch_off(driver: Driver) -> None:
    async with StandIn(World(), validate=False) as loose:
        channel = Driver(loose.world).channel_id
        payload = good()
        first_button(payload)["label"] = "x" * 81
        assert (await post(loose, f"/channels/{channel}/messages", payload))[0] == 200
        assert loose.world.violations == []


async def test_all_that_the_library_sends_passes(driver: Driver, bot: SampleBot) -> None:
    """No false alarms: one message of every kind that the client can build."""
    channel = bot.get_channel(int(driver.channel_id))
    assert isinstance(channel, discord.TextChannel)
    view = ui.LayoutView()
    view.add_item(ui.Section("a", "b", accessory=ui.Thumbnail("attachment://board.png", description="d", spoiler=True)))
    view.add_item(ui.Separator(visible=False, spacing=discord.SeparatorSpacing.large))
    view.add_item(ui.File("attachment://board.png"))
    for item in (ui.RoleSelect, ui.ChannelSelect, ui.MentionableSelect):
        view.add_item(ui.ActionRow(item(custom_id=item.__name__, min_values=0, max_values=3)))
    options = [discord.SelectOption(label="a", description="b", emoji="🎲", default=True)]
    view.add_item(ui.ActionRow(ui.Select(options=options, required=False)))
    view.add_item(ui.ActionRow(ui.Button(emoji="🎲", style=discord.ButtonStyle.danger)))
    sent = await channel.send(
        view=view, file=picture(1), allowed_mentions=discord.AllowedMentions(users=True), silent=True
    )
    await sent.edit(view=card(1), attachments=[picture(1)])
    await sent.edit(view=card(1), attachments=[picture(2)], allowed_mentions=discord.AllowedMentions.none())
    await sent.reply("reply", embed=discord.Embed(title="t", description="d", colour=3).set_footer(text="f"))
    poll = (
        discord.Poll("Which?", duration=__import__("datetime").timedelta(hours=2))
        .add_answer(text="A")
        .add_answer(text="B")
    )
    await channel.send(poll=poll)
    await channel.send("x", view=ui.View().add_item(ui.Button(label="b")), suppress_embeds=True, nonce=7)
    thread = await sent.create_thread(name="aside", auto_archive_duration=60)
    await thread.edit(name="aside 2", archived=True)
    await until(lambda: driver.world.channel(str(thread.id))["name"] == "aside 2")
    driver.assert_clean()
