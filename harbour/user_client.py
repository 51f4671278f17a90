"""A person in a test: does what somebody at the page would do, and sees what they would see."""

import asyncio
from typing import Any

from harbour import interactions, layout, limits, messages, phone, user_actions
from harbour.errors import Json
from harbour.hub import Hub
from harbour.phone import Push
from harbour.slash import Refused
from harbour.world import LOADING

PATIENCE = 15.0
QUIET = 1.0


class Answer:
    """How the bot answered; `message` is the answer as it stands now."""

    def __init__(self, hub: Hub, exchange: Json) -> None:
        self._hub = hub
        self.exchange = exchange

    @property
    def state(self) -> str:
        """`sent`, `deferred`, `answered` or `failed`."""
        return str(self.exchange["state"])

    @property
    def failed(self) -> bool:
        return self.state == interactions.FAILED

    @property
    def modal(self) -> Json | None:
        modal: Json | None = self.exchange["modal"]
        return modal

    @property
    def choices(self) -> list[Json]:
        return list(self.exchange["choices"] or [])

    @property
    def message(self) -> Json:
        found = self._hub.world.message(self.exchange["channel"], self.exchange["response"] or "")
        if found is None:
            raise LookupError(f"no message answers this: {self.exchange['state']}")
        return self._hub.shapes.message(found)

    @property
    def followups(self) -> list[Json]:
        world = self._hub.world
        found = [world.message(self.exchange["channel"], key) for key in self.exchange["followups"]]
        return [self._hub.shapes.message(message) for message in found if message is not None]

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
    """All the words of a message, a line for each part."""
    return "\n".join(limits.texts(message))


def buttons_of(message: Json) -> list[str]:
    """The labels of the buttons that can be pressed."""
    parts = [part for _, part in limits.walk(message["components"])]
    return [p.get("label", "") for p in parts if p["type"] == limits.BUTTON and not p.get("disabled")]


def pictures_of(message: Json) -> list[Json]:
    """What a message shows or carries, each with `url`, `description`, `width` and `height`."""
    shown = [
        {**item["media"], "description": item.get("description")}
        for _, part in limits.walk(message["components"])
        for item in (part.get("items") or [part])
        if isinstance(item.get("media"), dict)
    ]
    return [*shown, *message["attachments"]]


