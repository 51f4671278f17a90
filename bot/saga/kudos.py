"""Kudos: a thank-you between two who sat at the same table, once for each game."""

import db
from bot.call import Call
from bot.scene import plain_name
from bot.tables import Denied
from bot.taps import Tap
from bot.words import mark


async def give(call: Call, tap: Tap) -> None:
    """Thank whoever sits on the seat that the tap names."""
    position = await call.house.tables.position(tap.game)
    if not position.over:
        raise Denied(mark("Kudos are given when a game is over."))
    if position.seat_of(call.visitor.id) is None:
        raise Denied(mark("Only those who sat at this table can give kudos for it."))
    word = next(iter(tap.words), "")
    player = next((player for player in position.players if str(player.seat) == word), None)
    if player is None or player.person is None:
        raise Denied(mark("Whoever sat there cannot be reached any more."))
    if player.person == call.visitor.id:
        raise Denied(mark("Kudos are for the others; they may give you theirs."))
    who = plain_name(player.name)
    if not await _given(call, tap.game, player.person):
        raise Denied(mark("You gave {who} kudos for this game already."), who=who)
    await call.note(call.words.say("{who} gets your kudos; they are counted in /profile.", who=who))


async def _given(call: Call, game: str, receiver: int) -> bool:
    at = call.house.tables.now()
    try:
        async with call.house.store.write() as w:
            return await w.give_kudos(game, call.visitor.id, receiver, at=at)
    except db.Conflict:
        return False  # the same tap, taken up twice at once
