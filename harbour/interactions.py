"""Interactions: what people do to the bot's commands and components, and how the bot may answer."""

import secrets

from harbour import access, errors, layout, limits, messages, permissions
from harbour.errors import Json
from harbour.hub import Hub
from harbour.uploads import Upload
from harbour.world import (
    DIRECT_MESSAGE,
    EPHEMERAL,
    GROUP,
    LOADING,
    THREADS,
    USER_INSTALL,
    audience,
    context_of,
)

ANSWER_WITHIN = 3.0
TOKEN_LIFE = 15 * 60.0
FOREIGN_FOLLOWUPS = 5
"""So many follow-ups has an interaction that comes from a person's own installation alone."""

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

SENT, WAITING, ANSWERED, FAILED = "sent", "deferred", "answered", "failed"


# opening


def begin(
    hub: Hub,
    person_id: str,
    channel: Json,
    kind: int,
    data: Json,
    *,
    source: Json | None = None,
    trigger: Json | None = None,
    command: Json | None = None,
    name: str = "",
    nonce: str | None = None,
) -> Json:
    """Send an interaction to the bot; returns its record, whose `state` says how it went."""
    world = hub.world
    _forget_old(hub)
    metadata: Json = {
        "id": world.new_id(),
        "type": kind,
        "user": hub.shapes.user(person_id),
        "authorizing_integration_owners": _owners(hub, person_id, channel, command, source or trigger),
    }
    if source is not None and kind == COMPONENT:
        metadata["interacted_message_id"] = source["id"]
    if trigger is not None:
        metadata["triggering_interaction_metadata"] = trigger["metadata"]
    exchange: Json = {
        "id": metadata["id"],
        "token": f"{secrets.token_urlsafe(48)}",
        "kind": kind,
        "person": person_id,
        "channel": channel["id"],
        "opened": hub.clock.time(),
        "state": SENT,
        "answer": None,
        "response": None,
        "source": source["id"] if source else None,
        "name": name,
        "nonce": nonce,
        "metadata": metadata,
        "modal": None,
        "choices": None,
        "followups": [],
    }
    world.save_exchange(exchange)
    report(hub, exchange)
    hub.tell_bot("INTERACTION_CREATE", _payload(hub, exchange, channel, data, source), _route(channel))
    hub.spawn(_fail_when_late(hub, exchange))
    return exchange


def _route(channel: Json) -> Json | None:
    """Interactions reach the bot even where it may not see the channel."""
    return channel if channel["type"] == DIRECT_MESSAGE else None


def _owners(hub: Hub, person_id: str, channel: Json, command: Json | None, origin: Json | None) -> Json:
    """Whose installation an interaction goes by; what follows from an answer goes by that of the answer."""
    if command is None and origin is not None:
        metadata = origin.get("metadata") or origin.get("interaction_metadata")
        if metadata is not None:
            return dict(metadata["authorizing_integration_owners"])
    return hub.world.installations(person_id, channel, command)


def _payload(hub: Hub, exchange: Json, channel: Json, data: Json, source: Json | None) -> Json:
    world, shapes, person_id = hub.world, hub.shapes, exchange["person"]
    payload: Json = {
        "id": exchange["id"],
        "application_id": world.app_id,
        "type": exchange["kind"],
        "data": data,
        "token": exchange["token"],
        "version": 1,
        "channel_id": channel["id"],
        "channel": shapes.interaction_channel(channel, person_id),
        "locale": world.people[person_id]["locale"],
        "app_permissions": str(world.permissions(world.app_id, channel)),
        "entitlements": [],
        "authorizing_integration_owners": exchange["metadata"]["authorizing_integration_owners"],
        "context": context_of(channel),
        "attachment_size_limit": limits.FILE_BYTES,
    }
    if channel["type"] in (DIRECT_MESSAGE, GROUP):
        payload["user"] = shapes.user(person_id)
    else:
        guild_id, locale = channel["guild_id"], world.guild["preferred_locale"]
        payload |= {
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": locale, "features": []},
            "guild_locale": locale,
            "member": shapes.acting_member(person_id, channel),
        }
    if source is not None:
        payload["message"] = shapes.message(source)
    return payload


def pick_up(hub: Hub) -> None:
    """After a restart of the harbour: interactions that nobody answered before it come to their end."""
    for exchange in hub.world.exchanges.values():
        if exchange["state"] == SENT:
            hub.spawn(_fail_when_late(hub, exchange))


async def _fail_when_late(hub: Hub, exchange: Json) -> None:
    if hub.gateway.reachable:
        await hub.clock.sleep(exchange["opened"] + ANSWER_WITHIN - hub.clock.time())
    if exchange["state"] == SENT:
        _move(hub, exchange, FAILED)


def _forget_old(hub: Hub) -> None:
    now = hub.clock.time()
    for key, exchange in list(hub.world.exchanges.items()):
        if now - exchange["opened"] > TOKEN_LIFE:
            hub.world.drop_exchange(key)


def _move(hub: Hub, exchange: Json, state: str) -> None:
    exchange["state"] = state
    hub.world.save_exchange(exchange)
    report(hub, exchange)


