"""The settings panel of a user: sections of short lines, and a button for each."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import db
from bot.chat.interactions import Request, on_component
from bot.chat.messages import PRIMARY, CustomId, MessageBuilder, button, option
from bot.chat.settings import time_zone_picker
from bot.i18n import N_, Locale
from bot.play.core import Availability
from bot.play.core.availability import AWAY_DAYS_PER_YEAR
from bot.play.turns.delayed_moves import COMMIT_DELAY_MS
from bot.views.pace_text import rest_days_text

NOTIFICATION_CHOICES = {
    "thread": (N_("Notify me in the thread"), N_("Skald mentions you in the game's thread.")),
    "dm": (
        N_("Notify me by direct message"),
        N_("Skald writes to you and doesn't mention you in the thread."),
    ),
    "both": (N_("Notify me both ways"), N_("Skald mentions you in the thread and writes to you.")),
}
PANEL, PROMPT = "panel", "asked"
"""The time zone is asked for on the settings panel, or in a message of its own."""


@on_component("settings", "update")
async def open_settings(request: Request, _: CustomId) -> None:
    await show_panel(request)


async def show_saved(request: Request) -> None:
    await show_panel(request, note=request.locale.t("Saved."))


async def show_panel(request: Request, *, note: str = "", zones_found: Sequence[str] = ()) -> None:
    user_id, now = request.actor.id, request.service.now()
    user = await db.users.get(request.store, user_id)
    days_away = (await db.absences.list_by_user(request.store, (user_id,)))[user_id]
    availability = Availability.from_user(user, days_away)
    locale, t = request.locale, request.locale.t
    builder = MessageBuilder().text(f"### {t('Your settings')}", note)
    builder.text(
        f"**{t('Your time')}**",
        _zone_line(request, availability),
        sleep_line(locale, availability),
        _rest_line(locale, availability),
    )
    builder.text(f"**{t('Notifications')}**", *_notification_lines(locale, user.preferences))
    builder.text(f"**{t('Playing')}**", *playing_lines(locale, user.preferences))
    builder.text(
        f"**{t('Days away')}**",
        *absence_lines(locale, availability, now),
        away_days_line(locale, availability, now),
    )
    offered = zones_found or ([] if availability.zone else time_zone_picker.likely_zones(request))
    if offered:
        options = time_zone_picker.zone_options(request, offered)
        builder.select(CustomId("zone", args=(PANEL,)), t("Where you live"), options)
    notifications = [
        option(value, t(label), description=t(about), default=value == user.preferences.tell)
        for value, (label, about) in NOTIFICATION_CHOICES.items()
    ]
    builder.select(CustomId("tell"), t("Notifications"), notifications)
    builder.buttons(
        button(CustomId("settings-form"), t("Change sleep, digest and hints"), PRIMARY),
        button(CustomId("zone-seek", args=(PANEL,)), t("Set time zone")),
        button(CustomId("rest-form"), t("Set rest days")),
        button(CustomId("away-plan"), t("Plan days away")),
        button(CustomId("privacy"), t("See my data")),
        button(CustomId("text-only"), t("Show pictures") if user.preferences.text_only else t("Words first")),
        *(
            (button(CustomId("close-links"), t("Close my links")),)
            if request.context.web_links is not None
            else ()
        ),
    )
    await request.respond(builder)


def _zone_line(request: Request, availability: Availability) -> str:
    locale = request.locale
    if availability.zone is None:
        return locale.t("Time zone unknown. Set where you live, and your clock stops overnight.")
    clock = datetime.fromtimestamp(request.service.now() / 1000, availability.zone)
    place = time_zone_picker.place_name(request, availability.zone.key)
    return locale.t("{place}, {time} now", place=place, time=f"{clock:%H:%M}")


def sleep_line(locale: Locale, availability: Availability) -> str:
    if availability.zone is None:
        return ""
    if availability.sleep is None:
        return locale.t("No sleep hours: pings at any time, clocks never stop overnight")
    night = "–".join(f"{minutes // 60:02}:{minutes % 60:02}" for minutes in availability.sleep)
    return locale.t("Asleep {hours}: no pings, clocks stop", hours=night)


def _rest_line(locale: Locale, availability: Availability) -> str:
    if availability.zone is None or not availability.rest_days:
        return ""
    days = rest_days_text(locale, availability.rest_days)
    return locale.t("Rest days {days}: no pings, clocks stop", days=days)


def _notification_lines(locale: Locale, chosen: db.Preferences) -> Iterator[str]:
    t = locale.t
    yield t(NOTIFICATION_CHOICES[chosen.tell][1])
    yield t("Skald also tells you when you're next.") if chosen.next else t("Only when it's your turn.")
    yield t("Digest every morning.") if chosen.digest else t("No daily digest.")


def playing_lines(locale: Locale, chosen: db.Preferences) -> Iterator[str]:
    t = locale.t
    yield t("Hints at new kinds of decisions.") if chosen.hints else t("No hints.")
    yield final_moves_line(locale, chosen)
    yield t("Words first: text in place of pictures.") if chosen.text_only else t("Pictures of the board.")
    yield (
        t("You appear on leaderboards.")
        if not chosen.hidden
        else t("You're hidden from leaderboards, and your profile is private.")
    )
    if chosen.share_positions:
        yield (
            t("Your games can become positions of the day, with your name.")
            if chosen.share_names
            else t("Your games can become positions of the day, without your name.")
        )


def final_moves_line(locale: Locale, chosen: db.Preferences) -> str:
    if not chosen.confirm:
        return locale.t("Final moves are played with one tap.")
    if not chosen.linger:
        return locale.t("You confirm final moves.")
    seconds = COMMIT_DELAY_MS // 1000
    return locale.t("You confirm final moves; simple ones are played after {n} seconds.", n=seconds)


def absence_lines(locale: Locale, availability: Availability, now: int) -> Iterator[str]:
    """Yields a line for each absence that the user has declared and that is not over."""
    for start, until in availability.away:
        if until > now:
            first, last = f"<t:{start // 1000}:D>", f"<t:{until // 1000}:f>"
            yield locale.t("Away from {start} to {until}", start=first, until=last)


def away_days_line(locale: Locale, availability: Availability, now: int) -> str:
    return locale.t(
        "{n} of {all} away days that stop your clocks are left this year; further days only mute pings.",
        n=availability.away_days_left(now),
        all=AWAY_DAYS_PER_YEAR,
    )
