"""Interactions: created by users' commands, components and modals; answered by callback, edits, followups."""

import secrets
from dataclasses import dataclass

from harbour import access, component_tree, errors, limits, messages, permissions
from harbour.errors import Json
from harbour.hub import Hub
from harbour.interaction_record import Interaction, State
from harbour.uploads import Upload
from harbour.world import (
    DM,
    EPHEMERAL,
    GROUP_DM,
    LOADING,
    THREAD_TYPES,
    USER_INSTALL,
    ephemeral_recipient,
    interaction_context,
)

RESPONSE_TIMEOUT_S = 3.0
TOKEN_LIFETIME_S = 15 * 60.0
MAX_USER_INSTALL_FOLLOWUPS = 5
"""Followups of an interaction that is authorized only by a user install."""

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


# creation


@dataclass(frozen=True, slots=True)
class Origin:
    """What a user acted on: a command, a component of the `source` message, or the modal of `trigger`.

    `name` is the command as typed, with its subcommands.
    """

    command: Json | None = None
    name: str = ""
    source: Json | None = None
    trigger: Interaction | None = None


def create(
    hub: Hub, user_id: str, channel: Json, kind: int, data: Json, origin: Origin, nonce: str | None = None
) -> Interaction:
    """Create an interaction and dispatch it to the bot. Returns the stored record."""
    world, source, trigger = hub.world, origin.source, origin.trigger
    _drop_expired(hub)
    metadata: Json = {
        "id": world.new_id(),
        "type": kind,
        "user": hub.serializer.user(user_id),
        "authorizing_integration_owners": _integration_owners(hub, user_id, channel, origin),
    }
    if source is not None and kind == COMPONENT:
        metadata["interacted_message_id"] = source["id"]
    if trigger is not None:
        metadata["triggering_interaction_metadata"] = trigger.metadata
    interaction = Interaction(
        id=metadata["id"],
        token=secrets.token_urlsafe(48),
        kind=kind,
        person=user_id,
        channel=channel["id"],
        opened=hub.clock.time(),
        metadata=metadata,
        name=origin.name,
        nonce=nonce,
        source=source["id"] if source else None,
    )
    world.save_interaction(interaction)
    send_state_to_page(hub, interaction)
    # Interactions reach the bot even in channels it cannot see.
    routing_channel = channel if channel["type"] == DM else None
    hub.dispatch_to_bot(
        "INTERACTION_CREATE", _payload(hub, interaction, channel, data, source), routing_channel
    )
    hub.spawn(_fail_after_timeout(hub, interaction))
    return interaction


def _integration_owners(hub: Hub, user_id: str, channel: Json, origin: Origin) -> Json:
    """Returns the authorizing integration owners; a component or modal inherits those of its message."""
    inherited = (origin.source or {}).get("interaction_metadata")
    if origin.source is None and origin.trigger is not None:
        inherited = origin.trigger.metadata
    if inherited is not None:
        return dict(inherited["authorizing_integration_owners"])
    return hub.world.integration_owners(user_id, channel, origin.command)


def _payload(hub: Hub, interaction: Interaction, channel: Json, data: Json, source: Json | None) -> Json:
    world, serializer, user_id = hub.world, hub.serializer, interaction.person
    payload: Json = {
        "id": interaction.id,
        "application_id": world.app_id,
        "type": interaction.kind,
        "data": data,
        "token": interaction.token,
        "version": 1,
        "channel_id": channel["id"],
        "channel": serializer.interaction_channel(channel, user_id),
        "locale": world.users[user_id]["locale"],
        "app_permissions": str(world.permissions(world.app_id, channel)),
        "entitlements": [],
        "authorizing_integration_owners": interaction.integration_owners,
        "context": interaction_context(channel),
        "attachment_size_limit": limits.MAX_FILE_BYTES,
    }
    if channel["type"] in (DM, GROUP_DM):
        payload["user"] = serializer.user(user_id)
    else:
        guild_id, locale = channel["guild_id"], world.guild["preferred_locale"]
        payload |= {
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": locale, "features": []},
            "guild_locale": locale,
            "member": serializer.interaction_member(user_id, channel),
        }
    if source is not None:
        payload["message"] = serializer.message(source)
    return payload


