"""/settings: time zone, sleep hours, notifications and hints of a user."""

from collections.abc import Sequence

import discord

import db
from bot.chat.interactions import Request, on_component
from bot.chat.interactions.commands import Arguments, Option, command
from bot.chat.messages import CustomId, MessageBuilder, button, modals, option, parse_digits
from bot.chat.settings import time_zone_picker
from bot.chat.settings.settings_panel import (
    NOTIFICATION_CHOICES,
    PANEL,
    PROMPT,
    show_panel,
    show_saved,
    sleep_line,
)
from bot.i18n import N_, Locale, time_zones
from bot.play.account import preferences
from bot.play.core import Availability, Denied, GameSnapshot
from bot.play.core.availability import DEFAULT_SLEEP

NO_SLEEP = "none"
LISTED = "listed"
"""Ticked by users who are not `hidden`; every other extra is named as its field of `db.Preferences`."""
EXTRA_CHOICES = {
    "next": (N_("Tell me when I'm next"), N_("Skald sends you a silent message when you're next.")),
    "digest": (N_("A daily digest"), N_("One message a day: waiting games, votes, news.")),
    "hints": (N_("Show me hints"), N_("You get a tip at every new kind of decision.")),
    "confirm": (N_("Ask before final moves"), N_("If not, one tap plays even moves that can't be undone.")),
    "linger": (
        N_("Play simple final moves automatically"),
        N_("Ten seconds after you tap; Back cancels. If not, you confirm each one."),
    ),
    "use_away_days": (
        N_("Use away days when my time runs out"),
        N_("At rated tables, before the caretaker takes your seat."),
    ),
    "invitations": (
        N_("Let people invite me"),
        N_("Turn it off and on again to unblock everyone you blocked."),
    ),
    "share_positions": (
        N_("Share positions of my games"),
        N_("Finished games can become positions of the day, without your name."),
    ),
    "share_names": (N_("Share my name with them"), N_("If you share positions, they show your name.")),
    LISTED: (N_("Show me on leaderboards"), N_("If not, your profile is private too.")),
}


@command(
    N_("settings"),
    N_("Your time zone, sleep, notifications, hints, days away and data"),
    Option(
        "zone",
        N_("zone"),
        N_("Where you live: a country or a large city"),
        autocomplete=time_zone_picker.autocomplete_zones,
    ),
)
async def settings_command(request: Request, arguments: Arguments) -> None:
    if place := arguments.get("zone"):
        await _resolve_zone(request, place, PANEL)
    else:
        await show_panel(request)


@on_component("tell", "update")
async def set_notifications(request: Request, _: CustomId) -> None:
    await preferences.update_preferences(request.service, request.actor, tell=request.selected_value)
    await show_saved(request)


@on_component("text-only", "update")
async def toggle_text_only(request: Request, _: CustomId) -> None:
    """Turn *Words first* on or off, by one tap."""
    chosen = (await db.users.get(request.store, request.actor.id)).preferences
    await preferences.update_preferences(request.service, request.actor, text_only=not chosen.text_only)
    await show_saved(request)


# Time zone


async def ask_for_zone_if_unknown(request: Request, snapshot: GameSnapshot) -> None:
    """Ask a player at a table with a clock for their time zone, unless they were asked before.

    Call it after responding: the question is a follow-up message.
    """
    if snapshot.row.pace == "none" or snapshot.seat_of(request.actor.id) is None:
        return
    if await preferences.claim_time_zone_prompt(request.service, request.actor.id):
        await request.follow_up(_zone_prompt(request, time_zone_picker.likely_zones(request)))


@on_component("zone", "update")
async def choose_zone(request: Request, custom_id: CustomId) -> None:
    await _set_zone(request, request.selected_value, _asked_on(custom_id))


@on_component("zone-seek", "form")
async def open_zone_form(request: Request, custom_id: CustomId) -> None:
    found_id = CustomId("zone-found", args=(_asked_on(custom_id),))
    await request.open_form(time_zone_picker.search_form(request, found_id))


@on_component("zone-found", "update")
async def search_zone(request: Request, custom_id: CustomId) -> None:
    await _resolve_zone(request, request.field_text(time_zone_picker.PLACE_FIELD), _asked_on(custom_id))


def _asked_on(custom_id: CustomId) -> str:
    return PROMPT if custom_id.args[:1] == (PROMPT,) else PANEL


async def _resolve_zone(request: Request, typed: str, asked_on: str) -> None:
    """Set the typed time zone, or ask which of several is meant."""
    zone = time_zone_picker.resolve_zone(typed)
    if zone is not None:
        await _set_zone(request, zone, asked_on)
        return
    found, note = time_zones.search_zones(typed), request.locale.t("Which one is it?")
    if asked_on == PROMPT:
        await request.respond(_zone_prompt(request, found, note=note))
    else:
        await show_panel(request, note=note, zones_found=found)


