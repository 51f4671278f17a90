"""Slash commands: how a feature declares one, and what discord.py makes of it.

A command is declared above the function that does its work, with `@command(name, about, *options)`; with
`group=TABLE` it is one of the commands of a group. Names, labels and descriptions are sentences of Skald's
own catalogue, or texts of a game (`game_text`). `reach` says where it is offered, and to whom.
"""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

import db
from bot.chat.interactions.context import Context
from bot.chat.interactions.rate_limit import COMPLETION
from bot.chat.interactions.requests import Interaction, Manner, Request, answer
from bot.chat.messages.message_builder import SELECT_LIMIT
from bot.i18n import N_, Locale
from bot.play.core.refusals import Denied
from bot.views.markup import clip
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
class Reach:
    """Where Discord offers a command, and to whom.

    What is offered beyond servers works in direct messages, and wherever somebody brings Skald along as an
    app of their own; `direct` is offered in the direct messages with Skald itself. A group has one reach for
    all that is in it.
    """

    beyond_servers: bool = True
    managers_only: bool = False
    direct: bool = True


ANYWHERE = Reach()
SERVERS = Reach(beyond_servers=False, direct=False)
SERVERS_AND_DIRECT = Reach(beyond_servers=False)
MANAGERS = Reach(beyond_servers=False, managers_only=True, direct=False)


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that belong together, under one name."""

    name: Text
    about: Text
    reach: Reach = ANYWHERE


NEW = Group(N_("new"), N_("Open a table"), SERVERS_AND_DIRECT)
TABLE = Group(N_("table"), N_("A game's story, your notes and orders, and how to leave it"))
CLUB = Group(N_("club"), N_("The week's voyage, cups, profiles, your finished games"))
SERVER = Group(N_("server"), N_("How Skald behaves on this server"), MANAGERS)


@dataclass(frozen=True, slots=True)
class Command:
    """A command before discord.py makes one of it."""

    name: Text
    about: Text
    work: Work
    options: tuple[Option, ...] = ()
    manner: Manner = "private"
    group: Group | None = None
    reach: Reach = ANYWHERE


COMMANDS: dict[str, Command] = {}
"""All that features have declared, by what is typed: `play`, `table log`."""

GAMES = "the games"
ORDER = (
    "play",
    "next",
    "games",
    "hand",
    "board",
    "undo",
    "rules",
    "learn",
    "new",
    "new now",
    GAMES,
    "table advice",
    "table recap",
    "table log",
    "table replay",
    "table note",
    "table order",
    "table move",
    "table offer",
    "table resign",
    "table end",
    "table verify",
    "leaderboard",
    "club voyage",
    "club cup",
    "club league",
    "club wait",
    "club profile",
    "club history",
    "away",
    "settings",
    "help",
    "server settings",
    "server export",
)
"""All commands in the order of their use, those of the games at one place in it."""


def command(
    name: str,
    about: str,
    *options: Option,
    manner: Manner = "private",
    group: Group | None = None,
    reach: Reach = ANYWHERE,
) -> Callable[[Work], Work]:
    """Declare that the function below does the work of this command."""
    typed = name if group is None else f"{group.name} {name}"

    def register(work: Work) -> Work:
        if typed in COMMANDS:
            raise ValueError(f"two commands called {typed!r}")
        COMMANDS[typed] = Command(name, about, work, options, manner, group, reach)
        return work

    return register


def link(context: Context, locale: Locale, typed: str) -> str:
    """A command as a link that opens it, once Discord has given it an id.

    Discord opens a link only by the names of the code, and shows these; so the name that the reader finds
    in the list of commands stands beside it where it is another.
    """
    own = " ".join(locale.t(word) for word in typed.split())
    number = context.command_ids.get(typed.partition(" ")[0])
    if number is None:
        return f"**/{own}**"
    return f"</{typed}:{number}>" + ("" if own == typed else f" (/{own})")


def game_option(*, finished: bool = False) -> Option:
    """Which game is meant, out of those that go on, or also of those that are over."""

    async def complete(request: Request, typed: str, _: Given) -> Sequence[tuple[str, str]]:
        statuses = (*db.games.ONGOING, "over") if finished else db.games.ONGOING
        found = await db.games.of_person(request.store, request.actor.id, statuses)
        games = sorted(found, key=lambda game: game.status == "over")
        titles = {key: request.locale.game_text(game, ()).game_name for key, game in request.games.items()}
        return matches(
            [(game.code, f"{titles.get(game.key, game.key)} {game.code}") for game in games], typed
        )

    return Option(GAME, N_("game"), N_("Which of your games; not needed in its thread"), complete=complete)


def matches(entries: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """The entries whose label holds what was typed, at most as many as Discord shows."""
    wanted = typed.casefold().strip()
    fitting = [entry for entry in entries if wanted in entry[1].casefold() or wanted == entry[0]]
    return fitting[:SELECT_LIMIT]


# What discord.py makes of it


def made_group(group: Group, *members: app_commands.Command[Any, ..., Any]) -> app_commands.Group:
    """The discord.py group of a declared one."""
    whole = app_commands.Group(
        name=shown(group.name),
        description=shown(group.about),
        allowed_contexts=_contexts(group.reach),
        allowed_installs=_installs(group.reach),
        default_permissions=_needed(group.reach),
    )
    for member in members:
        whole.add_command(member)
    return whole


def made(context: Context, planned: Command) -> app_commands.Command[Any, ..., Any]:
    """The discord.py command of a declared one."""
    people = {option.name for option in planned.options if option.person}
    offered = {option.name: _values(context, option) for option in planned.options if option.choices}

    async def callback(interaction: Interaction, **values: str | discord.User | None) -> None:
        given = {name: _text(value) for name, value in values.items() if value is not None}

        async def work(request: Request) -> None:
            # Discord's apps send nothing else, but an app is not the only thing that can send.
            for name, value in given.items():
                if value not in offered.get(name, (value,)) or (name in people and not _is_id(value)):
                    raise Denied("not_a_choice")
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
        if choices := _choices(context, option):
            listed = [app_commands.Choice(name=shown(label), value=value) for label, value in choices]
            app_commands.choices(**{option.name: listed})(shaped)
        elif option.complete is not None:
            app_commands.autocomplete(**{option.name: _completing(context, option.complete)})(shaped)
    if planned.reach.managers_only:
        app_commands.default_permissions(manage_guild=True)(shaped)
    return app_commands.Command(
        name=shown(planned.name),
        description=shown(planned.about),
        callback=shaped,
        allowed_contexts=_contexts(planned.reach),
        allowed_installs=_installs(planned.reach),
    )


def _contexts(reach: Reach) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(
        guild=True, dm_channel=reach.direct, private_channel=reach.beyond_servers
    )


def _installs(reach: Reach) -> app_commands.AppInstallationType:
    return app_commands.AppInstallationType(guild=True, user=reach.beyond_servers)


def _needed(reach: Reach) -> discord.Permissions | None:
    return discord.Permissions(manage_guild=True) if reach.managers_only else None


def shown(text: Text) -> locale_str:
    """A text that Discord shows in the language of whoever reads it."""
    return text if isinstance(text, locale_str) else locale_str(text)


def _annotation(option: Option) -> Any:
    kind = discord.User if option.person else str
    return kind if option.required else kind | None


def _text(value: str | discord.User) -> str:
    return value if isinstance(value, str) else str(value.id)


def _choices(context: Context, option: Option) -> Choices:
    return option.choices(context.games) if callable(option.choices) else option.choices


def _values(context: Context, option: Option) -> frozenset[str]:
    return frozenset(value for _, value in _choices(context, option))


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 20


def _completing(
    context: Context, complete: Completer
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def completer(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        if not context.patience.allows(interaction.user.id, COMPLETION):
            return []
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
