"""Builds forms (modals) from fields. A submitted form is dispatched by its custom id, like a button."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.chat.messages.custom_id import CustomId
from bot.views.markup import clip

TITLE_LIMIT = LABEL_LIMIT = 45
DESCRIPTION_LIMIT = OPTION_LIMIT = 100


@dataclass(frozen=True, slots=True)
class FormOption:
    """A radio button or checkbox: the value it submits, its label, and an explanation."""

    value: str
    label: str
    description: str = ""


def form(custom_id: CustomId, title: str, *fields: ui.Label[Any]) -> ui.Modal:
    """Build a form of at most five fields."""
    modal = ui.Modal(title=clip(title, TITLE_LIMIT), custom_id=str(custom_id), timeout=None)
    for field in fields:
        modal.add_item(field)
    return modal


def field(label: str, component: ui.Item[Any], description: str = "") -> ui.Label[Any]:
    return ui.Label(
        text=clip(label, LABEL_LIMIT),
        component=component,
        description=clip(description, DESCRIPTION_LIMIT) or None,
    )


def text_input(
    name: str, value: str = "", *, max_length: int, multiline: bool = False, placeholder: str = ""
) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph if multiline else discord.TextStyle.short,
        default=value or None,
        placeholder=clip(placeholder, DESCRIPTION_LIMIT) or None,
        required=False,
        max_length=max_length,
    )


def radio_group(name: str, options: Sequence[FormOption], selected: str) -> ui.RadioGroup[Any]:
    """Build radio buttons, with one of them selected."""
    return ui.RadioGroup(
        custom_id=name,
        options=[
            discord.RadioGroupOption(
                label=clip(entry.label, OPTION_LIMIT),
                value=entry.value,
                description=clip(entry.description, OPTION_LIMIT) or None,
                default=entry.value == selected,
            )
            for entry in options
        ],
    )


def checkbox_group(
    name: str, options: Sequence[FormOption], selected: Collection[str]
) -> ui.CheckboxGroup[Any]:
    """Build a checkbox per option; the user may leave all of them empty."""
    return ui.CheckboxGroup(
        custom_id=name,
        required=False,
        min_values=0,
        max_values=len(options),
        options=[
            discord.CheckboxGroupOption(
                label=clip(entry.label, OPTION_LIMIT),
                value=entry.value,
                description=clip(entry.description, OPTION_LIMIT) or None,
                default=entry.value in selected,
            )
            for entry in options
        ],
    )


def select(name: str, options: Sequence[discord.SelectOption]) -> ui.Select[Any]:
    """Build a drop-down list with one selection."""
    return ui.Select(custom_id=name, options=list(options))


def channel_select(name: str, selected: int | None, *kinds: discord.ChannelType) -> ui.ChannelSelect[Any]:
    """Build a selection of one channel of the server, or none."""
    return ui.ChannelSelect(
        custom_id=name,
        channel_types=list(kinds),
        min_values=0,
        required=False,
        default_values=[] if selected is None else [discord.Object(selected)],
    )


def role_select(name: str, selected: int | None) -> ui.RoleSelect[Any]:
    """Build a selection of one role of the server, or none."""
    return ui.RoleSelect(
        custom_id=name,
        min_values=0,
        required=False,
        default_values=[] if selected is None else [discord.Object(selected)],
    )
