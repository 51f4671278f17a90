"""Builds messages: texts, pictures, buttons and selects, in one of two formats.

Messages that notify a user and all direct messages are *classic*: their text is plain content, since a push
notification shows nothing else. All others are a *layout* of Discord's newer components (V2) in one frame. A
builder with a `notification` makes a classic message.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.chat.messages.custom_id import CustomId
from bot.views.emoji import CustomEmoji
from bot.views.markup import MAX_ALT_CHARS, clip, clip_bytes
from bot.views.picture_file import PictureFile, PictureText
from bot.views.reader_view import NEUTRAL_COLOUR

LABEL_LIMIT, OPTION_LIMIT, PLACEHOLDER_LIMIT = 80, 100, 150
BUTTONS_PER_ROW = 3
SELECT_LIMIT = 25
TEXT_LIMIT, CONTENT_LIMIT = 3800, 2000
LAYOUT_TEXT_LIMIT = 4000  # Of all texts of a layout together.
LAYOUT_BYTE_LIMIT = 10_000  # Undocumented: Discord answers 500 above 10,170 bytes.
LAYOUT_BYTES_PER_TEXT = 12  # Counted by Discord on top of each text's UTF-8 bytes.
PUSH_CHARS = 150  # What a lock screen shows of a message.
_UNREADABLE_ON_LOCK_SCREEN = re.compile(r"^-# |<a?:\w+:\d+> ?", re.MULTILINE)
"""Marks of small print, and custom emoji."""
PRIMARY = discord.ButtonStyle.primary
SECONDARY = discord.ButtonStyle.secondary
SUCCESS = discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger
Button = ui.Button[Any]
Control = Button | ui.Select[Any]
FileIds = Mapping[str, int]
"""Discord's ids of the files attached to a message, by file name."""
NO_FILES: FileIds = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A picture that is attached to the message already, so an edit does not upload it again."""

    id: int
    picture: PictureFile

    def to_dict(self) -> dict[str, Any]:
        """Returns the entry of an edit's attachment list; discord.py calls it like its own attachments'."""
        alt = clip(self.picture.alt, MAX_ALT_CHARS)
        return {"id": str(self.id), "filename": self.picture.filename, "description": alt}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to download."""

    name: str
    data: bytes


Row = list[Control]
Part = str | tuple[PictureFile, ...] | Row | Attachment


