"""Builds all commands: those that features declare, and slash commands generated from the games.

`/new` has a subcommand per game, with that game's options. Each game has a group of its own, with a
subcommand per kind of move and an option per field.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import app_commands

from bot.chat.interactions import Context, Request, resolve_game
from bot.chat.interactions.commands import (
    COMMAND_ORDER,
    COMMANDS,
    GAME,
    GAME_GROUPS,
    MESSAGE_COMMANDS,
    NEW,
    Arguments,
    Autocompleter,
    Command,
    Games,
    Group,
    Option,
    build_command,
    build_group,
    build_message_command,
    game_option,
    matching_choices,
)
from bot.chat.lobby import lobby
from bot.chat.lobby.options import option_values
from bot.chat.messages.translator import localized_game_text
from bot.chat.table.moves import field_choices, play_typed_move
from bot.i18n import N_
from bot.views.pace_text import LEVEL_LABELS, PACE_LABELS, RATED_LABELS, START_LABELS
from rules.game import AnyGame, Move, kind_of

BuiltCommand = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu


def build_all_commands(context: Context) -> list[BuiltCommand]:
    commands = COMMANDS | _generated_commands(context.games)
    top_level: dict[str, BuiltCommand] = {}
    for name in sorted(commands, key=lambda name: _sort_key(name, context.games)):
        declared, first = commands[name], name.partition(" ")[0]
        built = build_command(context, declared)
        if declared.group is None:
            top_level[first] = built
        else:
            group = top_level.setdefault(first, build_group(declared.group))
            assert isinstance(group, app_commands.Group)
            group.add_command(built)
    message_commands = (
        build_message_command(context, name, handler) for name, handler in MESSAGE_COMMANDS.items()
    )
    return [*top_level.values(), *message_commands]


def _generated_commands(games: Games) -> dict[str, Command]:
    """Returns the commands generated from the games, by the name typed after the slash."""
    new_commands = {f"{NEW.name} {key}": _new_table_command(game) for key, game in games.items()}
    return new_commands | {
        f"{key} {kind_of(model)}": _move_command(key, model)
        for key, game in games.items()
        for model in game.info.moves
    }


def _sort_key(typed: str, games: Games) -> int:
    first = typed.partition(" ")[0]
    positions = [
        COMMAND_ORDER.index(name)
        for name in (typed, first, GAME_GROUPS if first in games else "")
        if name in COMMAND_ORDER
    ]
    return min(positions, default=len(COMMAND_ORDER))


def _new_table_command(game: AnyGame) -> Command:
    key = game.info.key

    async def handler(request: Request, arguments: Arguments) -> None:
        await lobby.open_table(request, key, arguments)

    options = [
        Option(
            name,
            localized_game_text(key, f"parameter.{name}"),
            localized_game_text(key, f"option.{name}"),
            choices=[
                (localized_game_text(key, f"option.{name}.{value}"), value)
                for value in option_values(game.info.options, name)
            ],
        )
        for name in game.info.options.model_fields
    ]
    all_options = (*lobby.guest_options(game), *_computer_player_options(game), *options, *_pace_options())
    return Command(key, localized_game_text(key, "game.tagline"), handler, all_options, group=NEW)


def _computer_player_options(game: AnyGame) -> list[Option]:
    numbers = [(str(number), str(number)) for number in range(1, game.info.seats[1])]
    about = N_("How many computer players to seat")
    return [
        Option("opponents", N_("opponents"), about, choices=numbers),
        _labelled_option("level", N_("level"), N_("How strong the computer players are"), LEVEL_LABELS),
    ]


def _pace_options() -> list[Option]:
    """Returns the options that every game has: pace, rating and start."""
    rated, start = (
        N_("Rated or not; rated games need a clock"),
        N_("Start the game yourself, or when the table is full"),
    )
    return [
        _labelled_option("pace", N_("pace"), N_("How much time players have"), PACE_LABELS),
        _labelled_option("rated", N_("rated"), rated, RATED_LABELS),
        _labelled_option("start", N_("start"), start, START_LABELS),
    ]


def _labelled_option(name: str, label: str, description: str, labels: Mapping[str, str]) -> Option:
    return Option(name, label, description, choices=[(text, value) for value, text in labels.items()])


def _move_command(key: str, model: type[Move]) -> Command:
    kind = kind_of(model)

    async def handler(request: Request, arguments: Arguments) -> None:
        fields = {name: value for name, value in arguments.items() if name != GAME}
        await play_typed_move(request, key, kind, fields, arguments.get(GAME))

    options = [
        Option(
            name,
            localized_game_text(key, f"field.{kind}.{name}"),
            localized_game_text(key, f"field.{kind}.{name}.about"),
            required=True,
            autocomplete=_field_autocompleter(key, kind, name),
        )
        for name in model.choice_fields()
    ]
    return Command(
        localized_game_text(key, f"command.{kind}"),
        localized_game_text(key, f"command.{kind}.about"),
        handler,
        (*options, game_option()),
        group=Group(key, localized_game_text(key, "game.tagline")),
    )


def _field_autocompleter(key: str, kind: str, name: str) -> Autocompleter:
    async def autocomplete(request: Request, typed: str, arguments: Arguments) -> Sequence[tuple[str, str]]:
        snapshot = await resolve_game(request, arguments.get(GAME), key=key)
        fixed = {other: value for other, value in arguments.items() if other not in (name, GAME)}
        return matching_choices(field_choices(request, snapshot, kind, name, fixed), typed)

    return autocomplete
