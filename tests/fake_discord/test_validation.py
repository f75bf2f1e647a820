"""Every payload that Discord would refuse is refused with the path of the field, and recorded as a violation."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.fake_discord import Driver, FakeDiscord, World
from bot.fake_discord.model import components as c
from tests.fake_discord.conftest import Boot
from tests.fake_discord.samplebot import SampleBot, build_picture

Payload = dict[str, Any]
Change = Callable[[Payload], object]


def build_button(n: int = 0, **more: Any) -> Payload:
    return {"type": 2, "style": 2, "label": f"b{n}", "custom_id": f"b:{n}", **more}


def build_row(*children: Payload) -> Payload:
    return {"type": 1, "components": list(children)}


def build_menu(options: int = 3, **more: Any) -> Payload:
    rows = [{"label": f"o{i}", "value": f"v{i}"} for i in range(options)]
    return {"type": 3, "custom_id": "menu", "options": rows, **more}


def build_text(content: str = "hello") -> Payload:
    return {"type": 10, "content": content}


def build_gallery(url: str = "attachment://board.png", **more: Any) -> Payload:
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


def build_valid_message() -> Payload:
    """Return a valid V2 message.

    Its container has 0 a text, 1 a gallery, 2 a row of two buttons, 3 a row with a menu, 4 a section.
    """
    section = {"type": 9, "components": [build_text("more")], "accessory": build_button(9)}
    inside = [
        build_text(),
        build_gallery(),
        build_row(build_button(1), build_button(2)),
        build_row(build_menu()),
        section,
    ]
    return {"flags": c.IS_V2, "components": [{"type": 17, "components": inside}]}


def list_children(payload: Payload) -> list[Payload]:
    children: list[Payload] = payload["components"][0]["components"]
    return children


def find_first_button(payload: Payload) -> Payload:
    first: Payload = list_children(payload)[2]["components"][0]
    return first


async def send_payload(
    fake_discord: FakeDiscord, path: str, payload: Any, *, method: str = "POST", files: tuple[str, ...] = ("board.png",)
) -> tuple[int, Payload]:
    """Send a payload without the checks of a client library; return status and body."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(payload))
    for index, name in enumerate(files):
        form.add_field(f"files[{index}]", b"\x89PNG", filename=name)
    headers = {"Authorization": "Bot token"}
    async with aiohttp.ClientSession(headers=headers) as session:
        sent = {"data": form} if files else {"json": payload}
        async with session.request(method, f"{fake_discord.base_url}/api/v10{path}", **sent) as response:
            body = await response.json() if response.status != 204 else {}
            return response.status, body


