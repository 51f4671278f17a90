"""The panel of one's ways, and days away."""

import db
from db.clock import DAY
from tests.chat.chat import Chat, taps, words_of


async def test_the_panel_keeps_zone_sleep_ways_and_days_away(chat: Chat) -> None:
    actor = chat.person("astrid")
    panel = (await actor.slash(chat.channel, "me")).response
    assert "not known" in words_of(panel)
    assert not any(name.startswith("skald:sleep:") for name in taps(panel))
    panel = (await actor.slash(chat.channel, "me", zone="paris")).response
    assert "Europe/Paris" in words_of(panel)
    assert "23:00–08:00" in words_of(panel)
    changed = await actor.select(panel.message, ["21"], custom_id="skald:sleep:::")
    assert "21:00–06:00" in words_of(changed.response)
    changed = await actor.select(panel.message, ["7"], custom_id="skald:rise:::")
    assert "21:00–07:00" in words_of(changed.response)
    await actor.select(panel.message, ["both"], custom_id="skald:tell:::")
    changed = await actor.select(panel.message, ["3"], custom_id="skald:away-now:::")
    assert "11 of 14" in words_of(changed.response)
    changed = await actor.click(panel.message, custom_id="skald:returned:::")
    assert "14 of 14" in words_of(changed.response)
    person = await db.people.find(chat.store, actor.id)
    assert (person.timezone, person.preferences.tell) == ("Europe/Paris", "both")


async def test_what_cannot_be_is_refused_in_words(chat: Chat) -> None:
    actor = chat.person("astrid")
    assert "no time zone" in words_of((await actor.slash(chat.channel, "me", zone="Atlantis")).response)
    wrong = await actor.slash(chat.channel, "away", days="0")
    assert "between 1 and 60" in words_of(wrong.response)
    wrong = await actor.slash(chat.channel, "away", days="2", **{"from": "soon"})
    assert "year-month-day" in words_of(wrong.response)
    wrong = await actor.slash(chat.channel, "away", days="2", **{"from": "2020-01-01"})
    assert "within a year" in words_of(wrong.response)


async def test_days_away_ahead_are_declared_by_command(chat: Chat) -> None:
    actor = chat.person("astrid")
    panel = await actor.slash(chat.channel, "away", days="5", **{"from": "2026-02-01"})
    assert "9 of 14" in words_of(panel.response)
    (absence,) = (await db.absences.of(chat.store, (actor.id,)))[actor.id]
    assert absence.until - absence.start == 5 * DAY
