"""The settings panel of a user: a line per setting, and its controls."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import discord

import db
from bot.chat.interactions import Request, on_component
from bot.chat.messages import PRIMARY, SUCCESS, CustomId, MessageBuilder, button, option
from bot.chat.settings import time_zone_picker
from bot.i18n import N_, Locale
from bot.play.core.availability import AWAY_DAYS_PER_YEAR, DECLARED, Availability
from bot.play.turns.delayed_moves import COMMIT_DELAY_MS
from bot.views.pace_text import rest_days_text
from bot.views.reader_view import NEUTRAL_COLOUR

NOTIFICATION_CHOICES = {
    "thread": (N_("In the thread"), N_("You're mentioned in the game's thread.")),
    "dm": (N_("By direct message"), N_("Skald writes to you; the thread stays quiet for you.")),
    "both": (N_("In the thread and by direct message"), N_("You're mentioned, and Skald writes to you.")),
}
AWAY_DAY_CHOICES = (1, 2, 3, 5, 7, 10, 14)
PANEL, PROMPT = "panel", "asked"
"""The time zone is asked for on the settings panel, or in a message of its own."""


@on_component("away", "private")
@on_component("settings", "update")
async def open_settings(request: Request, _: CustomId) -> None:
    await show_panel(request)


async def show_saved(request: Request) -> None:
    request.context.wake()
    await show_panel(request, note=request.locale.t("Saved."))


async def show_panel(request: Request, *, note: str = "", zones_found: Sequence[str] = ()) -> None:
    user_id, now = request.actor.id, request.service.now()
    user = await db.users.get(request.store, user_id)
    days_away = (await db.absences.list_by_user(request.store, (user_id,)))[user_id]
    upcoming = [each for each in days_away if each.until > now and each.cause == DECLARED]
    availability = Availability.from_user(user, days_away)
    locale, t = request.locale, request.locale.t
    builder = MessageBuilder(NEUTRAL_COLOUR).text(f"### {t('Your settings')}", note)
    builder.text(
        _zone_line(request, availability),
        sleep_line(locale, availability),
        _rest_line(locale, availability),
        *_preference_lines(locale, user.preferences),
    )
    builder.text(*_away_lines(locale, availability, upcoming, now))
    offered = zones_found or ([] if availability.zone else time_zone_picker.likely_zones(request))
    if offered:
        options = time_zone_picker.zone_options(request, offered)
        builder.select(CustomId("zone", args=(PANEL,)), t("Where you live"), options)
    notifications = [
        option(value, t(label), description=t(about), default=value == user.preferences.tell)
        for value, (label, about) in NOTIFICATION_CHOICES.items()
    ]
    builder.select(CustomId("tell"), t("Notifications"), notifications)
    builder.select(CustomId("away-now"), t("Away from now on"), away_options(locale))
    returned = button(CustomId("returned"), t("I'm back"), SUCCESS)
    builder.buttons(
        *([returned] if upcoming else ()),
        button(CustomId("settings-form"), t("Change"), PRIMARY),
        button(CustomId("zone-seek", args=(PANEL,)), t("Time zone")),
        button(CustomId("away-form"), t("Away later")),
        button(CustomId("rest-form"), t("Rest days")),
        button(CustomId("privacy"), t("Your data")),
    )
    await request.respond(builder)


def _zone_line(request: Request, availability: Availability) -> str:
    locale = request.locale
    if availability.zone is None:
        return locale.t("**Time zone**: unknown. Say where you live, and your clock stops overnight.")
    clock = datetime.fromtimestamp(request.service.now() / 1000, availability.zone)
    place = time_zone_picker.place_name(request, availability.zone.key)
    return locale.t("**Time zone**: {place}, {time} now.", place=place, time=f"{clock:%H:%M}")


def sleep_line(locale: Locale, availability: Availability) -> str:
    if availability.zone is None:
        return ""
    if availability.sleep is None:
        return locale.t(
            "**Sleep**: no fixed hours. Pings can come at any time, and your clocks keep running."
        )
    night = "–".join(f"{minutes // 60:02}:{minutes % 60:02}" for minutes in availability.sleep)
    return locale.t("**Sleep**: {hours}. No pings then, and your clocks stop.", hours=night)


def _rest_line(locale: Locale, availability: Availability) -> str:
    if availability.zone is None:
        return ""
    if not availability.rest_days:
        return locale.t("**Rest days**: none.")
    days = rest_days_text(locale, availability.rest_days)
    return locale.t("**Rest days**: {days}. No pings then, and your clocks stop.", days=days)


def _preference_lines(locale: Locale, chosen: db.Preferences) -> list[str]:
    t, (label, about) = locale.t, NOTIFICATION_CHOICES[chosen.tell]
    return [
        t("**Notifications**: {where}. {about}", where=t(label), about=t(about)),
        t("**Next**: you're also told when you're next.")
        if chosen.next
        else t("**Next**: you're told when it's your turn, not before."),
        t("**Digest**: one message a day, in the morning.") if chosen.digest else t("**Digest**: none."),
        t("**Hints**: on. A tip at every new kind of decision.") if chosen.hints else t("**Hints**: off."),
        _final_moves_line(locale, chosen),
        t("**Leaderboards**: hidden. No board lists you, and nobody else sees your profile.")
        if chosen.hidden
        else t("**Leaderboards**: you're listed, and others can see your profile."),
    ]


def _final_moves_line(locale: Locale, chosen: db.Preferences) -> str:
    if not chosen.confirm:
        return locale.t("**Final moves**: one tap plays them.")
    if not chosen.linger:
        return locale.t("**Final moves**: you confirm what can't be undone.")
    return locale.t(
        "**Final moves**: you confirm what can't be undone. Simple ones are played {n} seconds after your"
        " tap, unless you go back.",
        n=COMMIT_DELAY_MS // 1000,
    )


def _away_lines(
    locale: Locale, availability: Availability, upcoming: Sequence[db.Absence], now: int
) -> Iterator[str]:
    t = locale.t
    for absence in upcoming:
        start, until = f"<t:{absence.start // 1000}:D>", f"<t:{absence.until // 1000}:f>"
        yield t("**Away**: from {start} to {until}", start=start, until=until)
    yield t(
        "**Away days**: {n} of {all} left this year. They stop your clocks; extra days only mute pings.",
        n=availability.away_days_left(now),
        all=AWAY_DAYS_PER_YEAR,
    )


def away_options(locale: Locale) -> list[discord.SelectOption]:
    return [option(str(days), days_text(locale, days)) for days in AWAY_DAY_CHOICES]


def days_text(locale: Locale, days: int) -> str:
    return locale.tn("{n} day", "{n} days", n=days)
