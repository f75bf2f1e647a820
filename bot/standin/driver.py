"""People, as tests drive them: they type commands, click, choose and fill in forms, and get what they would see.

    driver = Driver(world)
    alice = driver.person("Alice", locale="ja")
    reply = await alice.slash("table open", game="chess")
    await alice.click(reply.message, "Play")

A person can only do what is really offered (else `Impossible`); an application that is silent for 3 seconds raises
`NoAnswer`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.standin.model import components as c
from bot.standin.model.errors import Impossible, Json, NoAnswer
from bot.standin.model.events import DM, Event
from bot.standin.model.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from bot.standin.model.world import World

Where = str | Mapping[str, Any]
"""A channel: its id or the object."""


def _id(thing: object) -> str:
    if isinstance(thing, Person):
        return thing.id
    return str(thing["id"]) if isinstance(thing, Mapping) else str(thing)


class Reply:
    """What a person got for an action."""

    def __init__(self, world: World, interaction: Interaction) -> None:
        self._world, self.interaction = world, interaction

    @property
    def callback(self) -> Json:
        """The first answer, {"type", "data"}."""
        if self.interaction.callback is None:
            raise NoAnswer(f"interaction {self.interaction.id} has no answer")
        return self.interaction.callback

    @property
    def type(self) -> int:
        """Callback type: 4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal."""
        return int(self.callback["type"])

    @property
    def latency_ms(self) -> float:
        """From telling the bot to the arrival of the first answer, real milliseconds."""
        if self.interaction.latency_ms is None:
            raise NoAnswer(f"interaction {self.interaction.id} has no answer")
        return self.interaction.latency_ms

    @property
    def message(self) -> Json:
        """The message that the answer made or changed, as it is now. Raises ApiError 10008 if there is none (any
        more).
        """
        return self._world.messages.get(self.interaction.channel_id, self.interaction.original_id or "(none)")

    @property
    def followups(self) -> list[Json]:
        """Further messages that still exist, oldest first."""
        rows = {m["id"]: m for m in self._world.messages.visible(self.interaction.channel_id, self.interaction.user_id)}
        return [rows[message_id] for message_id in self.interaction.followup_ids if message_id in rows]

    @property
    def text(self) -> str:
        """All text of `message`."""
        return c.text(self.message)

    @property
    def ephemeral(self) -> bool:
        """Is `message` only for this person?"""
        return bool(self.message["flags"] & c.IS_EPHEMERAL)

    @property
    def modal(self) -> Json:
        """The form that was opened: {"custom_id", "title", "components"}."""
        if self.type != 9:
            raise Impossible(f"no modal was opened: the answer has type {self.type}")
        modal: Json = self.callback["data"]
        return modal

    @property
    def choices(self) -> list[Json]:
        """The choices of an autocompletion: {"name", "value"}."""
        if self.type != 8:
            raise Impossible(f"no choices were offered: the answer has type {self.type}")
        return list(self.callback["data"].get("choices") or [])

    async def next_change(self, within: float = 5.0) -> Json | None:
        """Wait until the bot has used the token again since the last call (edit, follow-up, delete); `message` after
        it, None if deleted.
        """
        async with asyncio.timeout(within):
            await self.interaction.changes.wait()
        self.interaction.changes.clear()
        rows = {m["id"]: m for m in self._world.messages.visible(self.interaction.channel_id, self.interaction.user_id)}
        return rows.get(self.interaction.original_id or "")


class Channel:
    """A channel as somebody sees it: `viewer` None sees what is public."""

    def __init__(self, world: World, channel_id: str, viewer: str | None = None) -> None:
        self._world, self.id, self._viewer = world, channel_id, viewer

    @property
    def data(self) -> Json:
        """The channel object."""
        return self._world.channel(self.id)

    @property
    def messages(self) -> list[Json]:
        """All messages, oldest first."""
        rows = self._world.messages
        return rows.public(self.id) if self._viewer is None else rows.visible(self.id, self._viewer)

    @property
    def last(self) -> Json:
        """The newest message."""
        return self.messages[-1]

    async def wait_for(self, predicate: Callable[[Json], bool] | str, within: float = 5.0) -> Json:
        """The newest message that satisfies `predicate` (or contains the text), as soon as there is one. TimeoutError
        shows what was there.
        """
        test = predicate if callable(predicate) else (lambda message: predicate in c.text(message))
        told = asyncio.Event()
        stop = self._world.listen(lambda event: told.set() if event.channel_id == self.id else None)
        try:
            async with asyncio.timeout(within):
                while True:
                    for message in reversed(self.messages):
                        if test(message):
                            return message
                    told.clear()
                    await told.wait()
        except TimeoutError:
            seen = "\n".join(f"- {c.text(message)!r}" for message in self.messages[-5:])
            raise TimeoutError(f"no such message in {within} s; the last ones:\n{seen or '(none)'}") from None
        finally:
            stop()


class Person:
    """One user in one channel. `at` gives the same user elsewhere."""

    def __init__(self, world: World, user_id: str, channel_id: str) -> None:
        self._world, self.id, self.channel_id = world, user_id, channel_id

    @property
    def user(self) -> Json:
        """The user object."""
        return self._world.user(self.id)

    @property
    def mention(self) -> str:
        """How a message mentions this user."""
        return f"<@{self.id}>"

    @property
    def channel(self) -> Channel:
        """The channel where this person is, as this person sees it."""
        return Channel(self._world, self.channel_id, self.id)

    @property
    def dms(self) -> Channel:
        """The direct messages with the bot."""
        return Channel(self._world, self._world.dm(self.id)["id"], self.id)

    def at(self, where: Where) -> Person:
        """The same person in another channel, thread or direct message."""
        return Person(self._world, self.id, _id(where))

    def in_dm(self) -> Person:
        """The same person in the direct messages with the bot."""
        return self.at(self._world.dm(self.id))

    def say(self, content: str) -> Json:
        """Post an ordinary message."""
        if not self._world.can_see(self.id, self.channel_id):
            raise Impossible(f"{self.user['username']} cannot see channel {self.channel_id}")
        return self._world.messages.create(self.channel_id, self.user, {"content": content})

    def speak(self, locale: str) -> None:
        """Switch this person's client to another language."""
        self._world.update_user(self.id, locale=locale)

    # -- actions, each begun here and waited for -----------------------------------------------------------------------

    async def slash(self, command: str, /, **options: Any) -> Reply:
        """Type a command, e.g. `slash("table open", game="chess")`. Values: str, int, float, bool, a Person, a
        channel or role object.
        """
        return await self._act(COMMAND, self._command(command, options))

    async def autocomplete(self, command: str, focus: str, typed: str = "", /, **options: Any) -> list[Json]:
        """Type `typed` into the option `focus`, others being filled already; the choices {"name", "value"} that come
        up.
        """
        data = self._command(command, {**options, focus: typed}, focus=focus)
        return (await self._act(AUTOCOMPLETE, data)).choices

    async def click(self, message: Json | Reply, target: str) -> Reply:
        """Click the button whose custom_id, or else whose label, is `target`."""
        return await self.await_reply(self.begin_click(message, target))

    def begin_click(self, message: Json | Reply, target: str) -> Interaction:
        """Click without waiting; `await_reply` waits."""
        row, button = self._component(message, target, c.BUTTON)
        if button.get("style") in (c.LINK, c.PREMIUM):
            raise Impossible(f"{target!r} is a link: a click on it does not reach the bot")
        data = {"custom_id": button["custom_id"], "component_type": c.BUTTON}
        return self._world.interactions.begin(self.id, row["channel_id"], COMPONENT, data, message_id=row["id"])

    async def select(self, message: Json | Reply, target: str, values: Sequence[Any] | str) -> Reply:
        """Choose `values` (option values; or labels, if no value fits; users and channels as objects or ids) in a
        select menu.
        """
        row, menu = self._component(message, target, *c.SELECTS)
        wanted = [values] if isinstance(values, str) else list(values)
        by_label = {option["label"]: option["value"] for option in reversed(menu.get("options") or [])}
        offered = {option["value"] for option in menu.get("options") or []}
        picked = [value if value in offered else by_label.get(value, value) for value in map(_id, wanted)]
        data = {"custom_id": menu["custom_id"], "component_type": menu["type"], "values": picked}
        return await self._act(COMPONENT, data, message_id=row["id"], channel_id=row["channel_id"])

    async def submit(self, modal: Json | Reply, values: Mapping[str, Any]) -> Reply:
        """Fill in an open form, by custom_id or label of each field, and send it. Lists are for menus and check-box
        groups.
        """
        form = modal.modal if isinstance(modal, Reply) else modal
        labels = {item["label"]: item["component"]["custom_id"] for item in c.of_type(form, c.LABEL)}
        fields = []
        for name, value in values.items():
            key = "values" if isinstance(value, (list, tuple)) else "value"
            fields.append(
                {
                    "type": 0,
                    "custom_id": labels.get(name, name),
                    key: [_id(v) for v in value] if key == "values" else value,
                }
            )
        return await self._act(MODAL_SUBMIT, {"custom_id": form["custom_id"], "components": fields})

    async def await_reply(self, interaction: Interaction) -> Reply:
        """Wait for the first answer to an interaction that was begun."""
        await self._world.interactions.answered(interaction)
        return Reply(self._world, interaction)

    async def _act(
        self, kind: int, data: Json, *, message_id: str | None = None, channel_id: str | None = None
    ) -> Reply:
        where = channel_id or self.channel_id
        return Reply(
            self._world, await self._world.interactions.interact(self.id, where, kind, data, message_id=message_id)
        )

    def _component(self, message: Json | Reply, target: str, *types: int) -> tuple[Json, Json]:
        """The message as it is now, and the component meant."""
        row = (
            message.message
            if isinstance(message, Reply)
            else self._world.messages.get(message["channel_id"], message["id"])
        )
        component = c.find(row, target, *types)
        if component is None:
            names = [
                item.get("label") or item.get("placeholder") or item.get("custom_id") for item in c.of_type(row, *types)
            ]
            raise Impossible(f"there is no {target!r} on message {row['id']}; there are {names}")
        return row, component

    def _command(self, path: str, options: Mapping[str, Any], *, focus: str | None = None) -> Json:
        """{name, options} nested as Discord nests subcommands."""
        name, *subs = path.removeprefix("/").split()
        leaf: list[Json] = [
            {"name": key, "value": value if isinstance(value, (str, int, float)) else _id(value)}
            | ({"focused": True} if key == focus else {})
            for key, value in options.items()
        ]
        for sub in reversed(subs):
            leaf = [{"name": sub, "options": leaf}]
        return {"name": name, "options": leaf}