BASE = ("components", 0, "components")
MUTATIONS: dict[str, tuple[Change, tuple[str | int, ...]]] = {
    "label of 81": (lambda p: find_first_button(p).update(label="x" * 81), (*BASE, 2, "components", 0, "label")),
    "empty label": (lambda p: find_first_button(p).update(label=""), (*BASE, 2, "components", 0, "label")),
    "no label": (lambda p: find_first_button(p).pop("label"), (*BASE, 2, "components", 0, "label")),
    "custom_id of 101": (
        lambda p: find_first_button(p).update(custom_id="x" * 101),
        (*BASE, 2, "components", 0, "custom_id"),
    ),
    "empty custom_id": (lambda p: find_first_button(p).update(custom_id=""), (*BASE, 2, "components", 0, "custom_id")),
    "no custom_id": (lambda p: find_first_button(p).pop("custom_id"), (*BASE, 2, "components", 0)),
    "custom_id twice": (
        lambda p: find_first_button(p).update(custom_id="b:2"),
        (*BASE, 2, "components", 1, "custom_id"),
    ),
    "custom_id twice, menu": (
        lambda p: find_first_button(p).update(custom_id="menu"),
        (*BASE, 3, "components", 0, "custom_id"),
    ),
    "id twice": (
        lambda p: [b.update(id=7) for b in list_children(p)[2]["components"]],
        (*BASE, 2, "components", 1, "id"),
    ),
    "style 9": (lambda p: find_first_button(p).update(style=9), (*BASE, 2, "components", 0, "style")),
    "no style": (lambda p: find_first_button(p).pop("style"), (*BASE, 2, "components", 0, "style")),
    "link with custom_id": (
        lambda p: find_first_button(p).update(style=5, url="https://x.org"),
        (*BASE, 2, "components", 0),
    ),
    "link without url": (lambda p: find_first_button(p).update(style=5), (*BASE, 2, "components", 0)),
    "unknown field": (lambda p: find_first_button(p).update(colour=3), (*BASE, 2, "components", 0, "colour")),
    "unknown field on top": (lambda p: p.update(ephemeral=True), ("ephemeral",)),
    "six buttons": (
        lambda p: list_children(p)[2].update(components=[build_button(i) for i in range(6)]),
        (*BASE, 2, "components"),
    ),
    "empty row": (lambda p: list_children(p)[2].update(components=[]), (*BASE, 2, "components")),
    "menu beside button": (
        lambda p: list_children(p)[3]["components"].append(build_button(5)),
        (*BASE, 3, "components"),
    ),
    "26 options": (
        lambda p: list_children(p)[3].update(components=[build_menu(26)]),
        (*BASE, 3, "components", 0, "options"),
    ),
    "option label of 101": (
        lambda p: list_children(p)[3]["components"][0]["options"][1].update(label="x" * 101),
        (*BASE, 3, "components", 0, "options", 1, "label"),
    ),
    "option value twice": (
        lambda p: list_children(p)[3]["components"][0]["options"][1].update(value="v0"),
        (*BASE, 3, "components", 0, "options"),
    ),
    "more to choose than there is": (
        lambda p: list_children(p)[3]["components"][0].update(max_values=4),
        (*BASE, 3, "components", 0, "max_values"),
    ),
    "min over max": (
        lambda p: list_children(p)[3]["components"][0].update(min_values=2),
        (*BASE, 3, "components", 0, "min_values"),
    ),
    "placeholder of 151": (
        lambda p: list_children(p)[3]["components"][0].update(placeholder="x" * 151),
        (*BASE, 3, "components", 0, "placeholder"),
    ),
    "unknown component type": (lambda p: list_children(p).append({"type": 99}), (*BASE, 5, "type")),
    "container in container": (
        lambda p: list_children(p).append(p["components"][0] | {"components": [build_text()]}),
        (*BASE, 5, "type"),
    ),
    "bare button": (lambda p: list_children(p).append(build_button(7)), (*BASE, 5, "type")),
    "empty container": (lambda p: p["components"][0].update(components=[]), BASE),
    "text of 4001": (lambda p: list_children(p)[0].update(content="x" * 4001), (*BASE, 0, "content")),
    "empty text": (lambda p: list_children(p)[0].update(content=""), (*BASE, 0, "content")),
    "4001 over all texts": (
        lambda p: list_children(p).extend([build_text("x" * 2000), build_text("y" * 1993)]),
        ("components",),
    ),
    "41 over the tree": (
        lambda p: p["components"].extend(
            {"type": 17, "components": [build_text(str(i)) for i in range(15)]} for _ in range(2)
        ),
        ("components",),
    ),
    "section without accessory": (lambda p: list_children(p)[4].pop("accessory"), (*BASE, 4, "accessory")),
    "four texts in a section": (
        lambda p: list_children(p)[4].update(components=[build_text()] * 4),
        (*BASE, 4, "components"),
    ),
    "11 pictures": (lambda p: list_children(p)[1].update(items=build_gallery()["items"] * 11), (*BASE, 1, "items")),
    "alt text of 1025": (
        lambda p: list_children(p)[1]["items"][0].update(description="x" * 1025),
        (*BASE, 1, "items", 0, "description"),
    ),
    "no such file": (
        lambda p: list_children(p)[1]["items"][0]["media"].update(url="attachment://mat.png"),
        (*BASE, 1, "items", 0, "media", "url"),
    ),
    "odd scheme": (
        lambda p: list_children(p)[1]["items"][0]["media"].update(url="file:///x"),
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
async def test_wrong_message_is_refused_with_its_path(fake_discord: FakeDiscord, driver: Driver, name: str) -> None:
    payload = build_valid_message()
    change, path = MUTATIONS[name]
    change(payload)
    status, body = await send_payload(fake_discord, f"/channels/{driver.channel_id}/messages", payload)
    assert (status, body["code"]) == (400, 50035)
    paths = [violation.problem.path for violation in driver.world.violations]
    assert path in paths, driver.world.violations
    node = body["errors"]
    for step in path:
        node = node[str(step)]
    assert node["_errors"][0]["message"]
    assert driver.view_channel().messages == []
    with pytest.raises(AssertionError, match="broke Discord's rules"):
        driver.assert_clean()


async def test_right_message_passes(fake_discord: FakeDiscord, driver: Driver) -> None:
    status, body = await send_payload(fake_discord, f"/channels/{driver.channel_id}/messages", build_valid_message())
    assert status == 200
    assert len({component["id"] for _, component in c.walk_components(body["components"])}) == 11, (
        "every component is numbered"
    )
    assert body["components"][0]["components"][1]["items"][0]["media"]["url"].startswith(fake_discord.base_url)
    driver.assert_clean()


async def test_edit_is_validated_with_remaining_files(fake_discord: FakeDiscord, driver: Driver) -> None:
    _, sent = await send_payload(fake_discord, f"/channels/{driver.channel_id}/messages", build_valid_message())
    path = f"/channels/{driver.channel_id}/messages/{sent['id']}"

    async def edit(payload: Payload, **more: Any) -> int:
        return (await send_payload(fake_discord, path, payload, method="PATCH", files=more.get("files", ())))[0]

    assert await edit({"components": [build_gallery()]}) == 200, "board.png is still there"
    assert await edit({"attachments": [], "components": [build_gallery()]}) == 400, "and here it is not"
    assert await edit({"content": "x"}) == 400, "V2 stays V2"
    media = driver.view_channel().last_message["components"][0]["items"][0]["media"]
    url, keep = media["url"], [{"id": media["attachment_id"]}]
    assert await edit({"attachments": keep, "components": [build_gallery(url)]}) == 200
    assert await edit({"attachments": [], "components": [build_gallery(url)]}) == 400, "its picture would be dead"
    assert (
        await edit({"attachments": [{"id": 0}], "components": [build_gallery("attachment://b.png")]}, files=("b.png",))
        == 200
    )
    assert [a["filename"] for a in driver.view_channel().last_message["attachments"]] == ["b.png"]


async def test_messages_without_components_v2(fake_discord: FakeDiscord, driver: Driver) -> None:
    path = f"/channels/{driver.channel_id}/messages"

    async def send(payload: Payload, files: tuple[str, ...] = ()) -> int:
        return int((await send_payload(fake_discord, path, payload, files=files))[1].get("code", 200))

    assert await send({"content": "x", "components": [build_row(build_button(i)) for i in range(5)]}) == 200
    assert await send({"content": "x", "components": [build_row(build_button(i)) for i in range(6)]}) == 50035
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
    fake_discord: FakeDiscord, driver: Driver, boot: Boot, change: Change, path: tuple[Any, ...]
) -> None:
    field = {"type": 4, "custom_id": "amount", "style": 1, "max_length": 3}
    modal = {"custom_id": "bid", "title": "Bid", "components": [{"type": 18, "label": "Amount", "component": field}]}
    assert await answer_ping(fake_discord, driver, boot, {"type": 9, "data": modal}) == 204
    driver.assert_clean()
    change(modal)
    assert await answer_ping(fake_discord, driver, boot, {"type": 9, "data": modal}) == 400
    assert path in [violation.problem.path for violation in driver.world.violations]


async def test_answer_must_fit_the_interaction(fake_discord: FakeDiscord, driver: Driver, boot: Boot) -> None:
    for callback in (
        {"type": 6},
        {"type": 7, "data": {"content": "x"}},
        {"type": 8, "data": {"choices": []}},
        {"type": 1},
    ):
        assert await answer_ping(fake_discord, driver, boot, callback) == 400
    assert await answer_ping(fake_discord, driver, boot, {"type": 5, "data": {"flags": 64}}) == 204
    assert await answer_ping(fake_discord, driver, boot, {"type": 5, "data": {"content": "x"}}) == 400


async def answer_ping(fake_discord: FakeDiscord, driver: Driver, boot: Boot, callback: Payload) -> int:
    """Answer a fresh /ping by hand, before any bot can."""
    world = driver.world
    world.commands.overwrite_commands(None, [{"name": "ping", "description": "x"}])
    person = driver.add_user("Someone")
    interaction = world.interactions.begin_interaction(person.id, driver.channel_id, 2, {"name": "ping"})
    return (
        await send_payload(
            fake_discord, f"/interactions/{interaction.id}/{interaction.token}/callback", callback, files=()
        )
    )[0]


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
async def test_wrong_command_is_refused(fake_discord: FakeDiscord, driver: Driver, change: Change) -> None:
    path = f"/applications/{driver.world.application['id']}/commands"
    command = copy.deepcopy(COMMAND)
    assert (await send_payload(fake_discord, path, [command], method="PUT", files=()))[0] == 200
    driver.assert_clean()
    change(command)
    assert (await send_payload(fake_discord, path, [command], method="PUT", files=()))[0] == 400
    assert driver.world.violations and len(driver.world.commands.list_commands()) == 1


async def test_unknown_route_is_a_violation(fake_discord: FakeDiscord, driver: Driver) -> None:
    status, _ = await send_payload(fake_discord, "/channels/1/telepathy", {}, files=())
    assert status == 404 and "/channels/1/telepathy" in str(driver.world.violations[0])


async def test_file_over_the_limit_is_refused(driver: Driver, bot: SampleBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.fake_discord.model.uploads.MAX_FILE_BYTES", 50)
    with pytest.raises(discord.HTTPException) as refusal:
        await bot.get_partial_messageable(int(driver.channel_id)).send(file=build_picture(1))
    assert (refusal.value.status, refusal.value.code) == (413, 40005)


async def test_validation_can_be_switched_off(driver: Driver) -> None:
    async with FakeDiscord(World(), is_strict=False) as lenient:
        channel = Driver(lenient.world).channel_id
        payload = build_valid_message()
        find_first_button(payload)["label"] = "x" * 81
        assert (await send_payload(lenient, f"/channels/{channel}/messages", payload))[0] == 200
        assert lenient.world.violations == []
