"""/games and /next: all running games of a user, on every server."""

import db
from bot.chat.interactions import Request
from bot.chat.interactions.commands import Arguments, command
from bot.chat.messages import PRIMARY, SECONDARY, CustomId, MessageBuilder, button
from bot.chat.table.panel import open_panel
from bot.chat.table.turn_notifications import game_name_link, waiting_game_line
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot, lessons
from bot.play.notify.turn_notifications import WaitingGame, games_waiting_for
from bot.views.game_labels import distinct_button_labels, turn_of
from bot.views.pace_text import pause_text

MAX_BUTTONS = 9
NO_TABLE_ANYWHERE = N_(
    "You're at no table. In your messages with Skald, or on a server with Skald, /new opens one."
)


@command(N_("games"), N_("All your games, the most urgent first"))
async def games_command(request: Request, _: Arguments) -> None:
    t, user_id = request.locale.t, request.actor.id
    waiting = await games_waiting_for(request.service, user_id)
    codes = {each.snapshot.code for each in waiting}
    others = [
        await request.snapshot(game.code)
        for game in await db.players.list_games(request.store, user_id, (*db.ONGOING, "archived"))
        if game.code not in codes and (game.status != "archived" or game.paused_until is not None)
    ]
    builder = MessageBuilder()
    if not waiting and not others:
        text = t("You're at no table. /new opens one.") if request.server else t(NO_TABLE_ANYWHERE)
        await request.respond(builder.text(text))
        return
    builder.text(f"### {t('Your games')}")
    builder.text(*[await _waiting_game_line(request, each) for each in waiting])
    builder.text(*[await _other_game_line(request, snapshot) for snapshot in others])
    openers = [each.snapshot for each in waiting] + [each for each in others if each.is_running]
    shown = openers[:MAX_BUTTONS]
    labels = distinct_button_labels([(each, each.seat_of(user_id)) for each in shown], request.locale)
    await request.respond(
        builder.buttons(
            *(
                button(CustomId("play", each.code), label, PRIMARY if each.code in codes else SECONDARY)
                for each, label in zip(shown, labels, strict=True)
            )
        )
    )


async def _waiting_game_line(request: Request, waiting: WaitingGame) -> str:
    line = await waiting_game_line(request.context, waiting, request.locale)
    return f"{line}{await _lesson_mark(request, waiting.snapshot)}"


async def _lesson_mark(request: Request, snapshot: GameSnapshot) -> str:
    is_lesson = await lessons.find_progress(request.store, snapshot) is not None
    return f" · {request.locale.t('lesson')}" if is_lesson else ""


async def _other_game_line(request: Request, snapshot: GameSnapshot) -> str:
    locale = request.locale
    link = await game_name_link(request.context, snapshot, locale, snapshot.seat_of(request.actor.id))
    if pause := pause_text(snapshot, locale):
        return f"{link} · {pause}"
    if not snapshot.is_running:
        return f"{link} · {locale.t('gathering')}"
    player_names = request.reader_view(snapshot, None).game_text.player_names
    names = locale.join_list(player_names[seat] for seat in sorted(snapshot.owing_seats()))
    waiting = locale.t("waiting for {who}", who=names)
    line = " · ".join(filter(None, (link, turn_of(snapshot, locale), waiting)))
    return f"{line}{await _lesson_mark(request, snapshot)}"


@command(N_("next"), N_("Play where your move is most urgent"))
async def next_command(request: Request, _: Arguments) -> None:
    waiting = await games_waiting_for(request.service, request.actor.id)
    if not waiting:
        raise Denied("nothing_waits")
    await open_panel(request, waiting[0].snapshot)
