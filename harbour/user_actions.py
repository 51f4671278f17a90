"""What a person can do: write, use commands, press, choose, submit, read, pin; for the page and for tests."""

from typing import Any

from harbour import interactions, layout, limits, messages, permissions, slash, threads
from harbour.errors import ApiError, Json
from harbour.hub import Hub
from harbour.rest_people import direct_channel
from harbour.slash import Refused
from harbour.world import DIRECT_MESSAGE, FORUM, GROUP, THREADS, audience


def channel_for(hub: Hub, person_id: str, channel_id: str) -> Json:
    channel = hub.world.channels.get(channel_id)
    if channel is None or not hub.world.sees(person_id, channel):
        raise Refused("You do not see that channel.")
    return channel


def _message_for(hub: Hub, person_id: str, channel_id: str, message_id: str) -> tuple[Json, Json]:
    channel = channel_for(hub, person_id, channel_id)
    message = hub.world.message(channel["id"], message_id)
    if message is None or audience(message) not in (None, person_id):
        raise Refused("That message is gone.")
    return channel, message


def send(hub: Hub, person_id: str, channel_id: str, content: str, reply_to: str | None = None) -> Json:
    channel = channel_for(hub, person_id, channel_id)
    reference = None
    if channel["type"] == FORUM:
        raise Refused("A forum holds posts only.")
    if channel["type"] not in (DIRECT_MESSAGE, GROUP):
        bit = (
            permissions.SEND_MESSAGES_IN_THREADS if channel["type"] in THREADS else permissions.SEND_MESSAGES
        )
        if not hub.world.permissions(person_id, channel) & bit:
            raise Refused("You may not write here.")
        _check_not_locked(hub, person_id, channel)
        if channel["type"] in THREADS:
            messages.join_thread(hub, channel, person_id)
    if reply_to:
        _, reference = _message_for(hub, person_id, channel_id, reply_to)
    kind = messages.DEFAULT if reference is None else messages.REPLY
    try:
        message = messages.post(hub, channel, person_id, {"content": content}, kind=kind, reference=reference)
    except ApiError as error:
        raise Refused(error.message) from error
    mark_read(hub, person_id, channel_id)
    return message


def open_post(hub: Hub, person_id: str, channel_id: str, name: str, content: str) -> Json:
    """A post in a forum, by a person."""
    forum = channel_for(hub, person_id, channel_id)
    if forum["type"] != FORUM:
        raise Refused("Only a forum holds posts.")
    payload: Json = {"name": name, "message": {"content": content}}
    payload["applied_tags"] = (
        [tag["id"] for tag in forum["available_tags"][:1]] if forum["flags"] & 16 else []
    )
    try:
        return threads.create_post(hub, forum, person_id, payload)
    except ApiError as error:
        raise Refused(error.message) from error


def _check_not_locked(hub: Hub, person_id: str, channel: Json) -> None:
    locked = channel["type"] in THREADS and channel["thread_metadata"]["locked"]
    if locked and not hub.world.permissions(person_id, channel) & permissions.MANAGE_THREADS:
        raise Refused("This thread is locked.")


def use_command(
    hub: Hub,
    person_id: str,
    channel_id: str,
    command_id: str,
    path: list[str],
    options: dict[str, Any],
    nonce: str | None = None,
) -> Json:
    channel = channel_for(hub, person_id, channel_id)
    _check_open(channel)
    _check_not_locked(hub, person_id, channel)
    command = slash.usable(hub, person_id, channel, command_id)
    data = slash.data(hub, command, path, options)
    name = " ".join([command["name"], *path])
    return interactions.begin(
        hub, person_id, channel, interactions.COMMAND, data, command=command, name=name, nonce=nonce
    )


def autocomplete(
    hub: Hub,
    person_id: str,
    channel_id: str,
    command_id: str,
    path: list[str],
    options: dict[str, Any],
    focused: str,
    nonce: str | None = None,
) -> Json:
    channel = channel_for(hub, person_id, channel_id)
    _check_open(channel)
    command = slash.usable(hub, person_id, channel, command_id)
    data = slash.data(hub, command, path, options, focused=focused)
    return interactions.begin(
        hub,
        person_id,
        channel,
        interactions.AUTOCOMPLETE,
        data,
        command=command,
        name=command["name"],
        nonce=nonce,
    )


def _check_open(channel: Json) -> None:
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise Refused("This thread is archived. Write a message to open it again.")


def _component(
    hub: Hub, person_id: str, channel_id: str, message_id: str, custom_id: str
) -> tuple[Json, Json, Json]:
    channel, message = _message_for(hub, person_id, channel_id, message_id)
    _check_open(channel)
    component = layout.find(message["components"], custom_id)
    if component is None or component["custom_id"] != custom_id:
        raise Refused("That button is gone.")
    if component.get("disabled"):
        raise Refused("That button is switched off.")
    return channel, message, component


def press(
    hub: Hub, person_id: str, channel_id: str, message_id: str, custom_id: str, nonce: str | None = None
) -> Json:
    channel, message, component = _component(hub, person_id, channel_id, message_id, custom_id)
    if component["type"] != limits.BUTTON:
        raise Refused("That is not a button.")
    data = {"component_type": component["type"], "custom_id": custom_id, "id": component["id"]}
    return interactions.begin(
        hub, person_id, channel, interactions.COMPONENT, data, source=message, nonce=nonce
    )


