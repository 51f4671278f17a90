"""/settings and /away: the panel, the forms, time zones and absences.

Covers `bot/chat/messages/modals.py`, `bot/chat/settings/away.py`, `bot/chat/settings/settings_panel.py`,
`bot/chat/settings/time_zone_picker.py`, `bot/play/account/preferences.py`.
"""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.messages import CustomId
from bot.chat.settings.away import complete_days, complete_first_day
from bot.chat.settings.rest_days import save_rest_days
from bot.chat.settings.settings_panel import absence_lines, final_moves_line, playing_lines
from bot.chat.settings.time_zone_picker import autocomplete_zones, place_name
from bot.i18n import locale_for
from bot.play.core import Denied
from bot.play.core.availability import Availability
from db.clock import DAY
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, response_text, text_of
from tests.chat.fake_request import fake_request
from tests.chat.form_driver import field_labels, prefilled_values, submit_form

MAX_LINE_CHARS = 90  # Two lines on a phone.


async def settings_panel(chat: Chat, actor: Any, **given: str) -> Any:
    return (await actor.slash(chat.channel, "settings", **given)).response


async def open_form(actor: Any, panel: Any, verb: str = "settings-form") -> Any:
    return await actor.click(panel.message, custom_id=find_custom_id(panel, verb))


async def test_the_panel_has_short_sections_and_buttons_that_say_what_they_change(chat: Chat) -> None:
    panel = await settings_panel(chat, chat.user("astrid"), zone="Europe/Paris")
    text = text_of(panel)
    assert "Paris, France, " in text
    assert "Asleep 23:00–08:00: no pings, clocks stop" in text
    for section in ("Your time", "Notifications", "Playing", "Days away"):
        assert f"**{section}**" in text
    assert max(map(len, text.splitlines())) <= MAX_LINE_CHARS
    labels = [*enabled_components(panel).values()]
    assert labels[1:] == [
        "Change sleep, digest and hints",
        "Set time zone",
        "Set rest days",
        "Plan days away",
        "See my data",
        "Words first",
    ]


@pytest.mark.quick
async def test_every_setting_of_the_form_is_kept_and_the_panel_is_brought_up_to_date(chat: Chat) -> None:
    actor = chat.user("astrid")
    opened = await open_form(actor, await settings_panel(chat, actor))
    assert set(field_labels(opened)) == {"place", "bed", "rise", "tell", "extras"}
    done = await submit_form(
        actor, opened, place="Lyon", bed=["21"], rise=["7"], tell="both", extras=["next"]
    )
    panel = text_of(done.response)
    assert "Saved." in panel
    assert "Paris" in panel
    assert "21:00–07:00" in panel
    assert "Skald mentions you in the thread and writes to you." in panel
    assert "No hints." in panel
    assert "You’re hidden from leaderboards, and your profile is private." in panel
    person = await db.users.get(chat.store, actor.id)
    assert person.timezone == "Europe/Paris"
    chosen = person.preferences
    assert (chosen.sleep, chosen.tell, chosen.next) == ((21 * 60, 7 * 60), "both", True)
    assert (chosen.hints, chosen.hidden) == (False, True)


async def test_a_form_sent_as_it_opened_changes_nothing(chat: Chat) -> None:
    actor = chat.user("astrid")
    panel = await settings_panel(chat, actor, zone="Asia/Tokyo")
    before = await db.users.get(chat.store, actor.id)
    opened = await open_form(actor, panel)
    assert prefilled_values(opened)["place"] == "Tokyo"
    await submit_form(actor, opened)
    after = await db.users.get(chat.store, actor.id)
    assert after.timezone == before.timezone == "Asia/Tokyo"
    assert after.preferences.tell == before.preferences.tell
    assert prefilled_values(await open_form(actor, panel)) == prefilled_values(opened)


async def test_nobody_sleeps_longer_than_a_night_and_the_rest_stays(chat: Chat) -> None:
    actor = chat.user("astrid")
    panel = await settings_panel(chat, actor, zone="Europe/Paris")
    refused = await submit_form(actor, await open_form(actor, panel), bed=["18"], rise=["12"], tell="dm")
    assert "Ten hours of sleep at most" in text_of(refused.followups[0])
    person = await db.users.get(chat.store, actor.id)
    assert (person.preferences.tell, person.preferences.sleep) == ("thread", "default")
    changed = await submit_form(actor, await open_form(actor, panel), bed=["none"])
    assert "No sleep hours" in text_of(changed.response)