def resume_timeouts(hub: Hub) -> None:
    """Restart the response timeouts of unanswered interactions after the server was restarted."""
    for interaction in hub.world.interactions.values():
        if interaction.state == "sent":
            hub.spawn(_fail_after_timeout(hub, interaction))


async def _fail_after_timeout(hub: Hub, interaction: Interaction) -> None:
    if hub.gateway.has_session:
        await hub.clock.sleep(interaction.opened + RESPONSE_TIMEOUT_S - hub.clock.time())
    if interaction.state == "sent":
        _set_state(hub, interaction, "failed")


def _drop_expired(hub: Hub) -> None:
    now = hub.clock.time()
    for key, interaction in list(hub.world.interactions.items()):
        if now - interaction.opened > TOKEN_LIFETIME_S:
            hub.world.drop_interaction(key)


def _set_state(hub: Hub, interaction: Interaction, state: State) -> None:
    interaction.state = state
    hub.world.save_interaction(interaction)
    send_state_to_page(hub, interaction)


def send_state_to_page(hub: Hub, interaction: Interaction) -> None:
    """Send the interaction's state to its user's page."""
    frame: Json = {"nonce": interaction.nonce, "state": interaction.state}
    response = hub.world.message(interaction.channel, interaction.response)
    if response is not None:
        frame["message"] = hub.serializer.message(response)
    hub.send_to_pages("INTERACTION", frame, [interaction.person])


# callback


def respond(
    hub: Hub, interaction_id: str, token: str, callback: Json, files: dict[int, Upload] | None = None
) -> Json:
    """Handle the callback of an interaction. Returns the body of Discord's callback response."""
    interaction = hub.world.interactions.get(interaction_id)
    if interaction is None or interaction.token != token:
        raise errors.unknown_interaction()
    if interaction.answer is not None:
        raise errors.already_acknowledged()
    if interaction.state == "failed" or hub.clock.time() - interaction.opened > RESPONSE_TIMEOUT_S:
        raise errors.unknown_interaction()
    kind, data = int(callback.get("type") or 0), callback.get("data") or {}
    _check_callback_type(interaction, kind)
    channel = hub.world.channels.get(interaction.channel)
    if channel is None:
        raise errors.unknown_channel()
    if kind == CHOICES:
        _respond_with_choices(hub, interaction, data)
    elif kind == MODAL:
        _respond_with_modal(hub, interaction, data)
    else:
        respond_with = _respond_with_message if kind in (MESSAGE, DEFERRED) else _respond_with_update
        try:
            respond_with(hub, interaction, channel, kind, data, files)
        except errors.ApiError as error:
            if error.errors is not None:
                error.errors = {"data": error.errors}
            raise
    return _callback_response(hub, interaction)


def _check_callback_type(interaction: Interaction, kind: int) -> None:
    on_autocomplete = interaction.kind == AUTOCOMPLETE
    allowed = (
        kind in (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL)
        and on_autocomplete == (kind == CHOICES)
        and not (kind == MODAL and interaction.kind == MODAL_SUBMIT)
        and not (kind in (DEFERRED_UPDATE, UPDATE) and interaction.source is None)
    )
    if not allowed:
        raise errors.invalid_form(
            ("type",), "INTERACTION_CALLBACK_TYPE_INVALID", "This answer does not fit the interaction"
        )


def _respond_with_choices(hub: Hub, interaction: Interaction, data: Json) -> None:
    choices = data.get("choices") or []
    limits.check_autocomplete(choices)
    interaction.answer, interaction.choices = CHOICES, choices
    _set_state(hub, interaction, "answered")
    frame = {"nonce": interaction.nonce, "choices": choices}
    hub.send_to_pages("AUTOCOMPLETE", frame, [interaction.person])


