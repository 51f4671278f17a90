"""Forms: the fields they are made of. A form is answered by its name, like a button."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.chat.messages.custom_id import CustomId
from bot.views.markup import clip

TITLE_LIMIT = LABEL_LIMIT = 45
ABOUT_LIMIT = OPTION_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to choose in a form: what is kept, what stands there, and what it does."""

    value: str
    label: str
    about: str = ""


def form(custom_id: CustomId, title: str, *fields: ui.Label[Any]) -> ui.Modal:
    """At most five fields under a title."""
    made = ui.Modal(title=clip(title, TITLE_LIMIT), custom_id=str(custom_id), timeout=None)
    for field in fields:
        made.add_item(field)
    return made


def field(label: str, component: ui.Item[Any], about: str = "") -> ui.Label[Any]:
    return ui.Label(
        text=clip(label, LABEL_LIMIT), component=component, description=clip(about, ABOUT_LIMIT) or None
    )


def written(
    name: str, value: str = "", *, longest: int, lines: bool = False, hint: str = ""
) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph if lines else discord.TextStyle.short,
        default=value or None,
        placeholder=clip(hint, ABOUT_LIMIT) or None,
        required=False,
        max_length=longest,
    )


def one_of(name: str, entries: Sequence[Offer], chosen: str) -> ui.RadioGroup[Any]:
    """All choices in sight, one of them taken."""
    return ui.RadioGroup(
        custom_id=name,
        options=[
            discord.RadioGroupOption(
                label=clip(entry.label, OPTION_LIMIT),
                value=entry.value,
                description=clip(entry.about, OPTION_LIMIT) or None,
                default=entry.value == chosen,
            )
            for entry in entries
        ],
    )


def some_of(name: str, entries: Sequence[Offer], chosen: Collection[str]) -> ui.CheckboxGroup[Any]:
    """A box for each choice; none need be ticked."""
    return ui.CheckboxGroup(
        custom_id=name,
        required=False,
        min_values=0,
        max_values=len(entries),
        options=[
            discord.CheckboxGroupOption(
                label=clip(entry.label, OPTION_LIMIT),
                value=entry.value,
                description=clip(entry.about, OPTION_LIMIT) or None,
                default=entry.value in chosen,
            )
            for entry in entries
        ],
    )


def from_list(name: str, options: Sequence[discord.SelectOption]) -> ui.Select[Any]:
    """One of many, from a list that opens."""
    return ui.Select(custom_id=name, options=list(options))


def channel(name: str, chosen: int | None, *kinds: discord.ChannelType) -> ui.ChannelSelect[Any]:
    """A channel of the server, or none."""
    return ui.ChannelSelect(
        custom_id=name,
        channel_types=list(kinds),
        min_values=0,
        required=False,
        default_values=[] if chosen is None else [discord.Object(chosen)],
    )


def role(name: str, chosen: int | None) -> ui.RoleSelect[Any]:
    """A role of the server, or none."""
    return ui.RoleSelect(
        custom_id=name,
        min_values=0,
        required=False,
        default_values=[] if chosen is None else [discord.Object(chosen)],
    )
