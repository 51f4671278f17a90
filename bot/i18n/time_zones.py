"""Time zone search by country or city, in every language.

Names of countries and of the zones' cities come from Babel. Which zones a country has comes from the time
zone database. Large cities that have no zone of their own are listed here.
"""

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

EXTRA_CITIES = {
    "Africa/Casablanca": "Rabat, Marrakech, Fez, Fès, Tanger, Tangier",
    "Africa/Johannesburg": "Cape Town, Le Cap, Durban, Pretoria",
    "America/Chicago": "Dallas, Houston, Austin, Minneapolis, New Orleans, La Nouvelle-Orléans",
    "America/Denver": "Salt Lake City",
    "America/Edmonton": "Calgary",
    "America/Los_Angeles": "San Francisco, Seattle, Portland, San Diego, Las Vegas",
    "America/New_York": "Boston, Washington, Philadelphia, Philadelphie, Miami, Atlanta",
    "America/Sao_Paulo": "Rio de Janeiro, Brasília",
    "America/Toronto": "Montréal, Québec, Ottawa, Gatineau",
    "Asia/Kolkata": "Mumbai, Bombay, Delhi, Bangalore, Bengaluru, Chennai",
    "Asia/Shanghai": "Beijing, Pékin, Shenzhen, Guangzhou",
    "Asia/Tokyo": "Osaka, Kyoto, Sapporo",
    "Australia/Sydney": "Canberra",
    "Europe/Amsterdam": "Rotterdam, Utrecht, The Hague, La Haye",
    "Europe/Berlin": "Munich, München, Hamburg, Hambourg, Cologne, Köln, Frankfurt, Francfort, Leipzig",
    "Europe/Brussels": "Antwerp, Anvers, Ghent, Gand, Liège, Charleroi, Namur",
    "Europe/Kyiv": "Kiev, Odesa, Odessa, Lviv",
    "Europe/Lisbon": "Porto",
    "Europe/London": "Manchester, Birmingham, Edinburgh, Édimbourg, Glasgow, Bristol, Cardiff, Belfast",
    "Europe/Madrid": "Barcelona, Barcelone, Valencia, Valence, Seville, Séville",
    "Europe/Oslo": "Bergen, Trondheim",
    "Europe/Paris": "Lyon, Marseille, Toulouse, Bordeaux, Lille, Nantes, Nice, Strasbourg, Rennes, Grenoble",
    "Europe/Rome": "Milan, Naples, Turin, Florence, Bologna, Bologne",
    "Europe/Stockholm": "Gothenburg, Göteborg, Malmö",
    "Europe/Warsaw": "Kraków, Cracovie, Gdańsk, Wrocław",
    "Europe/Zurich": "Geneva, Genève, Lausanne, Bern, Berne, Basel, Bâle",
}
"""By zone, other large cities in it."""

COUNTRY_ALIASES = {
    "CZ": "Czech Republic, République tchèque",
    "GB": "UK, Great Britain, Grande-Bretagne, England, Angleterre, Scotland, Écosse, Wales, Pays de Galles",
    "NL": "Holland, Hollande",
    "US": "USA, America, Amérique",
}
"""By country code, other names of the country."""

COMMON_ZONES = (
    "Europe/Paris",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Brussels",
    "Europe/Zurich",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Oslo",
    "Europe/Helsinki",
    "Europe/Athens",
    "Europe/Istanbul",
    "America/Toronto",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Africa/Casablanca",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Well-known zones, offered to every user."""

ZONES_BY_LOCALE = {
    "bg": "Europe/Sofia",
    "cs": "Europe/Prague",
    "da": "Europe/Copenhagen Atlantic/Faroe America/Nuuk",
    "de": "Europe/Berlin Europe/Vienna Europe/Zurich Europe/Luxembourg",
    "el": "Europe/Athens Asia/Nicosia",
    "en-GB": "Europe/London Europe/Dublin Australia/Sydney Australia/Brisbane Australia/Perth "
    "Pacific/Auckland Africa/Johannesburg Asia/Kolkata Asia/Singapore Africa/Lagos",
    "en-US": "America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles "
    "America/Anchorage Pacific/Honolulu America/Toronto America/Vancouver Europe/London",
    "es-419": "America/Mexico_City America/Bogota America/Lima America/Santiago "
    "America/Argentina/Buenos_Aires America/Caracas",
    "es-ES": "Europe/Madrid Atlantic/Canary",
    "fi": "Europe/Helsinki",
    "fr": "Europe/Paris Europe/Brussels Europe/Zurich America/Toronto Europe/Luxembourg Africa/Casablanca "
    "Africa/Algiers Africa/Tunis Africa/Dakar Africa/Abidjan Indian/Reunion America/Guadeloupe "
    "America/Martinique America/Cayenne Pacific/Noumea Pacific/Tahiti",
    "hi": "Asia/Kolkata",
    "hr": "Europe/Zagreb",
    "hu": "Europe/Budapest",
    "id": "Asia/Jakarta Asia/Makassar Asia/Jayapura",
    "it": "Europe/Rome Europe/Zurich",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
    "lt": "Europe/Vilnius",
    "nl": "Europe/Amsterdam Europe/Brussels America/Paramaribo",
    "no": "Europe/Oslo",
    "pl": "Europe/Warsaw",
    "pt-BR": "America/Sao_Paulo America/Manaus America/Fortaleza Europe/Lisbon",
    "ro": "Europe/Bucharest Europe/Chisinau",
    "ru": "Europe/Moscow Asia/Yekaterinburg Asia/Novosibirsk Asia/Vladivostok",
    "sv-SE": "Europe/Stockholm Europe/Helsinki",
    "th": "Asia/Bangkok",
    "tr": "Europe/Istanbul",
    "uk": "Europe/Kyiv",
    "vi": "Asia/Ho_Chi_Minh",
    "zh-CN": "Asia/Shanghai Asia/Singapore",
    "zh-TW": "Asia/Taipei Asia/Hong_Kong",
}
"""By Discord locale, the zones where its readers live, the likeliest first."""


@dataclass(frozen=True, slots=True)
class NamedZone:
    """A zone with the names of its city and country in one language."""

    zone: str
    city: str
    country: str


def suggested_zones(locale: str) -> list[str]:
    """Returns the zones to offer before a query is typed, the likeliest for a Discord locale first."""
    return list(dict.fromkeys((*ZONES_BY_LOCALE.get(locale, "").split(), *COMMON_ZONES)))


def named_zone(zone: str, language: str) -> NamedZone:
    """Returns the names of a zone in a language."""
    country = _country_by_zone().get(zone, "")
    country_name = Locale(language).territories.get(country, "")
    return NamedZone(zone, _city_name(zone, language), country_name)


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
        for other in COUNTRY_ALIASES.get(country, "").split(", "):
            yield zone, other, COUNTRY
    for zone, cities in EXTRA_CITIES.items():
        for city in cities.split(", "):
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
