"""Actions of a user, shared by the page and the tests: messages, commands, components, modals, pins."""

from collections.abc import Sized
from typing import Any

from harbour import component_tree, interactions, limits, messages, permissions, slash_commands, threads
from harbour.command_limits import MESSAGE_COMMAND
from harbour.errors import ApiError, Json
from harbour.hub import Hub
from harbour.interaction_record import Interaction
from harbour.interactions import Origin
from harbour.slash_commands import CommandLine, Refused
from harbour.world import DM, GROUP_DM, GUILD_FORUM, THREAD_TYPES, ephemeral_recipient


def visible_channel(hub: Hub, user_id: str, channel_id: str) -> Json:
    channel = hub.world.channels.get(channel_id)
    if channel is None or not hub.world.can_see(user_id, channel):
        raise Refused("You do not see that channel.")
    return channel


def _visible_message(hub: Hub, user_id: str, channel_id: str, message_id: str) -> tuple[Json, Json]:
    channel = visible_channel(hub, user_id, channel_id)
    message = hub.world.message(channel["id"], message_id)
    if message is None or ephemeral_recipient(message) not in (None, user_id):
        raise Refused("That message is gone.")
    return channel, message


def send_message(hub: Hub, user_id: str, channel_id: str, content: str, reply_to: str | None = None) -> Json:
    channel = visible_channel(hub, user_id, channel_id)
    reference = None
    if channel["type"] == GUILD_FORUM:
        raise Refused("A forum holds posts only.")
    if channel["type"] not in (DM, GROUP_DM):
        bit = (
            permissions.SEND_MESSAGES_IN_THREADS
            if channel["type"] in THREAD_TYPES
            else permissions.SEND_MESSAGES
        )
        if not hub.world.permissions(user_id, channel) & bit:
            raise Refused("You may not write here.")
        _check_not_locked(hub, user_id, channel)
        if channel["type"] in THREAD_TYPES:
            messages.join_thread(hub, channel, user_id)
    if reply_to:
        _, reference = _visible_message(hub, user_id, channel_id, reply_to)
    envelope = messages.Envelope.reply_to(reference)
    try:
        message = messages.create(hub, channel, user_id, {"content": content}, envelope=envelope)
    except ApiError as error:
        raise Refused(error.message) from error
    mark_read(hub, user_id, channel_id)
    return message


def create_forum_post(hub: Hub, user_id: str, channel_id: str, name: str, content: str) -> Json:
    forum = visible_channel(hub, user_id, channel_id)
    if forum["type"] != GUILD_FORUM:
        raise Refused("Only a forum holds posts.")
    payload: Json = {"name": name, "message": {"content": content}}
    payload["applied_tags"] = (
        [tag["id"] for tag in forum["available_tags"][:1]] if forum["flags"] & 16 else []
    )
    try:
        return threads.create_forum_post(hub, forum, user_id, payload)
    except ApiError as error:
        raise Refused(error.message) from error


def _check_not_locked(hub: Hub, user_id: str, channel: Json) -> None:
    locked = channel["type"] in THREAD_TYPES and channel["thread_metadata"]["locked"]
    if locked and not hub.world.permissions(user_id, channel) & permissions.MANAGE_THREADS:
        raise Refused("This thread is locked.")


def use_command(
    hub: Hub, user_id: str, channel_id: str, line: CommandLine, nonce: str | None = None
) -> Interaction:
    """Run a slash command, or autocomplete its focused option. Returns the interaction."""
    channel = visible_channel(hub, user_id, channel_id)
    _check_not_archived(channel)
    if line.focused is None:
        _check_not_locked(hub, user_id, channel)
    command = slash_commands.find_usable(hub, user_id, channel, line.command_id)
    data = slash_commands.interaction_data(hub, user_id, command, line)
    origin = Origin(command, " ".join([command["name"], *line.path]))
    kind = interactions.COMMAND if line.focused is None else interactions.AUTOCOMPLETE
    return interactions.create(hub, user_id, channel, kind, data, origin, nonce)


def use_message_command(
    hub: Hub, user_id: str, channel_id: str, message_id: str, command_id: str, nonce: str | None = None
) -> Interaction:
    """Use a command of the menu on a message. Returns the interaction."""
    channel, message = _visible_message(hub, user_id, channel_id, message_id)
    _check_not_archived(channel)
    command = slash_commands.find_usable(hub, user_id, channel, command_id, MESSAGE_COMMAND)
    data: Json = {
        "id": command["id"],
        "name": command["name"],
        "type": MESSAGE_COMMAND,
        "target_id": message_id,
        "resolved": {"messages": {message_id: hub.serializer.message(message)}},
    }
    origin = Origin(command, command["name"])
    return interactions.create(hub, user_id, channel, interactions.COMMAND, data, origin, nonce)


def _check_not_archived(channel: Json) -> None:
    if channel["type"] in THREAD_TYPES and channel["thread_metadata"]["archived"]:
        raise Refused("This thread is archived. Write a message to open it again.")


def use_component(
    hub: Hub,
    user_id: str,
    channel_id: str,
    message_id: str,
    custom_id: str,
    values: list[str] | None = None,
    nonce: str | None = None,
) -> Interaction:
    """Press a button, or choose `values` in a select. Returns the interaction."""
    channel, message = _visible_message(hub, user_id, channel_id, message_id)
    _check_not_archived(channel)
    component = component_tree.find_component(message["components"], custom_id)
    if component is None or component["custom_id"] != custom_id:
        raise Refused("That button is gone.")
    if component.get("disabled"):
        raise Refused("That button is switched off.")
    data: Json = {"component_type": component["type"], "custom_id": custom_id, "id": component["id"]}
    if values is None and component["type"] != limits.BUTTON:
        raise Refused("That is not a button.")
    if values is not None:
        _check_values(component, values)
        data["values"] = values
        if component["type"] != limits.STRING_SELECT:
            data["resolved"] = slash_commands.resolve(hub, user_id, values)
    origin = Origin(source=message)
    return interactions.create(hub, user_id, channel, interactions.COMPONENT, data, origin, nonce)


