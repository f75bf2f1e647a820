"""Application commands: what the bot has registered, and whether what a person typed fits it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.standin.model.errors import ApiError, Impossible, Json, unknown
from bot.standin.model.events import Event
from bot.standin.model.installs import Installs
from bot.standin.model.places import Places

SUB_COMMAND, SUB_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
"""Option types."""
CHAT_INPUT = 1
MAX_INTEGER = 2**53


class Commands:
    """Registered commands, global and by guild. Registering tells people's clients with
    GUILD_APPLICATION_COMMAND_INDEX_UPDATE.
    """

    def __init__(self, places: Places, installs: Installs) -> None:
        self._places, self._installs = places, installs
        self._by_scope: dict[str | None, dict[str, Json]] = {
            None: {}
        }  # guild id (None: global) -> command id -> command

    def listed(self, guild_id: str | None = None) -> list[Json]:
        """Commands of one scope: global, or of one guild."""
        return list(self._by_scope.get(guild_id, {}).values())

    def usable(self, user_id: str, channel_id: str) -> list[Json]:
        """Slash commands that a person is offered in a channel: those of its guild hide global ones of the same name.

        See `Installs.offers`.
        """
        channel = self._places.channel(channel_id)
        rows = {command["name"]: command for command in self.listed() + self.listed(channel.get("guild_id", "DM"))}
        return [
            command
            for command in rows.values()
            if command["type"] == CHAT_INPUT and self._installs.offers(command, user_id, channel_id)
        ]

    def get(self, guild_id: str | None, command_id: str) -> Json:
        """One registered command, or ApiError 10063."""
        command = self._by_scope.get(guild_id, {}).get(command_id)
        if command is None:
            raise unknown("application command")
        return command

    def overwrite(self, guild_id: str | None, payloads: Sequence[Json]) -> list[Json]:
        """Replace all commands of a scope. A command keeps its id as long as its name and type stay."""
        known = {(command["name"], command["type"]): command["id"] for command in self.listed(guild_id)}
        names = [(payload["name"], payload.get("type", CHAT_INPUT)) for payload in payloads]
        if len(set(names)) < len(names):
            raise ApiError(400, 50035, "Invalid Form Body: application command names must be unique")
        rows = [self._stored(guild_id, payload, known.get(name)) for name, payload in zip(names, payloads, strict=True)]
        self._by_scope[guild_id] = {command["id"]: command for command in rows}
        self._tell(guild_id)
        return rows

    def upsert(self, guild_id: str | None, payload: Json) -> Json:
        """Create a command, or replace the one with the same name and type."""
        known = {(command["name"], command["type"]): command["id"] for command in self.listed(guild_id)}
        command = self._stored(guild_id, payload, known.get((payload["name"], payload.get("type", CHAT_INPUT))))
        self._by_scope.setdefault(guild_id, {})[command["id"]] = command
        self._tell(guild_id)
        return command

    def remove(self, guild_id: str | None, command_id: str) -> None:
        """Delete a command, or ApiError 10063."""
        self.get(guild_id, command_id)
        del self._by_scope[guild_id][command_id]
        self._tell(guild_id)

    def _stored(self, guild_id: str | None, payload: Json, command_id: str | None) -> Json:
        command: Json = {
            "id": command_id or self._places.snowflakes.next(), "application_id": self._places.me["id"],
            "type": CHAT_INPUT, "description": "",
            "version": self._places.snowflakes.next(), "default_member_permissions": None, "nsfw": False,
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

    def _tell(self, guild_id: str | None) -> None:
        for known in [guild_id] if guild_id is not None else list(self._places.guilds):
            self._places.emit(Event("GUILD_APPLICATION_COMMAND_INDEX_UPDATE", {"guild_id": known}, known))

    # -- what a person typed -------------------------------------------------------------------------------------------

    def check(self, user_id: str, channel_id: str, data: Json, *, autocomplete: bool = False) -> Json:
        """The interaction data, completed (id, type, resolved objects), if the person could have typed it; otherwise
        Impossible.
        """
        usable = {command["name"]: command for command in self.usable(user_id, channel_id)}
        command = usable.get(data.get("name", ""))
        if command is None:
            there = ", ".join(f"/{name}" for name in usable) or "nothing"
            raise Impossible(f"there is no /{data.get('name')} here with this person's permissions; there is {there}")
        resolved: Json = {}
        check = _Check(self._places, channel_id, autocomplete, resolved)
        options = check.options(f"/{command['name']}", command["options"], data.get("options") or [])
        if autocomplete and check.focused != 1:
            raise Impossible(f"/{command['name']}: exactly one option has the focus while typing, got {check.focused}")
        done: Json = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT, "options": options}
        if resolved:
            done["resolved"] = resolved
        if "guild_id" in command:
            done["guild_id"] = command["guild_id"]
        return done


def full_name(data: Json) -> str:
    """A typed command with its group and subcommand, e.g. "table open", from its interaction data."""
    names, options = [data["name"]], data["options"]
    while options and options[0]["type"] in (SUB_COMMAND, SUB_GROUP):
        names.append(options[0]["name"])
        options = options[0]["options"]
    return " ".join(names)


class _Check:
    """One check of typed options against their declaration; collects resolved objects and counts focused options."""

    def __init__(self, places: Places, channel_id: str, autocomplete: bool, resolved: Json) -> None:
        self.places, self.channel, self.autocomplete, self.resolved = (
            places,
            places.channel(channel_id),
            autocomplete,
            resolved,
        )
        self.focused = 0

    def options(self, path: str, declared: Sequence[Json], given: Sequence[Json]) -> list[Json]:
        by_name = {option["name"]: option for option in declared}
        for option in given:
            if option["name"] not in by_name:
                raise Impossible(f"{path} has no option {option['name']!r}; it has {', '.join(by_name) or 'none'}")
        if len({option["name"] for option in given}) < len(given):
            raise Impossible(f"{path}: an option is given twice")
        if declared and declared[0]["type"] in (SUB_COMMAND, SUB_GROUP):
            if len(given) != 1:
                raise Impossible(f"{path} needs one subcommand of {', '.join(by_name)}, got {len(given)}")
            option = by_name[given[0]["name"]]
            inner = self.options(f"{path} {option['name']}", option.get("options") or [], given[0].get("options") or [])
            return [{"name": option["name"], "type": option["type"], "options": inner}]
        for option in declared:
            if option.get("required") and not self.autocomplete and option["name"] not in {o["name"] for o in given}:
                raise Impossible(f"{path}: the option {option['name']!r} is required")
        return [self.value(path, by_name[option["name"]], option) for option in given]

    def value(self, path: str, declared: Json, given: Json) -> Json:
        where, value, kind = f"{path} {declared['name']}", given.get("value"), declared["type"]
        done = {"name": declared["name"], "type": kind, "value": value}
        if given.get("focused"):
            if not self.autocomplete or not declared.get("autocomplete"):
                raise Impossible(f"{where} has no autocompletion")
            if not isinstance(value, str):
                raise Impossible(f"{where}: what is being typed is text, got {value!r}")
            self.focused += 1
            return {**done, "focused": True}
        self.typed(where, declared, value)
        if declared.get("choices") and value not in [choice["value"] for choice in declared["choices"]]:
            raise Impossible(
                f"{where}: {value!r} is not a choice; choices: {[choice['value'] for choice in declared['choices']]}"
            )
        return done

    def typed(self, where: str, declared: Json, value: Any) -> None:
        kind = declared["type"]
        if kind == STRING:
            low, high = declared.get("min_length") or 0, declared.get("max_length") or 6000
            if not isinstance(value, str) or not low <= len(value) <= high:
                raise Impossible(f"{where}: expected text of {low} to {high} characters, got {value!r}")
        elif kind in (INTEGER, NUMBER):
            low, high = declared.get("min_value", -MAX_INTEGER), declared.get("max_value", MAX_INTEGER)
            number = isinstance(value, int if kind == INTEGER else (int, float)) and not isinstance(value, bool)
            if not number or not low <= value <= high:
                raise Impossible(f"{where}: expected a number from {low} to {high}, got {value!r}")
        elif kind == BOOLEAN:
            if not isinstance(value, bool):
                raise Impossible(f"{where}: expected True or False, got {value!r}")
        elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            self.mentioned(where, declared, str(value))
        else:
            raise Impossible(f"{where}: options of type {kind} cannot be typed on the stand-in")

    def mentioned(self, where: str, declared: Json, value: str) -> None:
        allowed = declared["type"]
        if allowed in (USER, MENTIONABLE) and value in self.places.users:
            resolve_user(self.places, self.channel, value, self.resolved)
        elif allowed == CHANNEL and value in self.places.channels:
            resolve_channel(self.places, value, self.resolved)
            kinds = declared.get("channel_types")
            if kinds and self.places.channels[value]["type"] not in kinds:
                raise Impossible(
                    f"{where}: expected a channel of types {kinds}, got type {self.places.channels[value]['type']}"
                )
        elif allowed in (ROLE, MENTIONABLE) and resolve_role(self.places, self.channel, value, self.resolved):
            return
        else:
            raise Impossible(f"{where}: {value} does not name anything that this option takes")


def resolve_user(places: Places, channel: Json, user_id: str, resolved: Json) -> None:
    """Add a user (and in a guild the member) to the `resolved` objects of an interaction."""
    resolved.setdefault("users", {})[user_id] = places.user(user_id)
    member = places.members.get((channel.get("guild_id", ""), user_id))
    if member is not None:
        bits = {"permissions": str(places.permissions(user_id, channel["id"]))}
        resolved.setdefault("members", {})[user_id] = {k: v for k, v in member.items() if k != "user"} | bits


def resolve_channel(places: Places, channel_id: str, resolved: Json) -> None:
    """Add a channel to the `resolved` objects of an interaction."""
    row = places.channel(channel_id)
    keys = (
        "id",
        "name",
        "type",
        "parent_id",
        "thread_metadata",
        "owner_id",
        "message_count",
        "member_count",
        "guild_id",
    )
    bits = {"permissions": str(places.permissions(places.me["id"], channel_id))}
    resolved.setdefault("channels", {})[channel_id] = {key: row[key] for key in keys if key in row} | bits


def resolve_role(places: Places, channel: Json, role_id: str, resolved: Json) -> bool:
    """Add a role to the `resolved` objects of an interaction; False if the guild has no such role."""
    for role in places.guilds.get(channel.get("guild_id", ""), {}).get("roles", ()):
        if role["id"] == role_id:
            resolved.setdefault("roles", {})[role_id] = role
            return True
    return False