def report(hub: Hub, exchange: Json) -> None:
    """Tell the person's page how the interaction stands."""
    frame: Json = {"nonce": exchange["nonce"], "state": exchange["state"]}
    shown = hub.world.message(exchange["channel"], exchange["response"] or "")
    if shown is not None:
        frame["message"] = hub.shapes.message(shown)
    hub.tell_people("INTERACTION", frame, [exchange["person"]])


# answering


def answer(
    hub: Hub, interaction_id: str, token: str, callback: Json, files: dict[int, Upload] | None = None
) -> Json:
    """The bot's first answer to an interaction; returns what Discord replies to it."""
    exchange = hub.world.exchanges.get(interaction_id)
    if exchange is None or exchange["token"] != token:
        raise errors.unknown_interaction()
    if exchange["answer"] is not None:
        raise errors.already_answered()
    if exchange["state"] == FAILED or hub.clock.time() - exchange["opened"] > ANSWER_WITHIN:
        raise errors.unknown_interaction()
    kind, data = int(callback.get("type") or 0), callback.get("data") or {}
    _check_kind(exchange, kind)
    channel = hub.world.channels.get(exchange["channel"])
    if channel is None:
        raise errors.unknown_channel()
    if kind == CHOICES:
        _offer_choices(hub, exchange, data)
    elif kind == MODAL:
        _open_modal(hub, exchange, data)
    else:
        speak = _first_message if kind in (MESSAGE, DEFERRED) else _update_source
        try:
            speak(hub, exchange, channel, kind, data, files)
        except errors.ApiError as error:
            if error.errors is not None:
                error.errors = {"data": error.errors}
            raise
    return _reply(hub, exchange)


def _check_kind(exchange: Json, kind: int) -> None:
    on_autocomplete = exchange["kind"] == AUTOCOMPLETE
    allowed = (
        kind in (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL)
        and on_autocomplete == (kind == CHOICES)
        and not (kind == MODAL and exchange["kind"] == MODAL_SUBMIT)
        and not (kind in (DEFERRED_UPDATE, UPDATE) and exchange["source"] is None)
    )
    if not allowed:
        raise errors.invalid_form(
            ("type",), "INTERACTION_CALLBACK_TYPE_INVALID", "This answer does not fit the interaction"
        )


def _offer_choices(hub: Hub, exchange: Json, data: Json) -> None:
    choices = data.get("choices") or []
    limits.check_autocomplete(choices)
    exchange.update(answer=CHOICES, choices=choices)
    _move(hub, exchange, ANSWERED)
    frame = {"nonce": exchange["nonce"], "choices": choices}
    hub.tell_people("AUTOCOMPLETE", frame, [exchange["person"]])


def _open_modal(hub: Hub, exchange: Json, data: Json) -> None:
    limits.check_modal(data)
    modal = {
        "custom_id": data["custom_id"],
        "title": data["title"],
        "components": layout.kept(data["components"]),
    }
    exchange.update(answer=MODAL, modal=modal)
    _move(hub, exchange, ANSWERED)
    frame = {"nonce": exchange["nonce"], "interaction_id": exchange["id"], "modal": modal}
    hub.tell_people("MODAL", frame, [exchange["person"]])


def _first_message(
    hub: Hub, exchange: Json, channel: Json, kind: int, data: Json, files: dict[int, Upload] | None
) -> None:
    flags = (data.get("flags") or 0) & EPHEMERAL
    if kind == DEFERRED:
        if (data.get("flags") or 0) & ~EPHEMERAL:
            raise errors.invalid_form(("flags",), "BASE_TYPE_CHOICES", "Only EPHEMERAL may be deferred")
        flags, data = flags | LOADING, {}
    message = _speak(hub, exchange, channel, data, files, flags)
    exchange.update(answer=kind, response=message["id"])
    _move(hub, exchange, WAITING if kind == DEFERRED else ANSWERED)


def _speak(
    hub: Hub, exchange: Json, channel: Json, data: Json, files: dict[int, Upload] | None, flags: int
) -> Json:
    """Post an answer or a follow-up in the bot's name."""
    flags |= _hidden(hub, exchange, channel)
    if not flags & EPHEMERAL:
        _check_not_locked(hub, channel)
    metadata = dict(exchange["metadata"])
    reference, kind = None, messages.DEFAULT
    if exchange["response"] is not None:
        metadata["original_response_message_id"] = exchange["response"]
        reference, kind = hub.world.message(channel["id"], exchange["response"]), messages.REPLY
    elif exchange["kind"] == COMMAND:
        kind = messages.COMMAND_ANSWER
    elif exchange["kind"] == COMPONENT:
        reference, kind = hub.world.message(channel["id"], exchange["source"]), messages.REPLY
    provenance: Json = {
        "application_id": hub.world.app_id,
        "webhook_id": hub.world.app_id,
        "interaction_metadata": metadata,
    }
    if exchange["kind"] == COMMAND:
        provenance["interaction"] = {
            "id": exchange["id"],
            "type": COMMAND,
            "name": exchange["name"],
            "user": metadata["user"],
        }
    if reference is None and kind == messages.REPLY:
        kind = messages.DEFAULT
    return messages.post(
        hub,
        channel,
        hub.world.app_id,
        data,
        files,
        kind=kind,
        flags=flags,
        provenance=provenance,
        reference=reference,
    )


