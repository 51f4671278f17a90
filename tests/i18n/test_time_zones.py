"""Time zones are found by country and city, and the likely ones come first."""

from zoneinfo import available_timezones

import pytest
from discord import Locale

from bot.i18n import time_zones
from bot.i18n.time_zones import EXTRA_CITIES, ZONES_BY_LOCALE


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Norway", "Europe/Oslo"),
        ("norvège", "Europe/Oslo"),
        ("NORVEGE", "Europe/Oslo"),
        ("Lyon", "Europe/Paris"),
        ("geneva", "Europe/Zurich"),
        ("Genève", "Europe/Zurich"),
        ("Montréal", "America/Toronto"),
        ("new-york", "America/New_York"),
        ("la nouvelle orléans", "America/Chicago"),
        ("Pékin", "Asia/Shanghai"),
        ("Peking", "Asia/Shanghai"),
        ("Österreich", "Europe/Vienna"),
        ("Straßburg", "Europe/Paris"),
        ("Mailand", "Europe/Rome"),
        ("Asia/Tokyo", "Asia/Tokyo"),
    ],
)
def test_a_name_that_means_one_zone_finds_it_in_every_language(typed: str, zone: str) -> None:
    assert time_zones.unambiguous_zone(typed) == zone


@pytest.mark.parametrize("typed", ["Canada", "USA", "États-Unis", "Vereinigte Staaten", "Australie"])
def test_a_country_of_several_zones_means_none_of_them_but_offers_all(typed: str) -> None:
    assert time_zones.unambiguous_zone(typed) is None
    assert len(time_zones.search_zones(typed)) > 1


def test_the_zones_most_people_live_in_come_first() -> None:
    assert time_zones.search_zones("États-Unis")[:2] == ["America/New_York", "America/Chicago"]


@pytest.mark.parametrize("typed", ["", "   ", "Atlantis", "%", "?"])
def test_what_names_no_place_finds_none(typed: str) -> None:
    assert time_zones.search_zones(typed) == []
    assert time_zones.unambiguous_zone(typed) is None


@pytest.mark.parametrize(
    ("locale", "first"),
    [("fr", "Europe/Paris"), ("de", "Europe/Berlin"), ("en-US", "America/New_York"), ("ja", "Asia/Tokyo")],
)
def test_the_likely_zones_begin_with_those_of_the_language(locale: str, first: str) -> None:
    assert time_zones.suggested_zones(locale)[0] == first
    assert len(time_zones.suggested_zones(locale)) == len(set(time_zones.suggested_zones(locale))) >= 25


def test_every_language_of_discord_has_its_likely_zones_and_every_zone_exists() -> None:
    assert set(ZONES_BY_LOCALE) == {locale.value for locale in Locale}
    named = {zone for locale in ZONES_BY_LOCALE for zone in time_zones.suggested_zones(locale)} | set(
        EXTRA_CITIES
    )
    assert named <= available_timezones()


def test_a_place_is_named_in_the_language_of_the_reader() -> None:
    london = time_zones.named_zone("Europe/London", "fr")
    assert (london.city, london.country) == ("Londres", "Royaume-Uni")
