"""Lets a user choose a time zone: cities with their local time, and a form to search by country or city."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import discord

from bot.chat.interactions import Request
from bot.chat.interactions.commands import Arguments
from bot.chat.messages import SELECT_LIMIT, CustomId, modals, option
from bot.i18n import time_zones
from bot.play.core import Denied
from bot.play.core.availability import find_zone
from bot.views.markup import clip

PLACE_FIELD = "place"
MAX_PLACE_LENGTH = 60


def likely_zones(request: Request) -> list[str]:
    """Returns the time zones of the user's language, offered before anything is typed."""
    return time_zones.suggested_zones(str(request.interaction.locale))


def resolve_zone(typed: str) -> str | None:
    """Resolve a typed time zone, city or country. Returns None if several zones match.

    :raises Denied: If none matches.
    """
    typed = typed.strip()
    found = time_zones.unambiguous_zone(typed) or (typed if find_zone(typed) else None)
    if found is None and not time_zones.search_zones(typed):
        raise Denied("no_such_place", place=clip(typed, 40))
    return found


def zone_options(request: Request, zones: Sequence[str]) -> list[discord.SelectOption]:
    shown = [time_zones.named_zone(zone, request.locale.language) for zone in zones[:SELECT_LIMIT]]
    return [
        option(each.zone, f"{each.city} · {_local_time(request, each.zone)}", description=each.country)
        for each in shown
    ]


async def autocomplete_zones(request: Request, typed: str, _: Arguments) -> list[tuple[str, str]]:
    found = time_zones.search_zones(typed) if typed.strip() else likely_zones(request)
    return [
        (zone, f"{place_name(request, zone)} · {_local_time(request, zone)}") for zone in found[:SELECT_LIMIT]
    ]


def place_name(request: Request, zone: str) -> str:
    """Returns the time zone's city and country, or the city alone if both have the same name."""
    place = time_zones.named_zone(zone, request.locale.language)
    return ", ".join(dict.fromkeys(filter(None, (place.city, place.country))))


def search_form(request: Request, custom_id: CustomId) -> discord.ui.Modal:
    locale = request.locale
    text_input = modals.text_input(
        PLACE_FIELD, max_length=MAX_PLACE_LENGTH, placeholder=locale.t("Lyon, Canada, New York…")
    )
    field = modals.field(locale.t("Country or city"), text_input, locale.t("A large city nearby will do."))
    return modals.form(custom_id, locale.t("Where do you live?"), field)


def _local_time(request: Request, zone: str) -> str:
    return f"{datetime.fromtimestamp(request.service.now() / 1000, ZoneInfo(zone)):%H:%M}"
