"""Simulated users for tests: they send commands, click buttons, select options and submit modals, and see the replies.

    driver = Driver(world)
    alice = driver.add_user("Alice", locale="ja")
    reply = await alice.send_command("table open", game="chess")
    await alice.click(reply.message, "Play")

Users can only use controls that are really offered (else `ImpossibleAction`); an application that is silent for 3
seconds raises `NoAnswer`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.fake_discord.model import components as c
from bot.fake_discord.model.commands import MESSAGE_MENU, USER_MENU
from bot.fake_discord.model.errors import ImpossibleAction, Json, NoAnswer
from bot.fake_discord.model.events import DM, FORUM, GatewayEvent
from bot.fake_discord.model.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from bot.fake_discord.model.world import World

ChannelRef = str | Mapping[str, Any]
"""A channel: its id or its object."""


def _find_id(value: object) -> str:
    if isinstance(value, FakeUser):
        return value.id
    return str(value["id"]) if isinstance(value, Mapping) else str(value)


class Reply:
    """The bot's answer to an interaction of a user."""

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
        """Real milliseconds from the delivery of the interaction to the arrival of the first answer."""
        if self.interaction.latency_ms is None:
            raise NoAnswer(f"interaction {self.interaction.id} has no answer")
        return self.interaction.latency_ms

    @property
    def message(self) -> Json:
        """The message that the answer created or changed, as it is now. Raises ApiError 10008 if there is none (any
        more).
        """
        return self._world.messages.find_message(self.interaction.channel_id, self.interaction.original_id or "(none)")

    @property
    def followups(self) -> list[Json]:
        """Further messages that still exist, oldest first."""
        messages = {
            m["id"]: m for m in self._world.messages.list_visible(self.interaction.channel_id, self.interaction.user_id)
        }
        return [messages[message_id] for message_id in self.interaction.followup_ids if message_id in messages]

    @property
    def text(self) -> str:
        """All text of `message`."""
        return c.read_text(self.message)

    @property
    def is_ephemeral(self) -> bool:
        """Whether only this user sees `message`."""
        return bool(self.message["flags"] & c.IS_EPHEMERAL)

    @property
    def modal(self) -> Json:
        """The modal that was opened: {"custom_id", "title", "components"}."""
        if self.type != 9:
            raise ImpossibleAction(f"no modal was opened: the answer has type {self.type}")
        modal: Json = self.callback["data"]
        return modal

    @property
    def choices(self) -> list[Json]:
        """The choices of an autocompletion: {"name", "value"}."""
        if self.type != 8:
            raise ImpossibleAction(f"no choices were offered: the answer has type {self.type}")
        return list(self.callback["data"].get("choices") or [])

    async def wait_for_change(self, max_seconds: float = 5.0) -> Json | None:
        """Wait until the bot uses the token again (edit, follow-up, delete). Return `message` after it; None if it was
        deleted. Changes since the last call of this method count.
        """
        async with asyncio.timeout(max_seconds):
            await self.interaction.changes.wait()
        self.interaction.changes.clear()
        messages = {
            m["id"]: m for m in self._world.messages.list_visible(self.interaction.channel_id, self.interaction.user_id)
        }
        return messages.get(self.interaction.original_id or "")


class ChannelView:
    """A channel as one user sees it; viewer None: public messages only."""

    def __init__(self, world: World, channel_id: str, viewer: str | None = None) -> None:
        self._world, self.id, self._viewer = world, channel_id, viewer

    @property
    def data(self) -> Json:
        """The channel object."""
        return self._world.find_channel(self.id)

    @property
    def messages(self) -> list[Json]:
        """All messages, oldest first."""
        store = self._world.messages
        return store.list_public(self.id) if self._viewer is None else store.list_visible(self.id, self._viewer)

    @property
    def last_message(self) -> Json:
        """The newest message."""
        return self.messages[-1]

    async def wait_for_message(self, predicate: Callable[[Json], bool] | str, max_seconds: float = 5.0) -> Json:
        """Wait for a message that satisfies `predicate` (or contains the text) and return the newest one. The
        TimeoutError lists the last messages.
        """
        matches = predicate if callable(predicate) else (lambda message: predicate in c.read_text(message))
        changed = asyncio.Event()
        stop = self._world.add_listener(lambda event: changed.set() if event.channel_id == self.id else None)
        try:
            async with asyncio.timeout(max_seconds):
                while True:
                    for message in reversed(self.messages):
                        if matches(message):
                            return message
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            last_messages = "\n".join(f"- {c.read_text(message)!r}" for message in self.messages[-5:])
            raise TimeoutError(
                f"no such message in {max_seconds} s; the last ones:\n{last_messages or '(none)'}"
            ) from None
        finally:
            stop()