def _respond_with_modal(hub: Hub, interaction: Interaction, data: Json) -> None:
    limits.check_modal(data)
    modal = {
        "custom_id": data["custom_id"],
        "title": data["title"],
        "components": component_tree.normalize(data["components"]),
    }
    interaction.answer, interaction.modal = MODAL, modal
    _set_state(hub, interaction, "answered")
    frame = {"nonce": interaction.nonce, "interaction_id": interaction.id, "modal": modal}
    hub.send_to_pages("MODAL", frame, [interaction.person])


def _respond_with_message(
    hub: Hub, interaction: Interaction, channel: Json, kind: int, data: Json, files: dict[int, Upload] | None
) -> None:
    flags = (data.get("flags") or 0) & EPHEMERAL
    if kind == DEFERRED:
        if (data.get("flags") or 0) & ~EPHEMERAL:
            raise errors.invalid_form(("flags",), "BASE_TYPE_CHOICES", "Only EPHEMERAL may be deferred")
        flags, data = flags | LOADING, {}
    message = _post_as_webhook(hub, interaction, channel, data, files, flags)
    interaction.answer, interaction.response = kind, message["id"]
    _set_state(hub, interaction, "deferred" if kind == DEFERRED else "answered")


def _post_as_webhook(
    hub: Hub, interaction: Interaction, channel: Json, data: Json, files: dict[int, Upload] | None, flags: int
) -> Json:
    """Post a response or followup as the application's webhook."""
    flags |= _forced_ephemeral_flag(hub, interaction, channel)
    if not flags & EPHEMERAL:
        _check_not_locked(hub, channel)
    metadata = dict(interaction.metadata)
    webhook_fields: Json = {
        "application_id": hub.world.app_id,
        "webhook_id": hub.world.app_id,
        "interaction_metadata": metadata,
    }
    if interaction.kind == COMMAND:
        webhook_fields["interaction"] = {
            "id": interaction.id,
            "type": COMMAND,
            "name": interaction.name,
            "user": metadata["user"],
        }
    kind, replied_to = messages.DEFAULT_TYPE, None
    if interaction.response is not None:
        metadata["original_response_message_id"] = replied_to = interaction.response
    elif interaction.kind == COMMAND:
        kind = messages.CHAT_INPUT_COMMAND
    elif interaction.kind == COMPONENT:
        replied_to = interaction.source
    reference = hub.world.message(channel["id"], replied_to)
    if reference is not None:
        kind = messages.REPLY
    envelope = messages.Envelope(kind, flags, reference, webhook_fields)
    return messages.create(hub, channel, hub.world.app_id, data, files, envelope)


def _forced_ephemeral_flag(hub: Hub, interaction: Interaction, channel: Json) -> int:
    """Returns EPHEMERAL if the app is only user-installed and the user lacks Use External Apps, else 0."""
    owners = interaction.integration_owners
    if list(owners) != [str(USER_INSTALL)] or channel["type"] in (DM, GROUP_DM):
        return 0
    bits = hub.world.permissions(interaction.person, channel)
    return 0 if bits & permissions.USE_EXTERNAL_APPS else EPHEMERAL


def _check_not_locked(hub: Hub, channel: Json) -> None:
    """Raises if the thread is locked: it takes no public response."""
    if channel["type"] not in THREAD_TYPES or not channel["thread_metadata"]["locked"]:
        return
    if not access.bot_has(hub, channel, permissions.MANAGE_THREADS):
        raise errors.thread_archived_and_locked()


