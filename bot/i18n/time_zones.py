"""Time zone search by country or city, in every language.

Names of countries and of the zones' cities come from Babel. Which zones a country has comes from the time
zone database. Large cities that have no zone of their own are listed in `time_zones.toml`.
"""

import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from zoneinfo import available_timezones

from babel import Locale
from babel.dates import get_timezone_location

from bot.i18n.languages import available_languages

CITY, COUNTRY = 0, 1
"""The kind of a name, used as a rank: a city locates a user better than a country."""

_DATA = tomllib.loads((files("bot.i18n") / "time_zones.toml").read_text(encoding="utf-8"))
COMMON_ZONES: tuple[str, ...] = tuple(_DATA["common"])
EXTRA_CITIES: dict[str, list[str]] = _DATA["cities"]
COUNTRY_ALIASES: dict[str, list[str]] = _DATA["countries"]
ZONES_BY_LOCALE: dict[str, list[str]] = _DATA["locales"]


@dataclass(frozen=True, slots=True)
class NamedZone:
    """A zone with the names of its city and country in one language."""

    zone: str
    city: str
    country: str


def suggested_zones(locale: str) -> list[str]:
    """Returns the zones to offer before a query is typed, the likeliest for a Discord locale first."""
    return list(dict.fromkeys((*ZONES_BY_LOCALE.get(locale, []), *COMMON_ZONES)))


def named_zone(zone: str, language: str) -> NamedZone:
    country = Locale(language).territories.get(_country_by_zone().get(zone, ""), "")
    return NamedZone(zone, _city_name(zone, language), country)


def search_zones(query: str) -> list[str]:
    """Returns the zones that match a country or city in any language, the best match first."""
    wanted = _normalize(query)
    if not wanted:
        return []
    ranks: dict[str, int] = {}
    for zone, name, weight in _searchable_names():
        fits = (name == wanted, name.startswith(wanted), f" {wanted}" in name)
        if any(fits):
            rank = 2 * fits.index(True) + weight
            ranks[zone] = min(rank, ranks.get(zone, rank))
    order = {zone: number for number, zone in enumerate(dict.fromkeys((*COMMON_ZONES, *_country_by_zone())))}
    return sorted(ranks, key=lambda zone: (ranks[zone], order.get(zone, len(order))))


def unambiguous_zone(query: str) -> str | None:
    """Returns the zone if the query fits only one, else None."""
    wanted, found = _normalize(query), search_zones(query)
    cities = {zone for zone, name, weight in _searchable_names() if name == wanted and weight == CITY}
    if len(cities) == 1:
        return next(iter(cities))
    return found[0] if len(found) == 1 else None


@cache
def _searchable_names() -> tuple[tuple[str, str, int], ...]:
    """Returns (zone, normalized name, CITY or COUNTRY) for every name under which a zone is found."""
    return tuple(
        dict.fromkeys((zone, _normalize(name), weight) for zone, name, weight in _zone_names() if name)
    )


def _zone_names() -> Iterator[tuple[str, str, int]]:
    for zone, country in _country_by_zone().items():
        yield zone, zone, CITY
        for language in available_languages():
            yield zone, _city_name(zone, language), CITY
            yield zone, Locale(language).territories.get(country, ""), COUNTRY
        for other in COUNTRY_ALIASES.get(country, []):
            yield zone, other, COUNTRY
    for zone, cities in EXTRA_CITIES.items():
        for city in cities:
            yield zone, city, CITY


@cache
def _country_by_zone() -> dict[str, str]:
    """Returns the country code of each zone, in the order of the time zone database."""
    lines = (files("tzdata.zoneinfo") / "zone.tab").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    known = available_timezones()
    return {row[2]: row[0] for row in rows if row[2] in known}


@cache
def _city_name(zone: str, language: str) -> str:
    city = str(get_timezone_location(zone, locale=language, return_city=True))
    return city.rpartition("/")[2]


def _normalize(text: str) -> str:
    """Remove case, accents and punctuation.

    >>> _normalize("Saint-Étienne")
    'saint etienne'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in bare).split())