@dataclass(slots=True)
class MessageBuilder:
    """Collects the parts of a message, top down.

    `notification` is the sentence shown in the push notification; it comes first, with its mention.
    """

    colour: int | None = NEUTRAL_COLOUR
    notification: str = ""
    parts: list[Part] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mentioned_role: int | None = None

    def text(self, *paragraphs: str) -> "MessageBuilder":
        text = "\n".join(paragraph for paragraph in paragraphs if paragraph)
        if text:
            self.parts.append(clip(text, TEXT_LIMIT))
        return self

    def gallery(self, *pictures: PictureFile | None) -> "MessageBuilder":
        """Add pictures, or the words that stand in for them."""
        self.text(*(each.alt for each in pictures if isinstance(each, PictureText)))
        present = tuple(each for each in pictures if each is not None and not isinstance(each, PictureText))
        if present:
            self.parts.append(present)
        return self

    def attach(self, name: str, data: bytes) -> "MessageBuilder":
        self.parts.append(Attachment(name, data))
        return self

    def buttons(self, *buttons: Button) -> "MessageBuilder":
        starts = range(0, len(buttons), BUTTONS_PER_ROW)
        self.parts += [[*buttons[start : start + BUTTONS_PER_ROW]] for start in starts]
        return self

    def select(
        self, custom_id: CustomId, question: str, options: Sequence[discord.SelectOption], max_values: int = 1
    ) -> "MessageBuilder":
        """Add a drop-down list of at most `SELECT_LIMIT` options that takes up to `max_values` selections."""
        menu: ui.Select[Any] = ui.Select(
            custom_id=str(custom_id),
            placeholder=clip(question, PLACEHOLDER_LIMIT),
            options=list(options[:SELECT_LIMIT]),
            max_values=max_values,
        )
        self.parts.append([menu])
        return self

    def selects(
        self,
        custom_id: CustomId,
        question: str,
        options: Sequence[discord.SelectOption],
        *,
        max_lists: int,
        multiple: bool = False,
    ) -> "MessageBuilder":
        """Add lists for more options than one list can hold.

        Each custom id ends with the number of the first option, so that they differ.
        """
        for start in range(0, min(len(options), max_lists * SELECT_LIMIT), SELECT_LIMIT):
            shown = options[start : start + SELECT_LIMIT]
            numbered = replace(custom_id, args=(*custom_id.args, str(start)))
            self.select(numbered, question, shown, max_values=len(shown) if multiple else 1)
        return self

    def without_emoji(self) -> "MessageBuilder":
        """Remove the emoji from buttons and select options, in place. Returns the builder."""
        for control in (control for row in self._rows() for control in row):
            if isinstance(control, ui.Button):
                control.emoji = None
            else:
                for option in control.options:
                    option.emoji = None
        return self

    def without_pictures(self) -> "MessageBuilder":
        parts: list[Part] = [part for part in self.parts if isinstance(part, str | list)]
        return replace(self, parts=parts)

    def in_words(self) -> "MessageBuilder":
        """Returns a copy with the alt texts of the pictures in place of the pictures, and without emoji."""
        parts: list[Part] = [
            "\n".join(each.alt for each in part) if isinstance(part, tuple) else part for part in self.parts
        ]
        return replace(self, parts=parts).without_emoji()

    def with_line(self, line: str) -> "MessageBuilder":
        """Returns a copy with one more line of text; the builder itself if the line is empty."""
        return replace(self, parts=[*self.parts, line]) if line else self

    # Output for discord.py

    @property
    def is_classic(self) -> bool:
        return bool(self.notification)

    @property
    def pictures(self) -> list[PictureFile]:
        return [each for part in self.parts if isinstance(part, tuple) for each in part]

    def content(self) -> str:
        """Returns all texts as plain content, the notification first: lock screens cut off the rest."""
        texts = (part for part in self.parts if isinstance(part, str))
        return clip(push_text("\n".join((self.notification, *texts))).strip(), CONTENT_LIMIT)

    def view(self, *, classic: bool | None = None) -> Any:
        """Build the components, as a stopped view: interactions are dispatched by custom id instead."""
        is_classic = self.is_classic if classic is None else classic
        view = self._classic_view() if is_classic else self._layout_view()
        view.stop()
        return view

    def send_kwargs(self) -> dict[str, Any]:
        content = {"content": self.content()} if self.is_classic else {}
        mentions = self.allowed_mentions()
        return {**content, "view": self.view(), "files": self.files(), "allowed_mentions": mentions}

    def edit_kwargs(self, *, classic: bool, attached: FileIds = NO_FILES) -> dict[str, Any]:
        """Returns the keyword arguments for `Message.edit`. A message keeps the format it was sent in.

        Files that are `attached` already and still shown stay; only the others are uploaded.
        """
        content = {"content": self.content()} if classic else {}
        return {
            **content,
            "view": self.view(classic=classic),
            "attachments": self.files(attached),
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def files(self, attached: FileIds = NO_FILES) -> list[discord.File | AttachedFile]:
        pictures = (
            AttachedFile(attached[each.filename], each) if each.filename in attached else _to_upload(each)
            for each in self.pictures
        )
        attachments = (part for part in self.parts if isinstance(part, Attachment))
        return [*pictures, *(discord.File(BytesIO(each.data), each.name) for each in attachments)]

    def allowed_mentions(self) -> discord.AllowedMentions:
        users = [discord.Object(user_id) for user_id in self.mentions]
        roles = [] if self.mentioned_role is None else [discord.Object(self.mentioned_role)]
        return discord.AllowedMentions(everyone=False, roles=roles, replied_user=False, users=users)

    def _rows(self) -> Iterator[Row]:
        return (part for part in self.parts if isinstance(part, list))

    def _classic_view(self) -> ui.View:
        """Build the rows of controls below the content. Discord allows five; no message has more."""
        view = ui.View(timeout=None)
        for number, row in enumerate(self._rows()):
            for control in row:
                control.row = number
                view.add_item(control)
        return view

    def _layout_view(self) -> ui.LayoutView:
        notification = [self.notification] if self.notification else []
        items = [_layout_item(part) for part in _fit_layout([*notification, *self.parts])]
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.Container(*items, accent_colour=self.colour))
        return layout


