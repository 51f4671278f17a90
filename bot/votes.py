"""What people tap and type when somebody is away or the table is to agree on something, and its timers."""

import db
from bot import caretaker
from bot.call import Call
from bot.draft import Draft, button
from bot.house import House
from bot.plans import GAME, CommandPlan, Given, about_a_game
from bot.playing import seat_of, show_panel
from bot.position import Position
from bot.tables import Denied
from bot.tables.votes import CARETAKER, VOTE
from bot.taps import Tap
from bot.watch import Fire
from bot.which import meant
from bot.words import mark
from rules.game import Move, Refusal, Seat

SUB_STEPS = 12
"""So many moves of one turn the caretaker makes in one go; what is left he makes when he looks again."""


async def answer(call: Call, tap: Tap) -> None:
    """Somebody answers what the table is asked."""
    number, choice = (*tap.words, "", "")[:2]
    settled = await call.house.tables.answer_vote(tap.game, _number(number), call.visitor, choice)
    call.house.wake()
    if settled:
        await call.note(call.words.say("Your answer decided it."))
    else:
        await call.note(
            call.words.say("Your answer is kept. Until the vote is over you can change it by another tap.")
        )


async def take_seat(call: Call, tap: Tap) -> None:
    """Somebody sits down for one who is away."""
    position = await call.house.tables.take_seat(
        tap.game,
        _number(next(iter(tap.words), "")),
        call.visitor,
        server=call.interaction.guild_id,
        interaction=call.id,
    )
    call.house.wake()
    await show_panel(call, position, note=call.words.say("This is your seat now."))


async def come_back(call: Call, tap: Tap) -> None:
    """Somebody takes his own seat out of the caretaker's hands."""
    position = await call.house.tables.reclaim(tap.game, call.visitor, interaction=call.id)
    call.house.wake()
    await show_panel(call, position, note=call.words.say("You play on yourself."))


async def ask_to_undo(call: Call, tap: Tap) -> None:
    await call.house.tables.ask_to_undo(tap.game, call.visitor, _number(next(iter(tap.words), "")))
    call.house.wake()
    await call.show(Draft().text(call.words.say("The table is asked. You will be told what it decides.")))


async def offer_end(call: Call, position: Position) -> None:
    """Ending a game is asked twice: once here, then of the others."""
    seat_of(call, position)
    if not position.running:
        raise Refusal("over")
    words = call.words
    scene = call.house.scene(position, None, words)
    question = words.say("End this game now, without a winner? All who play must agree, within a day.")
    await call.show(
        Draft(scene.colour)
        .text(scene.title, question)
        .buttons(button(Tap("ask-end", position.code), words.say("Ask the table")))
    )


async def ask_to_end(call: Call, tap: Tap) -> None:
    ended = await call.house.tables.ask_to_end(tap.game, call.visitor)
    call.house.wake()
    words = call.words
    told = words.say("The game is over.") if ended else words.say("The table is asked. You have agreed.")
    await call.show(Draft().text(told))


def commands() -> list[CommandPlan]:
    async def end(call: Call, given: Given) -> None:
        await offer_end(call, await meant(call, given.get(GAME)))

    return [about_a_game(mark("end"), mark("Ask everybody to end a game without a winner"), end)]


async def time_is_up(house: House, timer: db.Timer) -> None:
    """A vote ends, or the day that the table wanted to wait."""
    async with house.store.write() as w:
        if timer.game is None or not await w.finish_timer(timer):
            return
        if "vote" in timer.payload:
            await house.tables.time_is_up(w, timer.payload["vote"])
        else:
            seat, since = timer.payload["seat"], timer.payload["owes_since"]
            await house.tables.ask_again(w, timer.game, seat, since)


async def play_for_absent(house: House, timer: db.Timer) -> None:
    """The caretaker makes the moves of one turn for a seat that is his."""
    assert timer.game is not None
    position = await house.tables.position(timer.game)
    seat = next((seat for seat in sorted(position.owing()) if position.players[seat].caretaker), None)
    moves = [] if seat is None else await _turn(house, position, seat)
    await house.tables.play_for_absent(position, seat or 0, moves, timer)


async def _turn(house: House, position: Position, seat: Seat) -> list[Move]:
    """A turn as the caretaker plays it, each move chosen after he has seen what the one before led to."""
    game, state = position.game, position.state
    moves: list[Move] = []
    while seat in game.to_act(state) and len(moves) < SUB_STEPS:
        words = f"{position.code} {position.row.ply + len(moves)}"
        moves.append(await house.gallery.think(caretaker.choose, game, state, seat, words))
        state = game.apply(state, seat, moves[-1]).state
    return moves


FIRES: dict[str, Fire] = {VOTE: time_is_up, CARETAKER: play_for_absent}


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 16):
        raise Denied(mark("This button is not known any more. /play shows the table as it stands."))
    return int(word)