def select(
    hub: Hub,
    person_id: str,
    channel_id: str,
    message_id: str,
    custom_id: str,
    values: list[str],
    nonce: str | None = None,
) -> Json:
    channel, message, component = _component(hub, person_id, channel_id, message_id, custom_id)
    _check_values(component, values)
    data: Json = {
        "component_type": component["type"],
        "custom_id": custom_id,
        "id": component["id"],
        "values": values,
    }
    if component["type"] != limits.STRING_SELECT:
        data["resolved"] = slash.resolved(hub, values)
    return interactions.begin(
        hub, person_id, channel, interactions.COMPONENT, data, source=message, nonce=nonce
    )


def _check_values(component: Json, values: list[str]) -> None:
    if component["type"] not in limits.SELECTS:
        raise Refused("That is not a list to choose from.")
    if not component["min_values"] <= len(values) <= component["max_values"]:
        raise Refused("Too few or too many chosen.")
    if component["type"] == limits.STRING_SELECT:
        offered = {option["value"] for option in component["options"]}
        if not set(values) <= offered:
            raise Refused("That is not among the choices.")


def submit(
    hub: Hub,
    person_id: str,
    interaction_id: str,
    custom_id: str,
    values: dict[str, Any],
    nonce: str | None = None,
) -> Json:
    trigger = hub.world.exchanges.get(interaction_id)
    if trigger is None or trigger["person"] != person_id or trigger["modal"] is None:
        raise Refused("That form is gone.")
    modal = trigger["modal"]
    if modal["custom_id"] != custom_id:
        raise Refused("That form is gone.")
    fields = layout.fields(modal)
    for key in values:
        if key not in fields:
            raise Refused(f"The form has no field {key}.")
    components = layout.submitted(modal, values)
    _check_fields(components, fields)
    channel = channel_for(hub, person_id, trigger["channel"])
    source = hub.world.message(channel["id"], trigger["source"] or "")
    chosen = [
        value
        for _, part in limits.walk(components)
        if part["type"] in (limits.USER_SELECT, limits.CHANNEL_SELECT)
        for value in part["values"]
    ]
    data: Json = {"custom_id": custom_id, "components": components}
    if chosen:
        data["resolved"] = slash.resolved(hub, chosen)
    return interactions.begin(
        hub, person_id, channel, interactions.MODAL_SUBMIT, data, source=source, trigger=trigger, nonce=nonce
    )


def _check_fields(components: list[Json], fields: dict[str, Json]) -> None:
    for _, part in limits.walk(components):
        field = fields.get(part.get("custom_id", ""))
        if field is None:
            continue
        given = part.get("value", part.get("values"))
        if field.get("required", field["type"] != limits.CHECKBOX) and given in (None, "", []):
            raise Refused("A field that must be filled is empty.")
        if field["type"] == limits.TEXT_INPUT and given:
            if not (field.get("min_length") or 0) <= len(given) <= (field.get("max_length") or 4000):
                raise Refused("What you wrote is too short or too long.")
        elif field["type"] != limits.RADIO_GROUP and isinstance(given, list) and given:
            most = len(field.get("options", [])) if field["type"] == limits.CHECKBOX_GROUP else 1
            if not (field.get("min_values") or 0) <= len(given) <= (field.get("max_values") or most):
                raise Refused("Too few or too many chosen.")
        if field.get("options") and given:
            offered = {option["value"] for option in field["options"]}
            if not set([given] if isinstance(given, str) else given) <= offered:
                raise Refused("That is not among the choices.")


def mark_read(hub: Hub, person_id: str, channel_id: str) -> None:
    mark = hub.world.unread_mark(person_id, channel_id)
    if mark["count"] or mark["mentions"]:
        clear = {"count": 0, "mentions": 0}
        hub.world.save_unread(person_id, channel_id, clear)
        hub.tell_people("UNREAD", {"channel_id": channel_id, **clear}, [person_id])


def dismiss(hub: Hub, person_id: str, channel_id: str, message_id: str) -> None:
    channel, message = _message_for(hub, person_id, channel_id, message_id)
    if audience(message) != person_id:
        raise Refused("Only private answers can be dismissed.")
    messages.remove(hub, channel, message)


def pin(hub: Hub, person_id: str, channel_id: str, message_id: str, pinned: bool) -> None:
    channel, message = _message_for(hub, person_id, channel_id, message_id)
    if not hub.world.permissions(person_id, channel) & permissions.PIN_MESSAGES:
        raise Refused("You may not pin here.")
    messages.set_pinned(hub, channel, message, person_id, pinned)


def join_thread(hub: Hub, person_id: str, channel_id: str, joined: bool) -> None:
    thread = channel_for(hub, person_id, channel_id)
    if thread["type"] not in THREADS:
        raise Refused("That is not a thread.")
    (messages.join_thread if joined else messages.leave_thread)(hub, thread, person_id)


def change_person(hub: Hub, person_id: str, changes: Json) -> Json:
    person = hub.world.people[person_id]
    person |= {
        key: changes[key]
        for key in ("locale", "timezone", "dms_closed", "installed")
        if changes.get(key) is not None
    }
    hub.world.save_person(person)
    hub.tell_people("PERSON", person)
    if "installed" in changes:
        # Whoever installs the app for themselves finds its commands in more places.
        hub.tell_people("COMMANDS", list(hub.world.commands.values()), [person_id])
    return person


def open_direct_channel(hub: Hub, person_id: str) -> Json:
    return direct_channel(hub, person_id)


def move_clock(hub: Hub, seconds: float) -> Json:
    hub.clock.advance(seconds)
    hub.world.save_meta()
    frame = clock_now(hub)
    hub.tell_people("CLOCK", frame)
    return frame


def clock_now(hub: Hub) -> Json:
    return {"now": hub.clock.now().isoformat(), "offset": hub.clock.offset}