def _fit_layout(parts: Sequence[Part]) -> list[Part]:
    """Clip the longest texts of a layout, so that all of them together keep to Discord's limits."""
    texts = [part for part in parts if isinstance(part, str)]
    max_chars = _largest_cap([len(text) for text in texts], LAYOUT_TEXT_LIMIT)
    clipped = [clip(text, max_chars) for text in texts]
    byte_budget = LAYOUT_BYTE_LIMIT - LAYOUT_BYTES_PER_TEXT * len(texts)
    max_bytes = _largest_cap([len(text.encode()) for text in clipped], byte_budget)
    fitting = iter([clip_bytes(text, max_bytes) for text in clipped])
    return [next(fitting) if isinstance(part, str) else part for part in parts]


def _largest_cap(sizes: Sequence[int], budget: int) -> int:
    """Returns the largest cap under which all sizes together are within the budget.

    >>> _largest_cap([10, 100, 200], 90)
    40
    """
    for done, size in enumerate(sorted(sizes)):
        share = budget // (len(sizes) - done)
        if size > share:
            return share
        budget -= size
    return max(sizes, default=0)


def push_text(content: str) -> str:
    """Remove from the lines that a lock screen shows what it would show as code.

    >>> push_text("<:square:1> Ask sails.\\n-# Pace")
    'Ask sails.\\nPace'
    """
    lines, chars = [], 0
    for line in content.split("\n"):
        shown = _UNREADABLE_ON_LOCK_SCREEN.sub("", line) if chars < PUSH_CHARS else line
        lines.append(shown)
        chars += len(shown) + 1
    return "\n".join(lines)


def _to_upload(picture: PictureFile) -> discord.File:
    alt = clip(picture.alt, MAX_ALT_CHARS)
    return discord.File(BytesIO(picture.picture.data), picture.filename, description=alt)


def attached_files(message: discord.Message) -> dict[str, int]:
    """Returns the files attached to a message.

    Discord does not list the pictures of a layout as attachments, so they are collected from its components.
    """
    files = {attached.filename: attached.id for attached in message.attachments}
    parts: list[Any] = list(message.components)
    while parts:
        part = parts.pop()
        parts += getattr(part, "children", ())
        for item in getattr(part, "items", ()):
            if item.media.attachment_id is not None:
                files[urlsplit(item.media.url).path.rpartition("/")[2]] = item.media.attachment_id
    return files


def _layout_item(part: Part) -> ui.Item[Any]:
    match part:
        case str():
            return ui.TextDisplay(part)
        case tuple():
            items = (
                discord.MediaGalleryItem(
                    f"attachment://{each.filename}", description=clip(each.alt, MAX_ALT_CHARS)
                )
                for each in part
            )
            return ui.MediaGallery(*items)
        case Attachment():
            return ui.File(f"attachment://{part.name}")
        case _:
            return ui.ActionRow(*part)


def button(
    custom_id: CustomId,
    label: str,
    style: discord.ButtonStyle = SECONDARY,
    *,
    disabled: bool = False,
    emoji: CustomEmoji | None = None,
) -> Button:
    return ui.Button(
        custom_id=str(custom_id),
        label=clip(label, LABEL_LIMIT),
        style=style,
        disabled=disabled,
        emoji=partial_emoji(emoji),
    )


def link_buttons(url: str | None, label: str) -> tuple[Button, ...]:
    """Returns a button that opens a web page; none without an address."""
    if url is None:
        return ()
    return (ui.Button(url=url, label=clip(label, LABEL_LIMIT), style=discord.ButtonStyle.link),)


def option(
    value: str,
    label: str,
    *,
    description: str | None = None,
    default: bool = False,
    emoji: CustomEmoji | None = None,
) -> discord.SelectOption:
    """An entry of a drop-down list, with its texts clipped."""
    return discord.SelectOption(
        label=clip(label, OPTION_LIMIT),
        value=value,
        description=clip(description or "", OPTION_LIMIT) or None,
        default=default,
        emoji=partial_emoji(emoji),
    )


def partial_emoji(emoji: CustomEmoji | None) -> discord.PartialEmoji | None:
    """Convert to what discord.py expects on buttons and select options."""
    return None if emoji is None else discord.PartialEmoji(name=emoji.name, id=emoji.id)
