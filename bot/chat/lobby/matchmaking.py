"""The waiting list: /club wait puts somebody on it, or shows what they wait for."""

import discord

import db
from bot.chat.interactions import where
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import CLUB, Given, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.interactions.where import check_may_open
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import N_
from bot.play.core.refusals import Denied
from bot.play.lobby import matchmaking
from bot.views.pace_text import LABELS as PACES
from bot.views.reader_view import NEUTRAL

SIZES = ("2", "3", "4", "5")


@command(
    N_("wait"),
    N_("Wait for others who'd play the same; the game starts when enough do"),
    Option(
        "game",
        N_("game"),
        N_("Which game; leave out to see what you're waiting for"),
        choices=title_choices,
    ),
    Option(
        "pace",
        N_("pace"),
        N_("How much time everybody has"),
        choices=[(label, value) for value, label in PACES.items()],
    ),
    Option(
        "players",
        N_("players"),
        N_("How many play (default: as few as the game allows)"),
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
        request.service,
        key,
        request.actor,
        server=server,
        channel=channel,
        pace=given.get("pace"),
        seats=int(seats) if seats else None,
    )
    request.context.wake()
    if begun is not None:
        said = request.locale.t("Somebody was waiting for the same game: `{code}` starts.", code=begun.code)
        await request.note(said)
    else:
        await _show(request)


@on_component("wait-stop", "update")
async def stop(request: Request, _: CustomId) -> None:
    await matchmaking.stop(request.service, _server(request), request.actor.id)
    await _show(request)


async def _show(request: Request) -> None:
    """What somebody waits for, and with how many others."""
    locale, server = request.locale, _server(request)
    theirs = await db.matchmaking.of(request.store, server, request.actor.id)
    builder = MessageBuilder(NEUTRAL).text(f"## {locale.t('The waiting list')}")
    if not theirs:
        how = locale.t("You aren't waiting for anything. Join the list: /club wait with a game.")
        await request.show(builder.text(how))
        return
    for one in theirs:
        there = len(await db.matchmaking.alike(request.store, one))
        builder.text(
            locale.t(
                "- {game}, {n} players, {pace}: {there} of {n} are waiting, until <t:{until}:D>",
                game=locale.game_text(request.games[one.key], ()).game_name,
                n=one.seats,
                pace=locale.t(PACES[one.pace]),
                there=min(there, one.seats),
                until=(one.since + matchmaking.AT_MOST) // 1000,
            )
        )
    builder.text(
        locale.t(
            "-# The game starts by itself when enough people wait. People who play at the same hours are "
            "matched first; after a day, hours no longer matter."
        )
    )
    leave = button(CustomId("wait-stop"), locale.t("Stop waiting"), discord.ButtonStyle.danger)
    await request.show(builder.buttons(leave))


def _server(request: Request) -> int:
    if request.server is None:
        raise Denied("only_on_server")
    return request.server
