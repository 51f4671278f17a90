"""Validates application commands by Discord's limits on names, options, choices and localizations."""

import re
import unicodedata

from harbour.errors import FormErrors, Json, invalid_form

CHAT_INPUT, MESSAGE_COMMAND, ENTRY_POINT = 1, 3, 4
MAX_MESSAGE_COMMANDS = 15
SUBCOMMAND, GROUP = 1, 2
MAX_SLASH_COMMANDS = 100
MAX_COMMAND_CHARS = 8000
# fmt: off
LOCALES = frozenset([
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id",
    "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN",
    "zh-TW",
])
# fmt: on

_NAME = re.compile(r"[-_'\w]{1,32}")


def check_commands(commands: list[Json]) -> None:
    """Validate the full list of a bulk overwrite. Raises ApiError."""
    slash = [command for command in commands if command.get("type", CHAT_INPUT) == CHAT_INPUT]
    if len(slash) > MAX_SLASH_COMMANDS:
        text = f"At most {MAX_SLASH_COMMANDS} application commands are allowed"
        raise invalid_form((), "APPLICATION_COMMANDS_LIMIT", text)
    if sum(command.get("type") == MESSAGE_COMMAND for command in commands) > MAX_MESSAGE_COMMANDS:
        text = f"At most {MAX_MESSAGE_COMMANDS} message commands are allowed"
        raise invalid_form((), "APPLICATION_COMMANDS_LIMIT", text)
    form = FormErrors()
    names = [(command.get("name"), command.get("type", CHAT_INPUT)) for command in commands]
    for index, command in enumerate(commands):
        here = form.at(index)
        if names.index(names[index]) != index:
            text = "Application command names must be unique"
            here.add("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        _check_command(here, command)
    form.raise_if_any()


def _check_command(form: FormErrors, command: Json) -> None:
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        form.check_length("name", command.get("name"), 1, 32)
        for locale, name in (command.get("name_localizations") or {}).items():
            _check_locale(form.at("name_localizations"), locale)
            form.at("name_localizations").check_length(locale, name, 1, 32)
        if command.get("description") or command.get("options"):
            text = "Context menu commands cannot have a description or options"
            form.add("description", "APPLICATION_COMMAND_DESCRIPTION_INVALID", text)
        return
    _check_name_and_description(form, command)
    _check_options(form, command.get("options") or [], depth=0)
    if _command_chars(command) > MAX_COMMAND_CHARS:
        text = f"Command exceeds maximum size ({MAX_COMMAND_CHARS} characters)"
        form.add("", "APPLICATION_COMMAND_TOO_LARGE", text)


def _check_name_and_description(form: FormErrors, item: Json) -> None:
    """Check name and description of a command or option, in all locales."""
    _check_name(form, "name", item.get("name"))
    form.check_length("description", item.get("description"), 1, 100)
    for locale, name in (item.get("name_localizations") or {}).items():
        _check_locale(form.at("name_localizations"), locale)
        _check_name(form.at("name_localizations"), locale, name)
    for locale, description in (item.get("description_localizations") or {}).items():
        _check_locale(form.at("description_localizations"), locale)
        form.at("description_localizations").check_length(locale, description, 1, 100)


def _check_locale(form: FormErrors, locale: str) -> None:
    if locale not in LOCALES:
        form.add(locale, "MAPPING_KEY_CHOICES", f"{locale} is not a known locale")


def _check_name(form: FormErrors, field: str, name: object) -> None:
    valid = isinstance(name, str) and _NAME.fullmatch(name) and name == name.lower()
    # \w also matches marks and connectors, which Discord's letter and number classes exclude.
    if not valid or any(unicodedata.category(char)[0] not in "LN" for char in str(name) if char not in "-_'"):
        form.add(field, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(form: FormErrors, options: list[Json], depth: int) -> None:
    form.check_count("options", len(options), 0, 25)
    names = [option.get("name") for option in options]
    if len({option.get("type") in (SUBCOMMAND, GROUP) for option in options}) > 1:
        text = "Sub-commands and options cannot be mixed"
        form.add("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
    optional_seen = False
    for index, option in enumerate(options):
        here = form.at("options", index)
        _check_name_and_description(here, option)
        if names.index(names[index]) != index:
            text = "Option name already exists in list"
            here.add("name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", text)
        if option.get("type") in (SUBCOMMAND, GROUP):
            if depth == 2 or (depth == 1 and option["type"] == GROUP):
                here.add("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deeply")
            _check_options(here, option.get("options") or [], depth + 1)
            continue
        if option.get("required") and optional_seen:
            text = "Required options must be placed before non-required options"
            here.add("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen = optional_seen or not option.get("required")
        _check_choices(here, option)


def _check_choices(form: FormErrors, option: Json) -> None:
    choices = option.get("choices") or []
    form.check_count("choices", len(choices), 0, 25)
    if choices and option.get("autocomplete"):
        text = "Choices exclude autocomplete"
        form.add("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", text)
    for index, choice in enumerate(choices):
        here = form.at("choices", index)
        here.check_length("name", choice.get("name"), 1, 100)
        for locale, name in (choice.get("name_localizations") or {}).items():
            here.at("name_localizations").check_length(locale, name, 1, 100)
        if isinstance(choice.get("value"), str):
            here.check_length("value", choice["value"], 1, 100)


def _command_chars(item: Json) -> int:
    """Returns the total length of names, descriptions and values, each in its longest locale."""
    size = 0
    for key in ("name", "description"):
        translated = (item.get(f"{key}_localizations") or {}).values()
        size += max(len(text or "") for text in (item.get(key), *translated))
    if isinstance(item.get("value"), str):
        size += len(item["value"])
    for part in [*(item.get("options") or []), *(item.get("choices") or [])]:
        size += _command_chars(part)
    return size
