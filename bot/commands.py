"""The slash commands: a few of Skald's own, and one group a game, generated from its options and moves."""

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot import habits, keeping, lobby, mygames, orders, playing, privacy, reference, server, votes
from bot.agreement import LABELS, RATED
from bot.call import Call, Interaction, answer
from bot.catching_up import catching_up
from bot.draft import clip
from bot.house import House
from bot.plans import GAME, CommandPlan, Completer, Given, Option, Work, about_a_game, game_option
from bot.position import Position
from bot.standings.commands import standings
from bot.tables import Denied
from bot.translator import game_text
from bot.which import meant
from bot.words import mark
from rules.game import AnyGame, Refusal, kind_of

AUTOCOMPLETE_LIMIT = 25


def all_commands(house: House) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """Everything to be registered with Discord."""
    plans = (
        *_own(house),
        *catching_up(),
        *habits.commands(),
        *mygames.commands(),
        *orders.commands(),
        *standings(house),
        *keeping.commands(),
        *votes.commands(),
        server.command(),
        privacy.command(),
    )
    own = [_made(house, plan) for plan in plans]
    return [_new(house), *own, *(_moves(house, game) for game in house.games.values())]


def _new(house: House) -> app_commands.Group:
    group = app_commands.Group(
        name=locale_str(mark("new")),
        description=locale_str(mark("Open a table")),
        guild_only=True,
    )
    for game in house.games.values():
        group.add_command(_made(house, _opening(game)))
    return group


def _opening(game: AnyGame) -> CommandPlan:
    key = game.info.key

    async def work(call: Call, given: Given) -> None:
        await lobby.open_table(call, key, dict(given))

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
    return CommandPlan(locale_str(key), game_text(key, "game.tagline"), work, options=[*options, *_agreed()])


def _agreed() -> list[Option]:
    """What may be agreed on when a table is opened, whatever the game."""
    return [
        Option(
            "pace",
            locale_str(mark("pace")),
            locale_str(mark("How much time everybody has")),
            choices=[(locale_str(label), value) for value, label in LABELS.items()],
        ),
        Option(
            "rated",
            locale_str(mark("rated")),
            locale_str(mark("Whether it counts for the ratings; that needs a clock")),
            choices=[(locale_str(label), value) for value, label in RATED.items()],
        ),
    ]


def _moves(house: House, game: AnyGame) -> app_commands.Group:
    """A game's own group: one subcommand a kind of move, one option a field."""
    key = game.info.key
    group = app_commands.Group(name=key, description=game_text(key, "game.tagline"))
    for model in game.info.moves:
        kind = kind_of(model)
        options = [
            Option(
                name,
                game_text(key, f"field.{kind}.{name}"),
                game_text(key, f"field.{kind}.{name}.about"),
                required=True,
                complete=_move_completer(key, kind, name),
            )
            for name in model.asked()
        ]
        plan = CommandPlan(
            game_text(key, f"command.{kind}"),
            game_text(key, f"command.{kind}.about"),
            _typed(key, kind),
            options=[*options, game_option()],
        )
        group.add_command(_made(house, plan))
    return group


def _typed(key: str, kind: str) -> Work:
    async def work(call: Call, given: Given) -> None:
        fields = {name: value for name, value in given.items() if name != GAME}
        await playing.typed(call, key, kind, fields, given.get(GAME))

    return work


def _move_completer(key: str, kind: str, name: str) -> Completer:
    async def complete(call: Call, typed: str, given: Given) -> Sequence[tuple[str, str]]:
        position = await meant(call, given.get(GAME), key=key)
        fixed = {other: value for other, value in given.items() if other not in (name, GAME)}
        return reference.matches(playing.field_choices(call, position, kind, name, fixed), typed)

    return complete


