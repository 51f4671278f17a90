"""A test bot on plain discord.py that uses the API like a real one."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from harbour import Harbour


def image_bytes(colour: str = "navy", kind: str = "PNG") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (120, 80), colour).save(stream, kind)
    return stream.getvalue()


FRENCH_TEXTS = {"ahoy": "ohé", "say ahoy": "dire ohé"}


class FrenchTranslator(app_commands.Translator):
    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, _: Any) -> str | None:
        return FRENCH_TEXTS.get(string.message) if locale is discord.Locale.french else None


class PingButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"ping:(?P<count>\d+)"):
    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label="Ping", custom_id=f"ping:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Any, /) -> "PingButton":
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=BoardView(self.count + 1))


class BoardView(ui.LayoutView):
    """A layout with a picture, text and a button that survives a restart."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        box: ui.Container[BoardView] = ui.Container(accent_colour=0x56B4E9)
        box.add_item(ui.TextDisplay(f"Pings: {count}"))
        box.add_item(
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A blue sea"))
        )
        row: ui.ActionRow[BoardView] = ui.ActionRow()
        row.add_item(PingButton(count))
        box.add_item(row)
        self.add_item(box)


class LogBookModal(ui.Modal, title="Log book"):
    entry: ui.Label[Any] = ui.Label(text="Entry", component=ui.TextInput(custom_id="entry", max_length=50))
    wind: ui.Label[Any] = ui.Label(
        text="Wind",
        component=ui.Select(
            custom_id="wind", options=[discord.SelectOption(label=x) for x in ("north", "south")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        said, wind = self.entry.component.value, self.wind.component.values
        await interaction.response.send_message(f"{said}, wind {wind[0]}", ephemeral=True)


class WireClient(discord.AutoShardedClient):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            guild_ready_timeout=0.05,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.events: list[str] = []
        self.ready = asyncio.Event()
        self._event_recorded = asyncio.Condition()
        self.add_dynamic_items(PingButton)
        self.sync_commands = True
        _add_commands(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the pause between identifies."""

    async def setup_hook(self) -> None:
        await self.tree.set_translator(FrenchTranslator())
        if self.sync_commands:
            await self.tree.sync()

    async def on_ready(self) -> None:
        self.ready.set()

    async def record_event(self, event: str) -> None:
        async with self._event_recorded:
            self.events.append(event)
            self._event_recorded.notify_all()

    async def wait_for_event(self, event: str) -> None:
        """Wait until an event was received."""
        async with asyncio.timeout(5), self._event_recorded:
            await self._event_recorded.wait_for(lambda: event in self.events)

    async def on_message(self, message: discord.Message) -> None:
        await self.record_event(f"message {message.content}")

    async def on_shard_resumed(self, shard_id: int) -> None:
        await self.record_event(f"resumed {shard_id}")

    async def on_shard_ready(self, shard_id: int) -> None:
        await self.record_event(f"ready {shard_id}")


def _add_commands(client: WireClient) -> None:
    tree = client.tree

    @tree.command(name=app_commands.locale_str("ahoy"), description=app_commands.locale_str("say ahoy"))
    @app_commands.describe(name="who", times="how often")
    async def ahoy(
        interaction: discord.Interaction[WireClient],
        name: str,
        times: app_commands.Range[int, 1, 3] = 1,
        who: discord.Member | None = None,
    ) -> None:
        guest = who.display_name if who else name
        await interaction.response.send_message(" ".join([f"Ahoy {guest} ({interaction.locale})"] * times))

    @ahoy.autocomplete("name")
    async def suggest(_: discord.Interaction[WireClient], current: str) -> list[app_commands.Choice[str]]:
        names = ["Sven", "Signe", "Tor"]
        return [app_commands.Choice(name=n, value=n) for n in names if n.lower().startswith(current.lower())]

    @tree.command(name="board", description="show a board")
    async def board(interaction: discord.Interaction[WireClient]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(
            view=BoardView(),
            attachments=[discord.File(io.BytesIO(image_bytes()), "board.png", description="A blue sea")],
        )

    @tree.command(name="secret", description="for your eyes")
    async def secret(interaction: discord.Interaction[WireClient]) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send("the first edits the loading message")
        await interaction.followup.send("the second is new", ephemeral=True)

    @tree.command(name="form", description="fill in")
    async def form(interaction: discord.Interaction[WireClient]) -> None:
        await interaction.response.send_modal(LogBookModal())

    @tree.command(name="mute", description="never answers")
    async def mute(_: discord.Interaction[WireClient]) -> None:
        pass

    @tree.command(name="twice", description="answers twice")
    async def twice(interaction: discord.Interaction[WireClient]) -> None:
        await interaction.response.send_message("once")
        interaction.response._response_type = None
        try:
            await interaction.response.send_message("again")
        except discord.HTTPException as error:
            await interaction.followup.send(f"refused {error.code}")

    @tree.command(name="pick", description="choose")
    async def pick(interaction: discord.Interaction[WireClient]) -> None:
        view = ui.View(timeout=None)
        options = [discord.SelectOption(label=name, value=name[0]) for name in ("Knarr", "Snekke")]
        choice: ui.Select[ui.View] = ui.Select(placeholder="Which ship", options=options)

        async def chosen(press: discord.Interaction[Any]) -> None:
            await press.response.edit_message(content=f"chose {choice.values[0]}", view=None)

        choice.callback = chosen  # type: ignore[method-assign]
        view.add_item(choice)
        await interaction.response.send_message("?", view=view)

    @tree.command(name="quay", description="a button that is acknowledged in silence")
    async def quay(interaction: discord.Interaction[WireClient]) -> None:
        view = ui.View(timeout=None)
        button: ui.Button[ui.View] = ui.Button(label="Moor")

        async def moor(press: discord.Interaction[Any]) -> None:
            await press.response.defer()
            assert isinstance(press.channel, discord.TextChannel)
            assert press.message is not None
            await press.channel.get_partial_message(press.message.id).edit(content="moored")

        button.callback = moor  # type: ignore[method-assign]
        view.add_item(button)
        await interaction.response.send_message("adrift", view=view)

    @tree.command(name="stewards", description="for those who manage")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def stewards(interaction: discord.Interaction[WireClient]) -> None:
        await interaction.response.send_message("at your service")


@asynccontextmanager
async def connected(harbour: Harbour, client: "WireClient") -> AsyncIterator["WireClient"]:
    """Run a client on a harbour: ready inside the block, closed after it."""
    running = asyncio.create_task(client.start(harbour.token))
    ready = asyncio.create_task(client.ready.wait())
    done, _ = await asyncio.wait({running, ready}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
    if running in done:
        ready.cancel()
        await running
    assert ready in done, "the bot did not become ready"
    try:
        yield client
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


def redirect_discord(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", harbour.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(harbour.gateway_url))
    monkeypatch.setattr(discord.Asset, "BASE", harbour.cdn_url)


async def refusal_code(attempt: Awaitable[object]) -> tuple[int, int]:
    """Returns the status and error code of the refusal."""
    with pytest.raises(discord.HTTPException) as caught:
        await attempt
    return caught.value.status, caught.value.code


def text_channel(harbour: Harbour, client: WireClient, name: str = "games") -> discord.TextChannel:
    channel = client.get_channel(int(harbour.world.find_channel(name)["id"]))
    assert isinstance(channel, discord.TextChannel)
    return channel
