"""Installations of the bot (guilds that have invited it, users who have added it to their account), the commands that
it has registered, and checks of the input that a user typed.
"""

from collections.abc import Sequence
from typing import Any

from bot.fake_discord.model.directory import Directory
from bot.fake_discord.model.errors import ApiError, ImpossibleAction, Json, build_unknown_error
from bot.fake_discord.model.events import DM, GROUP, GatewayEvent

from . import permissions

IN_GUILD, IN_DM, IN_PRIVATE = 0, 1, 2
"""Contexts of a command: a guild, direct messages with the bot, direct messages between others."""
BY_GUILD, BY_USER = "0", "1"
"""Kinds of installation, as the keys of `authorizing_integration_owners`."""


class Installations:
    """Users who have added the bot to their own account, and the permissions and commands that follow from it."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._people: set[str] = set()
        """Users who have added the bot."""

    def add_user(self, user_id: str) -> None:
        """Install the bot for a user, who can then use its commands in every channel."""
        self._people.add(self._directory.find_user(user_id)["id"])

    def list_owners(self, user_id: str, channel_id: str) -> dict[str, str]:
        """Return the owners by kind of installation: the guild that invited the bot ("0" in direct messages with it),
        the user.
        """
        channel = self._directory.find_channel(channel_id)
        owners: dict[str, str] = {}
        if channel["type"] == DM:
            owners[BY_GUILD] = "0"
        elif (channel.get("guild_id"), self._directory.me["id"]) in self._directory.members:
            owners[BY_GUILD] = channel["guild_id"]
        return owners | ({BY_USER: user_id} if user_id in self._people else {})

    def compute_app_permissions(self, user_id: str, channel_id: str) -> int:
        """Return the bot's permissions in a channel. They limit its answers to the user who installed it, unless it is
        a member there.
        """
        if BY_GUILD in self.list_owners(user_id, channel_id):
            return self._directory.compute_permissions(self._directory.me["id"], channel_id)
        return int(permissions.INSTALLER_PERMISSIONS)

    def is_offered(self, command: Json, user_id: str, channel_id: str) -> bool:
        """Return whether the user is offered the command in the channel.

        It must belong to an installation and fit the kind of channel; in a guild the user must have its default
        permissions.
        """
        context, owners = self.find_context(channel_id), self.list_owners(user_id, channel_id)
        missing_permissions = int(command["default_member_permissions"] or 0) & ~self._directory.compute_permissions(
            user_id, channel_id
        )
        return (
            (command["contexts"] is None or context in command["contexts"])
            and any(str(kind) in owners for kind in command["integration_types"])
            and not (missing_permissions and context == IN_GUILD)
        )

    def find_context(self, channel_id: str) -> int:
        """Return the context of commands that are used in this channel."""
        return {DM: IN_DM, GROUP: IN_PRIVATE}.get(self._directory.find_channel(channel_id)["type"], IN_GUILD)


SUB_COMMAND, SUB_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
"""Option types."""
CHAT_INPUT, USER_MENU, MESSAGE_MENU = 1, 2, 3
"""Command types: typed, in the menu of a person, in the menu of a message."""
MAX_IN_MENU = 5
"""Maximum number of commands of an application in the menu of a message, and in that of a person, in one scope."""
MAX_INTEGER = 2**53


class Commands:
    """Registered commands, global and by guild. Each change sends GUILD_APPLICATION_COMMAND_INDEX_UPDATE to clients."""

    def __init__(self, directory: Directory, installations: Installations) -> None:
        self._directory, self._installations = directory, installations
        # guild id (None: global) -> command id -> command
        self._by_scope: dict[str | None, dict[str, Json]] = {None: {}}

    def list_commands(self, guild_id: str | None = None) -> list[Json]:
        """Return the commands of one scope: global, or of one guild."""
        return list(self._by_scope.get(guild_id, {}).values())

    def list_usable(self, user_id: str, channel_id: str, kind: int = CHAT_INPUT) -> list[Json]:
        """Return the commands of a type that a user is offered in a channel (see `Installations.is_offered`).

        A guild command hides the global one of the same name.
        """
        channel = self._directory.find_channel(channel_id)
        commands_by_name = {
            command["name"]: command
            for command in self.list_commands() + self.list_commands(channel.get("guild_id", "DM"))
            if command["type"] == kind
        }
        return [
            command
            for command in commands_by_name.values()
            if self._installations.is_offered(command, user_id, channel_id)
        ]

    def find_command(self, guild_id: str | None, command_id: str) -> Json:
        """Return a registered command. Raises ApiError 10063 if there is none."""
        command = self._by_scope.get(guild_id, {}).get(command_id)
        if command is None:
            raise build_unknown_error("application command")
        return command

    def overwrite_commands(self, guild_id: str | None, payloads: Sequence[Json]) -> list[Json]:
        """Replace all commands of a scope. A command whose name and type stay keeps its id."""
        known_ids = {(command["name"], command["type"]): command["id"] for command in self.list_commands(guild_id)}
        names = [(payload["name"], payload.get("type", CHAT_INPUT)) for payload in payloads]
        if len(set(names)) < len(names):
            raise ApiError(400, 50035, "Invalid Form Body: application command names must be unique")
        for kind in (USER_MENU, MESSAGE_MENU):
            count = sum(kind == other for _, other in names)
            if count > MAX_IN_MENU:
                message = f"Maximum number of application commands reached ({MAX_IN_MENU}): {count} of type {kind}"
                raise ApiError(400, 30032, message)
        commands = [
            self._build_command(guild_id, payload, known_ids.get(name))
            for name, payload in zip(names, payloads, strict=True)
        ]
        self._by_scope[guild_id] = {command["id"]: command for command in commands}
        self._emit_update(guild_id)
        return commands

    def upsert_command(self, guild_id: str | None, payload: Json) -> Json:
        """Create a command, or replace the one with the same name and type."""
        known_ids = {(command["name"], command["type"]): command["id"] for command in self.list_commands(guild_id)}
        command = self._build_command(
            guild_id, payload, known_ids.get((payload["name"], payload.get("type", CHAT_INPUT)))
        )
        self._by_scope.setdefault(guild_id, {})[command["id"]] = command
        self._emit_update(guild_id)
        return command

    def delete_command(self, guild_id: str | None, command_id: str) -> None:
        """Delete a command. Raises ApiError 10063 if there is none."""
        self.find_command(guild_id, command_id)
        del self._by_scope[guild_id][command_id]
        self._emit_update(guild_id)

    def _build_command(self, guild_id: str | None, payload: Json, command_id: str | None) -> Json:
        command: Json = {
            "id": command_id or self._directory.snowflakes.create_id(), "application_id": self._directory.me["id"],
            "type": CHAT_INPUT, "description": "",
            "version": self._directory.snowflakes.create_id(), "default_member_permissions": None, "nsfw": False,
            "contexts": None,
            "integration_types": [0], "options": [], "name_localizations": None, "description_localizations": None,
        }  # fmt: skip
        command |= {
            key: value
            for key, value in payload.items()
            if value is not None or key not in ("options", "integration_types")
        }
        if guild_id is not None:
            command["guild_id"] = guild_id
        if command["default_member_permissions"] is not None:
            command["default_member_permissions"] = str(command["default_member_permissions"])
        return command

    def _emit_update(self, guild_id: str | None) -> None:
        for target_guild in [guild_id] if guild_id is not None else list(self._directory.guilds):
            self._directory.emit_event(
                GatewayEvent("GUILD_APPLICATION_COMMAND_INDEX_UPDATE", {"guild_id": target_guild}, target_guild)
            )

    # -- input of a user -----------------------------------------------------------------------------------------------

    def complete_data(self, user_id: str, channel_id: str, data: Json, *, is_autocomplete: bool = False) -> Json:
        """Return the interaction data completed with id, type and resolved objects. Raises ImpossibleAction if the user
        could not have typed it.
        """
        usable_commands = {command["name"]: command for command in self.list_usable(user_id, channel_id)}
        command = usable_commands.get(data.get("name", ""))
        if command is None:
            command_names = ", ".join(f"/{name}" for name in usable_commands) or "nothing"
            raise ImpossibleAction(
                f"there is no /{data.get('name')} here with this person's permissions; there is {command_names}"
            )
        resolved: Json = {}
        checker = _OptionChecker(self._directory, channel_id, is_autocomplete, resolved)
        options = checker.check_options(f"/{command['name']}", command["options"], data.get("options") or [])
        if is_autocomplete and checker.focused_count != 1:
            raise ImpossibleAction(
                f"/{command['name']}: exactly one option has the focus while typing, got {checker.focused_count}"
            )
        completed: Json = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT, "options": options}
        if resolved:
            completed["resolved"] = resolved
        if "guild_id" in command:
            completed["guild_id"] = command["guild_id"]
        return completed

    def find_in_menu(self, user_id: str, channel_id: str, data: Json) -> Json:
        """Return the command of an entry in the menu of a message or person, by its name and type.

        Raises ImpossibleAction if the user is not offered it here.
        """
        commands_by_name = {command["name"]: command for command in self.list_usable(user_id, channel_id, data["type"])}
        command = commands_by_name.get(data.get("name", ""))
        if command is None:
            names = ", ".join(commands_by_name) or "nothing"
            raise ImpossibleAction(f"the menu has no entry {data.get('name')!r} here; it has {names}")
        return command


def build_full_name(data: Json) -> str:
    """Return a command's name with its group and subcommand, e.g. "table open", from its interaction data."""
    names, options = [data["name"]], data.get("options", [])
    while options and options[0]["type"] in (SUB_COMMAND, SUB_GROUP):
        names.append(options[0]["name"])
        options = options[0]["options"]
    return " ".join(names)