async def test_a_country_with_several_zones_is_asked_about(chat: Chat) -> None:
    actor = chat.user("astrid")
    panel = await settings_panel(chat, actor)
    asked = await submit_form(actor, await open_form(actor, panel), place="Canada", tell="dm")
    assert "Which one is it?" in text_of(asked.response)
    done = await actor.select(panel.message, ["America/Toronto"], custom_id=find_custom_id(panel, "zone"))
    assert "Toronto, Canada" in text_of(done.response)
    person = await db.users.get(chat.store, actor.id)
    assert (person.timezone, person.preferences.tell) == ("America/Toronto", "dm")


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("germany", "Europe/Berlin"), ("Allemagne", "Europe/Berlin"), ("montreal", "America/Toronto")],
)
async def test_a_place_is_looked_up_in_either_language(chat: Chat, typed: str, zone: str) -> None:
    actor = chat.user("astrid")
    panel = await settings_panel(chat, actor)
    asked = await open_form(actor, panel, "zone-seek")
    found = await submit_form(actor, asked, place=typed)
    if zone not in str((await db.users.get(chat.store, actor.id)).timezone):
        menu = find_custom_id(found.response, "zone")
        await actor.select(panel.message, [zone], custom_id=menu)
    assert (await db.users.get(chat.store, actor.id)).timezone == zone


async def test_zone_and_notifications_are_one_choice_each(chat: Chat) -> None:
    actor = chat.user("astrid")
    panel = await settings_panel(chat, actor)
    assert "unknown" in text_of(panel)
    changed = await actor.select(panel.message, ["Europe/Paris"], custom_id=find_custom_id(panel, "zone"))
    assert "Paris" in text_of(changed.response)
    await actor.select(panel.message, ["both"], custom_id=find_custom_id(panel, "tell"))
    person = await db.users.get(chat.store, actor.id)
    assert (person.timezone, person.preferences.tell) == ("Europe/Paris", "both")


async def test_away_asks_for_days_and_says_until_when(chat: Chat) -> None:
    actor = chat.user("astrid")
    asked = (await actor.slash(chat.channel, "away")).response
    labels = [*enabled_components(asked).values()]
    assert labels == ["1 day", "2 days", "3 days", "7 days", "Choose a date…", "All settings"]
    assert len(text_of(asked).splitlines()) <= 3
    gone = (await actor.click(asked.message, label="3 days")).response
    assert "Away from <t:" in text_of(gone)
    assert "11 of 14" in text_of(gone)
    back = (await actor.click(gone.message, label="I’m back")).response
    assert "14 of 14" in text_of(back)
    assert "I’m back" not in enabled_components(back).values()
    settings = (await actor.click(back.message, label="All settings")).response
    again = (await actor.click(settings.message, label="Plan days away")).response
    assert "How long will you be away?" in text_of(again)


async def test_an_absence_that_is_over_is_no_longer_listed(chat: Chat) -> None:
    actor = chat.user("astrid")
    await actor.slash(chat.channel, "away", days="2")
    assert "Away from <t:" in text_of(await settings_panel(chat, actor))
    await chat.env.advance_time(3 * 24 * 3600)
    assert "Away from" not in text_of(await settings_panel(chat, actor))


async def test_what_cannot_be_is_refused_in_words(chat: Chat) -> None:
    actor = chat.user("astrid")
    assert "Atlantis" in text_of(await settings_panel(chat, actor, zone="Atlantis"))
    wrong = await actor.slash(chat.channel, "away", days="0")
    assert "for 1 to 60 days" in text_of(wrong.response)
    wrong = await actor.slash(chat.channel, "away", days="2", **{"from": "soon"})
    assert "year-month-day" in text_of(wrong.response)
    wrong = await actor.slash(chat.channel, "away", days="2", **{"from": "2020-01-01"})
    assert "within a year" in text_of(wrong.response)


async def test_days_away_ahead_are_declared_by_command_or_form(chat: Chat) -> None:
    actor = chat.user("astrid")
    panel = await actor.slash(chat.channel, "away", days="5", **{"from": "2026-02-01"})
    assert "9 of 14" in text_of(panel.response)
    (absence,) = (await db.absences.list_by_user(chat.store, (actor.id,)))[actor.id]
    assert absence.until - absence.start == 5 * DAY
    opened = await open_form(actor, panel.response, "away-form")
    assert set(field_labels(opened)) == {"first", "back"}
    first = chat.env.now().date()
    back = first + timedelta(days=2)
    declared = await submit_form(actor, opened, first=[first.isoformat()], back=[back.isoformat()])
    assert "7 of 14" in text_of(declared.response)
    opened = await open_form(actor, declared.response, "away-form")
    wrong = await submit_form(actor, opened, first=[back.isoformat()], back=[back.isoformat()])
    assert "for 1 to 60 days" in response_text(wrong)


# The question at a table with a clock


async def test_who_sits_down_at_a_table_with_a_clock_is_asked_once_where_they_live(chat: Chat) -> None:
    await chat.user("astrid").slash(chat.channel, "new lofoten")
    card = chat.channel.last_message
    joined = await chat.user("bjorn").click(card, label="Join")
    (asked,) = (each for each in joined.followups if "Where do you live?" in text_of(each))
    assert asked.ephemeral
    menu = find_custom_id(asked, "zone")
    answered = await chat.user("bjorn").select(asked.message, ["Europe/Oslo"], custom_id=menu)
    assert "Saved: Oslo, Norway." in text_of(answered.response)
    assert (await db.users.get(chat.store, chat.user("bjorn").id)).timezone == "Europe/Oslo"
    await chat.user("bjorn").click(card, label="Leave")
    again = await chat.user("bjorn").click(card, label="Join")
    assert not any("Where do you live?" in text_of(each) for each in again.followups)


