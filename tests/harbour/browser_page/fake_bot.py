"""A fake bot on plain discord.py that makes the page render every kind of content."""

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

FRENCH_TEXTS = {
    "new": "nouvelle",
    "Open a table": "Ouvrir une table",
    "game": "jeu",
    "Which game": "Quel jeu",
    "Herring": "Hareng",
    "Weigh": "Peser",
}
FISH = ["Cod", "Char", "Capelin", "Herring", "Halibut"]

MARKDOWN = """# Heading
Some **bold**, *italic*, __underlined__, ~~struck~~, `code` and snake_case_names.
- one
  - nested
1. first
> quoted
```py
print("hello")
```
-# small print
||hidden|| <@{person}> <#{channel}> </new:1> <t:{when}:R> {emoji} [a link](https://example.org/)"""


def image_stream(width: int, height: int, colour: str) -> io.BytesIO:
    shade = Image.linear_gradient("L").resize((width, height)).convert("RGB")
    stream = io.BytesIO()
    Image.blend(Image.new("RGB", (width, height), colour), shade, 0.25).save(stream, "PNG")
    stream.seek(0)
    return stream


class FrenchTranslator(app_commands.Translator):
    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, _: Any) -> str | None:
        return FRENCH_TEXTS.get(string.message) if locale is discord.Locale.french else None


class LobbyView(ui.LayoutView):
    """A lobby card with every kind of component."""

    def __init__(self, game: str, crew: tuple[str, ...] = (), pace: str = "none") -> None:
        super().__init__(timeout=None)
        self.game, self.crew, self.pace = game, crew, pace
        box: ui.Container[LobbyView] = ui.Container(accent_colour=0x2A9D8F)
        box.add_item(
            ui.Section(
                f"## {game}\nCrew: {', '.join(crew) or 'nobody'}. Pace: {pace}.\n-# slow, unrated",
                accessory=ui.Thumbnail("attachment://flag.png", description="A flag"),
            )
        )
        box.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
        box.add_item(
            ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A calm sea"))
        )
        box.add_item(ui.File("attachment://rules.txt"))
        box.add_item(ui.ActionRow(PaceSelect(self)))
        box.add_item(ui.ActionRow(CrewSelect(self)))
        start: ui.Button[LobbyView] = ui.Button(label="Start", disabled=True)
        box.add_item(ui.ActionRow(JoinButton(self), SilentButton(), start))
        away: ui.Button[LobbyView] = ui.Button(label="Read the rules", url="https://example.org/rules")
        box.add_item(ui.ActionRow(ui.Button(label="Scuttle", style=discord.ButtonStyle.danger), away))
        self.add_item(box)

    async def redraw(self, interaction: discord.Interaction[Any], crew: tuple[str, ...], pace: str) -> None:
        await interaction.response.edit_message(view=LobbyView(self.game, crew, pace))


class PaceSelect(ui.Select[LobbyView]):
    def __init__(self, lobby: LobbyView) -> None:
        options = [
            discord.SelectOption(label="Live", description="a day and four hours a move"),
            discord.SelectOption(label="Slow", description="three days", emoji="🐌"),
        ]
        super().__init__(placeholder="Choose a pace", options=options)
        self.lobby = lobby

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await self.lobby.redraw(interaction, self.lobby.crew, self.values[0])


class CrewSelect(ui.UserSelect[LobbyView]):
    def __init__(self, lobby: LobbyView) -> None:
        super().__init__(placeholder="Choose a crew", min_values=2, max_values=3)
        self.lobby = lobby

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await self.lobby.redraw(
            interaction, tuple(user.display_name for user in self.values), self.lobby.pace
        )


class JoinButton(ui.Button[LobbyView]):
    def __init__(self, lobby: LobbyView) -> None:
        super().__init__(label="Join", style=discord.ButtonStyle.success)
        self.lobby = lobby

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await self.lobby.redraw(
            interaction, (*self.lobby.crew, interaction.user.display_name), self.lobby.pace
        )


class SilentButton(ui.Button[LobbyView]):
    """Never answers."""

    def __init__(self) -> None:
        super().__init__(label="Silent", style=discord.ButtonStyle.secondary)

    async def callback(self, _: discord.Interaction[Any]) -> None:
        return


def option_group(kind: Any, options: list[tuple[str, bool]], **rest: Any) -> Any:
    made = kind(**rest)
    for label, default in options:
        made.add_option(label=label, value=label.lower(), default=default)
    return made


class LogBookModal(ui.Modal, title="Log book"):
    def __init__(self) -> None:
        super().__init__()
        self.ship: ui.TextInput[Any] = ui.TextInput(placeholder="Longship", max_length=20)
        self.story: ui.TextInput[Any] = ui.TextInput(style=discord.TextStyle.paragraph, required=False)
        self.wind: ui.Select[Any] = ui.Select(
            options=[discord.SelectOption(label=way) for way in ("North", "South")]
        )
        self.sea = option_group(ui.RadioGroup, [("Calm", False), ("Rough", True)])
        self.cargo = option_group(ui.CheckboxGroup, [("Fish", False), ("Wool", False)], required=False)
        for text, field in [
            ("Ship", self.ship),
            ("Story", self.story),
            ("Wind", self.wind),
            ("Sea", self.sea),
            ("Cargo", self.cargo),
        ]:
            self.add_item(ui.Label(text=text, component=field))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        cargo = "+".join(sorted(self.cargo.values))
        said = f"{self.ship.value} / {self.story.value} / {self.wind.values[0]} / {self.sea.value} / {cargo}"
        await interaction.response.send_message(said)


class FakeBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        self.ready = asyncio.Event()
        self.received: list[tuple[Any, ...]] = []
        self.release = asyncio.Event()
        _add_commands(self)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(FrenchTranslator())
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.ready.set()


def _add_commands(fake_bot: FakeBot) -> None:
    tree, said = fake_bot.tree, app_commands.locale_str

    @tree.command(name=said("new"), description=said("Open a table"))
    @app_commands.rename(game=said("game"))
    @app_commands.describe(game=said("Which game"), seats="How many seats", rated="Counts for the ratings")
    @app_commands.choices(
        game=[app_commands.Choice(name=said(name), value=name.lower()) for name in ("Herring", "Cod")]
    )
    async def new(
        interaction: discord.Interaction[FakeBot],
        game: app_commands.Choice[str],
        seats: app_commands.Range[int, 2, 5] | None = None,
        rated: bool | None = None,
    ) -> None:
        fake_bot.received.append((game.value, seats, rated))
        files = [
            discord.File(image_stream(200, 200, "firebrick"), "flag.png", description="A flag"),
            discord.File(image_stream(1200, 900, "steelblue"), "board.png", description="A calm sea"),
            discord.File(io.BytesIO(b"The rules."), "rules.txt"),
        ]
        await interaction.response.defer()
        await interaction.edit_original_response(view=LobbyView(game.name), attachments=files)

    boat = app_commands.Group(name="boat", description="What boats do")

    @boat.command(name="land", description="Land a fish")
    async def land(interaction: discord.Interaction[FakeBot], fish: str, to: str) -> None:
        await interaction.response.send_message(f"Landed {fish} at {to}")

    @land.autocomplete("fish")
    async def fishes(_: discord.Interaction[FakeBot], current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=fish, value=fish.upper())
            for fish in FISH
            if fish.lower().startswith(current.lower())
        ]

    tree.add_command(boat)

    @tree.command(name="hand", description="Your hand")
    async def hand(interaction: discord.Interaction[FakeBot]) -> None:
        await interaction.response.defer(ephemeral=True)
        await fake_bot.release.wait()
        await interaction.followup.send("Three cards")

    @tree.command(name="log", description="Write into the log book")
    async def log(interaction: discord.Interaction[FakeBot]) -> None:
        await interaction.response.send_modal(LogBookModal())

    @tree.command(name="sail", description="Open a thread and call somebody")
    @app_commands.guild_only()
    async def sail(interaction: discord.Interaction[FakeBot], who: discord.Member) -> None:
        await interaction.response.send_message("Setting sail")
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name="The voyage", type=discord.ChannelType.public_thread)
        call = f"{who.mention} your move.\n-# The wind is fair."
        await thread.send(call, allowed_mentions=discord.AllowedMentions(users=True))

    @tree.command(name="whisper", description="Write to you privately")
    async def whisper(interaction: discord.Interaction[FakeBot]) -> None:
        try:
            await interaction.user.send("A private word")
        except discord.Forbidden:
            await interaction.response.send_message("Your messages are closed", ephemeral=True)
        else:
            await interaction.response.send_message("Look at your messages", ephemeral=True)

    @tree.command(name="words", description="All kinds of words")
    async def words(interaction: discord.Interaction[FakeBot]) -> None:
        emoji = await fake_bot.create_application_emoji(
            name="fish", image=image_stream(64, 64, "teal").getvalue()
        )
        soon = int(interaction.created_at.timestamp()) + 7200
        assert interaction.channel_id is not None
        text = MARKDOWN.format(
            person=interaction.user.id, channel=interaction.channel_id, when=soon, emoji=emoji
        )
        await interaction.response.send_message(text)

    @tree.command(name="market", description="Fish with pictures")
    async def market(interaction: discord.Interaction[FakeBot]) -> None:
        cod = await fake_bot.create_application_emoji(
            name="cod", image=image_stream(64, 64, "teal").getvalue()
        )
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Sell", emoji=cod))
        lots = [discord.SelectOption(label=f"Lot {number}") for number in range(1, 25)]
        view.add_item(
            ui.Select(placeholder="Buy", options=[discord.SelectOption(label="Cod", emoji=cod), *lots])
        )
        await interaction.response.send_message("The market is open", view=view)

    @tree.command(name="anchor", description="Usable everywhere")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def anchor(interaction: discord.Interaction[FakeBot]) -> None:
        await interaction.response.send_message("Anchored")

    @tree.context_menu(name=said("Weigh"))
    async def weigh(interaction: discord.Interaction[FakeBot], message: discord.Message) -> None:
        await interaction.response.send_message(f"“{message.content}” is light", ephemeral=True)

    @tree.command(name="manage", description="Only for those who manage the server")
    @app_commands.default_permissions(manage_guild=True)
    async def manage(interaction: discord.Interaction[FakeBot]) -> None:
        await interaction.response.send_message("Managed")
