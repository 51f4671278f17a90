"""A user's client for tests: acts like a user of the page and reads what that user sees."""

import asyncio
from typing import Any

from harbour import component_tree, interactions, limits, messages, push_notifications, user_actions
from harbour.command_limits import CHAT_INPUT, MESSAGE_COMMAND
from harbour.errors import Json
from harbour.hub import Hub
from harbour.interaction_record import Interaction
from harbour.push_notifications import PushNotification
from harbour.rest_users import get_or_create_dm_channel
from harbour.slash_commands import CommandLine, Refused
from harbour.world import LOADING

RESPONSE_TIMEOUT_S = 15.0
SILENT_UPDATE_WAIT_S = 1.0


class Response:
    """The bot's response to an interaction; `message` is its current content."""

    def __init__(self, hub: Hub, interaction: Interaction) -> None:
        self._hub = hub
        self.interaction = interaction

    @property
    def state(self) -> str:
        """`sent`, `deferred`, `answered` or `failed`."""
        return self.interaction.state

    @property
    def failed(self) -> bool:
        return self.state == "failed"

    @property
    def modal(self) -> Json | None:
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        return list(self.interaction.choices or [])

    @property
    def message(self) -> Json:
        found = self._hub.world.message(self.interaction.channel, self.interaction.response)
        if found is None:
            raise LookupError(f"no message answers this: {self.interaction.state}")
        return self._hub.serializer.message(found)

    @property
    def followups(self) -> list[Json]:
        world = self._hub.world
        found = [world.message(self.interaction.channel, key) for key in self.interaction.followups]
        return [self._hub.serializer.message(message) for message in found if message is not None]

    @property
    def ephemeral(self) -> bool:
        return bool(self.message["flags"] & 64)

    @property
    def text(self) -> str:
        return text_of(self.message)

    @property
    def buttons(self) -> list[str]:
        return buttons_of(self.message)

    @property
    def pictures(self) -> list[Json]:
        return pictures_of(self.message)


def text_of(message: Json) -> str:
    """Returns the text of a message, one line per part."""
    return "\n".join(limits.message_texts(message))


def buttons_of(message: Json) -> list[str]:
    """Returns the labels of the enabled buttons."""
    parts = [part for _, part in limits.walk_components(message["components"])]
    return [p.get("label", "") for p in parts if p["type"] == limits.BUTTON and not p.get("disabled")]


def pictures_of(message: Json) -> list[Json]:
    """Returns the media and attachments of a message, with `url`, `description`, `width`, `height`."""
    shown = [
        {**item["media"], "description": item.get("description")}
        for _, part in limits.walk_components(message["components"])
        for item in (part.get("items") or [part])
        if isinstance(item.get("media"), dict)
    ]
    return [*shown, *message["attachments"]]