async def test_who_does_not_say_is_not_asked_again(chat: Chat) -> None:
    opened = await chat.user("astrid").slash(chat.channel, "new lofoten")
    assert any("Where do you live?" in text_of(each) for each in opened.followups)
    opened = await chat.user("astrid").slash(chat.channel, "new borealis")
    assert not any("Where do you live?" in text_of(each) for each in opened.followups)


async def test_a_table_without_a_clock_asks_nobody(chat: Chat) -> None:
    opened = await chat.user("astrid").slash(chat.channel, "new lofoten", pace="none")
    assert not any("Where do you live?" in text_of(each) for each in opened.followups)
    assert not (await db.users.get(chat.store, chat.user("astrid").id)).preferences.zone_asked


async def test_a_place_that_is_not_in_the_list_is_typed(chat: Chat) -> None:
    opened = await chat.user("astrid").slash(chat.channel, "new lofoten")
    (asked,) = (each for each in opened.followups if "Where do you live?" in text_of(each))
    form = await open_form(chat.user("astrid"), asked, "zone-seek")
    several = (await submit_form(chat.user("astrid"), form, place="Canada")).response
    assert "Which one is it?" in text_of(several)
    assert "Where do you live?" in text_of(several), "the question stays, with other places"
    form = await open_form(chat.user("astrid"), asked, "zone-seek")
    found = await submit_form(chat.user("astrid"), form, place="Islande")
    assert "Reykjavik" in text_of(found.response)
    assert "settings" in str(enabled_components(found.response))


ENGLISH = locale_for("en")


@pytest.mark.parametrize(
    ("preferences", "text"),
    [
        ({"confirm": False}, "Final moves are played with one tap."),
        ({"linger": False}, "You confirm final moves."),
        ({}, "You confirm final moves; simple ones are played after 10 seconds."),
    ],
)
def test_the_panel_says_how_final_moves_are_played(preferences: dict[str, Any], text: str) -> None:
    assert final_moves_line(ENGLISH, db.Preferences(**preferences)) == text


def test_the_panel_says_how_games_are_shared_only_if_they_are() -> None:
    def lines(**chosen: bool) -> str:
        return "\n".join(playing_lines(ENGLISH, db.Preferences(**chosen)))

    assert "positions of the day" not in lines(share_names=True)
    assert "positions of the day, without your name" in lines(share_positions=True)
    assert "positions of the day, with your name" in lines(share_positions=True, share_names=True)
    assert "You appear on leaderboards." in lines()
    assert "Pictures of the board." in lines()
    assert "Words first" in lines(text_only=True)


@pytest.mark.parametrize(("now", "is_listed"), [(0, True), (1_999, True), (2_000, False)])
def test_an_absence_is_listed_until_it_ends(now: int, is_listed: bool) -> None:
    away = Availability(away=((1_000, 2_000),))
    assert [*absence_lines(ENGLISH, away, now)] == (["Away from <t:1:D> to <t:2:f>"] if is_listed else [])


async def test_days_away_are_suggested_as_they_are_typed(store: db.Store) -> None:
    request = fake_request(store)
    request.service = SimpleNamespace(now=lambda: 31 * DAY)
    days = await complete_days(request, " 6 ", {})
    assert days == [("6", "6 days"), ("60", "60 days")]
    assert [value for value, _ in await complete_days(request, "", {})] == [str(n) for n in range(1, 26)]
    first = [value for value, _ in await complete_first_day(request, "", {})]
    assert (first[0], first[24], len(first)) == ("1970-02-01", "1970-02-25", 25)
    assert await complete_first_day(request, "03-31", {}) == [("1970-03-31", "1970-03-31")]
    (only,) = await complete_first_day(request, "02-02", {})
    assert only[0] == "1970-02-02", "a year ahead at most"


async def test_time_zones_are_suggested_by_language_then_by_what_is_typed() -> None:
    request = fake_request(locale="fr")
    request.service = SimpleNamespace(now=lambda: 0)
    likely = await autocomplete_zones(request, " ", {})
    assert "Europe/Paris" in dict(likely)
    found = dict(await autocomplete_zones(request, "oslo", {}))
    assert found["Europe/Oslo"].startswith("Oslo, Norway · ")
    assert "Europe/Paris" not in found
    assert place_name(request, "Asia/Singapore") == "Singapore"


async def test_rest_days_are_days_of_the_week() -> None:
    request = fake_request()
    request.field_values = lambda _: ["5", "sunday"]
    with pytest.raises(Denied):
        await save_rest_days(request, CustomId("rest-keep"))
