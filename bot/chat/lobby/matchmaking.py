"""The waiting list: /club wait puts somebody on it, or shows what they wait for."""

import discord

import db
from bot.chat.interactions import where
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import CLUB, Given, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.interactions.where import check_may_open
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import mark
from bot.play.core.refusals import Denied
from bot.play.lobby import matchmaking
from bot.views.pace_text import LABELS as PACES
from bot.views.reader_view import NEUTRAL

SIZES = ("2", "3", "4", "5")


@command(
    mark("wait"),
    mark("Wait for others who'd play the same; the game starts when enough do"),
    Option(
        "game",
        mark("game"),
        mark("Which game; leave out to see what you're waiting for"),
        choices=title_choices,
    ),
    Option(
        "pace",
        mark("pace"),
        mark("How much time everybody has"),
        choices=[(label, value) for value, label in PACES.items()],
    ),
    Option(
        "players",
        mark("players"),
        mark("How many play (default: as few as the game allows)"),
        choices=[(size, size) for size in SIZES],
    ),
    group=CLUB,
)
async def wait(request: Request, given: Given) -> None:
    key = given.get("game")
    if key is None:
        await _show(request)
        return
    server, channel = await where.channel_for_table(request)
    await check_may_open(request, server, channel)
    seats = given.get("players")
    begun = await matchmaking.wait(
        request.tables,
        key,
        request.visitor,
        server=server,
        channel=channel,
        pace=given.get("pace"),
        seats=int(seats) if seats else None,
    )
    request.context.wake()
    if begun is not None:
        said = request.words.say("Somebody was waiting for the same game: `{code}` starts.", code=begun.code)
        await request.note(said)
    else:
        await _show(request)


@on_tap("wait-stop", "update")
async def stop(request: Request, _: Tap) -> None:
    await matchmaking.stop(request.tables, _server(request), request.visitor.id)
    await _show(request)


async def _show(request: Request) -> None:
    """What somebody waits for, and with how many others."""
    words, server = request.words, _server(request)
    theirs = await db.matchmaking.of(request.store, server, request.visitor.id)
    draft = Draft(NEUTRAL).text(f"## {words.say('The waiting list')}")
    if not theirs:
        how = words.say("You aren't waiting for anything. Join the list: /club wait with a game.")
        await request.show(draft.text(how))
        return
    for one in theirs:
        there = len(await db.matchmaking.alike(request.store, one))
        draft.text(
            words.say(
                "- {game}, {n} players, {pace}: {there} of {n} are waiting, until <t:{until}:D>",
                game=words.teller(request.games[one.key], ()).game_name,
                n=one.seats,
                pace=words.say(PACES[one.pace]),
                there=min(there, one.seats),
                until=(one.since + matchmaking.AT_MOST) // 1000,
            )
        )
    draft.text(
        words.say(
            "-# The game starts by itself when enough people wait. People who play at the same hours are "
            "matched first; after a day, hours no longer matter."
        )
    )
    leave = button(Tap("wait-stop"), words.say("Stop waiting"), discord.ButtonStyle.danger)
    await request.show(draft.buttons(leave))


def _server(request: Request) -> int:
    if request.server is None:
        raise Denied("only_on_server")
    return request.server
