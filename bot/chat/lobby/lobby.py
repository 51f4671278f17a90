"""Gathering at a table: opening it, joining, leaving, starting."""

from typing import Any

import db
from bot.chat.interactions import where
from bot.chat.interactions.buttons import on_component
from bot.chat.interactions.commands import Option
from bot.chat.interactions.requests import Request
from bot.chat.interactions.where import check_may_open
from bot.chat.lobby.lobby_card import no_threads
from bot.chat.messages.custom_id import CustomId
from bot.chat.settings.preferences import ask_zone_if_needed
from bot.i18n import N_, locale_for
from bot.play.core.authorization import MANY_GAMES
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import opponents
from rules.game import AnyGame

GUESTS = (N_("with"), N_("with-2"), N_("with-3"), N_("with-4"))
"""The options of /new that invite somebody."""
AGREED = ("pace", "rated", "start", "opponents", "level")
"""The options of /new that are no matter of the game."""


def guest_options(game: AnyGame) -> list[Option]:
    """The options of /new by which people are invited, as many as find a place."""
    return [
        Option(
            _guest(number),
            label,
            N_("Whom to invite: they get a message and join with one tap"),
            person=True,
        )
        for number, label in enumerate(GUESTS[: game.info.seats[1] - 1])
    ]


def _guest(number: int) -> str:
    return f"guest{number}"


async def open_table(request: Request, key: str, given: dict[str, Any]) -> None:
    """/new: its card comes by the outbox, to the channel where it was typed or to the server's forum."""
    server, channel = await where.place_for_table(request)
    if server is not None:
        await check_may_open(request, server, channel)
    options = dict(given)
    guests = [options.pop(name) for number in range(len(GUESTS)) if (name := _guest(number)) in options]
    company = options.get("opponents") or ("1" if server is None else None)
    if set(guests) & _bots(request):
        raise Denied("bots_do_not_play")
    snapshot = await lobby.open_table(
        request.service,
        key,
        {name: value for name, value in options.items() if name not in AGREED},
        request.actor,
        server=server,
        channel=channel,
        language=locale_for(str(request.interaction.guild_locale)).language,
        pace=options.get("pace"),
        rated=options.get("rated") == "yes",
        starts="full" if options.get("start") == "full" else "host",
        guests=[int(guest) for guest in guests],
        company=(options.get("level", opponents.CARETAKER), int(company)) if company else None,
    )
    await joined(request, snapshot, _opened(request, snapshot))


def _opened(request: Request, snapshot: GameSnapshot) -> str:
    locale, row = request.locale, snapshot.row
    if snapshot.private:
        return locale.t("Your table is open. Start when you like; /table advice helps when you're stuck.")
    if row.starts == "full":
        said = locale.t("Your table is open. Others join from the card; it starts when the table is full.")
    else:
        said = locale.t("Your table is open. Others join from the card; you start when everybody is there.")
    if row.channel != request.interaction.channel_id:
        return said + " " + locale.t("It's in <#{place}>.", place=row.channel)
    granted = request.interaction.app_permissions
    if granted.create_public_threads and granted.send_messages_in_threads:
        return said
    return f"{said}\n{no_threads(row.channel, locale)}"


def _bots(request: Request) -> set[str]:
    """Who of those named in a command is no person."""
    data: Any = request.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    return {number for number, user in users.items() if user.get("bot")}


async def joined(request: Request, snapshot: GameSnapshot, note: str = "") -> None:
    """Somebody sits at a table now: what they are told, and asked if nobody has yet."""
    request.context.wake()
    if said := "\n".join(filter(None, (note, await _soft_word(request)))):
        await request.note(said)
    await ask_zone_if_needed(request, snapshot)


async def check_may_join(request: Request, code: str) -> None:
    """Whoever was invited may sit down from anywhere, everybody else from the server of the table."""
    guests = await db.invitations.to(request.store, db.tidy_code(code))
    if request.actor.id not in guests.awaited:
        await request.snapshot(code)


@on_component("join", "update")
async def join(request: Request, custom_id: CustomId) -> None:
    await check_may_join(request, custom_id.game)
    snapshot = await lobby.join(request.service, custom_id.game, request.actor, interaction=request.id)
    await joined(request, snapshot)


async def _soft_word(request: Request) -> str:
    """What is said to somebody at many tables."""
    tables = len(await db.games.of_person(request.store, request.actor.id))
    if tables < MANY_GAMES:
        return ""
    return request.locale.t("You're at {n} tables now: plenty to keep up with. /games lists them.", n=tables)


@on_component("leave", "update")
async def leave(request: Request, custom_id: CustomId) -> None:
    await lobby.leave(request.service, custom_id.game, request.actor.id)
    request.context.wake()


@on_component("start", "update")
async def start(request: Request, custom_id: CustomId) -> None:
    await lobby.start(request.service, custom_id.game, request.actor.id, interaction=request.id)
    request.context.wake()


@on_component("begin", "private")
async def begin(request: Request, custom_id: CustomId) -> None:
    """The same from the word that everybody is there."""
    await lobby.start(request.service, custom_id.game, request.actor.id, interaction=request.id)
    request.context.wake()
    await request.note(request.locale.t("The game starts."))
