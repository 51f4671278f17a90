"""The commands by which people catch up: the log, a recap, a replay, the check of the shuffle, notes."""

from collections.abc import Sequence

from discord.app_commands import locale_str

from bot import logbook, notes, recap, replay
from bot.call import Call
from bot.draft import Draft
from bot.plans import GAME, CommandPlan, Given, Option, about_a_game
from bot.scene import NEUTRAL
from bot.tables import Denied
from bot.verify import report, verified
from bot.which import meant
from bot.words import mark
from rules import GAMES

AT = "at"
TEXT = "text"


def catching_up() -> list[CommandPlan]:
    at = Option(
        AT, locale_str(mark("at")), locale_str(mark("Which turn; the latest if left out")), complete=_turns
    )
    text = Option(
        TEXT, locale_str(mark("text")), locale_str(mark("What to write down, in place of what was there"))
    )
    return [
        about_a_game(mark("recap"), mark("What happened since your last move"), _recap),
        about_a_game(mark("log"), mark("The story of the game so far"), _log, finished=True),
        about_a_game(
            mark("replay"), mark("Any earlier moment of a game, and a film of it"), _replay, at, finished=True
        ),
        about_a_game(
            mark("verify"), mark("Check the shuffle and the whole log of a game"), _verify, finished=True
        ),
        about_a_game(mark("note"), mark("Your private note about a game"), _note, text, finished=True),
    ]


async def _recap(call: Call, given: Given) -> None:
    await recap.show_recap(call, await meant(call, given.get(GAME)))


async def _log(call: Call, given: Given) -> None:
    await logbook.show_log(call, await meant(call, given.get(GAME)))


async def _replay(call: Call, given: Given) -> None:
    position = await meant(call, given.get(GAME))
    if AT in given:
        await replay.show_at(call, position, given[AT])
    else:
        await replay.show_replay(call, position)


async def _turns(call: Call, typed: str, given: Given) -> Sequence[tuple[str, str]]:
    """The latest turns first; those whose number or day was typed before the others."""
    turns = await replay.labels(call, await meant(call, given.get(GAME)))
    wanted = typed.casefold().strip()
    fitting = [turn for turn in reversed(turns) if wanted in turn[1].casefold()]
    return sorted(fitting, key=lambda turn: turn[0] != wanted)


async def _verify(call: Call, given: Given) -> None:
    """What was checked, and how anybody can check the seal himself."""
    position = await meant(call, given.get(GAME))
    verdict = await verified(call.house.store, (call.house.games, GAMES), position.code)
    if verdict is None:
        raise Denied(mark("This game has not started yet."))
    scene = call.house.scene(position, None, call.words)
    await call.show(Draft(NEUTRAL).text(scene.title, *report(verdict, call.words)))


async def _note(call: Call, given: Given) -> None:
    position = await meant(call, given.get(GAME))
    if TEXT in given:
        await notes.keep_note(call, position, given[TEXT])
    else:
        await notes.show_note(call, position)
