"""Order in the house: silence, going on, another round, another channel, and places that are deleted."""

import db
from bot.call import Call
from bot.house import House
from bot.manners import check_place
from bot.plans import CommandPlan, Given, about_a_game
from bot.tables import Denied
from bot.taps import Tap
from bot.which import meant
from bot.words import mark


async def silence(house: House, timer: db.Timer) -> None:
    """A table has not been touched for long."""
    async with house.store.write() as w:
        if timer.game is not None and await w.finish_timer(timer):
            await house.tables.fell_silent(w, timer.game, warned=timer.payload.get("warned"))


async def resume(call: Call, tap: Tap) -> None:
    position = await call.house.tables.resume(tap.game, call.visitor)
    call.house.wake()
    place = position.row.thread or position.row.channel
    await call.note(call.words.say("The game goes on in <#{place}>.", place=place))


async def rematch(call: Call, tap: Tap) -> None:
    """The same game once more: the first to ask opens the table, the others join it."""
    tables, store = call.house.tables, call.house.store
    played = await tables.position(tap.game)
    if played.seat_of(call.visitor.id) is None:
        raise Denied(mark("Only those who played can ask for another round. /new opens a table for you."))
    position = await tables.rematch(played, call.visitor)
    call.house.wake()
    cards = await store.bindings(position.code, kind="lobby")
    link = f"<#{position.row.channel}>"
    if cards and position.row.server is not None:
        link = f"https://discord.com/channels/{position.row.server}/{cards[-1].channel}/{cards[-1].message}"
    await call.note(call.words.say("You sit at the table of another round: {link}", link=link))


def commands() -> list[CommandPlan]:
    async def move(call: Call, given: Given) -> None:
        """The game goes on in the channel where this was typed."""
        position = await meant(call, given.get("game"))
        server, channel = check_place(call)
        position = await call.house.tables.move_to(
            position.code, call.visitor, server=server, channel=channel
        )
        call.house.wake()
        await call.note(call.words.say("Game `{code}` goes on here.", code=position.code))

    return [about_a_game(mark("move"), mark("Go on with a game in this channel"), move)]
