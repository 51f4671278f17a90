"""Matchmaking: /club wait joins the waiting list for a game, or shows the user's entries."""

import db
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.channel_checks import channel_for_table, check_may_open_table, require_server
from bot.chat.interactions.commands import CLUB, Arguments, Option, command, title_choices
from bot.chat.messages import DANGER, CustomId, MessageBuilder, button
from bot.i18n import N_
from bot.play.lobby import matchmaking
from bot.views.pace_text import PACE_LABELS as PACES
from bot.views.standings_text import title_name

TABLE_SIZES = ("2", "3", "4", "5")


@command(
    N_("wait"),
    N_("Wait for players of the same game"),
    Option("game", N_("game"), N_("Which game; leave empty to see your waiting list"), choices=title_choices),
    Option(
        "pace",
        N_("pace"),
        N_("How much time players have"),
        choices=[(label, value) for value, label in PACES.items()],
    ),
    Option(
        "players",
        N_("players"),
        N_("How many players (default: the game's minimum)"),
        choices=[(size, size) for size in TABLE_SIZES],
    ),
    group=CLUB,
)
async def wait(request: Request, given: Arguments) -> None:
    key = given.get("game")
    if key is None:
        await _show_waiting_list(request)
        return
    server, channel = await channel_for_table(request)
    await check_may_open_table(request, server, channel)
    seats = given.get("players")
    started = await matchmaking.join_waiting_list(
        request.service,
        key,
        request.actor,
        server=server,
        channel=channel,
        pace=given.get("pace"),
        seats=int(seats) if seats else None,
    )
    if started is not None:
        text = request.locale.t("Someone was waiting for the same game: `{code}` starts.", code=started.code)
        await request.respond_privately(text)
    else:
        await _show_waiting_list(request)


@on_component("wait-stop", "update")
async def stop_waiting(request: Request, _: CustomId) -> None:
    await matchmaking.leave_waiting_list(request.service, require_server(request), request.actor.id)
    await _show_waiting_list(request)


async def _show_waiting_list(request: Request) -> None:
    """Show the user's entries, each with the number of matching users."""
    locale, server = request.locale, require_server(request)
    entries = await db.matchmaking.list_for_user(request.store, server, request.actor.id)
    builder = MessageBuilder().text(f"## {locale.t('The waiting list')}")
    if not entries:
        how = locale.t("You aren't on a waiting list. Join one with /club wait and a game.")
        await request.respond(builder.text(how))
        return
    for entry in entries:
        waiting = len(await db.matchmaking.list_matching(request.store, entry))
        builder.text(
            locale.t(
                "- {game}, {n} players, {pace}: {there} of {n} are waiting, until <t:{until}:D>",
                game=title_name(locale, request.games, entry.key),
                n=entry.seats,
                pace=locale.t(PACES[entry.pace]),
                there=min(waiting, entry.seats),
                until=(entry.since + matchmaking.MAX_WAIT_MS) // 1000,
            )
        )
    builder.text(
        locale.t(
            "-# The game starts when enough people are waiting. Skald first matches people "
            "who play at the same hours and are about as strong; after a day, neither "
            "matters."
        )
    )
    leave = button(CustomId("wait-stop"), locale.t("Stop waiting"), DANGER)
    await request.respond(builder.buttons(leave))