def _own(house: House) -> list[CommandPlan]:
    async def play(call: Call, given: Given) -> None:
        await playing.open_panel(call, await meant(call, given.get(GAME)))

    async def hand(call: Call, given: Given) -> None:
        await playing.show_hand(call, await meant(call, given.get(GAME)))

    async def board(call: Call, given: Given) -> None:
        await playing.show_board(call, await meant(call, given.get(GAME)))

    async def undo(call: Call, given: Given) -> None:
        await playing.take_back(call, (await meant(call, given.get(GAME))).code)

    async def resign(call: Call, given: Given) -> None:
        await playing.ask_resign(call, await meant(call, given.get(GAME)))

    async def help_(call: Call, _: Given) -> None:
        await reference.show_help(call)

    return [
        about_a_game(mark("play"), mark("Your panel: the board, your hand, what you can do"), play),
        about_a_game(mark("hand"), mark("Your hand, for your eyes only"), hand),
        about_a_game(mark("board"), mark("The board as you may see it"), board),
        about_a_game(mark("undo"), mark("Take back your last move, as long as nothing was revealed"), undo),
        about_a_game(mark("resign"), mark("Give a game up"), resign),
        _rules(house),
        CommandPlan(locale_str(mark("help")), locale_str(mark("How to play with Skald")), help_),
    ]


def _rules(house: House) -> CommandPlan:
    titles = [(game_text(key, "game.name"), key) for key in house.games]

    async def work(call: Call, given: Given) -> None:
        game, position = await _title_meant(call, given.get("title"))
        await reference.show_rules(
            call, game, position=position, topic=given.get("topic", ""), piece=given.get("piece", "")
        )

    async def topics(call: Call, typed: str, given: Given) -> Sequence[tuple[str, str]]:
        game, _ = await _title_meant(call, given.get("title"))
        return reference.matches(call.words.teller(game, ()).topics(), typed)

    async def pieces(call: Call, typed: str, given: Given) -> Sequence[tuple[str, str]]:
        game, _ = await _title_meant(call, given.get("title"))
        return reference.matches(call.words.teller(game, ()).pieces(), typed)

    return CommandPlan(
        locale_str(mark("rules")),
        locale_str(mark("The rules for the decision at hand, a chapter, or any card or piece")),
        work,
        options=[
            Option(
                "topic",
                locale_str(mark("topic")),
                locale_str(mark("A chapter of the rules")),
                complete=topics,
            ),
            Option(
                "piece", locale_str(mark("piece")), locale_str(mark("A card or a piece")), complete=pieces
            ),
            Option(
                "title", locale_str(mark("title")), locale_str(mark("Which game's rules")), choices=titles
            ),
        ],
    )


async def _title_meant(call: Call, title: str | None) -> tuple[AnyGame, Position | None]:
    """The title asked for; else that of the game at hand; else the first."""
    games = call.house.games
    try:
        position = await meant(call, None, key=title)
    except Denied:
        return games[title] if title in games else next(iter(games.values())), None
    return position.game, position


def _made(house: House, plan: CommandPlan) -> app_commands.Command[Any, ..., Any]:
    """The discord.py command of a plan."""

    async def callback(interaction: Interaction, **values: str | discord.User | None) -> None:
        given = {name: _text(value) for name, value in values.items() if value is not None}

        async def work(call: Call) -> None:
            await plan.work(call, given)

        await answer(Call(house, interaction), plan.manner, work)

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
                for option in plan.options
            ),
        ]
    )
    if plan.options:
        app_commands.describe(**{option.name: option.about for option in plan.options})(shaped)
        app_commands.rename(**{option.name: option.label for option in plan.options})(shaped)
    for option in plan.options:
        if option.choices:
            app_commands.choices(
                **{
                    option.name: [
                        app_commands.Choice(name=label, value=value) for label, value in option.choices
                    ]
                }
            )(shaped)
        elif option.complete is not None:
            app_commands.autocomplete(**{option.name: _completing(house, option.complete)})(shaped)
    return app_commands.Command(name=plan.name, description=plan.about, callback=shaped)


def _annotation(option: Option) -> Any:
    kind = discord.User if option.person else str
    return kind if option.required else kind | None


def _text(value: str | discord.User) -> str:
    return value if isinstance(value, str) else str(value.id)


def _completing(
    house: House, complete: Completer
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def completer(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        call = Call(house, interaction)
        try:
            entries = await complete(call, current, _given(interaction.namespace))
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

    house: House

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        async def work(_: Call) -> None:
            if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                raise Denied(mark("This command has changed. Reload Discord and try again."))
            raise error

        await answer(Call(self.house, interaction), "private", work)
