"""/table pause: start a vote on a pause of the whole table, or on its early end."""

from datetime import UTC, datetime, timedelta

from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import TABLE, game_command
from bot.chat.messages import PRIMARY, CustomId, MessageBuilder, button, option, parse_number
from bot.chat.table.panel import confirmation
from bot.i18n import N_
from bot.play.core import GameSnapshot, require_seat
from bot.play.lobby import pause
from bot.views.pace_text import pause_text
from rules.game import Refusal

DAY_CHOICES = (2, 3, 5, 7, 10, 14, 21, 30)


@game_command(N_("pause"), N_("Ask everyone for a pause: no clocks, no pings"), group=TABLE)
async def choose_days(request: Request, snapshot: GameSnapshot) -> None:
    require_seat(snapshot, request.actor.id)
    locale, t, reader = request.locale, request.locale.t, request.reader_view(snapshot, None)
    if text := pause_text(snapshot, locale):
        ask = button(CustomId("ask-resume", snapshot.code), t("Resume early"), PRIMARY)
        await request.respond(confirmation(request, snapshot, text, ask))
        return
    if not snapshot.is_running:
        raise Refusal("over")
    today = datetime.fromtimestamp(request.service.now() / 1000, UTC).date()
    options = [
        option(
            str(days),
            locale.tn("{n} day", "{n} days", n=days),
            description=t(
                "until {date}",
                date=locale.date(today + timedelta(days=days), "EEEE d MMMM"),
            ),
        )
        for days in DAY_CHOICES
    ]
    question = t(
        "A pause for the whole table: no clock runs, Skald pings no one, and no away "
        "days are used. Everyone must agree within a day."
    )
    builder = MessageBuilder(reader.colour).text(reader.title, question)
    await request.respond(builder.select(CustomId("ask-pause", snapshot.code), t("How long?"), options))


@on_component("ask-pause", "update")
async def ask_to_pause(request: Request, custom_id: CustomId) -> None:
    days = parse_number(request.selected_value)
    is_paused = await pause.ask_to_pause(request.service, custom_id.game, request.actor, days)
    t = request.locale.t
    text = t("The game is paused.") if is_paused else t("Vote started, with your yes.")
    await request.respond(MessageBuilder(None).text(text))


@on_component("ask-resume", "private")
async def ask_to_resume(request: Request, custom_id: CustomId) -> None:
    goes_on = await pause.ask_to_resume(request.service, custom_id.game, request.actor)
    t = request.locale.t
    await request.respond_privately(
        t("The game continues.") if goes_on else t("Vote started, with your yes.")
    )
