"""Validates application commands by Discord's limits on names, options, choices and localizations."""

import re
import unicodedata

from harbour.errors import FormErrors, Json, invalid_form

CHAT_INPUT = 1
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
Path = tuple[str | int, ...]


def check_commands(commands: list[Json]) -> None:
    """Validate the full list of a bulk overwrite. Raises ApiError."""
    slash = [command for command in commands if command.get("type", CHAT_INPUT) == CHAT_INPUT]
    if len(slash) > MAX_SLASH_COMMANDS:
        raise invalid_form(
            (),
            "APPLICATION_COMMANDS_LIMIT",
            f"At most {MAX_SLASH_COMMANDS} application commands are allowed",
        )
    form_errors = FormErrors()
    names = [(command.get("name"), command.get("type", CHAT_INPUT)) for command in commands]
    for index, command in enumerate(commands):
        if names.index(names[index]) != index:
            form_errors.add(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        _check_command(form_errors, (index,), command)
    form_errors.raise_if_any()


def check_command(command: Json) -> None:
    form_errors = FormErrors()
    _check_command(form_errors, (), command)
    form_errors.raise_if_any()


def _check_command(form_errors: FormErrors, path: Path, command: Json) -> None:
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        form_errors.check_length((*path, "name"), command.get("name"), 1, 32)
        return
    _check_name_and_description(form_errors, path, command)
    _check_options(form_errors, path, command.get("options") or [], depth=0)
    if _command_chars(command) > MAX_COMMAND_CHARS:
        form_errors.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({MAX_COMMAND_CHARS} characters)",
        )


def _check_name_and_description(form_errors: FormErrors, path: Path, item: Json) -> None:
    """Check name and description of a command or option, in all locales."""
    _check_name(form_errors, (*path, "name"), item.get("name"))
    form_errors.check_length((*path, "description"), item.get("description"), 1, 100)
    for locale, name in (item.get("name_localizations") or {}).items():
        _check_locale(form_errors, (*path, "name_localizations", locale), locale)
        _check_name(form_errors, (*path, "name_localizations", locale), name)
    for locale, description in (item.get("description_localizations") or {}).items():
        _check_locale(form_errors, (*path, "description_localizations", locale), locale)
        form_errors.check_length((*path, "description_localizations", locale), description, 1, 100)


def _check_locale(form_errors: FormErrors, path: Path, locale: str) -> None:
    if locale not in LOCALES:
        form_errors.add(path, "MAPPING_KEY_CHOICES", f"{locale} is not a known locale")


def _check_name(form_errors: FormErrors, path: Path, name: object) -> None:
    valid = isinstance(name, str) and _NAME.fullmatch(name) and name == name.lower()
    # \w also matches marks and connectors, which Discord's letter and number classes exclude.
    if not valid or any(unicodedata.category(char)[0] not in "LN" for char in str(name) if char not in "-_'"):
        form_errors.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(form_errors: FormErrors, path: Path, options: list[Json], depth: int) -> None:
    form_errors.check_count((*path, "options"), len(options), 0, 25)
    names = [option.get("name") for option in options]
    nested = [option.get("type") in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        form_errors.add(
            (*path, "options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-commands and options cannot be mixed",
        )
    optional_seen = False
    for index, option in enumerate(options):
        here = (*path, "options", index)
        _check_name_and_description(form_errors, here, option)
        if names.index(names[index]) != index:
            form_errors.add(
                (*here, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                "Option name already exists in list",
            )
        if option.get("type") in (SUBCOMMAND, GROUP):
            if depth == 2 or (depth == 1 and option["type"] == GROUP):
                form_errors.add(
                    (*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deeply"
                )
            _check_options(form_errors, here, option.get("options") or [], depth + 1)
            continue
        if option.get("required") and optional_seen:
            form_errors.add(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        _check_choices(form_errors, here, option)


def _check_choices(form_errors: FormErrors, path: Path, option: Json) -> None:
    choices = option.get("choices") or []
    form_errors.check_count((*path, "choices"), len(choices), 0, 25)
    if choices and option.get("autocomplete"):
        form_errors.add(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
            "Choices exclude autocomplete",
        )
    for index, choice in enumerate(choices):
        here = (*path, "choices", index)
        form_errors.check_length((*here, "name"), choice.get("name"), 1, 100)
        for locale, name in (choice.get("name_localizations") or {}).items():
            form_errors.check_length((*here, "name_localizations", locale), name, 1, 100)
        if isinstance(choice.get("value"), str):
            form_errors.check_length((*here, "value"), choice["value"], 1, 100)


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
