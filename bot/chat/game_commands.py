"""All slash commands as Discord is told of them: those that features declare, and those generated for games.

`/new` has a subcommand a game, with the options of that game. Each game has a group of its own, with a
subcommand a kind of move and an option a field of it.
"""

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.chat import lobby
from bot.chat.agreement import LABELS, RATED
from bot.chat.commands import (
    COMMANDS,
    GAME,
    Command,
    Completer,
    Given,
    Option,
    Work,
    game_option,
    made,
    matches,
    shown,
)
from bot.chat.context import Context
from bot.chat.games import meant
from bot.chat.moves import field_choices, typed
from bot.chat.requests import Request
from bot.chat.translator import game_text
from bot.words import mark
from rules.game import AnyGame, Move, kind_of


def all_commands(context: Context) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """Everything to be registered with Discord."""
    own = [made(context, each) for each in COMMANDS.values()]
    return [_new(context), *own, *(_moves(context, game) for game in context.games.values())]


def _new(context: Context) -> app_commands.Group:
    group = app_commands.Group(
        name=shown(mark("new")), description=shown(mark("Open a table")), guild_only=True
    )
    for game in context.games.values():
        group.add_command(made(context, _opening(game)))
    return group


def _opening(game: AnyGame) -> Command:
    key = game.info.key

    async def work(request: Request, given: Given) -> None:
        await lobby.open_table(request, key, given)

    options = [
        Option(
            name,
            game_text(key, f"parameter.{name}"),
            game_text(key, f"option.{name}"),
            choices=[
                (game_text(key, f"option.{name}.{value}"), value)
                for value in lobby.option_values(game.info.options, name)
            ],
        )
        for name in game.info.options.model_fields
    ]
    return Command(key, game_text(key, "game.tagline"), work, (*options, *_agreed()))


def _agreed() -> list[Option]:
    """What may be agreed on when a table is opened, whatever the game."""
    return [
        Option(
            "pace",
            mark("pace"),
            mark("How much time everybody has"),
            choices=[(label, value) for value, label in LABELS.items()],
        ),
        Option(
            "rated",
            mark("rated"),
            mark("Whether it counts for the ratings; that needs a clock"),
            choices=[(label, value) for value, label in RATED.items()],
        ),
    ]


def _moves(context: Context, game: AnyGame) -> app_commands.Group:
    """A game's own group."""
    key = game.info.key
    group = app_commands.Group(name=key, description=game_text(key, "game.tagline"))
    for model in game.info.moves:
        group.add_command(made(context, _move(key, model)))
    return group


def _move(key: str, model: type[Move]) -> Command:
    kind = kind_of(model)
    options = [
        Option(
            name,
            game_text(key, f"field.{kind}.{name}"),
            game_text(key, f"field.{kind}.{name}.about"),
            required=True,
            complete=_completer(key, kind, name),
        )
        for name in model.asked()
    ]
    return Command(
        game_text(key, f"command.{kind}"),
        game_text(key, f"command.{kind}.about"),
        _typed(key, kind),
        (*options, game_option()),
    )


def _typed(key: str, kind: str) -> Work:
    async def work(request: Request, given: Given) -> None:
        fields = {name: value for name, value in given.items() if name != GAME}
        await typed(request, key, kind, fields, given.get(GAME))

    return work


def _completer(key: str, kind: str, name: str) -> Completer:
    async def complete(request: Request, current: str, given: Given) -> Sequence[tuple[str, str]]:
        position = await meant(request, given.get(GAME), key=key)
        fixed = {other: value for other, value in given.items() if other not in (name, GAME)}
        return matches(field_choices(request, position, kind, name, fixed), current)

    return complete