class _OptionChecker:
    """Check of typed options against their declaration; collects resolved objects and counts focused options."""

    def __init__(self, directory: Directory, channel_id: str, is_autocomplete: bool, resolved: Json) -> None:
        self.directory, self.is_autocomplete, self.resolved = directory, is_autocomplete, resolved
        self.channel = directory.find_channel(channel_id)
        """The channel in which the command is typed."""
        self.focused_count = 0
        """Number of options that are being typed."""

    def check_options(self, path: str, declared: Sequence[Json], typed_options: Sequence[Json]) -> list[Json]:
        by_name = {option["name"]: option for option in declared}
        for option in typed_options:
            if option["name"] not in by_name:
                raise ImpossibleAction(
                    f"{path} has no option {option['name']!r}; it has {', '.join(by_name) or 'none'}"
                )
        if len({option["name"] for option in typed_options}) < len(typed_options):
            raise ImpossibleAction(f"{path}: an option is given twice")
        if declared and declared[0]["type"] in (SUB_COMMAND, SUB_GROUP):
            if len(typed_options) != 1:
                raise ImpossibleAction(f"{path} needs one subcommand of {', '.join(by_name)}, got {len(typed_options)}")
            option = by_name[typed_options[0]["name"]]
            inner = self.check_options(
                f"{path} {option['name']}", option.get("options") or [], typed_options[0].get("options") or []
            )
            return [{"name": option["name"], "type": option["type"], "options": inner}]
        for option in declared:
            if (
                option.get("required")
                and not self.is_autocomplete
                and option["name"] not in {o["name"] for o in typed_options}
            ):
                raise ImpossibleAction(f"{path}: the option {option['name']!r} is required")
        return [self.check_option(path, by_name[option["name"]], option) for option in typed_options]

    def check_option(self, path: str, declared: Json, typed_option: Json) -> Json:
        location, value, kind = f"{path} {declared['name']}", typed_option.get("value"), declared["type"]
        completed = {"name": declared["name"], "type": kind, "value": value}
        if typed_option.get("focused"):
            if not self.is_autocomplete or not declared.get("autocomplete"):
                raise ImpossibleAction(f"{location} has no autocompletion")
            if not isinstance(value, str):
                raise ImpossibleAction(f"{location}: expected text while it is being typed, got {value!r}")
            self.focused_count += 1
            return {**completed, "focused": True}
        self.check_value(location, declared, value)
        if declared.get("choices") and value not in [choice["value"] for choice in declared["choices"]]:
            raise ImpossibleAction(
                f"{location}: {value!r} is not a choice; choices: {[choice['value'] for choice in declared['choices']]}"
            )
        return completed

    def check_value(self, location: str, declared: Json, value: Any) -> None:
        kind = declared["type"]
        if kind == STRING:
            low, high = declared.get("min_length") or 0, declared.get("max_length") or 6000
            if not isinstance(value, str) or not low <= len(value) <= high:
                raise ImpossibleAction(f"{location}: expected text of {low} to {high} characters, got {value!r}")
        elif kind in (INTEGER, NUMBER):
            low, high = declared.get("min_value", -MAX_INTEGER), declared.get("max_value", MAX_INTEGER)
            number = isinstance(value, int if kind == INTEGER else (int, float)) and not isinstance(value, bool)
            if not number or not low <= value <= high:
                raise ImpossibleAction(f"{location}: expected a number from {low} to {high}, got {value!r}")
        elif kind == BOOLEAN:
            if not isinstance(value, bool):
                raise ImpossibleAction(f"{location}: expected True or False, got {value!r}")
        elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            self.check_mention(location, declared, str(value))
        else:
            raise ImpossibleAction(f"{location}: options of type {kind} cannot be typed on the fake Discord server")

    def check_mention(self, location: str, declared: Json, value: str) -> None:
        allowed = declared["type"]
        if allowed in (USER, MENTIONABLE) and value in self.directory.users:
            resolve_user(self.directory, self.channel, value, self.resolved)
        elif allowed == CHANNEL and value in self.directory.channels:
            resolve_channel(self.directory, value, self.resolved)
            kinds = declared.get("channel_types")
            actual_kind = self.directory.channels[value]["type"]
            if kinds and actual_kind not in kinds:
                raise ImpossibleAction(f"{location}: expected a channel of types {kinds}, got type {actual_kind}")
        elif allowed in (ROLE, MENTIONABLE) and resolve_role(self.directory, self.channel, value, self.resolved):
            return
        else:
            raise ImpossibleAction(f"{location}: {value} does not name anything that this option takes")


