"""Time zones as they are offered: places with the time there, and a form to look one up by its name."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import discord

from bot.chat.interactions.requests import Request
from bot.chat.messages import forms
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import SELECT_LIMIT
from bot.i18n import time_zones
from bot.play.core.availability import find_zone
from bot.play.core.refusals import Denied
from bot.views.markup import clip

PLACE = "place"
LONGEST_PLACE = 60


def likely(request: Request) -> list[str]:
    """What is offered to somebody before anything is typed."""
    return time_zones.suggested_zones(str(request.interaction.locale))


def meant(typed: str) -> str | None:
    """The zone that was typed, by its own name or by that of a place; None where it may be one of several."""
    typed = typed.strip()
    found = time_zones.unambiguous_zone(typed) or (typed if find_zone(typed) else None)
    if found is None and not time_zones.search_zones(typed):
        raise Denied("no_such_place", place=clip(typed, 40))
    return found


def options(request: Request, zones: Sequence[str]) -> list[discord.SelectOption]:
    """Places to choose from, with the time there."""
    shown = [time_zones.named_zone(zone, request.locale.language) for zone in zones[:SELECT_LIMIT]]
    return [
        discord.SelectOption(
            label=clip(f"{each.city} · {_time(request, each.zone)}", 100),
            value=each.zone,
            description=clip(each.country, 100) or None,
        )
        for each in shown
    ]


def completed(request: Request, typed: str) -> list[tuple[str, str]]:
    """The same while somebody types."""
    found = time_zones.search_zones(typed) if typed.strip() else likely(request)
    return [(zone, f"{named(request, zone)} · {_time(request, zone)}") for zone in found[:SELECT_LIMIT]]


def named(request: Request, zone: str) -> str:
    """A place with its country, where that is called otherwise."""
    place = time_zones.named_zone(zone, request.locale.language)
    return ", ".join(dict.fromkeys(filter(None, (place.city, place.country))))


def seeking(request: Request, custom_id: CustomId) -> discord.ui.Modal:
    """The form to look a place up; `tap` is what it is answered by."""
    locale = request.locale
    where = forms.text_input(PLACE, max_length=LONGEST_PLACE, placeholder=locale.t("Lyon, Canada, New York…"))
    asked = forms.field(locale.t("Country or city"), where, locale.t("A large city nearby will do."))
    return forms.form(custom_id, locale.t("Where do you live?"), asked)


def _time(request: Request, zone: str) -> str:
    return f"{datetime.fromtimestamp(request.service.now() / 1000, ZoneInfo(zone)):%H:%M}"
