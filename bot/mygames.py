"""All games of a person, on every server: the most urgent first, and the way into it."""

from typing import Any

import discord
from discord.app_commands import locale_str

from bot.call import Call
from bot.draft import Draft, button
from bot.plans import CommandPlan, Given
from bot.playing import open_panel
from bot.position import Position
from bot.scene import NEUTRAL
from bot.tables import Denied
from bot.taps import Tap
from bot.telling import link_to, waiting_for, waiting_line
from bot.words import mark

BUTTONS = 9


def commands() -> list[CommandPlan]:
    return [
        CommandPlan(
            locale_str(mark("games")), locale_str(mark("All your games, the most urgent first")), _games
        ),
        CommandPlan(locale_str(mark("next")), locale_str(mark("Play where your move is most urgent")), _next),
    ]


async def _games(call: Call, _: Given) -> None:
    house, words, person = call.house, call.words, call.visitor.id
    waiting = await waiting_for(house, person)
    codes = {each.position.code for each in waiting}
    others = [
        await house.tables.position(game.code)
        for game in await house.store.games_of(person)
        if game.code not in codes
    ]
    draft = Draft(NEUTRAL)
    if not waiting and not others:
        await call.show(draft.text(words.say("You sit at no table. /new opens one.")))
        return
    draft.text(f"### {words.say('Your games')}")
    draft.text(*(waiting_line(house, each, words) for each in waiting))
    draft.text(*[await _line(call, position) for position in others])
    openers = [each.position for each in waiting] + [each for each in others if each.running]
    await call.show(draft.buttons(*(_opener(call, each, codes) for each in openers[:BUTTONS])))


async def _next(call: Call, _: Given) -> None:
    waiting = await waiting_for(call.house, call.visitor.id)
    if not waiting:
        raise Denied(mark("No game waits for your move."))
    await open_panel(call, waiting[0].position)


async def _line(call: Call, position: Position) -> str:
    scene = call.house.scene(position, position.seat_of(call.visitor.id), call.words)
    told = f"[**{scene.teller.game_name}** `{position.code}`]({await link_to(call.house, position)})"
    if not position.running:
        return f"{told} · {call.words.say('gathering')}"
    names = call.words.listed(scene.teller.people[seat] for seat in sorted(position.owing()))
    return f"{told} · {call.words.say('waiting for {who}', who=names)}"


def _opener(call: Call, position: Position, waiting: set[str]) -> discord.ui.Button[Any]:
    waits = position.code in waiting
    style = discord.ButtonStyle.primary if waits else discord.ButtonStyle.secondary
    name = call.words.teller(position.game, ()).game_name
    return button(Tap("play", position.code), f"{name} {position.code}", style)
