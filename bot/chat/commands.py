"""Slash commands: how a feature declares one, and what discord.py makes of it.

A command is declared above the function that does its work, with `@command(name, about, *options)`. Names,
labels and descriptions are sentences of Skald's own catalogue, or texts of a game (`game_text`).
"""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

import db
from bot.chat.context import Context
from bot.chat.draft import SELECT_LIMIT, clip
from bot.chat.requests import Interaction, Manner, Request, answer
from bot.play.refusals import Denied
from bot.words import mark
from rules.game import AnyGame, Refusal

AUTOCOMPLETE_LIMIT = 25
GAME = "game"

Text = str | locale_str
"""What Discord shows: a sentence of Skald's own catalogue, or a text that says where it is found."""
Given = dict[str, str]
"""The options that were filled in, by name; a person is given by id."""
Games = Mapping[str, AnyGame]
Choices = Sequence[tuple[Text, str]]
Work = Callable[[Request, Given], Awaitable[None]]
Completer = Callable[[Request, str, Given], Awaitable[Sequence[tuple[str, str]]]]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command: chosen from a list, completed as it is typed, a person (by id), or free.

    The choices, each a label and a value, may hang on the games that are offered.
    """

    name: str
    label: Text
    about: Text
    required: bool = False
    choices: Choices | Callable[[Games], Choices] = ()
    complete: Completer | None = None
    person: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command before discord.py makes one of it."""

    name: Text
    about: Text
    work: Work
    options: tuple[Option, ...] = ()
    manner: Manner = "private"


COMMANDS: dict[str, Command] = {}
"""All that features have declared, by name."""


def command(name: str, about: str, *options: Option, manner: Manner = "private") -> Callable[[Work], Work]:
    """Declare that the function below does the work of this command."""

    def register(work: Work) -> Work:
        if name in COMMANDS:
            raise ValueError(f"two commands called {name!r}")
        COMMANDS[name] = Command(name, about, work, options, manner)
        return work

    return register


def game_option(*, finished: bool = False) -> Option:
    """Which game is meant, out of those that go on, or also of those that are over."""

    async def complete(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
        statuses = (*db.games.ONGOING, "over") if finished else db.games.ONGOING
        found = await db.games.of_person(request.store, request.visitor.id, statuses)
        games = sorted(found, key=lambda game: game.status == "over")
        titles = {key: request.words.teller(game, ()).game_name for key, game in request.games.items()}
        return matches(
            [(game.code, f"{titles.get(game.key, game.key)} {game.code}") for game in games], typed
        )

    return Option(
        GAME, mark("game"), mark("Which of your games; not needed in its thread"), complete=complete
    )


def matches(entries: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """The entries whose label holds what was typed, at most as many as Discord shows."""
    wanted = typed.casefold().strip()
    fitting = [entry for entry in entries if wanted in entry[1].casefold() or wanted == entry[0]]
    return fitting[:SELECT_LIMIT]


# What discord.py makes of it


def made(context: Context, planned: Command) -> app_commands.Command[Any, ..., Any]:
    """The discord.py command of a declared one."""

    async def callback(interaction: Interaction, **values: str | discord.User | None) -> None:
        given = {name: _text(value) for name, value in values.items() if value is not None}

        async def work(request: Request) -> None:
            await planned.work(request, given)

        await answer(Request(context, interaction), planned.manner, work)

    # discord.py reads the options off the signature.
    shaped: Any = callback
    shaped.__signature__ = inspect.Signature(
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            *(
                inspect.Parameter(
                    option.name,
                    inspect.Parameter.KEYWORD_ONLY,
                    annotation=_annotation(option),
                    default=inspect.Parameter.empty if option.required else None,
                )
                for option in planned.options
            ),
        ]
    )
    if planned.options:
        app_commands.describe(**{option.name: shown(option.about) for option in planned.options})(shaped)
        app_commands.rename(**{option.name: shown(option.label) for option in planned.options})(shaped)
    for option in planned.options:
        choices = option.choices(context.games) if callable(option.choices) else option.choices
        if choices:
            offered = [app_commands.Choice(name=shown(label), value=value) for label, value in choices]
            app_commands.choices(**{option.name: offered})(shaped)
        elif option.complete is not None:
            app_commands.autocomplete(**{option.name: _completing(context, option.complete)})(shaped)
    return app_commands.Command(name=shown(planned.name), description=shown(planned.about), callback=shaped)


def shown(text: Text) -> locale_str:
    """A text that Discord shows in the language of whoever reads it."""
    return text if isinstance(text, locale_str) else locale_str(text)


def _annotation(option: Option) -> Any:
    kind = discord.User if option.person else str
    return kind if option.required else kind | None


def _text(value: str | discord.User) -> str:
    return value if isinstance(value, str) else str(value.id)


def _completing(
    context: Context, complete: Completer
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def completer(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            entries = await complete(Request(context, interaction), current, _given(interaction.namespace))
        except (Denied, Refusal):
            return []
        return [
            app_commands.Choice(name=clip(label, 100), value=value)
            for value, label in entries[:AUTOCOMPLETE_LIMIT]
        ]

    return completer


def _given(namespace: app_commands.Namespace) -> Given:
    filled: Mapping[str, Any] = namespace.__dict__
    return {name: value for name, value in filled.items() if isinstance(value, str) and value}


class Tree(app_commands.CommandTree[discord.Client]):
    """Answers even a command that this Skald does not know any more."""

    context: Context

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        async def work(_: Request) -> None:
            if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                raise Denied("command_changed")
            raise error

        await answer(Request(self.context, interaction), "private", work)
