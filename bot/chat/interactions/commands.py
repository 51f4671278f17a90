"""Declares slash commands and message commands, and builds them for discord.py.

A feature declares a command above its handler with `@command(name, description, *options)`. `group=TABLE`
makes it a subcommand. `@message_command(name)` declares an entry of the menu on a message. Names and
descriptions are source texts of Skald's or a game's catalogue.
"""

import inspect
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

import db
from bot.chat.interactions.component_dispatch import GameHandler
from bot.chat.interactions.context import Context
from bot.chat.interactions.requests import Interaction, Request, ResponseMode, run_handler
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages import SELECT_LIMIT, parse_digits
from bot.chat.messages.translator import localized_game_text
from bot.i18n import N_, SOURCE_LANGUAGE, Locale
from bot.i18n.typography import typeset
from bot.play.core import Denied
from bot.play.core.rate_limit import AUTOCOMPLETE_COST
from bot.views.game_labels import choice_label
from bot.views.markup import clip
from bot.views.pace_text import TIMED_PACE_CHOICES
from rules.game import AnyGame, Refusal

AUTOCOMPLETE_LIMIT = 25
GAME = "table"

Text = str | locale_str
"""A source text of Skald's catalogue, or a text that carries its own catalogue key."""
Arguments = dict[str, str]
"""Values of the options that the user filled in, by name; a user is given by id."""
Games = Mapping[str, AnyGame]
Choices = Sequence[tuple[Text, str]]
Handler = Callable[[Request, Arguments], Awaitable[None]]
MessageHandler = Callable[[Request, discord.Message], Awaitable[None]]
Autocompleter = Callable[[Request, str, Arguments], Awaitable[Sequence[tuple[str, str]]]]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command: chosen from a list, autocompleted, a user (by id), or free text.

    Choices are pairs of label and value, or a function that derives them from the installed games.
    """

    name: str
    label: Text
    description: Text
    required: bool = False
    choices: Choices | Callable[[Games], Choices] = ()
    autocomplete: Autocompleter | None = None
    is_user: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """Limits where Discord offers a command, and to whom; subcommands share their group's.

    `user_installable` commands also work wherever a user has installed Skald for themselves, even in private
    channels without it. `in_dms` commands work in direct messages with Skald.
    """

    user_installable: bool = True
    managers_only: bool = False
    in_dms: bool = True


ANYWHERE = Scope()
SERVERS = Scope(user_installable=False, in_dms=False)
SERVERS_AND_DMS = Scope(user_installable=False)
MANAGERS = Scope(user_installable=False, managers_only=True, in_dms=False)


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that belong together, under one name."""

    name: Text
    description: Text
    scope: Scope = ANYWHERE


NEW = Group(N_("new"), N_("Open a table"), SERVERS_AND_DMS)
TABLE = Group(N_("table"), N_("A game's story, your notes and orders, pausing and resigning"))
CLUB = Group(N_("club"), N_("The week's voyage, cups, profiles, your finished games"))
SERVER = Group(N_("server"), N_("How Skald behaves on this server"), MANAGERS)


@dataclass(frozen=True, slots=True)
class Command:
    """A declared command, from which `build_command` makes discord.py's."""

    name: Text
    description: Text
    handler: Handler
    options: tuple[Option, ...] = ()
    mode: ResponseMode = "private"
    group: Group | None = None
    scope: Scope = ANYWHERE


COMMANDS: dict[str, Command] = {}
"""Declared commands by the name typed after the slash: `play`, `table log`."""

MESSAGE_COMMANDS: dict[str, MessageHandler] = {}
"""Handlers of message commands, by the source text of their names."""

GAME_GROUPS = "the games"
COMMAND_ORDER = (
    *("play", "next", "games", "hand", "board", "undo", "rules", "learn", "new", "new now", GAME_GROUPS),
    *(f"table {name}" for name in ("advice", "recap", "log", "replay", "note", "order")),
    *(f"table {name}" for name in ("move", "offer", "pause", "resign", "end", "verify")),
    "leaderboard",
    *(f"club {name}" for name in ("practice", "guesses", "voyage", "cup", "league", "ladder", "wait")),
    *(f"club {name}" for name in ("profile", "history")),
    *("away", "settings", "help", "server settings", "server export"),
)
"""All commands in the order of their use. `GAME_GROUPS` stands for the groups of all games."""


def command(
    name: str,
    description: str,
    *options: Option,
    mode: ResponseMode = "private",
    group: Group | None = None,
    scope: Scope = ANYWHERE,
) -> Callable[[Handler], Handler]:
    """Register the decorated function as the handler of a slash command.

    :raises ValueError: If the name is taken.
    """
    typed = name if group is None else f"{group.name} {name}"

    def register(handler: Handler) -> Handler:
        if typed in COMMANDS:
            raise ValueError(f"two commands called {typed!r}")
        COMMANDS[typed] = Command(name, description, handler, options, mode, group, scope)
        return handler

    return register