def _hidden(hub: Hub, exchange: Json, channel: Json) -> int:
    """Where a person may not use apps of their own before all, the answers of one are for them alone."""
    owners = exchange["metadata"]["authorizing_integration_owners"]
    if list(owners) != [str(USER_INSTALL)] or channel["type"] in (DIRECT_MESSAGE, GROUP):
        return 0
    held = hub.world.permissions(exchange["person"], channel)
    return 0 if held & permissions.USE_EXTERNAL_APPS else EPHEMERAL


def _check_not_locked(hub: Hub, channel: Json) -> None:
    """A thread locked meanwhile takes no answer that everybody would see."""
    if channel["type"] not in THREADS or not channel["thread_metadata"]["locked"]:
        return
    if not access.may(hub, channel, permissions.MANAGE_THREADS):
        raise errors.thread_closed()


def _update_source(
    hub: Hub, exchange: Json, channel: Json, kind: int, data: Json, files: dict[int, Upload] | None
) -> None:
    source = hub.world.message(channel["id"], exchange["source"])
    if source is None:
        raise errors.unknown_message()
    if kind == UPDATE:
        if audience(source) is None:
            _check_not_locked(hub, channel)
        messages.edit(hub, channel, source, data, files)
    exchange.update(answer=kind, response=source["id"])
    _move(hub, exchange, WAITING if kind == DEFERRED_UPDATE else ANSWERED)


def _reply(hub: Hub, exchange: Json) -> Json:
    interaction: Json = {"id": exchange["id"], "type": exchange["kind"]}
    reply: Json = {"interaction": interaction}
    message = hub.world.message(exchange["channel"], exchange["response"] or "")
    if message is not None:
        interaction |= {
            "response_message_id": message["id"],
            "response_message_loading": bool(message["flags"] & LOADING),
            "response_message_ephemeral": bool(message["flags"] & EPHEMERAL),
            "channel_id": exchange["channel"],
        }
        if exchange["answer"] in (MESSAGE, DEFERRED, UPDATE):
            shape = hub.shapes.message(message)
            reply["resource"] = {
                "type": UPDATE if exchange["answer"] == UPDATE else MESSAGE,
                "message": shape,
            }
    return reply


# afterwards, by the token


def by_token(hub: Hub, app_id: str, token: str) -> Json:
    """The answered interaction to which a token belongs, within its quarter of an hour."""
    if app_id != hub.world.app_id:
        raise errors.unknown_webhook()
    for exchange in hub.world.exchanges.values():
        if exchange["token"] == token:
            if hub.clock.time() - exchange["opened"] > TOKEN_LIFE:
                raise errors.token_expired()
            if exchange["answer"] is None:
                raise errors.unknown_webhook()
            return exchange
    raise errors.token_expired()


def target(hub: Hub, exchange: Json, message_id: str) -> Json:
    """The message that a token may touch under this id."""
    wanted = exchange["response"] if message_id == "@original" else message_id
    message = hub.world.message(exchange["channel"], wanted or "")
    if message is None or wanted not in (exchange["response"], exchange["source"], *exchange["followups"]):
        raise errors.unknown_message()
    return message


def edit_by_token(
    hub: Hub, exchange: Json, message_id: str, payload: Json, files: dict[int, Upload] | None
) -> Json:
    message = target(hub, exchange, message_id)
    channel = hub.world.channels[exchange["channel"]]
    if audience(message) is None:
        _check_not_locked(hub, channel)
        access.check_not_archived(channel)
    messages.edit(hub, channel, message, payload, files)
    if exchange["state"] == WAITING:
        _move(hub, exchange, ANSWERED)
    return message


def delete_by_token(hub: Hub, exchange: Json, message_id: str) -> None:
    message = target(hub, exchange, message_id)
    messages.remove(hub, hub.world.channels[exchange["channel"]], message)
    if exchange["state"] == WAITING:
        _move(hub, exchange, ANSWERED)


def follow_up(hub: Hub, exchange: Json, payload: Json, files: dict[int, Upload] | None) -> Json:
    channel = hub.world.channels.get(exchange["channel"])
    if channel is None:
        raise errors.unknown_channel()
    original = hub.world.message(channel["id"], exchange["response"] or "")
    if original is not None and original["flags"] & LOADING:
        return edit_by_token(hub, exchange, "@original", payload, files)
    owners = exchange["metadata"]["authorizing_integration_owners"]
    if list(owners) == [str(USER_INSTALL)] and len(exchange["followups"]) >= FOREIGN_FOLLOWUPS:
        raise errors.too_many_followups()
    flags = (payload.get("flags") or 0) & EPHEMERAL
    message = _speak(hub, exchange, channel, payload, files, flags)
    exchange["followups"].append(message["id"])
    exchange["response"] = exchange["response"] or message["id"]
    _move(hub, exchange, ANSWERED)
    return message


def is_open(exchange: Json) -> bool:
    return exchange["state"] in (SENT, WAITING)