class FakeUser:
    """One user in one channel; `in_channel` returns the same user in another channel."""

    def __init__(self, world: World, user_id: str, channel_id: str) -> None:
        self._world, self.id, self.channel_id = world, user_id, channel_id

    @property
    def user(self) -> Json:
        """The user object."""
        return self._world.find_user(self.id)

    @property
    def mention(self) -> str:
        """The markup that mentions this user."""
        return f"<@{self.id}>"

    @property
    def channel(self) -> ChannelView:
        """The present channel as this user sees it."""
        return ChannelView(self._world, self.channel_id, self.id)

    @property
    def dms(self) -> ChannelView:
        """The direct messages with the bot."""
        return ChannelView(self._world, self._world.open_dm(self.id)["id"], self.id)

    def in_channel(self, channel: ChannelRef) -> FakeUser:
        """Return the same user in another channel, thread or direct message."""
        return FakeUser(self._world, self.id, _find_id(channel))

    def in_dm(self) -> FakeUser:
        """Return the same user in the direct messages with the bot."""
        return self.in_channel(self._world.open_dm(self.id))

    def post_message(self, content: str) -> Json:
        """Post an ordinary message."""
        if not self._world.can_see(self.id, self.channel_id):
            raise ImpossibleAction(f"{self.user['username']} cannot see channel {self.channel_id}")
        return self._world.messages.create_message(self.channel_id, self.user, {"content": content})

    def set_locale(self, locale: str) -> None:
        """Switch this user's client to another language."""
        self._world.update_user(self.id, locale=locale)

    # -- actions: start one and wait for the answer --------------------------------------------------------------------

    async def send_command(self, command: str, /, **options: Any) -> Reply:
        """Send a command, e.g. `send_command("table open", game="chess")`. Values: str, int, float, bool, a FakeUser,
        a channel or role object.
        """
        return await self._interact(COMMAND, self._build_command_data(command, options))

    async def type_option(self, command: str, focus: str, typed: str = "", /, **options: Any) -> list[Json]:
        """Type `typed` into the option `focus` while the other `options` are filled. Return the suggested choices
        {"name", "value"}.
        """
        data = self._build_command_data(command, {**options, focus: typed}, focus=focus)
        return (await self._interact(AUTOCOMPLETE, data)).choices

    async def use_menu(self, target: Json | FakeUser, name: str) -> Reply:
        """Choose the entry `name` (in the base language) in the menu of a message, or of a user."""
        kind = USER_MENU if isinstance(target, FakeUser) else MESSAGE_MENU
        data = {"name": name, "type": kind, "target_id": _find_id(target)}
        channel_id = self.channel_id if isinstance(target, FakeUser) else target["channel_id"]
        return await self._interact(COMMAND, data, channel_id=channel_id)

    def dismiss(self, message: Json) -> None:
        """Dismiss a message that only this person sees."""
        self._world.messages.delete_message(message["channel_id"], message["id"])

    async def click(self, message: Json | Reply, target: str) -> Reply:
        """Click the button with custom_id or else label `target`."""
        return await self.await_reply(self.begin_click(message, target))

    def begin_click(self, message: Json | Reply, target: str) -> Interaction:
        """Click without waiting for the answer; `await_reply` waits for it."""
        row, button = self._find_component(message, target, c.BUTTON)
        if button.get("style") in (c.LINK, c.PREMIUM):
            raise ImpossibleAction(f"{target!r} is a link: a click on it does not reach the bot")
        data = {"custom_id": button["custom_id"], "component_type": c.BUTTON}
        return self._world.interactions.begin_interaction(
            self.id, row["channel_id"], COMPONENT, data, message_id=row["id"]
        )

    async def select_values(self, message: Json | Reply, target: str, values: Sequence[Any] | str) -> Reply:
        """Select `values` in a select menu: option values or, if no value matches, labels; users and channels as
        objects or ids.
        """
        return await self.await_reply(self.begin_select(message, target, values))

    def begin_select(self, message: Json | Reply, target: str, values: Sequence[Any] | str) -> Interaction:
        """Select without waiting for the answer; `await_reply` waits for it."""
        row, menu = self._find_component(message, target, *c.SELECTS)
        targets = [values] if isinstance(values, str) else list(values)
        by_label = {option["label"]: option["value"] for option in reversed(menu.get("options") or [])}
        option_values = {option["value"] for option in menu.get("options") or []}
        selected = [value if value in option_values else by_label.get(value, value) for value in map(_find_id, targets)]
        data = {"custom_id": menu["custom_id"], "component_type": menu["type"], "values": selected}
        return self._world.interactions.begin_interaction(
            self.id, row["channel_id"], COMPONENT, data, message_id=row["id"]
        )

    async def submit_modal(self, modal: Json | Reply, values: Mapping[str, Any]) -> Reply:
        """Fill in an open modal, by custom_id or label of each field, and submit it. Lists are for menus and check-box
        groups.
        """
        content = modal.modal if isinstance(modal, Reply) else modal
        labels = {item["label"]: item["component"]["custom_id"] for item in c.list_of_types(content, c.LABEL)}
        fields = []
        for name, value in values.items():
            key = "values" if isinstance(value, (list, tuple)) else "value"
            fields.append(
                {
                    "type": 0,
                    "custom_id": labels.get(name, name),
                    key: [_find_id(v) for v in value] if key == "values" else value,
                }
            )
        return await self._interact(MODAL_SUBMIT, {"custom_id": content["custom_id"], "components": fields})

    async def await_reply(self, interaction: Interaction) -> Reply:
        """Wait for the first answer to a started interaction."""
        await self._world.interactions.wait_for_answer(interaction)
        return Reply(self._world, interaction)

    async def _interact(
        self, kind: int, data: Json, *, message_id: str | None = None, channel_id: str | None = None
    ) -> Reply:
        target_channel = channel_id or self.channel_id
        return Reply(
            self._world,
            await self._world.interactions.complete_interaction(
                self.id, target_channel, kind, data, message_id=message_id
            ),
        )

    def _find_component(self, message: Json | Reply, target: str, *types: int) -> tuple[Json, Json]:
        """Return the message as it is now, and the component that `target` identifies."""
        row = (
            message.message
            if isinstance(message, Reply)
            else self._world.messages.find_message(message["channel_id"], message["id"])
        )
        component = c.find_component(row, target, *types)
        if component is None:
            names = [
                item.get("label") or item.get("placeholder") or item.get("custom_id")
                for item in c.list_of_types(row, *types)
            ]
            raise ImpossibleAction(f"there is no {target!r} on message {row['id']}; there are {names}")
        return row, component

    def _build_command_data(self, path: str, options: Mapping[str, Any], *, focus: str | None = None) -> Json:
        """Return {name, options}, nested as Discord nests subcommands."""
        name, *subs = path.removeprefix("/").split()
        leaf: list[Json] = [
            {"name": key, "value": value if isinstance(value, (str, int, float)) else _find_id(value)}
            | ({"focused": True} if key == focus else {})
            for key, value in options.items()
        ]
        for sub in reversed(subs):
            leaf = [{"name": sub, "options": leaf}]
        return {"name": name, "options": leaf}


