"""A message before it is sent: its layout and its pictures, built anew for every sending."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import discord
from discord import ui

from bot.chat.taps import Tap
from render import Picture

ALT_LIMIT = 1024
LABEL_LIMIT = 80
BUTTONS_IN_ROW = 3
SELECT_LIMIT = 25
TEXT_LIMIT = 3800
HALF_AN_EMOJI = re.compile(r"<(:\w*(:\d*)?)?$")
Item = ui.Item[Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture with the name of its file and the same in words."""

    name: str
    picture: Picture
    alt: str

    @property
    def filename(self) -> str:
        return f"{self.name}.{self.picture.extension}"


@dataclass(slots=True)
class Draft:
    """What a message holds, top down, inside one framed container."""

    colour: int | None = None
    items: list[Item] = field(default_factory=list)
    pictures: list[Shown] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    papers: list[tuple[str, bytes]] = field(default_factory=list)

    def text(self, *paragraphs: str) -> "Draft":
        words = "\n".join(paragraph for paragraph in paragraphs if paragraph)
        if words:
            self.items.append(ui.TextDisplay(clip(words, TEXT_LIMIT)))
        return self

    def gallery(self, *shown: Shown | None) -> "Draft":
        present = [each for each in shown if each is not None]
        if present:
            self.pictures.extend(present)
            self.items.append(
                ui.MediaGallery(
                    *(
                        discord.MediaGalleryItem(
                            f"attachment://{each.filename}", description=clip(each.alt, ALT_LIMIT)
                        )
                        for each in present
                    )
                )
            )
        return self

    def attach(self, name: str, data: bytes) -> "Draft":
        """A file to take away."""
        self.papers.append((name, data))
        self.items.append(ui.File(f"attachment://{name}"))
        return self

    def buttons(self, *buttons: ui.Button[Any]) -> "Draft":
        for start in range(0, len(buttons), BUTTONS_IN_ROW):
            self.items.append(ui.ActionRow(*buttons[start : start + BUTTONS_IN_ROW]))
        return self

    def select(self, tap: Tap, question: str, options: Sequence[discord.SelectOption]) -> "Draft":
        menu: ui.Select[Any] = ui.Select(
            custom_id=str(tap), placeholder=clip(question, 150), options=list(options)
        )
        self.items.append(ui.ActionRow(menu))
        return self

    def plain(self) -> "Draft":
        """The same without emoji on buttons and entries."""
        for part in (part for row in self.items if isinstance(row, ui.ActionRow) for part in row.children):
            if isinstance(part, ui.Button):
                part.emoji = None
            elif isinstance(part, ui.Select):
                for option in part.options:
                    option.emoji = None
        return self

    def separator(self) -> "Draft":
        self.items.append(ui.Separator())
        return self

    def view(self) -> ui.LayoutView:
        """The layout to send. Taps are answered by their names, so no view is kept waiting for them."""
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.Container(*self.items, accent_colour=self.colour))
        layout.stop()
        return layout

    def files(self) -> list[discord.File]:
        shown = [discord.File(BytesIO(each.picture.data), each.filename) for each in self.pictures]
        return [*shown, *(discord.File(BytesIO(data), name) for name, data in self.papers)]

    def allowed_mentions(self) -> discord.AllowedMentions:
        users: Iterable[discord.Object] = [discord.Object(person) for person in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=list(users))


def button(
    tap: Tap,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> ui.Button[Any]:
    return ui.Button(
        custom_id=str(tap), label=clip(label, LABEL_LIMIT), style=style, disabled=disabled, emoji=emoji
    )


def clip(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return HALF_AN_EMOJI.sub("", text[: limit - 1]).rstrip() + "…"