def message_command(name: str) -> Callable[[MessageHandler], MessageHandler]:
    """Register the decorated function as the handler of an entry in the menu on a message.

    :raises ValueError: If the name is taken.
    """

    def register(handler: MessageHandler) -> MessageHandler:
        if name in MESSAGE_COMMANDS:
            raise ValueError(f"two message commands called {name!r}")
        MESSAGE_COMMANDS[name] = handler
        return handler

    return register


def game_command(
    name: str, description: str, *options: Option, finished: bool = False, group: Group | None = None
) -> Callable[[GameHandler], GameHandler]:
    """Like `command`, for a handler that gets the game the user means. Options are in `request.arguments`."""

    def register(handler: GameHandler) -> GameHandler:
        async def handle(request: Request, arguments: Arguments) -> None:
            await handler(request, await resolve_game(request, arguments.get(GAME)))

        command(name, description, *options, game_option(finished=finished), group=group)(handle)
        return handler

    return register


def command_link(context: Context, locale: Locale, typed: str) -> str:
    """Returns a clickable mention of a command, or its bold name while its id is unknown.

    Discord shows the English name in a mention, so a localised name is added beside it.
    """
    localized = " ".join(locale.t(name) for name in typed.split())
    command_id = context.links.command_ids.get(typed.partition(" ")[0])
    if command_id is None:
        return f"**/{localized}**"
    return f"</{typed}:{command_id}>" + ("" if localized == typed else f" (/{localized})")


def game_option(*, finished: bool = False) -> Option:
    """Returns the `table:` option, autocompleted with the user's running games, or also `finished` ones."""

    async def autocomplete(request: Request, typed: str, _: Arguments) -> Sequence[tuple[str, str]]:
        statuses = (*db.games.ONGOING, "over") if finished else db.games.ONGOING
        found = await db.players.list_games(request.store, request.actor.id, statuses)
        games = sorted(found, key=lambda game: game.status == "over")
        return matching_choices(await _game_choices(request, games), typed)

    return Option(
        GAME, N_("table"), N_("Which of your games; not needed in its thread"), autocomplete=autocomplete
    )


async def _game_choices(request: Request, games: Sequence[db.Game]) -> list[tuple[str, str]]:
    """Returns code and label of each game. Where a title repeats, the label tells opponents and turn."""
    locale, user_id, choices = request.locale, request.actor.id, list[tuple[str, str]]()
    titles = {key: locale.game_text(game, ()).game_name for key, game in request.games.items()}
    repeated = Counter(game.key for game in games if game.status != "over")
    for game in games:
        label = f"{titles.get(game.key, game.key)} {game.code}"
        if repeated[game.key] > 1 and game.status != "over" and len(choices) < SELECT_LIMIT:
            snapshot = await request.service.snapshot(game.code)
            label = choice_label(snapshot, snapshot.seat_of(user_id), locale)
        choices.append((game.code, label))
    return choices


