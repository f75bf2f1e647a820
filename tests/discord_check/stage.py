"""A check of the fake Discord server, with an operator who does what the check asks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from bot.discord_check.command import Check
from bot.discord_check.connection import RequestPace
from bot.discord_check.questions import QUESTIONS
from bot.fake_discord import FakeDiscord, FakeUser, ImpossibleAction, NoAnswer, point_client_at
from bot.fake_discord.model.permissions import Permission
from bot.fake_discord.model.quirks import Quirks
from bot.fake_discord.model.world import World
from bot.fake_discord.server.faults import DISCORD_RATE_LIMITS


class FakeOperator:
    """Presses, chooses and changes at once whatever the check asks for, and answers every question as expected."""

    def __init__(self, world: World, guild_id: str, channel_id: str) -> None:
        self._world, self._guild_id, self._channel_id = world, guild_id, channel_id
        owner = world.application["owner"]["id"]
        if (guild_id, owner) not in world.members:
            world.add_member(guild_id, owner)
        self.user = FakeUser(world, owner, channel_id)
        self._tasks: list[asyncio.Task[None]] = []
        self._choices = 0

    def instruct(self, probe: str, sentence: str) -> None:
        self._tasks.append(asyncio.create_task(self._obey(probe)))

    async def answer_question(self, question: str, sentence: str) -> bool | None:
        return next(row.is_expected for row in QUESTIONS if row.name == question)

    async def finish(self) -> None:
        """Wait until everything is done, and raise what went wrong."""
        await asyncio.gather(*self._tasks)

    async def _obey(self, probe: str) -> None:
        match probe:
            case "permission_event":
                self._world.deny_bot(self._channel_id, Permission.ADD_REACTIONS)
            case "edit_in_locked":
                self._world.update_channel(self._find_thread(), locked=True)
            case "parent_deleted":
                self._world.delete_channel(self._channel_id)
            case "press_in_archived":
                await self._press(self.user.in_channel(self._find_thread()))
            case "same_choice_twice":
                await self._choose()
            case "same_choice_after_edit":
                message = self._world.messages.list_public(self._channel_id)[-1]
                await ignore_silence(self.user.select_values(message, "c:menu", ["apple"]))
            case _:
                await self._press(self.user)

    async def _press(self, user: FakeUser) -> None:
        message = self._world.messages.list_public(user.channel_id)[-1]
        label = message["components"][-1]["components"][0]["custom_id"]
        await ignore_silence(user.click(message, label))

    async def _choose(self) -> None:
        """Choose the same again and then press the button, as the second instruction says."""
        message = self._world.messages.list_public(self._channel_id)[-1]
        self._choices += 1
        try:
            self.user.begin_select(message, "c:menu", ["apple"])
        except ImpossibleAction:
            assert self._choices == 2, "the app does not send the same choice again"
        if self._choices == 2:
            await self._press(self.user)

    def _find_thread(self) -> str:
        return next(
            key for key, channel in self._world.channels.items() if channel.get("parent_id") == self._channel_id
        )


async def ignore_silence(action: Coroutine[None, None, object]) -> None:
    """Press, although some probes answer late or not at all."""
    try:
        await action
    except NoAnswer:
        return


class Stage:
    """A fake Discord server with one channel. Its clock moves on when the check waits, so nobody waits really."""

    def __init__(self, quirks: Quirks | None = None) -> None:
        self.fake_discord = FakeDiscord(rate_limits=DISCORD_RATE_LIMITS, token="token")
        world = self.fake_discord.world
        if quirks is not None:
            world.quirks = quirks
        self.guild_id = world.add_guild("Checks")["id"]
        self.channel_id = world.add_text_channel(self.guild_id, "private")["id"]
        self.operator = FakeOperator(world, self.guild_id, self.channel_id)
        self.sleeps: list[float] = []

    async def __aenter__(self) -> Stage:
        await self.fake_discord.start()
        point_client_at(self.fake_discord.base_url)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.fake_discord.stop()

    async def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.fake_discord.world.clock.advance(seconds)

    def build_check(
        self, *, is_attended: bool = True, is_complete: bool = True, token: str = "token", person_id: str | None = None
    ) -> Check:
        return Check(
            token, self.channel_id, operator=self.operator if is_attended else None,
            pace=RequestPace(self.fake_discord.world.clock.read_now, self.sleep), patience=10.0,
            is_complete=is_complete, person_id=person_id,
        )  # fmt: skip


async def run_check(stage: Stage, *, is_attended: bool = True, is_complete: bool = True) -> Check:
    """Run a whole check that nothing stops."""
    check = stage.build_check(is_attended=is_attended, is_complete=is_complete)
    await check.run()
    await stage.operator.finish()
    assert check.stopped_because == ""
    return check
