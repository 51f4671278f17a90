"""The lobby of a table: open, join, leave and start."""

from typing import Any

import db
from bot.chat.interactions import channel_checks
from bot.chat.interactions.channel_checks import check_may_open_table
from bot.chat.interactions.commands import Option
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.lobby.lobby_card import missing_thread_permission_text
from bot.chat.messages.custom_id import CustomId
from bot.chat.settings.preferences import ask_for_zone_if_unknown
from bot.i18n import N_, locale_for
from bot.play.core.authorization import WARN_AT_GAMES
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.lobby import lobby
from bot.play.turns import opponents
from rules.game import AnyGame

GUEST_OPTION_LABELS = (N_("with"), N_("with-2"), N_("with-3"), N_("with-4"))
TABLE_OPTIONS = ("pace", "rated", "start", "opponents", "level")
"""Options of /new about the table; all others are the game's own."""


def guest_options(game: AnyGame) -> list[Option]:
    """Returns the options of /new that invite a user: one per seat beside the host's."""
    return [
        Option(
            _guest_option(number),
            label,
            N_("Whom to invite: they get a message and join with one tap"),
            is_user=True,
        )
        for number, label in enumerate(GUEST_OPTION_LABELS[: game.info.seats[1] - 1])
    ]


def _guest_option(number: int) -> str:
    return f"guest{number}"


async def open_table(request: Request, key: str, given: dict[str, Any]) -> None:
    """Handle /new. The outbox posts the lobby card to this channel or to the server's forum."""
    server, channel = await channel_checks.channel_or_dm_for_table(request)
    if server is not None:
        await check_may_open_table(request, server, channel)
    options = dict(given)
    guests = [
        options.pop(name)
        for number in range(len(GUEST_OPTION_LABELS))
        if (name := _guest_option(number)) in options
    ]
    opponent_count = options.get("opponents") or ("1" if server is None else None)
    if set(guests) & _bot_user_ids(request):
        raise Denied("bots_do_not_play")
    snapshot = await lobby.open_table(
        request.service,
        key,
        {name: value for name, value in options.items() if name not in TABLE_OPTIONS},
        request.actor,
        server=server,
        channel=channel,
        language=locale_for(str(request.interaction.guild_locale)).language,
        pace=options.get("pace"),
        rated=options.get("rated") == "yes",
        starts="full" if options.get("start") == "full" else "host",
        guests=[int(guest) for guest in guests],
        computer_opponents=(options.get("level", opponents.CARETAKER_LEVEL), int(opponent_count))
        if opponent_count
        else None,
    )
    await after_join(request, snapshot, _opened_text(request, snapshot))


def _opened_text(request: Request, snapshot: GameSnapshot) -> str:
    locale, row = request.locale, snapshot.row
    if snapshot.is_private:
        return locale.t("Your table is open. Start when you like; /table advice helps when you're stuck.")
    if row.starts == "full":
        text = locale.t("Your table is open. Others join from the card; it starts when the table is full.")
    else:
        text = locale.t("Your table is open. Others join from the card; you start when everybody is there.")
    if row.channel != request.interaction.channel_id:
        return text + " " + locale.t("It's in <#{place}>.", place=row.channel)
    granted = request.interaction.app_permissions
    if granted.create_public_threads and granted.send_messages_in_threads:
        return text
    return f"{text}\n{missing_thread_permission_text(row.channel, locale)}"


def _bot_user_ids(request: Request) -> set[str]:
    """Returns the ids of users named in the command that are bots."""
    data: Any = request.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    return {number for number, user in users.items() if user.get("bot")}


async def after_join(request: Request, snapshot: GameSnapshot, note: str = "") -> None:
    """Wake the outbox, show the note, and ask for the time zone if it is unknown."""
    request.context.wake()
    if text := "\n".join(filter(None, (note, await _many_tables_text(request)))):
        await request.respond_privately(text)
    await ask_for_zone_if_unknown(request, snapshot)


async def check_may_join(request: Request, code: str) -> None:
    """Check that the user can see the table. Invited users may join from anywhere, others from its server."""
    guests = await db.invitations.list_guests(request.store, db.normalize_code(code))
    if request.actor.id not in guests.awaited:
        await request.snapshot(code)


@on_component("join", "update")
async def join(request: Request, custom_id: CustomId) -> None:
    await check_may_join(request, custom_id.game)
    snapshot = await lobby.join(request.service, custom_id.game, request.actor, interaction_id=request.id)
    await after_join(request, snapshot)


async def _many_tables_text(request: Request) -> str:
    """Returns a hint for users at many tables, else an empty text."""
    tables = len(await db.games.list_for_user(request.store, request.actor.id))
    if tables < WARN_AT_GAMES:
        return ""
    return request.locale.t("You're at {n} tables now: plenty to keep up with. /games lists them.", n=tables)


@on_component("leave", "update")
async def leave(request: Request, custom_id: CustomId) -> None:
    await lobby.leave(request.service, custom_id.game, request.actor.id)
    request.context.wake()


@on_component("start", "update")
async def start(request: Request, custom_id: CustomId) -> None:
    await lobby.start(request.service, custom_id.game, request.actor.id, interaction_id=request.id)
    request.context.wake()


@on_component("begin", "private")
async def start_from_notification(request: Request, custom_id: CustomId) -> None:
    await lobby.start(request.service, custom_id.game, request.actor.id, interaction_id=request.id)
    request.context.wake()
    await request.respond_privately(request.locale.t("The game starts."))