class UserClient:
    def __init__(self, hub: Hub, user_id: str) -> None:
        self._hub = hub
        self.id = user_id

    @property
    def _record(self) -> Json:
        return self._hub.world.users[self.id]

    @property
    def name(self) -> str:
        return str(self._record["global_name"])

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def locale(self) -> str:
        return str(self._record["locale"])

    @locale.setter
    def locale(self, locale: str) -> None:
        user_actions.update_user(self._hub, self.id, {"locale": locale})

    @property
    def dms_closed(self) -> bool:
        return bool(self._record["dms_closed"])

    @dms_closed.setter
    def dms_closed(self, closed: bool) -> None:
        user_actions.update_user(self._hub, self.id, {"dms_closed": closed})

    @property
    def installed(self) -> bool:
        """True if the user has installed the app for their own account."""
        return bool(self._record["installed"])

    @installed.setter
    def installed(self, installed: bool) -> None:
        user_actions.update_user(self._hub, self.id, {"installed": installed})

    # actions

    def _channel_id(self, channel: str | Json) -> str:
        if isinstance(channel, dict):
            return str(channel["id"])
        return str(self._hub.world.find_channel(channel)["id"])

    def _find_command(self, line: str, channel_id: str) -> tuple[str, list[str]]:
        name, *path = line.removeprefix("/").split()
        commands = self._hub.world.commands.values()
        found = [c for c in commands if (c["name"], c["type"]) == (name, CHAT_INPUT)]
        if not found:
            raise Refused(f"There is no command /{name}.")
        channel = self._hub.world.channels[channel_id]
        usable = [c for c in found if self._hub.world.can_use(self.id, channel, c)]
        return str((usable or found)[0]["id"]), path

    async def slash(
        self, line: str, *, in_: str | Json = "games", wait: bool = True, **options: Any
    ) -> Response:
        """Use a command: `await astrid.slash("/lofoten side", card="7")`."""
        channel_id = self._channel_id(in_)
        command, path = self._find_command(line, channel_id)
        option_values = {
            key: value.id if isinstance(value, UserClient) else value for key, value in options.items()
        }
        typed = CommandLine(command, path, option_values)
        return await self._wait_for_response(
            user_actions.use_command(self._hub, self.id, channel_id, typed), wait
        )

    async def use_message_command(
        self, message: Json | Response, name: str, *, wait: bool = True
    ) -> Response:
        """Use a command of the menu on a message, by its English name."""
        target = message.message if isinstance(message, Response) else message
        commands = self._hub.world.commands.values()
        found = [c["id"] for c in commands if (c["name"], c["type"]) == (name, MESSAGE_COMMAND)]
        if not found:
            raise Refused(f"There is no message command {name}.")
        interaction = user_actions.use_message_command(
            self._hub, self.id, target["channel_id"], target["id"], found[0]
        )
        return await self._wait_for_response(interaction, wait)

    async def autocomplete(
        self, line: str, *, focused: str, value: str = "", in_: str | Json = "games", **options: Any
    ) -> list[Json]:
        """Returns the suggestions for a partly typed option."""
        channel_id = self._channel_id(in_)
        command, path = self._find_command(line, channel_id)
        typed = CommandLine(command, path, {**options, focused: value}, focused)
        interaction = user_actions.use_command(self._hub, self.id, channel_id, typed)
        return (await self._wait_for_response(interaction, True)).choices

    async def press(self, message: Json | Response, button: str, *, wait: bool = True) -> Response:
        """Press a button by its label or its custom id."""
        channel_id, message_id, component = self._find_component(message, button)
        return await self._wait_for_response(
            user_actions.use_component(self._hub, self.id, channel_id, message_id, component["custom_id"]),
            wait,
        )

    async def select(
        self, message: Json | Response, select: str, values: list[str] | str, *, wait: bool = True
    ) -> Response:
        """Choose options of a select by value or label. The select is named by custom id or placeholder."""
        channel_id, message_id, component = self._find_component(message, select)
        wanted = [values] if isinstance(values, str) else values
        by_label = {option["label"]: option["value"] for option in component.get("options", [])}
        offered = set(by_label.values())
        chosen = [value if value in offered else by_label.get(value, value) for value in wanted]
        interaction = user_actions.use_component(
            self._hub, self.id, channel_id, message_id, component["custom_id"], chosen
        )
        return await self._wait_for_response(interaction, wait)

    async def submit(
        self, form: Response, values: dict[str, Any] | None = None, *, wait: bool = True
    ) -> Response:
        """Submit the modal that a response opened; fields by custom id or label."""
        if form.modal is None:
            raise Refused("No form was opened.")
        named = {
            part["label"]: (part.get("component") or part).get("custom_id")
            for _, part in limits.walk_components(form.modal["components"])
            if part.get("label")
        }
        fields = component_tree.modal_fields(form.modal)
        given = {
            key if key in fields else str(named.get(key, key)): value for key, value in (values or {}).items()
        }
        custom_id = form.modal["custom_id"]
        return await self._wait_for_response(
            user_actions.submit_modal(self._hub, self.id, form.interaction.id, custom_id, given), wait
        )

    def send(self, content: str, *, in_: str | Json = "general", reply_to: Json | None = None) -> Json:
        key = reply_to["id"] if reply_to else None
        sent = user_actions.send_message(self._hub, self.id, self._channel_id(in_), content, key)
        return self._hub.serializer.message(sent)

    def create_forum_post(self, name: str, content: str, *, in_: str | Json = "tables") -> Json:
        """Create a forum post. Returns its thread."""
        post = user_actions.create_forum_post(self._hub, self.id, self._channel_id(in_), name, content)
        return self._hub.serializer.channel(post, self.id)

    def mark_read(self, channel: str | Json) -> None:
        user_actions.mark_read(self._hub, self.id, self._channel_id(channel))

    def _find_component(self, message: Json | Response, name: str) -> tuple[str, str, Json]:
        shown = message.message if isinstance(message, Response) else message
        stored = self._hub.world.message(shown["channel_id"], shown["id"])
        if stored is None:
            raise Refused("That message is gone.")
        component = component_tree.find_component(stored["components"], name)
        if component is None:
            raise Refused(f"The message has no {name}; it has {buttons_of(stored)}.")
        return stored["channel_id"], stored["id"], component

    async def _wait_for_response(self, interaction: Interaction, wait: bool) -> Response:
        """Wait until the bot has responded; a deferred response counts once it is edited."""
        loop = asyncio.get_running_loop()
        source = self._hub.world.message(interaction.channel, interaction.source)
        before = source["edited_timestamp"] if source else None
        deadline = loop.time() + RESPONSE_TIMEOUT_S

        def answered() -> bool:
            # A deferred update is often followed by an edit through the channel's route.
            changed = source is not None and source["edited_timestamp"] != before
            return not interaction.is_pending or (changed and interaction.answer is not None)

        while wait and not answered():
            silent = interaction.answer == interactions.DEFERRED_UPDATE
            try:
                async with asyncio.timeout_at(loop.time() + SILENT_UPDATE_WAIT_S if silent else deadline):
                    await self._hub.changes.wait()
            except TimeoutError:
                break
        return Response(self._hub, interaction)

    # what the user sees

    def messages(self, channel: str | Json, limit: int = 10_000) -> list[Json]:
        """Returns the last messages the user sees in a channel, oldest first, with their ephemeral ones."""
        visible = user_actions.visible_channel(self._hub, self.id, self._channel_id(channel))
        found = messages.history(self._hub, visible["id"], user_id=self.id, limit=limit)
        return [self._hub.serializer.message(message) for message in found if not message["flags"] & LOADING]

    def commands(self, channel: str | Json) -> list[str]:
        """Returns the names of the slash commands the user can use in a channel."""
        return self._usable_commands(channel, CHAT_INPUT)

    def message_commands(self, channel: str | Json) -> list[str]:
        """Returns the names of the commands in the menu on a message."""
        return self._usable_commands(channel, MESSAGE_COMMAND)

    def _usable_commands(self, channel: str | Json, command_type: int) -> list[str]:
        world = self._hub.world
        visible = user_actions.visible_channel(self._hub, self.id, self._channel_id(channel))
        return [
            command["name"]
            for command in world.commands.values()
            if command["type"] == command_type and world.can_use(self.id, visible, command)
        ]

    def push_notifications(self) -> list[PushNotification]:
        """Returns the user's push notifications, oldest first."""
        return push_notifications.notifications_of(self._hub, self.id)

    def push_counts(self) -> dict[str | None, int]:
        """Counts push notifications by channel name; None collects DMs that link to no channel."""
        return {
            entry["name"]: entry["count"]
            for entry in push_notifications.counts_by_channel(self._hub, self.id)
        }

    def dms(self) -> list[Json]:
        """Returns the messages of the user's DM channel with the bot."""
        channel = self._hub.world.find_dm_channel(self.id)
        return [] if channel is None else self.messages(channel)

    def dm_channel(self) -> Json:
        """Returns the user's DM channel with the bot; creates it if necessary."""
        return self._hub.serializer.channel(get_or_create_dm_channel(self._hub, self.id), self.id)

    def channels(self) -> list[Json]:
        world = self._hub.world
        seen = [channel for channel in world.channels.values() if world.can_see(self.id, channel)]
        return [self._hub.serializer.channel(channel, self.id) for channel in seen]

    def unread_counts(self, channel: str | Json) -> Json:
        return self._hub.world.unread_counts(self.id, self._channel_id(channel))
