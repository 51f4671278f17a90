"""Going on: with an archived game, with another round, or in another channel."""

import db
from bot.chat.buttons import on_tap
from bot.chat.commands import GAME, TABLE, Given, command, game_option
from bot.chat.games import meant
from bot.chat.places import where
from bot.chat.requests import Request
from bot.chat.taps import Tap
from bot.play import archive, lobby, places
from bot.play.refusals import Denied
from bot.words import mark


@on_tap("resume", "private")
async def resume(request: Request, tap: Tap) -> None:
    position = await archive.resume(request.tables, tap.game, request.visitor)
    request.context.wake()
    place = position.row.thread or position.row.channel
    await request.note(request.words.say("The game goes on in <#{place}>.", place=place))


@on_tap("rematch", "private")
async def rematch(request: Request, tap: Tap) -> None:
    """The same game once more: the first to ask opens the table, the others join it."""
    played = await request.position(tap.game)
    if played.seat_of(request.visitor.id) is None:
        raise Denied("only_players_again")
    position = await lobby.rematch(request.tables, played, request.visitor, interaction=request.id)
    request.context.wake()
    cards = await db.messages.of_game(request.store, position.code, kind="lobby")
    link = f"<#{position.row.channel}>"
    if cards and position.row.server is not None:
        link = f"https://discord.com/channels/{position.row.server}/{cards[-1].channel}/{cards[-1].message}"
    await request.note(request.words.say("You sit at the table of another round: {link}", link=link))


@command(mark("move"), mark("Go on with a game in this channel"), game_option(), group=TABLE)
async def move(request: Request, given: Given) -> None:
    """The game goes on in the channel where this was typed."""
    if request.server is None:
        raise Denied("move_in_channel")
    position = await meant(request, given.get(GAME))
    server, channel = await where(request)
    position = await places.move_to(
        request.tables, position.code, request.visitor, server=server, channel=channel
    )
    request.context.wake()
    await request.note(request.words.say("Game `{code}` goes on here.", code=position.code))
