"""Builds forms (modals) from fields. A submitted form is dispatched by its custom id, like a button."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.messages.custom_id import CustomId
from bot.i18n import Locale
from bot.views.markup import clip

TITLE_LIMIT = LABEL_LIMIT = 45
DESCRIPTION_LIMIT = OPTION_LIMIT = 100

ChoiceTexts = Mapping[str, tuple[str, str]]
"""Source texts of choices by the value that each submits: its label, and an explanation."""


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


def radio_group(name: str, choices: ChoiceTexts, locale: Locale, selected: str) -> ui.RadioGroup[Any]:
    options = [
        discord.RadioGroupOption(**_option_kwargs(choices, value, locale), default=value == selected)
        for value in choices
    ]
    return ui.RadioGroup(custom_id=name, options=options)


def checkbox_group(
    name: str, choices: ChoiceTexts, locale: Locale, selected: Collection[str]
) -> ui.CheckboxGroup[Any]:
    """Build a checkbox per choice; the user may leave all of them empty."""
    options = [
        discord.CheckboxGroupOption(**_option_kwargs(choices, value, locale), default=value in selected)
        for value in choices
    ]
    return ui.CheckboxGroup(
        custom_id=name, required=False, min_values=0, max_values=len(options), options=options
    )


def _option_kwargs(choices: ChoiceTexts, value: str, locale: Locale) -> dict[str, Any]:
    label, description = (clip(locale.t(text), OPTION_LIMIT) for text in choices[value])
    return {"label": label, "value": value, "description": description or None}


def select(name: str, options: Sequence[discord.SelectOption]) -> ui.Select[Any]:
    return ui.Select(custom_id=name, options=list(options))


def optional_select(name: str, options: Sequence[discord.SelectOption], *, max_values: int) -> ui.Select[Any]:
    """Build a list in which the user may choose several options, or none."""
    return ui.Select(
        custom_id=name, options=list(options), required=False, min_values=0, max_values=max_values
    )


def channel_select(name: str, selected: int | None, *kinds: discord.ChannelType) -> ui.ChannelSelect[Any]:
    return ui.ChannelSelect(channel_types=list(kinds), **_optional_id_kwargs(name, selected))


def role_select(name: str, selected: int | None) -> ui.RoleSelect[Any]:
    return ui.RoleSelect(**_optional_id_kwargs(name, selected))


def _optional_id_kwargs(name: str, selected: int | None) -> dict[str, Any]:
    default_values = [] if selected is None else [discord.Object(selected)]
    return {"custom_id": name, "min_values": 0, "required": False, "default_values": default_values}