async def _set_zone(request: Request, zone: str, asked_on: str) -> None:
    await preferences.update_preferences(request.service, request.actor, zone=zone)
    if asked_on == PANEL:
        await show_saved(request)
        return
    t, user = request.locale.t, await db.users.get(request.store, request.actor.id)
    builder = MessageBuilder().text(
        t("Saved: {place}.", place=time_zone_picker.place_name(request, zone)),
        sleep_line(request.locale, Availability.from_user(user)),
    )
    await request.respond(builder.buttons(button(CustomId("settings"), t("Open settings"))))


def _zone_prompt(request: Request, offered: Sequence[str], *, note: str = "") -> MessageBuilder:
    t, args = request.locale.t, (PROMPT,)
    builder = MessageBuilder().text(
        f"### {t('Where do you live?')}",
        note or t("This table has a clock. Set your time zone, and the clock stops while you sleep."),
    )
    options = time_zone_picker.zone_options(request, offered)
    builder.select(CustomId("zone", args=args), t("Your time zone"), options)
    builder.buttons(button(CustomId("zone-seek", args=args), t("Choose another place")))
    return builder.text(t("-# Only you see this. You can change it later in /settings."))


# The form


@on_component("settings-form", "form")
async def open_settings_form(request: Request, _: CustomId) -> None:
    """Open the form with the settings that rarely change."""
    locale, t = request.locale, request.locale.t
    user = await db.users.get(request.store, request.actor.id)
    availability, chosen = Availability.from_user(user), user.preferences
    place = _city(user.timezone, locale)
    ticked = {name for name in EXTRA_CHOICES if getattr(chosen, name, False)}
    if not chosen.hidden:
        ticked.add(LISTED)
    place_input = modals.text_input(
        time_zone_picker.PLACE_FIELD, place, max_length=time_zone_picker.MAX_PLACE_LENGTH
    )
    bed = modals.select("bed", _bedtime_options(locale, availability))
    wake_up = availability.sleep[1] if availability.sleep else DEFAULT_SLEEP[1]
    rise = modals.select("rise", [_hour_option((4 + step) % 24, wake_up) for step in range(24)])
    tell = modals.radio_group("tell", NOTIFICATION_CHOICES, locale, chosen.tell)
    extras = modals.checkbox_group("extras", EXTRA_CHOICES, locale, ticked)
    sleep_note = t("While you sleep Skald doesn't ping you, and your clocks stop: at most ten hours.")
    fields = (
        modals.field(
            t("Where you live"), place_input, t("A country or a large city. It sets your time zone.")
        ),
        modals.field(t("You go to sleep"), bed, sleep_note),
        modals.field(t("You get up"), rise),
        modals.field(t("Notifications"), tell),
        modals.field(t("Also"), extras),
    )
    await request.open_form(modals.form(CustomId("settings-keep"), t("Your settings"), *fields))


@on_component("settings-keep", "update")
async def save_settings(request: Request, _: CustomId) -> None:
    extras, typed = request.field_values("extras"), request.field_text(time_zone_picker.PLACE_FIELD).strip()
    user = await db.users.get(request.store, request.actor.id)
    is_changed = typed not in ("", _city(user.timezone, request.locale))
    zone = time_zone_picker.resolve_zone(typed) if is_changed else None
    await preferences.update_preferences(
        request.service,
        request.actor,
        zone=zone,
        tell=request.field_text("tell"),
        sleep=_sleep_field(request),
        hidden=LISTED not in extras,
        **{name: name in extras for name in EXTRA_CHOICES if name != LISTED},
    )
    if is_changed and zone is None:
        found = time_zones.search_zones(typed)
        await show_panel(request, note=request.locale.t("Which one is it?"), zones_found=found)
    else:
        await show_saved(request)


def _city(zone: str | None, locale: Locale) -> str:
    return time_zones.named_zone(zone, locale.language).city if zone else ""


def _sleep_field(request: Request) -> tuple[int, int] | None:
    if request.field_value("bed") == NO_SLEEP:
        return None
    bed, rise = (parse_digits(request.field_value(name), 2) for name in ("bed", "rise"))
    if bed is None or rise is None:
        raise Denied("not_a_choice")
    return bed * 60, rise * 60


def _bedtime_options(locale: Locale, availability: Availability) -> list[discord.SelectOption]:
    bedtime = availability.sleep[0] if availability.sleep else None
    selected = DEFAULT_SLEEP[0] if availability.zone is None else bedtime
    return [
        option(NO_SLEEP, locale.t("No sleep hours"), default=selected is None),
        *(_hour_option((18 + step) % 24, selected) for step in range(24)),
    ]


def _hour_option(hour: int, selected: int | None) -> discord.SelectOption:
    return option(str(hour), f"{hour:02}:00", default=selected == hour * 60)
