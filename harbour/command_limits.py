"""Discord's rules for application commands: names, options, choices, localisations and their sizes."""

import re
import unicodedata

from harbour.errors import Complaints, Json, invalid_form

CHAT_INPUT = 1
SUBCOMMAND, GROUP = 1, 2
SLASH_COMMANDS = 100
COMMAND_CHARACTERS = 8000
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
    """Refuse a whole list of commands, as one overwrite sends it, where Discord would."""
    slash = [command for command in commands if command.get("type", CHAT_INPUT) == CHAT_INPUT]
    if len(slash) > SLASH_COMMANDS:
        raise invalid_form(
            (),
            "APPLICATION_COMMANDS_LIMIT",
            f"At most {SLASH_COMMANDS} application commands are allowed",
        )
    complaints = Complaints()
    names = [(command.get("name"), command.get("type", CHAT_INPUT)) for command in commands]
    for index, command in enumerate(commands):
        if names.index(names[index]) != index:
            complaints.add(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        _check_command(complaints, (index,), command)
    complaints.raise_any()


def check_command(command: Json) -> None:
    complaints = Complaints()
    _check_command(complaints, (), command)
    complaints.raise_any()


def _check_command(complaints: Complaints, path: Path, command: Json) -> None:
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        complaints.length((*path, "name"), command.get("name"), 1, 32)
        return
    _check_named(complaints, path, command)
    _check_options(complaints, path, command.get("options") or [], depth=0)
    if _size(command) > COMMAND_CHARACTERS:
        complaints.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({COMMAND_CHARACTERS} characters)",
        )


def _check_named(complaints: Complaints, path: Path, thing: Json) -> None:
    """Name and description of a command or an option, in every language."""
    _check_name(complaints, (*path, "name"), thing.get("name"))
    complaints.length((*path, "description"), thing.get("description"), 1, 100)
    for locale, name in (thing.get("name_localizations") or {}).items():
        _check_locale(complaints, (*path, "name_localizations", locale), locale)
        _check_name(complaints, (*path, "name_localizations", locale), name)
    for locale, description in (thing.get("description_localizations") or {}).items():
        _check_locale(complaints, (*path, "description_localizations", locale), locale)
        complaints.length((*path, "description_localizations", locale), description, 1, 100)


def _check_locale(complaints: Complaints, path: Path, locale: str) -> None:
    if locale not in LOCALES:
        complaints.add(path, "MAPPING_KEY_CHOICES", f"{locale} is not a known locale")


def _check_name(complaints: Complaints, path: Path, name: object) -> None:
    good = isinstance(name, str) and _NAME.fullmatch(name) and name == name.lower()
    # \w also takes marks and connectors that Discord's letter and number classes do not hold.
    if not good or any(unicodedata.category(char)[0] not in "LN" for char in str(name) if char not in "-_'"):
        complaints.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(complaints: Complaints, path: Path, options: list[Json], depth: int) -> None:
    complaints.count((*path, "options"), len(options), 0, 25)
    names = [option.get("name") for option in options]
    nested = [option.get("type") in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        complaints.add(
            (*path, "options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-commands and options cannot be mixed",
        )
    optional_seen = False
    for index, option in enumerate(options):
        here = (*path, "options", index)
        _check_named(complaints, here, option)
        if names.index(names[index]) != index:
            complaints.add(
                (*here, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                "Option name already exists in list",
            )
        if option.get("type") in (SUBCOMMAND, GROUP):
            if depth == 2 or (depth == 1 and option["type"] == GROUP):
                complaints.add(
                    (*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deeply"
                )
            _check_options(complaints, here, option.get("options") or [], depth + 1)
            continue
        if option.get("required") and optional_seen:
            complaints.add(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        _check_choices(complaints, here, option)


def _check_choices(complaints: Complaints, path: Path, option: Json) -> None:
    choices = option.get("choices") or []
    complaints.count((*path, "choices"), len(choices), 0, 25)
    if choices and option.get("autocomplete"):
        complaints.add(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
            "Choices exclude autocomplete",
        )
    for index, choice in enumerate(choices):
        here = (*path, "choices", index)
        complaints.length((*here, "name"), choice.get("name"), 1, 100)
        for locale, name in (choice.get("name_localizations") or {}).items():
            complaints.length((*here, "name_localizations", locale), name, 1, 100)
        if isinstance(choice.get("value"), str):
            complaints.length((*here, "value"), choice["value"], 1, 100)


def _size(thing: Json) -> int:
    """Characters of names, descriptions and values, each in its longest language."""
    size = 0
    for key in ("name", "description"):
        translated = (thing.get(f"{key}_localizations") or {}).values()
        size += max(len(text or "") for text in (thing.get(key), *translated))
    if isinstance(thing.get("value"), str):
        size += len(thing["value"])
    for part in [*(thing.get("options") or []), *(thing.get("choices") or [])]:
        size += _size(part)
    return size