class Driver:
    """A world with people in it, ready for a test: one guild, one channel, and whoever you ask for."""

    def __init__(self, world: World, *, guild_locale: str = "en-US") -> None:
        self.world = world
        self.guild_id: str = next(iter(world.guilds), "") or world.add_guild("Table Top", locale=guild_locale)["id"]
        first = next((cid for cid, channel in world.channels.items() if channel.get("guild_id") == self.guild_id), "")
        self.channel_id: str = first or world.add_text_channel(self.guild_id, "games")["id"]

    def person(self, name: str, *, locale: str = "en-US", where: Where | None = None) -> Person:
        """A new user, member of the guild, in its first channel unless told otherwise."""
        user = self.world.add_user(name, locale=locale)
        self.world.join(self.guild_id, user["id"])
        return Person(self.world, user["id"], self.channel_id if where is None else _id(where))

    def channel(self, where: Where | None = None) -> Channel:
        """A channel as the public sees it; the first one unless told otherwise."""
        return Channel(self.world, self.channel_id if where is None else _id(where))

    def new_channel(self, name: str) -> Channel:
        """A new text channel in the guild."""
        return Channel(self.world, self.world.add_text_channel(self.guild_id, name)["id"])

    async def wait_for_event(
        self, t: str, predicate: Callable[[Json], bool] = lambda d: True, within: float = 5.0
    ) -> Json:
        """The next event of this name (whoever hears it) that satisfies `predicate`."""
        found: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        def hear(event: Event) -> None:
            if event.t == t and predicate(event.d) and not found.done():
                found.set_result(event.d)

        stop = self.world.listen(hear)
        try:
            async with asyncio.timeout(within):
                return await found
        finally:
            stop()

    def assert_clean(self) -> None:
        """Fail with the list, if the bot has sent anything that Discord would have refused."""
        if self.world.violations:
            raise AssertionError(
                "the bot broke Discord's rules:\n" + "\n".join(f"- {row}" for row in self.world.violations)
            )

    @property
    def direct_channels(self) -> list[Json]:
        """All direct messages that exist."""
        return [channel for channel in self.world.channels.values() if channel["type"] == DM]
