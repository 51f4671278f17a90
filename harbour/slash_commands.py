"""Slash commands from the user's side: usable commands, and the data of a command interaction."""

from dataclasses import dataclass
from typing import Any

from harbour.command_limits import CHAT_INPUT
from harbour.errors import Json
from harbour.hub import Hub

SUBCOMMAND, GROUP, _, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)


class Refused(Exception):  # noqa: N818
    """An action that Discord's client would not allow; the text says why."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A typed slash command: subcommands by name, values by option.

    `focused` is the option to be autocompleted; None runs the command.
    """

    command_id: str
    path: list[str]
    options: dict[str, Any]
    focused: str | None = None


def find_usable(
    hub: Hub, user_id: str, channel: Json, command_id: str, command_type: int = CHAT_INPUT
) -> Json:
    command = hub.world.commands.get(command_id)
    if command is None or command["type"] != command_type:
        raise Refused("There is no such command.")
    if not hub.world.can_use(user_id, channel, command):
        raise Refused("You cannot use that command here.")
    return command


def interaction_data(hub: Hub, user_id: str, command: Json, line: CommandLine) -> Json:
    """Build the interaction data of a command. Raises Refused if an option is missing or invalid."""
    options, focused = line.options, line.focused
    parents = _subcommands(command, line.path)
    declared = {option["name"]: option for option in [command, *parents][-1].get("options") or []}
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in declared.values()):
        raise Refused("Which one? That command has several parts.")
    if focused is None:
        for name, option in declared.items():
            if option.get("required") and options.get(name) is None:
                raise Refused(f"The option {name} is missing.")
    else:
        options = {**options, focused: options.get(focused, "")}
    values = [_option_value(declared, name, value, command, focused) for name, value in options.items()]
    tree = values
    for group in reversed(parents):
        tree = [{"type": group["type"], "name": group["name"], "options": tree}]
    result: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": tree}
    object_ids = [entry["value"] for entry in values if entry["type"] in (USER, CHANNEL, ROLE, MENTIONABLE)]
    if object_ids:
        result["resolved"] = resolve(hub, user_id, object_ids)
    return result


def _subcommands(command: Json, path: list[str]) -> list[Json]:
    """Returns the group and subcommand that a path names, outermost first."""
    found: list[Json] = []
    for name in path:
        options = [command, *found][-1].get("options") or []
        nested = [o for o in options if o["name"] == name and o["type"] in (SUBCOMMAND, GROUP)]
        if not nested:
            raise Refused(f"/{command['name']} has no {name}.")
        found.append(nested[0])
    return found


def _option_value(
    declared: dict[str, Json], name: str, value: Any, command: Json, focused: str | None
) -> Json:
    option = declared.get(name)
    if option is None:
        raise Refused(f"/{command['name']} has no option {name}.")
    entry: Json = {"name": name, "type": option["type"]}
    if name == focused:
        if not option.get("autocomplete"):
            raise Refused(f"The option {name} has no suggestions.")
        # Discord sends partly typed numbers as strings.
        return {**entry, "value": str(value), "focused": True}
    entry["value"] = _coerce(option, value)
    if focused is None:
        _check_value(option, entry["value"])
    return entry


def _coerce(option: Json, value: Any) -> Any:
    try:
        if option["type"] == INTEGER:
            return int(value)
        if option["type"] == NUMBER:
            return float(value)
    except ValueError as error:
        raise Refused(f"{option['name']} must be a number.") from error
    if option["type"] == BOOLEAN:
        return value if isinstance(value, bool) else str(value).casefold() == "true"
    return str(value)


def _check_value(option: Json, value: Any) -> None:
    choices = option.get("choices") or []
    if choices and value not in [choice["value"] for choice in choices]:
        raise Refused(f"{value} is not a choice of {option['name']}.")
    low, high = option.get("min_value"), option.get("max_value")
    if isinstance(value, str):
        low, high, value = option.get("min_length"), option.get("max_length"), len(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        if low is not None and value < low:
            raise Refused(f"{option['name']} must be at least {low}.")
        if high is not None and value > high:
            raise Refused(f"{option['name']} must be at most {high}.")


def resolve(hub: Hub, user_id: str, ids: list[str]) -> Json:
    """Returns the `resolved` objects of a user's interaction for the given ids."""
    found: Json = {}
    for key in ids:
        if key in hub.world.users or key == hub.world.app_id:
            found.setdefault("users", {})[key] = hub.serializer.user(key)
            member = {**hub.serializer.member(key), "permissions": str(hub.world.permissions(key))}
            for excluded in ("user", "mute", "deaf"):
                del member[excluded]
            found.setdefault("members", {})[key] = member
        elif key in hub.world.channels:
            channel = hub.world.channels[key]
            found.setdefault("channels", {})[key] = {
                **hub.serializer.interaction_channel(channel, user_id),
                "app_permissions": str(hub.world.permissions(hub.world.app_id, channel)),
            }
        else:
            raise Refused("Nobody and nothing here has that id.")
    return found