def matching_choices(entries: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """Filter pairs of value and label by the typed text, up to Discord's limit.

    >>> matching_choices([("K7", "Lofoten K7"), ("M2", "Borealis M2")], "lof")
    [('K7', 'Lofoten K7')]
    """
    query = typed.casefold().strip()
    matching = [entry for entry in entries if query in entry[1].casefold() or query == entry[0]]
    return matching[:SELECT_LIMIT]


def match_choice(labels: Mapping[str, str], typed: str) -> str | None:
    """Returns the value that was chosen, else the first whose label has the typed text."""
    if typed in labels:
        return typed
    return next((value for value, _ in matching_choices(list(labels.items()), typed)), None)


# Building discord.py commands


def build_group(group: Group) -> app_commands.Group:
    managers = discord.Permissions(manage_guild=True) if group.scope.managers_only else None
    return app_commands.Group(
        name=localizable(group.name),
        description=localizable(group.description),
        default_permissions=managers,
        **_scope_kwargs(group.scope),
    )


def build_command(context: Context, declared: Command) -> app_commands.Command[Any, ..., Any]:
    callback = _command_callback(context, declared)
    options = {option.name: option for option in declared.options}
    if options:
        descriptions = {name: localizable(option.description) for name, option in options.items()}
        app_commands.describe(**descriptions)(callback)
        labels = {name: localizable(option.label) for name, option in options.items()}
        app_commands.rename(**labels)(callback)
    for name, option in options.items():
        if choices := _choices(context, option):
            listed = [app_commands.Choice(name=localizable(label), value=value) for label, value in choices]
            app_commands.choices(**{name: listed})(callback)
        elif option.autocomplete is not None:
            suggest = autocomplete_callback(context, option.autocomplete)
            app_commands.autocomplete(**{name: suggest})(callback)
    if declared.scope.managers_only:
        app_commands.default_permissions(manage_guild=True)(callback)
    return app_commands.Command(
        name=localizable(declared.name),
        description=localizable(declared.description),
        callback=callback,
        **_scope_kwargs(declared.scope),
    )


def build_message_command(context: Context, name: str, handler: MessageHandler) -> app_commands.ContextMenu:
    async def callback(interaction: Interaction, message: discord.Message) -> None:
        request = Request(context, interaction)
        request.action = name
        await run_handler(request, "private", lambda request: handler(request, message))

    return app_commands.ContextMenu(
        name=locale_str(name),
        callback=callback,
        type=discord.AppCommandType.message,
        **_scope_kwargs(ANYWHERE),
    )


def _command_callback(context: Context, declared: Command) -> Any:
    """Returns the function that discord.py calls. It reads the options off the signature."""
    offered = {option.name: {value for _, value in _choices(context, option)} for option in declared.options}
    user_options = {option.name for option in declared.options if option.is_user}

    async def callback(interaction: Interaction, **values: str | discord.User | None) -> None:
        given = {name: value for name, value in values.items() if value is not None}
        arguments = {name: str(getattr(value, "id", value)) for name, value in given.items()}

        async def handle(request: Request) -> None:
            # Discord's own clients send only offered values, but other clients can send anything.
            for name, value in arguments.items():
                is_malformed = name in user_options and parse_digits(value, 19) is None
                if is_malformed or (offered[name] and value not in offered[name]):
                    raise Denied("not_a_choice")
            request.arguments = arguments
            await declared.handler(request, arguments)

        request = Request(context, interaction)
        if interaction.command is not None:
            request.action = f"/{interaction.command.qualified_name}"
        await run_handler(request, declared.mode, handle)

    interaction = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    shaped: Any = callback
    shaped.__signature__ = inspect.Signature([interaction, *map(_parameter, declared.options)])
    return shaped


def _parameter(option: Option) -> inspect.Parameter:
    kind: Any = discord.User if option.is_user else str
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=kind if option.required else kind | None,
        default=inspect.Parameter.empty if option.required else None,
    )


def _scope_kwargs(scope: Scope) -> dict[str, Any]:
    anywhere = scope.user_installable
    return {
        "allowed_contexts": app_commands.AppCommandContext(
            guild=True, dm_channel=scope.in_dms, private_channel=anywhere
        ),
        "allowed_installs": app_commands.AppInstallationType(guild=True, user=anywhere),
    }


def localizable(text: Text) -> locale_str:
    """Returns a source text as discord.py translates it, set in the typography of the source language."""
    return text if isinstance(text, locale_str) else locale_str(typeset(SOURCE_LANGUAGE, text), key=text)


def _choices(context: Context, option: Option) -> Choices:
    return option.choices(context.games) if callable(option.choices) else option.choices


def autocomplete_callback(
    context: Context, autocomplete: Autocompleter
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def callback(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        if not context.interactions.rate_limit.allow(interaction.user.id, AUTOCOMPLETE_COST):
            return []
        namespace: Mapping[str, Any] = interaction.namespace.__dict__
        filled = {name: value for name, value in namespace.items() if isinstance(value, str) and value}
        try:
            entries = await autocomplete(Request(context, interaction), current, filled)
        except (Denied, Refusal):
            return []
        return [
            app_commands.Choice(name=clip(label, 100), value=value)
            for value, label in entries[:AUTOCOMPLETE_LIMIT]
        ]

    return callback


def title_choices(games: Games) -> Choices:
    """Returns a localised choice per title, such as Lofoten."""
    return [(localized_game_text(key, "game.name"), key) for key in games]


def club_options(about_game: str) -> tuple[Option, Option]:
    """Options of a ladder or league: the title, and the pace that its first member sets."""
    about_pace = N_("How much time players have, if you're the first to join")
    return (
        Option("game", N_("game"), about_game, choices=title_choices),
        Option("pace", N_("pace"), about_pace, choices=TIMED_PACE_CHOICES),
    )


class CommandTree(app_commands.CommandTree[discord.Client]):
    """Responds even to commands that no longer exist or have changed since Discord's copy."""

    context: Context

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        async def handle(_: Request) -> None:
            if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                raise Denied("command_changed")
            raise error

        await run_handler(Request(self.context, interaction), "private", handle)
