"""A message before it is sent: its words, its pictures, its buttons, built anew for every sending.

It is sent in one of two forms. Whatever calls somebody, and whatever arrives by direct message, is *classic*:
its words are plain content, which is all that a phone shows on its lock screen. All else is a *layout* of
Discord's newer components, inside one frame. `call` decides: a draft that has one is classic.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.chat.messages.custom_id import CustomId
from bot.views.emoji import CustomEmoji
from bot.views.markup import ALT_LIMIT, clip
from bot.views.picture_file import PictureFile

LABEL_LIMIT = 80
BUTTONS_IN_ROW = 3
SELECT_LIMIT = 25
TEXT_LIMIT, CONTENT_LIMIT = 3800, 2000
SMALL_PRINT = re.compile(r"^-# ", re.MULTILINE)
Control = ui.Button[Any] | ui.Select[Any]
Files = Mapping[str, int]
"""The files on a message: the id that Discord gave each, by its name."""
NO_FILES: Files = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OldFile:
    """A picture that stays on its message, and is not uploaded again."""

    id: int
    shown: PictureFile

    def to_dict(self) -> dict[str, Any]:
        """What is said of it in an edit, as discord.py asks its own attachments."""
        alt = clip(self.shown.alt, ALT_LIMIT)
        return {"id": str(self.id), "filename": self.shown.filename, "description": alt}


@dataclass(frozen=True, slots=True)
class Paper:
    """A file to take away."""

    name: str
    data: bytes


Row = list[Control]
Part = str | tuple[PictureFile, ...] | Row | Paper


@dataclass(slots=True)
class MessageBuilder:
    """What a message holds, top down. `call` is the sentence by which it calls somebody."""

    colour: int | None = None
    call: str = ""
    parts: list[Part] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    role: int | None = None
    """The role that it calls."""

    def text(self, *paragraphs: str) -> "MessageBuilder":
        words = "\n".join(paragraph for paragraph in paragraphs if paragraph)
        if words:
            self.parts.append(clip(words, TEXT_LIMIT))
        return self

    def gallery(self, *shown: PictureFile | None) -> "MessageBuilder":
        present = tuple(each for each in shown if each is not None)
        if present:
            self.parts.append(present)
        return self

    def attach(self, name: str, data: bytes) -> "MessageBuilder":
        self.parts.append(Paper(name, data))
        return self

    def buttons(self, *buttons: ui.Button[Any]) -> "MessageBuilder":
        starts = range(0, len(buttons), BUTTONS_IN_ROW)
        self.parts += [[*buttons[start : start + BUTTONS_IN_ROW]] for start in starts]
        return self

    def select(
        self, custom_id: CustomId, question: str, options: Sequence[discord.SelectOption], *, most: int = 1
    ) -> "MessageBuilder":
        """A list to choose from: one entry, or up to as many as are said."""
        menu: ui.Select[Any] = ui.Select(
            custom_id=str(custom_id), placeholder=clip(question, 150), options=list(options), max_values=most
        )
        self.parts.append([menu])
        return self

    def plain(self) -> "MessageBuilder":
        """The same without emoji on buttons and entries."""
        for control in (control for row in self._rows() for control in row):
            if isinstance(control, ui.Button):
                control.emoji = None
            else:
                for option in control.options:
                    option.emoji = None
        return self

    def without_pictures(self) -> "MessageBuilder":
        """The same in words alone."""
        parts: list[Part] = [part for part in self.parts if isinstance(part, str | list)]
        return replace(self, parts=parts)

    def with_line(self, line: str) -> "MessageBuilder":
        """The same with a further line, if there is one."""
        return replace(self, parts=[*self.parts, line]) if line else self

    # How it is sent

    @property
    def is_classic(self) -> bool:
        return bool(self.call)

    @property
    def pictures(self) -> list[PictureFile]:
        return [each for part in self.parts if isinstance(part, tuple) for each in part]

    def content(self) -> str:
        """All its words as plain content, the call first: on a lock screen the rest is cut off.

        Small print is not set small: a lock screen would show the marks that ask for it.
        """
        words = (part for part in self.parts if isinstance(part, str))
        return clip(SMALL_PRINT.sub("", "\n".join((self.call, *words))).strip(), CONTENT_LIMIT)

    def view(self, *, classic: bool | None = None) -> Any:
        """The components. Taps are answered by their names, so no view is kept waiting for them."""
        view = self._classic() if (self.is_classic if classic is None else classic) else self._layout()
        view.stop()
        return view

    def sent(self) -> dict[str, Any]:
        """What to give to a sending."""
        content = {"content": self.content()} if self.is_classic else {}
        return {
            **content,
            "view": self.view(),
            "files": self.files(),
            "allowed_mentions": self.allowed_mentions(),
        }

    def edited(self, *, classic: bool, on: Files = NO_FILES) -> dict[str, Any]:
        """What to give to the editing of a message, which keeps the form it was sent in.

        Of the files `on` it those stay that are still shown; only the others are uploaded.
        """
        content = {"content": self.content()} if classic else {}
        return {
            **content,
            "view": self.view(classic=classic),
            "attachments": self.files(on),
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def files(self, on: Files = NO_FILES) -> list[discord.File | OldFile]:
        papers = (part for part in self.parts if isinstance(part, Paper))
        return [
            *(
                OldFile(on[each.filename], each) if each.filename in on else _upload(each)
                for each in self.pictures
            ),
            *(discord.File(BytesIO(paper.data), paper.name) for paper in papers),
        ]

    def allowed_mentions(self) -> discord.AllowedMentions:
        users: Iterable[discord.Object] = [discord.Object(person) for person in self.mentions]
        roles: list[discord.Object] = [] if self.role is None else [discord.Object(self.role)]
        return discord.AllowedMentions(everyone=False, roles=roles, replied_user=False, users=list(users))

    def _rows(self) -> Iterator[Row]:
        return (part for part in self.parts if isinstance(part, list))

    def _classic(self) -> ui.View:
        """Rows of buttons below the content; no message of ours has more than the five that fit."""
        view = ui.View(timeout=None)
        for number, row in enumerate(self._rows()):
            for control in row:
                control.row = number
                view.add_item(control)
        return view

    def _layout(self) -> ui.LayoutView:
        words = [self.call] if self.call else []
        items = [_item(part) for part in (*words, *self.parts)]
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.Container(*items, accent_colour=self.colour))
        return layout


def _upload(shown: PictureFile) -> discord.File:
    alt = clip(shown.alt, ALT_LIMIT)
    return discord.File(BytesIO(shown.picture.data), shown.filename, description=alt)


def files_on(message: discord.Message) -> dict[str, int]:
    """What is on a message. Discord lists the pictures of a layout only where the layout shows them."""
    files = {attached.filename: attached.id for attached in message.attachments}
    parts: list[Any] = list(message.components)
    while parts:
        part = parts.pop()
        parts += getattr(part, "children", ())
        for item in getattr(part, "items", ()):
            if item.media.attachment_id is not None:
                files[urlsplit(item.media.url).path.rpartition("/")[2]] = item.media.attachment_id
    return files


def _item(part: Part) -> ui.Item[Any]:
    match part:
        case str():
            return ui.TextDisplay(part)
        case tuple():
            return ui.MediaGallery(
                *(
                    discord.MediaGalleryItem(
                        f"attachment://{each.filename}", description=clip(each.alt, ALT_LIMIT)
                    )
                    for each in part
                )
            )
        case Paper():
            return ui.File(f"attachment://{part.name}")
        case _:
            return ui.ActionRow(*part)


def button(
    custom_id: CustomId,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: CustomEmoji | None = None,
) -> ui.Button[Any]:
    return ui.Button(
        custom_id=str(custom_id),
        label=clip(label, LABEL_LIMIT),
        style=style,
        disabled=disabled,
        emoji=partial_emoji(emoji),
    )


def partial_emoji(emoji: CustomEmoji | None) -> discord.PartialEmoji | None:
    """Convert to what discord.py expects on buttons and select options."""
    return None if emoji is None else discord.PartialEmoji(name=emoji.name, id=emoji.id)