class Person:
    def __init__(self, hub: Hub, person_id: str) -> None:
        self._hub = hub
        self.id = person_id

    @property
    def _record(self) -> Json:
        return self._hub.world.people[self.id]

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
        user_actions.change_person(self._hub, self.id, {"locale": locale})

    @property
    def dms_closed(self) -> bool:
        return bool(self._record["dms_closed"])

    @dms_closed.setter
    def dms_closed(self, closed: bool) -> None:
        user_actions.change_person(self._hub, self.id, {"dms_closed": closed})

    @property
    def installed(self) -> bool:
        """Whether this person has installed the app for themselves."""
        return bool(self._record["installed"])

    @installed.setter
    def installed(self, installed: bool) -> None:
        user_actions.change_person(self._hub, self.id, {"installed": installed})

    # doing

    def _place(self, channel: str | Json) -> str:
        if isinstance(channel, dict):
            return str(channel["id"])
        return str(self._hub.world.channel_named(channel)["id"])

    def _command(self, line: str, place: str) -> tuple[str, list[str]]:
        name, *path = line.removeprefix("/").split()
        found = [command for command in self._hub.world.commands.values() if command["name"] == name]
        if not found:
            raise Refused(f"There is no command /{name}.")
        channel = self._hub.world.channels[place]
        usable = [c for c in found if self._hub.world.usable(self.id, channel, c)]
        return str((usable or found)[0]["id"]), path

    async def slash(
        self, line: str, *, in_: str | Json = "games", wait: bool = True, **options: Any
    ) -> Answer:
        """Use a command: `await astrid.slash("/lofoten side", card="7")`."""
        place = self._place(in_)
        command, path = self._command(line, place)
        plain = {key: value.id if isinstance(value, Person) else value for key, value in options.items()}
        return await self._answered(
            user_actions.use_command(self._hub, self.id, place, command, path, plain), wait
        )

    async def autocomplete(
        self, line: str, *, focused: str, value: str = "", in_: str | Json = "games", **options: Any
    ) -> list[Json]:
        """The suggestions for a half-typed option."""
        place = self._place(in_)
        command, path = self._command(line, place)
        given = {**options, focused: value}
        exchange = user_actions.autocomplete(self._hub, self.id, place, command, path, given, focused)
        return (await self._answered(exchange, True)).choices

    async def press(self, message: Json | Answer, button: str, *, wait: bool = True) -> Answer:
        """Press a button by its label or its custom id."""
        place, key, part = self._part(message, button)
        return await self._answered(
            user_actions.press(self._hub, self.id, place, key, part["custom_id"]), wait
        )

    async def select(
        self, message: Json | Answer, select: str, values: list[str] | str, *, wait: bool = True
    ) -> Answer:
        """Choose in a select, named by its custom id or placeholder; values or the labels of options."""
        place, key, part = self._part(message, select)
        wanted = [values] if isinstance(values, str) else values
        by_label = {option["label"]: option["value"] for option in part.get("options", [])}
        offered = set(by_label.values())
        chosen = [value if value in offered else by_label.get(value, value) for value in wanted]
        exchange = user_actions.select(self._hub, self.id, place, key, part["custom_id"], chosen)
        return await self._answered(exchange, wait)

    async def submit(
        self, form: Answer, values: dict[str, Any] | None = None, *, wait: bool = True
    ) -> Answer:
        """Send a modal that an answer opened; fields by custom id or label."""
        if form.modal is None:
            raise Refused("No form was opened.")
        named = {
            part["label"]: (part.get("component") or part).get("custom_id")
            for _, part in limits.walk(form.modal["components"])
            if part.get("label")
        }
        fields = layout.fields(form.modal)
        given = {
            key if key in fields else str(named.get(key, key)): value for key, value in (values or {}).items()
        }
        custom_id = form.modal["custom_id"]
        return await self._answered(
            user_actions.submit(self._hub, self.id, form.exchange["id"], custom_id, given), wait
        )

    def send(self, content: str, *, in_: str | Json = "general", reply_to: Json | None = None) -> Json:
        key = reply_to["id"] if reply_to else None
        sent = user_actions.send(self._hub, self.id, self._place(in_), content, key)
        return self._hub.shapes.message(sent)

    def open_post(self, name: str, content: str, *, in_: str | Json = "tables") -> Json:
        """Open a post in a forum; says the thread."""
        post = user_actions.open_post(self._hub, self.id, self._place(in_), name, content)
        return self._hub.shapes.channel(post, self.id)

    def read(self, channel: str | Json) -> None:
        user_actions.mark_read(self._hub, self.id, self._place(channel))

    def _part(self, message: Json | Answer, name: str) -> tuple[str, str, Json]:
        shown = message.message if isinstance(message, Answer) else message
        stored = self._hub.world.message(shown["channel_id"], shown["id"])
        if stored is None:
            raise Refused("That message is gone.")
        part = layout.find(stored["components"], name)
        if part is None:
            raise Refused(f"The message has no {name}; it has {buttons_of(stored)}.")
        return stored["channel_id"], stored["id"], part

    async def _answered(self, exchange: Json, wait: bool) -> Answer:
        """Wait until the bot has answered, past any deferring; or do not wait at all."""
        loop = asyncio.get_running_loop()
        source = self._hub.world.message(exchange["channel"], exchange["source"] or "")
        before = source["edited_timestamp"] if source else None
        deadline = loop.time() + PATIENCE

        def answered() -> bool:
            # A silently acknowledged press is often followed by an edit through the channel.
            changed = source is not None and source["edited_timestamp"] != before
            return not interactions.is_open(exchange) or (changed and exchange["answer"] is not None)

        while wait and not answered():
            silent = exchange["answer"] == interactions.DEFERRED_UPDATE
            try:
                async with asyncio.timeout_at(loop.time() + QUIET if silent else deadline):
                    await self._hub.pulse.next()
            except TimeoutError:
                break
        return Answer(self._hub, exchange)

    # seeing

    def messages(self, channel: str | Json, limit: int = 10_000) -> list[Json]:
        """What this person sees last in a channel, oldest first, their own private answers among it."""
        place = user_actions.channel_for(self._hub, self.id, self._place(channel))
        found = messages.history(self._hub, place["id"], person=self.id, limit=limit)
        return [self._hub.shapes.message(message) for message in found if not message["flags"] & LOADING]

    def commands(self, channel: str | Json) -> list[str]:
        """The names of the commands that this person is offered in a channel."""
        world = self._hub.world
        place = user_actions.channel_for(self._hub, self.id, self._place(channel))
        return [c["name"] for c in world.commands.values() if world.usable(self.id, place, c)]

    def pushes(self) -> list[Push]:
        """What this person's phone has shown on its lock screen, oldest first: one a buzz."""
        return phone.pushes(self._hub, self.id)

    def buzzes(self) -> dict[str | None, int]:
        """How often the phone buzzed about each place, by its name; None for direct messages about none."""
        return {entry["name"]: entry["count"] for entry in phone.buzzes(self._hub, self.id)}

    def dms(self) -> list[Json]:
        """The messages between this person and the bot."""
        channel = self._hub.world.direct_channel(self.id)
        return [] if channel is None else self.messages(channel)

    def direct_channel(self) -> Json:
        """The channel between this person and the bot."""
        return self._hub.shapes.channel(user_actions.open_direct_channel(self._hub, self.id), self.id)

    def channels(self) -> list[Json]:
        world = self._hub.world
        seen = [channel for channel in world.channels.values() if world.sees(self.id, channel)]
        return [self._hub.shapes.channel(channel, self.id) for channel in seen]

    def unread(self, channel: str | Json) -> Json:
        return self._hub.world.unread_mark(self.id, self._place(channel))
