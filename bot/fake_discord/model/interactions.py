"""Interactions: a user acts, and the bot has 3 seconds for a first answer and 15 minutes for further ones."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.fake_discord.model import errors
from bot.fake_discord.model.clock import ClockTimer
from bot.fake_discord.model.commands import MESSAGE_MENU, USER_MENU, Commands, Installations, build_full_name
from bot.fake_discord.model.directory import Directory
from bot.fake_discord.model.events import DM, GROUP, GatewayEvent
from bot.fake_discord.model.messages import Messages
from bot.fake_discord.model.uploads import MAX_FILE_BYTES, Upload

from . import components, user_actions

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
"""Interaction types."""
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
"""Callback types."""
FIRST_ANSWER_SECONDS, TOKEN_SECONDS = 3.0, 900.0
_ALLOWED_CALLBACKS = {
    COMMAND: (MESSAGE, DEFERRED_MESSAGE, MODAL),
    COMPONENT: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL_SUBMIT: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE),
}


@dataclass(slots=True, eq=False)
class Interaction:
    """One action of one user."""

    id: str
    """Snowflake."""
    token: str
    """Secret with which the bot answers, for TOKEN_SECONDS."""
    type: int
    """COMMAND, COMPONENT, AUTOCOMPLETE or MODAL_SUBMIT."""
    user_id: str
    """The user who acts."""
    channel_id: str
    """Channel in which they act, also one of direct messages."""
    guild_id: str | None
    """None in direct messages."""
    data: errors.Json
    """In Discord's shape for the type, with missing ids and objects filled in."""
    message_id: str | None
    """The message of the component, or the one from which the modal was opened."""
    created_at: float
    """Seconds on the clock of the fake Discord server."""
    sent_at: float
    """time.perf_counter() when the bot was notified."""
    first_answer: asyncio.Future[bool]
    """Resolves when the first answer has been processed (True) or did not come in time (False)."""
    timeout_timer: ClockTimer | None = None
    """Ends the wait for a first answer after FIRST_ANSWER_SECONDS; None before it is set."""
    callback: errors.Json | None = None
    """The first answer {"type", "data"}."""
    latency_ms: float | None = None
    """Real milliseconds from the notification of the bot to the arrival of the first answer."""
    original_id: str | None = None
    """The message that @original refers to."""
    followup_ids: list[str] = field(default_factory=list)
    """Further messages of the answer, oldest first."""
    changes: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever the bot uses the token."""

    @property
    def focused_type(self) -> int:
        """Type of the option that the user is typing (autocompletion only)."""
        options = self.data.get("options") or []
        while options and "options" in options[0]:
            options = options[0]["options"]
        return int(next(option["type"] for option in options if option.get("focused")))


class Interactions:
    """All interactions (the latest `max_interactions`, if it is not None), and the open modals of users."""

    def __init__(
        self,
        directory: Directory,
        installations: Installations,
        commands: Commands,
        messages: Messages,
        *,
        max_interactions: int | None,
    ) -> None:
        self._installations = installations
        self._directory, self._commands, self._messages = directory, commands, messages
        self._max_interactions = max_interactions
        self._by_id: dict[str, Interaction] = {}  # the oldest first
        self._by_token: dict[str, Interaction] = {}  # the same ones
        # (user id, custom_id of the open modal) -> the interaction that opened it
        self._modals: dict[tuple[str, str], Interaction] = {}

    # -- a user acts ---------------------------------------------------------------------------------------------------

    def begin_interaction(
        self, user_id: str, channel_id: str, interaction_type: int, data: errors.Json, *, message_id: str | None = None
    ) -> Interaction:
        """Check that the user could take this action, and notify the bot. Raises ImpossibleAction.

        `data` has Discord's shape: {name, options} for a command (2) and autocompletion (4), {name, type, target_id}
        for a command in the menu of a message or person (2), {custom_id, component_type, values} for a component (3, on
        `message_id`), {custom_id, components} for a modal (5). Missing ids and resolved objects are filled in.
        """
        directory = self._directory
        if not directory.can_see(user_id, channel_id):
            raise errors.ImpossibleAction(f"user {user_id} cannot see channel {channel_id}")
        if interaction_type in (COMMAND, AUTOCOMPLETE):
            if data.get("type") in (USER_MENU, MESSAGE_MENU):
                command = self._commands.find_in_menu(user_id, channel_id, data)
                data = user_actions.complete_menu_entry(directory, self._messages, user_id, channel_id, command, data)
            else:
                data = self._commands.complete_data(
                    user_id, channel_id, data, is_autocomplete=interaction_type == AUTOCOMPLETE
                )
        elif interaction_type == COMPONENT:
            if message_id is None:
                raise errors.ImpossibleAction("a component is on a message: expected its message_id, got none")
            data = user_actions.check_component(directory, self._messages, user_id, channel_id, message_id, data)
        elif interaction_type == MODAL_SUBMIT:
            opener = self._modals.get((user_id, data.get("custom_id", "")))
            if opener is None or opener.callback is None:
                raise errors.ImpossibleAction(f"user {user_id} has no open modal {data.get('custom_id')!r}")
            data = user_actions.check_modal(directory, opener.channel_id, opener.callback["data"], data)
            message_id, channel_id = opener.message_id, opener.channel_id
            del self._modals[user_id, data["custom_id"]]
        else:
            raise errors.ImpossibleAction(f"expected interaction type 2, 3, 4 or 5, got {interaction_type}")
        interaction = Interaction(
            id=directory.snowflakes.create_id(),
            token=secrets.token_urlsafe(48),
            type=interaction_type,
            user_id=user_id,
            channel_id=channel_id,
            guild_id=directory.find_channel(channel_id).get("guild_id"),
            data=data,
            message_id=message_id,
            created_at=directory.clock.read_now(),
            sent_at=time.perf_counter(),
            first_answer=asyncio.get_running_loop().create_future(),
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        if self._max_interactions is not None and len(self._by_id) > self._max_interactions:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            del self._by_token[oldest.token]
        interaction.timeout_timer = directory.clock.call_later(
            FIRST_ANSWER_SECONDS, lambda: self._time_out(interaction)
        )
        directory.emit_event(
            GatewayEvent("INTERACTION_CREATE", self._build_payload(interaction), only_user_id=directory.me["id"])
        )
        return interaction

    async def complete_interaction(
        self, user_id: str, channel_id: str, interaction_type: int, data: errors.Json, *, message_id: str | None = None
    ) -> Interaction:
        """Begin an interaction and wait for the first answer. Raises ImpossibleAction, or NoAnswer after 3 seconds."""
        interaction = self.begin_interaction(user_id, channel_id, interaction_type, data, message_id=message_id)
        await self.wait_for_answer(interaction)
        return interaction

    async def wait_for_answer(self, interaction: Interaction) -> None:
        """Wait for the first answer. Raises NoAnswer after 3 seconds."""
        if not await asyncio.shield(interaction.first_answer):
            raise errors.NoAnswer(
                f"the application did not respond to interaction {interaction.id} (type {interaction.type}) within 3 s"
            )

    def find_open_modal(self, user_id: str, custom_id: str) -> errors.Json | None:
        """Return the modal with this custom_id that a user has open; None if there is none."""
        opener = self._modals.get((user_id, custom_id))
        return opener.callback["data"] if opener is not None and opener.callback is not None else None

    def _time_out(self, interaction: Interaction) -> None:
        if interaction.callback is None and not interaction.first_answer.done():
            interaction.first_answer.set_result(False)

    def _build_payload(self, interaction: Interaction) -> errors.Json:
        """Return the data of INTERACTION_CREATE."""
        directory, channel = self._directory, self._directory.find_channel(interaction.channel_id)
        user = directory.find_user(interaction.user_id)
        body: errors.Json = {
            "id": interaction.id, "application_id": directory.me["id"], "type": interaction.type,
            "token": interaction.token, "version": 1,
            "data": interaction.data, "channel_id": channel["id"], "locale": directory.locales[user["id"]],
            "entitlements": [],
            "entitlement_sku_ids": [],
            "app_permissions": str(self._installations.compute_app_permissions(user["id"], channel["id"])),
            "attachment_size_limit": MAX_FILE_BYTES, "context": self._installations.find_context(channel["id"]),
            "authorizing_integration_owners": self._installations.list_owners(user["id"], channel["id"]),
        }  # fmt: skip
        if channel["type"] in (DM, GROUP):
            body |= {"channel": channel, "user": user}
        else:
            guild = directory.find_guild(channel["guild_id"])
            bits = str(directory.compute_permissions(user["id"], channel["id"]))
            body |= {
                "channel": {**channel, "permissions": bits}, "guild_id": guild["id"],
                "guild_locale": guild["preferred_locale"],
                "guild": {"id": guild["id"], "locale": guild["preferred_locale"], "features": guild["features"]},
                "member": {**directory.find_member(guild["id"], user["id"]), "permissions": bits},
            }  # fmt: skip
        if interaction.message_id is not None:
            message = self._messages.find_message(channel["id"], interaction.message_id)
            body["message"] = self._messages.present_message(message)
        return body

    def find_interaction(self, interaction_id: str) -> Interaction | None:
        """Return the interaction with this id; None if unknown."""
        return self._by_id.get(interaction_id)

    # -- the bot answers -----------------------------------------------------------------------------------------------

    def accept_answer(
        self, interaction_id: str, token: str, callback: errors.Json, uploads: Mapping[int, Upload]
    ) -> tuple[Interaction, errors.Json]:
        """Accept the first answer. Return the interaction and the body for `with_response`.

        Raises ApiError: 10062 for an unknown or expired interaction, 40060 for a second answer, 50035 for a callback
        type that does not fit the interaction.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise errors.build_unknown_error("interaction")
        if interaction.callback is not None:
            raise errors.ApiError(400, 40060, "Interaction has already been acknowledged.")
        if (
            self._directory.clock.read_now() - interaction.created_at > FIRST_ANSWER_SECONDS
            or interaction.first_answer.done()
        ):
            raise errors.build_unknown_error("interaction")
        callback_type, data = callback["type"], callback.get("data") or {}
        if callback_type not in _ALLOWED_CALLBACKS[interaction.type] or (
            callback_type in (DEFERRED_UPDATE, UPDATE) and interaction.message_id is None
        ):
            sentence = f"callback type {callback_type} does not answer an interaction of type {interaction.type}"
            raise errors.InvalidBody([errors.PayloadProblem(("type",), "BASE_TYPE_CHOICES", sentence)])
        message = self._apply_answer(interaction, callback_type, data, uploads)
        interaction.callback = {"type": callback_type, "data": data}
        interaction.latency_ms = (time.perf_counter() - interaction.sent_at) * 1000
        if interaction.timeout_timer is not None:
            interaction.timeout_timer.cancel()
        if callback_type == MODAL:
            self._modals[interaction.user_id, data["custom_id"]] = interaction
        return interaction, self._build_callback_body(interaction, callback_type, message)

    def _apply_answer(
        self, interaction: Interaction, callback_type: int, data: errors.Json, uploads: Mapping[int, Upload]
    ) -> errors.Json | None:
        """Post or edit the message of a first answer, if it has one, and return it."""
        directory = self._directory
        if callback_type in (MESSAGE, DEFERRED_MESSAGE):
            if callback_type == DEFERRED_MESSAGE:
                data = {"flags": (data.get("flags") or 0) & components.IS_EPHEMERAL | components.IS_LOADING}
            message = self._post_message(interaction, data, uploads)
            interaction.original_id = message["id"]
            return message
        if callback_type in (UPDATE, DEFERRED_UPDATE):
            interaction.original_id = interaction.message_id
            message = self._messages.find_message(interaction.channel_id, interaction.message_id or "")
            if callback_type == UPDATE and not directory.quirks.update_keeps_unnamed_files:
                data = {"attachments": [], **data}
            return self._messages.edit_message(message, data, uploads) if callback_type == UPDATE else message
        return None

    def _post_message(self, interaction: Interaction, data: errors.Json, uploads: Mapping[int, Upload]) -> errors.Json:
        directory = self._directory
        owners = self._installations.list_owners(interaction.user_id, interaction.channel_id)
        metadata: errors.Json = {
            "id": interaction.id, "type": interaction.type, "user": directory.find_user(interaction.user_id),
            "authorizing_integration_owners": owners,
        }  # fmt: skip
        if interaction.type == COMMAND:
            metadata["name"] = build_full_name(interaction.data)
        if interaction.message_id is not None:
            metadata["interacted_message_id"] = interaction.message_id
        extra = {
            "application_id": directory.me["id"],
            "webhook_id": directory.me["id"],
            "interaction_metadata": metadata,
        }
        private_to = interaction.user_id if (data.get("flags") or 0) & components.IS_EPHEMERAL else None
        return self._messages.create_message(
            interaction.channel_id, directory.me, data, uploads, private_to=private_to, extra=extra
        )

    def _build_callback_body(
        self, interaction: Interaction, callback_type: int, message: errors.Json | None
    ) -> errors.Json:
        summary: errors.Json = {"id": interaction.id, "type": interaction.type}
        body: errors.Json = {"interaction": summary, "resource": {"type": callback_type}}
        if message is not None:
            summary["response_message_id"] = message["id"]
            summary["response_message_loading"] = callback_type == DEFERRED_MESSAGE
            summary["response_message_ephemeral"] = bool(message["flags"] & components.IS_EPHEMERAL)
            if callback_type in (MESSAGE, UPDATE):
                body["resource"]["message"] = message
        return body

    # -- the bot uses the token ----------------------------------------------------------------------------------------

    def find_interaction_by_token(self, token: str) -> Interaction:
        """Return the interaction of a webhook token. Raises ApiError 10015 before the first answer, 50027 after 15
        minutes.
        """
        interaction = self._by_token.get(token)
        if interaction is None or self._directory.clock.read_now() - interaction.created_at > TOKEN_SECONDS:
            raise errors.ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.callback is None:
            raise errors.build_unknown_error("Webhook")
        return interaction

    def find_message(self, interaction: Interaction, message_ref: str) -> errors.Json:
        """Return a message of this interaction by reference ("@original" or an id). Raises ApiError 10008 for messages
        that do not belong to it.
        """
        message_id = interaction.original_id if message_ref == "@original" else message_ref
        if message_id is None or message_id not in (interaction.original_id, *interaction.followup_ids):
            raise errors.build_unknown_error("Message")
        return self._messages.find_message(interaction.channel_id, message_id)

    def post_follow_up(self, interaction: Interaction, data: errors.Json, uploads: Mapping[int, Upload]) -> errors.Json:
        """Post a further message. After a deferred answer the first follow-up replaces "thinking...", as on Discord."""
        messages = self._messages.list_visible(interaction.channel_id, interaction.user_id)
        loading = next(
            (m for m in messages if m["id"] == interaction.original_id and m["flags"] & components.IS_LOADING), None
        )
        if loading is not None:
            message = self._messages.edit_message(loading, data, uploads)
        else:
            message = self._post_message(interaction, data, uploads)
            interaction.followup_ids.append(message["id"])
        interaction.changes.set()
        return message

    def edit_message(
        self, interaction: Interaction, message_ref: str, data: errors.Json, uploads: Mapping[int, Upload]
    ) -> errors.Json:
        """Edit the original or a follow-up."""
        message = self._messages.edit_message(self.find_message(interaction, message_ref), data, uploads)
        interaction.changes.set()
        return message

    def delete_message(self, interaction: Interaction, message_ref: str) -> None:
        """Delete the original or a follow-up."""
        message = self.find_message(interaction, message_ref)
        self._messages.delete_message(message["channel_id"], message["id"])
        interaction.changes.set()
