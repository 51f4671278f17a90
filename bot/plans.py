"""Commands as they are planned, before discord.py makes something of them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from discord.app_commands import locale_str

from bot import reference
from bot.call import Call, Manner
from bot.words import mark

Given = dict[str, str]
Work = Callable[[Call, Given], Awaitable[None]]
Completer = Callable[[Call, str, Given], Awaitable[Sequence[tuple[str, str]]]]

GAME = "game"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command: chosen from a list, completed as it is typed, a person (by id), or free."""

    name: str
    label: locale_str
    about: locale_str
    required: bool = False
    choices: Sequence[tuple[locale_str, str]] = ()
    complete: Completer | None = None
    person: bool = False


@dataclass(frozen=True, slots=True)
class CommandPlan:
    """A command before discord.py makes one of it."""

    name: locale_str
    about: locale_str
    work: Work
    manner: Manner = "private"
    options: Sequence[Option] = field(default_factory=tuple)


def game_option(*, finished: bool = False) -> Option:
    """Which game is meant, out of those that go on, or also of those that are over."""

    async def complete(call: Call, typed: str, _: Given) -> Sequence[tuple[str, str]]:
        store = call.house.store
        games = await store.games_of(call.visitor.id)
        if finished:
            games += await store.games_of(call.visitor.id, ("over",))
        titles = {key: call.words.teller(game, ()).game_name for key, game in call.house.games.items()}
        return reference.matches(
            [(game.code, f"{titles.get(game.key, game.key)} {game.code}") for game in games], typed
        )

    return Option(
        GAME,
        locale_str(mark("game")),
        locale_str(mark("Which of your games; not needed in its thread")),
        complete=complete,
    )


def about_a_game(name: str, about: str, work: Work, *options: Option, finished: bool = False) -> CommandPlan:
    """A command about one game, that of its thread or another."""
    every = [*options, game_option(finished=finished)]
    return CommandPlan(locale_str(name), locale_str(about), work, options=every)