class Driver:
    """A world that is ready for a test: one guild, one channel, and the users that the test adds."""

    def __init__(self, world: World, *, guild_locale: str = "en-US") -> None:
        self.world = world
        self.guild_id: str = next(iter(world.guilds), "") or world.add_guild("Table Top", locale=guild_locale)["id"]
        """The first guild of the world, which is added if it has none."""
        first = next((cid for cid, channel in world.channels.items() if channel.get("guild_id") == self.guild_id), "")
        self.channel_id: str = first or world.add_text_channel(self.guild_id, "games")["id"]
        """The first channel of the guild, which is added if it has none."""

    def add_user(self, name: str, *, locale: str = "en-US", channel: ChannelRef | None = None) -> FakeUser:
        """Add a user who is a member of the guild. channel: the user's channel; None: the first one."""
        user = self.world.add_user(name, locale=locale)
        self.world.add_member(self.guild_id, user["id"])
        return FakeUser(self.world, user["id"], self.channel_id if channel is None else _find_id(channel))

    def view_channel(self, channel: ChannelRef | None = None) -> ChannelView:
        """Return a channel with its public messages. channel: None: the first channel."""
        return ChannelView(self.world, self.channel_id if channel is None else _find_id(channel))

    def add_channel(self, name: str) -> ChannelView:
        """Add a text channel to the guild."""
        return ChannelView(self.world, self.world.add_text_channel(self.guild_id, name)["id"])

    def add_forum(self, name: str, *tags: Mapping[str, Any], flags: int = 0) -> ChannelView:
        """Add a forum. tags: name, and `moderated` if only moderators may set it; flags: 16 demands a tag of a post."""
        numbered = [
            {"id": self.world.snowflakes.create_id(), "moderated": False, "emoji_id": None, "emoji_name": None, **tag}
            for tag in tags
        ]
        return ChannelView(
            self.world,
            self.world.add_text_channel(
                self.guild_id, name, type=FORUM, flags=flags, available_tags=numbered, default_forum_layout=0
            )["id"],
        )

    async def wait_for_event(
        self, t: str, predicate: Callable[[Json], bool] = lambda d: True, max_seconds: float = 5.0
    ) -> Json:
        """Wait for the next event of this name that satisfies `predicate`, for any recipient, and return its data."""
        result: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        def on_event(event: GatewayEvent) -> None:
            if event.t == t and predicate(event.d) and not result.done():
                result.set_result(event.d)

        stop = self.world.add_listener(on_event)
        try:
            async with asyncio.timeout(max_seconds):
                return await result
        finally:
            stop()

    def assert_clean(self) -> None:
        """Raise AssertionError with a list if the bot has sent payloads that Discord would have refused."""
        violations = [f"- {row}" for row in self.world.violations if not row.is_lost_picture]
        if violations:
            raise AssertionError("\n".join(("the bot broke Discord's rules:", *violations)))

    @property
    def direct_channels(self) -> list[Json]:
        """All existing direct-message channels."""
        return [channel for channel in self.world.channels.values() if channel["type"] == DM]
