"""Interactions: a person does something, the bot is told, the bot has 3 seconds for a first answer and 15 minutes for
the rest.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.standin.model import components, gestures
from bot.standin.model.clock import Timer
from bot.standin.model.commands import Commands, full_name
from bot.standin.model.errors import ApiError, Impossible, InvalidForm, Json, NoAnswer, Problem, unknown
from bot.standin.model.events import DM, GROUP, Event
from bot.standin.model.files import SIZE_LIMIT, Upload
from bot.standin.model.installs import Installs
from bot.standin.model.messages import Messages
from bot.standin.model.places import Places

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
"""Interaction types."""
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
"""Callback types."""
FIRST_ANSWER_SECONDS, TOKEN_SECONDS = 3.0, 900.0
_ANSWERS = {
    COMMAND: (MESSAGE, DEFERRED_MESSAGE, MODAL),
    COMPONENT: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL_SUBMIT: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE),
}


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing that one person did. `first` resolves when the first answer has left for good (True) or never came
    (False).
    """

    id: str
    token: str
    type: int
    user_id: str
    channel_id: str
    guild_id: str | None
    data: Json
    message_id: str | None  # the message of the component, or from which the modal was opened
    created: float  # seconds on the clock of the stand-in
    sent: float  # time.perf_counter() when the bot was told
    first: asyncio.Future[bool]
    deadline: Timer | None = None
    callback: Json | None = None  # the first answer {"type", "data"}
    latency_ms: float | None = None  # from telling the bot to the arrival of the first answer, real time
    original_id: str | None = None  # the message that @original means
    followup_ids: list[str] = field(default_factory=list)
    changes: asyncio.Event = field(default_factory=asyncio.Event)  # set whenever the bot uses the token

    @property
    def focused_type(self) -> int:
        """Type of the option being typed (autocompletion only)."""
        options = self.data.get("options") or []
        while options and "options" in options[0]:
            options = options[0]["options"]
        return int(next(option["type"] for option in options if option.get("focused")))


