"""Time zones as people look for them: by country and city, in every language there is.

Names of countries and of the cities that zones are called after come from Babel, which zones a country has
from the time zone database. A few large cities that no zone is called after are named here.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from zoneinfo import available_timezones

from babel import Locale
from babel.dates import get_timezone_location

from bot.i18n.languages import spoken

CITY, COUNTRY = 0, 1
"""What a name is of; a city says more of where somebody is."""

CITIES = {
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
"""By zone, large cities in it that it is not called after."""

COUNTRIES = {
    "CZ": "Czech Republic, République tchèque",
    "GB": "UK, Great Britain, Grande-Bretagne, England, Angleterre, Scotland, Écosse, Wales, Pays de Galles",
    "NL": "Holland, Hollande",
    "US": "USA, America, Amérique",
}
"""By country, what else it is called."""

EVERYWHERE = (
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
"""The zones most people live in, or know the time of."""

LIKELY = {
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
"""Where those may live who read Discord in a language, the likeliest first."""


@dataclass(frozen=True, slots=True)
class NamedZone:
    """A zone, by the city it is called after and the country that lies in."""

    zone: str
    city: str
    country: str


def likely(locale: str) -> list[str]:
    """The zones to offer to somebody with this Discord locale before anything is typed."""
    return list(dict.fromkeys((*LIKELY.get(locale, "").split(), *EVERYWHERE)))


def place(zone: str, language: str) -> NamedZone:
    """How a zone is called in a language."""
    country = _countries().get(zone, "")
    told = Locale(language).territories.get(country, "")
    return NamedZone(zone, _city(zone, language), told)


def search(typed: str) -> list[str]:
    """The zones that fit what was typed, a country or a city in any language, the best first."""
    wanted = _plain(typed)
    if not wanted:
        return []
    ranks: dict[str, int] = {}
    for zone, name, weight in _names():
        fits = (name == wanted, name.startswith(wanted), f" {wanted}" in name)
        if any(fits):
            rank = 2 * fits.index(True) + weight
            ranks[zone] = min(rank, ranks.get(zone, rank))
    order = {zone: number for number, zone in enumerate(dict.fromkeys((*EVERYWHERE, *_countries())))}
    return sorted(ranks, key=lambda zone: (ranks[zone], order.get(zone, len(order))))


def meant(typed: str) -> str | None:
    """The one zone that what was typed can only mean; None where it means none, or several."""
    wanted, found = _plain(typed), search(typed)
    cities = {zone for zone, name, weight in _names() if name == wanted and weight == CITY}
    if len(cities) == 1:
        return next(iter(cities))
    return found[0] if len(found) == 1 else None


@cache
def _names() -> tuple[tuple[str, str, int], ...]:
    """Every name under which a zone is found, and whether it is that of a city or of a country."""
    return tuple(dict.fromkeys((zone, _plain(name), weight) for zone, name, weight in _said() if name))


def _said() -> Iterator[tuple[str, str, int]]:
    for zone, country in _countries().items():
        yield zone, zone, CITY
        for language in spoken():
            yield zone, _city(zone, language), CITY
            yield zone, Locale(language).territories.get(country, ""), COUNTRY
        for other in COUNTRIES.get(country, "").split(", "):
            yield zone, other, COUNTRY
    for zone, cities in CITIES.items():
        for city in cities.split(", "):
            yield zone, city, CITY


@cache
def _countries() -> dict[str, str]:
    """The country of each zone, those of a country in the order of the database."""
    lines = (files("tzdata.zoneinfo") / "zone.tab").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    known = available_timezones()
    return {row[2]: row[0] for row in rows if row[2] in known}


@cache
def _city(zone: str, language: str) -> str:
    city = str(get_timezone_location(zone, locale=language, return_city=True))
    return city.rpartition("/")[2]


def _plain(text: str) -> str:
    """Without case, accents and signs between words."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in bare).split())