def _check_values(component: Json, values: list[str]) -> None:
    if component["type"] not in limits.SELECTS:
        raise Refused("That is not a list to choose from.")
    _check_size(values, component["min_values"], component["max_values"], "Too few or too many chosen.")
    _check_offered(component, values)


def submit_modal(
    hub: Hub,
    user_id: str,
    interaction_id: str,
    custom_id: str,
    values: dict[str, Any],
    nonce: str | None = None,
) -> Interaction:
    trigger = hub.world.interactions.get(interaction_id)
    modal = trigger.modal if trigger is not None and trigger.person == user_id else None
    if trigger is None or modal is None or modal["custom_id"] != custom_id:
        raise Refused("That form is gone.")
    fields = component_tree.modal_fields(modal)
    for key in values:
        if key not in fields:
            raise Refused(f"The form has no field {key}.")
    components = component_tree.submitted_components(modal, values)
    for _, part in limits.walk_components(components):
        if part.get("custom_id") in fields:
            _check_field(fields[part["custom_id"]], part.get("value", part.get("values")))
    channel = visible_channel(hub, user_id, trigger.channel)
    source = hub.world.message(channel["id"], trigger.source)
    chosen = [
        value
        for _, part in limits.walk_components(components)
        if part["type"] in (limits.USER_SELECT, limits.CHANNEL_SELECT)
        for value in part["values"]
    ]
    data: Json = {"custom_id": custom_id, "components": components}
    if chosen:
        data["resolved"] = slash_commands.resolve(hub, user_id, chosen)
    origin = Origin(source=source, trigger=trigger)
    return interactions.create(hub, user_id, channel, interactions.MODAL_SUBMIT, data, origin, nonce)


def _check_field(field: Json, given: Any) -> None:
    if given in (None, "", []):
        if field.get("required", field["type"] != limits.CHECKBOX):
            raise Refused("A field that must be filled is empty.")
        return
    if field["type"] == limits.TEXT_INPUT:
        bounds = field.get("min_length") or 0, field.get("max_length") or 4000
        _check_size(given, *bounds, "What you wrote is too short or too long.")
    elif isinstance(given, list):
        most = len(field.get("options", [])) if field["type"] == limits.CHECKBOX_GROUP else 1
        bounds = field.get("min_values") or 0, field.get("max_values") or most
        _check_size(given, *bounds, "Too few or too many chosen.")
    _check_offered(field, given if isinstance(given, list) else [given])


def _check_size(given: Sized, low: int, high: int, refusal: str) -> None:
    if not low <= len(given) <= high:
        raise Refused(refusal)


def _check_offered(field: Json, values: list[Any]) -> None:
    offered = {option["value"] for option in field.get("options") or []}
    if offered and not set(values) <= offered:
        raise Refused("That is not among the choices.")


def mark_read(hub: Hub, user_id: str, channel_id: str) -> None:
    unread = hub.world.unread_counts(user_id, channel_id)
    if unread["count"] or unread["mentions"]:
        clear = {"count": 0, "mentions": 0}
        hub.world.save_unread(user_id, channel_id, clear)
        hub.send_to_pages("UNREAD", {"channel_id": channel_id, **clear}, [user_id])


def dismiss_ephemeral(hub: Hub, user_id: str, channel_id: str, message_id: str) -> None:
    channel, message = _visible_message(hub, user_id, channel_id, message_id)
    if ephemeral_recipient(message) != user_id:
        raise Refused("Only private answers can be dismissed.")
    messages.delete(hub, channel, message)


def set_pinned(hub: Hub, user_id: str, channel_id: str, message_id: str, pinned: bool) -> None:
    channel, message = _visible_message(hub, user_id, channel_id, message_id)
    if not hub.world.permissions(user_id, channel) & permissions.PIN_MESSAGES:
        raise Refused("You may not pin here.")
    messages.set_pinned(hub, channel, message, user_id, pinned)


def set_thread_membership(hub: Hub, user_id: str, channel_id: str, joined: bool) -> None:
    thread = visible_channel(hub, user_id, channel_id)
    if thread["type"] not in THREAD_TYPES:
        raise Refused("That is not a thread.")
    (messages.join_thread if joined else messages.leave_thread)(hub, thread, user_id)


def update_user(hub: Hub, user_id: str, changes: Json) -> Json:
    user = hub.world.users[user_id]
    user |= {
        key: changes[key]
        for key in ("locale", "timezone", "dms_closed", "installed")
        if changes.get(key) is not None
    }
    hub.world.users.save(user)
    hub.send_to_pages("PERSON", user)
    if "installed" in changes:
        # With a user install, commands are usable in more channels.
        hub.send_to_pages("COMMANDS", list(hub.world.commands.values()), [user_id])
    return user


def advance_clock(hub: Hub, seconds: float) -> Json:
    hub.clock.advance(seconds)
    hub.world.save_meta()
    frame = clock_state(hub)
    hub.send_to_pages("CLOCK", frame)
    return frame


def clock_state(hub: Hub) -> Json:
    return {"now": hub.clock.now().isoformat(), "offset": hub.clock.offset}