class Interactions:
    """All interactions, the recent ones if `keep` bounds them, and the modals that people have open."""

    def __init__(
        self, places: Places, installs: Installs, commands: Commands, messages: Messages, *, keep: int | None
    ) -> None:
        self._installs = installs
        self._places, self._commands, self._messages, self._keep = places, commands, messages, keep
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._modals: dict[
            tuple[str, str], Interaction
        ] = {}  # (user id, custom_id of the open modal) -> the interaction that opened it

    # -- a person acts -------------------------------------------------------------------------------------------------

    def begin(
        self, user_id: str, channel_id: str, kind: int, data: Json, *, message_id: str | None = None
    ) -> Interaction:
        """Check that the person could do this, and tell the bot.

        `data` has Discord's shape: {name, options} for a command (2) and typing (4), {custom_id, component_type,
        values} for a component (3, on
        `message_id`), {custom_id, components} for a modal (5). Missing ids and resolved objects are filled in. Raises
        Impossible.
        """
        places = self._places
        if not places.can_see(user_id, channel_id):
            raise Impossible(f"user {user_id} cannot see channel {channel_id}")
        if kind in (COMMAND, AUTOCOMPLETE):
            data = self._commands.check(user_id, channel_id, data, autocomplete=kind == AUTOCOMPLETE)
        elif kind == COMPONENT:
            if message_id is None:
                raise Impossible("a component is on a message: expected its message_id, got none")
            data = gestures.check_component(places, self._messages, user_id, channel_id, message_id, data)
        elif kind == MODAL_SUBMIT:
            opener = self._modals.get((user_id, data.get("custom_id", "")))
            if opener is None or opener.callback is None:
                raise Impossible(f"user {user_id} has no open modal {data.get('custom_id')!r}")
            data = gestures.check_modal(places, opener.channel_id, opener.callback["data"], data)
            message_id, channel_id = opener.message_id, opener.channel_id
            del self._modals[user_id, data["custom_id"]]
        else:
            raise Impossible(f"expected interaction type 2, 3, 4 or 5, got {kind}")
        interaction = Interaction(
            id=places.snowflakes.next(),
            token=secrets.token_urlsafe(48),
            type=kind,
            user_id=user_id,
            channel_id=channel_id,
            guild_id=places.channel(channel_id).get("guild_id"),
            data=data,
            message_id=message_id,
            created=places.clock.now(),
            sent=time.perf_counter(),
            first=asyncio.get_running_loop().create_future(),
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        if self._keep is not None and len(self._by_id) > self._keep:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            del self._by_token[oldest.token]
        interaction.deadline = places.clock.call_later(FIRST_ANSWER_SECONDS, lambda: self._expire(interaction))
        places.emit(Event("INTERACTION_CREATE", self._payload(interaction), only=places.me["id"]))
        return interaction

    async def interact(
        self, user_id: str, channel_id: str, kind: int, data: Json, *, message_id: str | None = None
    ) -> Interaction:
        """`begin`, then wait for the first answer to be out. Raises Impossible, or NoAnswer when 3 seconds have
        passed.
        """
        interaction = self.begin(user_id, channel_id, kind, data, message_id=message_id)
        await self.answered(interaction)
        return interaction

    async def answered(self, interaction: Interaction) -> None:
        """Wait for the first answer. Raises NoAnswer when 3 seconds have passed without one."""
        if not await asyncio.shield(interaction.first):
            raise NoAnswer(
                f"the application did not respond to interaction {interaction.id} (type {interaction.type}) within 3 s"
            )

    def modal_of(self, user_id: str, custom_id: str) -> Json | None:
        """The modal that a person has open under this custom_id."""
        opener = self._modals.get((user_id, custom_id))
        return opener.callback["data"] if opener is not None and opener.callback is not None else None

    def _expire(self, interaction: Interaction) -> None:
        if interaction.callback is None and not interaction.first.done():
            interaction.first.set_result(False)

    def _payload(self, interaction: Interaction) -> Json:
        """INTERACTION_CREATE as the bot receives it."""
        places, channel = self._places, self._places.channel(interaction.channel_id)
        user = places.user(interaction.user_id)
        body: Json = {
            "id": interaction.id, "application_id": places.me["id"], "type": interaction.type,
            "token": interaction.token, "version": 1,
            "data": interaction.data, "channel_id": channel["id"], "locale": places.locales[user["id"]],
            "entitlements": [],
            "entitlement_sku_ids": [],
            "app_permissions": str(self._installs.app_permissions(user["id"], channel["id"])),
            "attachment_size_limit": SIZE_LIMIT, "context": self._installs.context(channel["id"]),
            "authorizing_integration_owners": self._installs.owners(user["id"], channel["id"]),
        }  # fmt: skip
        if channel["type"] in (DM, GROUP):
            body |= {"channel": channel, "user": user}
        else:
            guild = places.guild(channel["guild_id"])
            bits = str(places.permissions(user["id"], channel["id"]))
            body |= {
                "channel": {**channel, "permissions": bits}, "guild_id": guild["id"],
                "guild_locale": guild["preferred_locale"],
                "guild": {"id": guild["id"], "locale": guild["preferred_locale"], "features": guild["features"]},
                "member": {**places.member(guild["id"], user["id"]), "permissions": bits},
            }  # fmt: skip
        if interaction.message_id is not None:
            body["message"] = self._messages.get(channel["id"], interaction.message_id)
        return body

    def find(self, interaction_id: str) -> Interaction | None:
        """The interaction of this id, if it is known."""
        return self._by_id.get(interaction_id)

    # -- the bot answers -----------------------------------------------------------------------------------------------

    def answer(
        self, interaction_id: str, token: str, callback: Json, uploads: Mapping[int, Upload]
    ) -> tuple[Interaction, Json]:
        """The first answer. Returns the interaction and the body for `with_response`.

        Raises ApiError: 10062 for an unknown or expired interaction, 40060 for a second answer, 50035 for a type that
        does not fit.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise unknown("interaction")
        if interaction.callback is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if self._places.clock.now() - interaction.created > FIRST_ANSWER_SECONDS or interaction.first.done():
            raise unknown("interaction")
        kind, data = callback["type"], callback.get("data") or {}
        if kind not in _ANSWERS[interaction.type] or (
            kind in (DEFERRED_UPDATE, UPDATE) and interaction.message_id is None
        ):
            sentence = f"callback type {kind} does not answer an interaction of type {interaction.type}"
            raise InvalidForm([Problem(("type",), "BASE_TYPE_CHOICES", sentence)])
        message = self._answer_message(interaction, kind, data, uploads)
        interaction.callback = {"type": kind, "data": data}
        interaction.latency_ms = (time.perf_counter() - interaction.sent) * 1000
        if interaction.deadline is not None:
            interaction.deadline.cancel()
        if kind == MODAL:
            self._modals[interaction.user_id, data["custom_id"]] = interaction
        return interaction, self._callback_body(interaction, kind, message)

    def _answer_message(
        self, interaction: Interaction, kind: int, data: Json, uploads: Mapping[int, Upload]
    ) -> Json | None:
        """The message that a first answer makes, changes or (deferred) promises."""
        if kind in (MESSAGE, DEFERRED_MESSAGE):
            if kind == DEFERRED_MESSAGE:
                data = {"flags": (data.get("flags") or 0) & components.IS_EPHEMERAL | components.IS_LOADING}
            message = self._post(interaction, data, uploads)
            interaction.original_id = message["id"]
            return message
        if kind in (UPDATE, DEFERRED_UPDATE):
            interaction.original_id = interaction.message_id
            message = self._messages.get(interaction.channel_id, interaction.message_id or "")
            return self._messages.edit(message, data, uploads) if kind == UPDATE else message
        return None

    def _post(self, interaction: Interaction, data: Json, uploads: Mapping[int, Upload]) -> Json:
        places = self._places
        metadata: Json = {
            "id": interaction.id, "type": interaction.type, "user": places.user(interaction.user_id),
            "authorizing_integration_owners": self._installs.owners(interaction.user_id, interaction.channel_id),
        }  # fmt: skip
        if interaction.type == COMMAND:
            metadata["name"] = full_name(interaction.data)
        if interaction.message_id is not None:
            metadata["interacted_message_id"] = interaction.message_id
        extra = {"application_id": places.me["id"], "webhook_id": places.me["id"], "interaction_metadata": metadata}
        private_to = interaction.user_id if (data.get("flags") or 0) & components.IS_EPHEMERAL else None
        return self._messages.create(
            interaction.channel_id, places.me, data, uploads, private_to=private_to, extra=extra
        )

    def _callback_body(self, interaction: Interaction, kind: int, message: Json | None) -> Json:
        about: Json = {"id": interaction.id, "type": interaction.type}
        body: Json = {"interaction": about, "resource": {"type": kind}}
        if message is not None:
            about["response_message_id"] = message["id"]
            about["response_message_loading"] = kind == DEFERRED_MESSAGE
            about["response_message_ephemeral"] = bool(message["flags"] & components.IS_EPHEMERAL)
            if kind in (MESSAGE, UPDATE):
                body["resource"]["message"] = message
        return body

    # -- the bot uses the token ----------------------------------------------------------------------------------------

    def by_token(self, token: str) -> Interaction:
        """The interaction of a webhook token that may be used: ApiError 10015 before the first answer, 50027 after 15
        minutes.
        """
        interaction = self._by_token.get(token)
        if interaction is None or self._places.clock.now() - interaction.created > TOKEN_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.callback is None:
            raise unknown("Webhook")
        return interaction

    def message_of(self, interaction: Interaction, which: str) -> Json:
        """The message that `which` ("@original" or an id) means; only this interaction's own messages, or ApiError
        10008.
        """
        message_id = interaction.original_id if which == "@original" else which
        if message_id is None or message_id not in (interaction.original_id, *interaction.followup_ids):
            raise unknown("Message")
        return self._messages.get(interaction.channel_id, message_id)

    def follow_up(self, interaction: Interaction, data: Json, uploads: Mapping[int, Upload]) -> Json:
        """Post a further message. After a deferred answer the first one takes the place of "thinking...", as on
        Discord.
        """
        original = self._messages.visible(interaction.channel_id, interaction.user_id)
        loading = next(
            (m for m in original if m["id"] == interaction.original_id and m["flags"] & components.IS_LOADING), None
        )
        if loading is not None:
            message = self._messages.edit(loading, data, uploads)
        else:
            message = self._post(interaction, data, uploads)
            interaction.followup_ids.append(message["id"])
        interaction.changes.set()
        return message

    def edit(self, interaction: Interaction, which: str, data: Json, uploads: Mapping[int, Upload]) -> Json:
        """Change the original or a follow-up."""
        message = self._messages.edit(self.message_of(interaction, which), data, uploads)
        interaction.changes.set()
        return message

    def delete(self, interaction: Interaction, which: str) -> None:
        """Delete the original or a follow-up."""
        message = self.message_of(interaction, which)
        self._messages.delete(message["channel_id"], message["id"])
        interaction.changes.set()
