"""The lobby of a table: open, join, leave and start."""

from typing import Any

import db
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.channel_checks import channel_or_dm_for_table, check_may_open_table
from bot.chat.interactions.channel_visibility import can_see, is_open_to_members
from bot.chat.interactions.commands import Option
from bot.chat.messages import CustomId
from bot.chat.outbox.permission_fallbacks import thread_warning
from bot.chat.settings.preferences import ask_for_zone_if_unknown
from bot.i18n import N_, locale_for
from bot.play.core import Denied, GameSnapshot
from bot.play.core.authorization import WARN_AT_GAMES
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
            N_("Whom to invite; they get a message and join with one tap"),
            is_user=True,
        )
        for number, label in enumerate(GUEST_OPTION_LABELS[: game.info.seats[1] - 1])
    ]


def _guest_option(number: int) -> str:
    return f"guest{number}"


async def open_table(request: Request, key: str, given: dict[str, Any]) -> None:
    """Handle /new. The outbox posts the lobby card to this channel or to the server's forum."""
    server, channel = await channel_or_dm_for_table(request)
    if server is not None:
        await check_may_open_table(request, server, channel)
    options = dict(given)
    named = [options.pop(_guest_option(number), None) for number in range(len(GUEST_OPTION_LABELS))]
    guests = [guest for guest in named if guest is not None]
    opponent_count = options.get("opponents") or ("1" if server is None else None)
    if set(guests) & _bot_user_ids(request):
        raise Denied("bots_do_not_play")
    terms = lobby.TableTerms(
        key,
        channel,
        server,
        options={name: value for name, value in options.items() if name not in TABLE_OPTIONS},
        pace=options.get("pace"),
        rated=options.get("rated") == "yes",
        starts="full" if options.get("start") == "full" else "host",
    )
    level = options.get("level", opponents.CARETAKER_LEVEL)
    snapshot = await lobby.open_table(
        request.service,
        request.actor,
        terms,
        server_language=locale_for(str(request.interaction.guild_locale)).language,
        guests=[int(guest) for guest in guests],
        computer_opponents=(level, int(opponent_count)) if opponent_count else None,
    )
    await after_join(request, snapshot, _opened_text(request, snapshot))


def _opened_text(request: Request, snapshot: GameSnapshot) -> str:
    locale, row = request.locale, snapshot.row
    if snapshot.is_private:
        return locale.t("Your table is open. Start when you like; /table advice helps when you're stuck.")
    if row.starts == "full":
        text = locale.t(
            "Your table is open. Others join from the card. The game starts when the table is full."
        )
    else:
        text = locale.t(
            "Your table is open. Others join from the card. Start the game when everyone is there."
        )
    if row.channel != request.interaction.channel_id:
        return text + " " + locale.t("It's in <#{place}>.", place=row.channel)
    granted = request.interaction.app_permissions
    if not granted.create_public_threads:
        return f"{text}\n{thread_warning('create_public_threads', row.channel, locale)}"
    if not granted.send_messages_in_threads:
        return f"{text}\n{thread_warning('send_messages_in_threads', row.channel, locale)}"
    return text


def _bot_user_ids(request: Request) -> set[str]:
    """Returns the ids of users named in the command that are bots."""
    data: Any = request.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    return {number for number, user in users.items() if user.get("bot")}


async def after_join(request: Request, snapshot: GameSnapshot, note: str = "") -> None:
    """Wake the outbox, show the note, and ask for the time zone if it is unknown."""
    if text := "\n".join(filter(None, (note, await _many_tables_text(request)))):
        await request.respond_privately(text)
    await ask_for_zone_if_unknown(request, snapshot)


async def check_may_join(request: Request, code: str) -> None:
    """Check that the user can see the table. Invited users may join from anywhere, others from its server.

    :raises Denied: If they cannot see its channel.
    """
    guests = await db.invitations.list_guests(request.store, db.normalize_code(code))
    is_guest = request.actor.id in guests.awaited
    row = (await (request.service.snapshot(code) if is_guest else request.snapshot(code))).row
    if row.server is None:
        return
    client, is_there = request.interaction.client, request.server == row.server
    if is_there and is_open_to_members(client, row.server, row.channel):
        return
    if not await can_see(client, row.server, row.channel, request.actor.id):
        raise Denied("table_unseen", channel=row.channel)


@on_component("join", "update")
async def join(request: Request, custom_id: CustomId) -> None:
    await check_may_join(request, custom_id.game)
    snapshot = await lobby.join(request.service, custom_id.game, request.actor, interaction_id=request.id)
    await after_join(request, snapshot)


async def _many_tables_text(request: Request) -> str:
    """Returns a hint for users at many tables, else an empty text."""
    tables = len(await db.players.list_games(request.store, request.actor.id))
    if tables < WARN_AT_GAMES:
        return ""
    return request.locale.t("You're at {n} tables now: plenty to keep up with. /games lists them.", n=tables)


@on_component("leave", "update")
async def leave(request: Request, custom_id: CustomId) -> None:
    await lobby.leave(request.service, custom_id.game, request.actor.id)


@on_component("start", "update")
async def start(request: Request, custom_id: CustomId) -> None:
    await lobby.start(request.service, custom_id.game, request.actor.id, interaction_id=request.id)


@on_component("begin", "private")
async def start_from_notification(request: Request, custom_id: CustomId) -> None:
    await lobby.start(request.service, custom_id.game, request.actor.id, interaction_id=request.id)
    await request.respond_privately(request.locale.t("The game starts."))