def resolve_user(directory: Directory, channel: Json, user_id: str, resolved: Json) -> None:
    """Add a user (and in a guild the member) to the `resolved` objects of an interaction."""
    resolved.setdefault("users", {})[user_id] = directory.find_user(user_id)
    member = directory.members.get((channel.get("guild_id", ""), user_id))
    if member is not None:
        bits = {"permissions": str(directory.compute_permissions(user_id, channel["id"]))}
        resolved.setdefault("members", {})[user_id] = {k: v for k, v in member.items() if k != "user"} | bits


def resolve_channel(directory: Directory, channel_id: str, resolved: Json) -> None:
    """Add a channel to the `resolved` objects of an interaction."""
    row = directory.find_channel(channel_id)
    keys = (
        "id", "name", "type", "parent_id", "thread_metadata", "owner_id", "message_count", "member_count", "guild_id",
    )  # fmt: skip
    bits = {"permissions": str(directory.compute_permissions(directory.me["id"], channel_id))}
    resolved.setdefault("channels", {})[channel_id] = {key: row[key] for key in keys if key in row} | bits


def resolve_role(directory: Directory, channel: Json, role_id: str, resolved: Json) -> bool:
    """Add a role to the `resolved` objects of an interaction. Return False if the guild has no such role."""
    for role in directory.guilds.get(channel.get("guild_id", ""), {}).get("roles", ()):
        if role["id"] == role_id:
            resolved.setdefault("roles", {})[role_id] = role
            return True
    return False