def _respond_with_update(
    hub: Hub, interaction: Interaction, channel: Json, kind: int, data: Json, files: dict[int, Upload] | None
) -> None:
    source = hub.world.message(channel["id"], interaction.source)
    if source is None:
        raise errors.unknown_message()
    if kind == UPDATE:
        if ephemeral_recipient(source) is None:
            _check_not_locked(hub, channel)
        messages.edit(hub, channel, source, data, files)
    interaction.answer, interaction.response = kind, source["id"]
    _set_state(hub, interaction, "deferred" if kind == DEFERRED_UPDATE else "answered")


def _callback_response(hub: Hub, interaction: Interaction) -> Json:
    summary: Json = {"id": interaction.id, "type": interaction.kind}
    response: Json = {"interaction": summary}
    message = hub.world.message(interaction.channel, interaction.response)
    if message is not None:
        summary |= {
            "response_message_id": message["id"],
            "response_message_loading": bool(message["flags"] & LOADING),
            "response_message_ephemeral": bool(message["flags"] & EPHEMERAL),
            "channel_id": interaction.channel,
        }
        if interaction.answer in (MESSAGE, DEFERRED, UPDATE):
            serialized = hub.serializer.message(message)
            response["resource"] = {
                "type": UPDATE if interaction.answer == UPDATE else MESSAGE,
                "message": serialized,
            }
    return response


# edits and followups by webhook token


def find_by_token(hub: Hub, app_id: str, token: str) -> Interaction:
    """Returns the acknowledged interaction with this token. Raises after 15 minutes."""
    if app_id != hub.world.app_id:
        raise errors.unknown_webhook()
    for interaction in hub.world.interactions.values():
        if interaction.token == token:
            if hub.clock.time() - interaction.opened > TOKEN_LIFETIME_S:
                raise errors.invalid_webhook_token()
            if interaction.answer is None:
                raise errors.unknown_webhook()
            return interaction
    raise errors.invalid_webhook_token()


def find_message(hub: Hub, interaction: Interaction, message_id: str) -> Json:
    """Returns the message if it belongs to the interaction: `@original`, its source, or a followup."""
    wanted = interaction.response if message_id == "@original" else message_id
    message = hub.world.message(interaction.channel, wanted)
    if message is None or wanted not in (interaction.response, interaction.source, *interaction.followups):
        raise errors.unknown_message()
    return message


def edit_by_token(
    hub: Hub, interaction: Interaction, message_id: str, payload: Json, files: dict[int, Upload] | None
) -> Json:
    message = find_message(hub, interaction, message_id)
    channel = hub.world.channels[interaction.channel]
    if ephemeral_recipient(message) is None:
        _check_not_locked(hub, channel)
        access.check_not_archived(channel)
    messages.edit(hub, channel, message, payload, files)
    if interaction.state == "deferred":
        _set_state(hub, interaction, "answered")
    return message


def delete_by_token(hub: Hub, interaction: Interaction, message_id: str) -> None:
    message = find_message(hub, interaction, message_id)
    messages.delete(hub, hub.world.channels[interaction.channel], message)
    if interaction.state == "deferred":
        _set_state(hub, interaction, "answered")


def create_followup(
    hub: Hub, interaction: Interaction, payload: Json, files: dict[int, Upload] | None
) -> Json:
    channel = hub.world.channels.get(interaction.channel)
    if channel is None:
        raise errors.unknown_channel()
    original = hub.world.message(channel["id"], interaction.response)
    if original is not None and original["flags"] & LOADING:
        return edit_by_token(hub, interaction, "@original", payload, files)
    owners = interaction.integration_owners
    if list(owners) == [str(USER_INSTALL)] and len(interaction.followups) >= MAX_USER_INSTALL_FOLLOWUPS:
        raise errors.too_many_followups()
    flags = (payload.get("flags") or 0) & EPHEMERAL
    message = _post_as_webhook(hub, interaction, channel, payload, files, flags)
    interaction.followups.append(message["id"])
    interaction.response = interaction.response or message["id"]
    _set_state(hub, interaction, "answered")
    return message
