"""Users: unchanged columns stay, and preferences round-trip."""

import pytest
from pydantic import ValidationError
from sqlalchemy import text

import db
from db import Preferences, Store, User
from tests.db.ids import ASTRID, BJORN, STRANGER
from tests.db.statement_hooks import capture_statements


async def test_people_keep_what_is_not_changed(store: Store) -> None:
    assert await db.users.get(store, ASTRID) == User(ASTRID)
    async with store.write() as tx:
        await db.users.update(tx, ASTRID, name="Ástríðr 🛶", preferences=Preferences(tell="dm"))
        await db.users.update(tx, ASTRID, locale="fr", hints_seen={"side", "sail"})
        await db.users.update(tx, ASTRID)
    person = await db.users.get(store, ASTRID)
    assert (person.name, person.locale, person.preferences.tell) == ("Ástríðr 🛶", "fr", "dm")
    assert person.hints_seen == {"sail", "side"}
    assert await db.users.get_many(store, [ASTRID, STRANGER]) == {
        ASTRID: person,
        STRANGER: User(STRANGER),
    }
    assert await db.users.get_many(store, []) == {}


async def test_somebody_is_changed_by_one_statement_known_or_not(store: Store) -> None:
    for name in ("Astrid", "Ástríðr"):
        async with store.write() as tx:
            with capture_statements(store) as sent:
                await db.users.update(tx, ASTRID, name=name, timezone="Europe/Oslo")
        assert len(sent) == 1
        assert (await db.users.get(store, ASTRID)).name == name


async def test_who_becomes_known_again_keeps_everything(store: Store) -> None:
    async with store.write() as tx:
        await db.users.update(tx, ASTRID, name="Astrid")
        await db.users.ensure_exists(tx, ASTRID, BJORN)
    assert (await db.users.get(store, ASTRID)).name == "Astrid"
    assert await db.users.display_names(store, [BJORN]) == {BJORN: (None, False)}


@pytest.mark.parametrize(
    "preferences",
    [
        Preferences(),
        Preferences(sleep=None, hints=False),
        Preferences(sleep=(1380, 420), tell="both", next=True, hidden=True, dms_closed=True),
    ],
)
async def test_what_somebody_chose_is_read_as_it_was_written(store: Store, preferences: Preferences) -> None:
    async with store.write() as tx:
        await db.users.update(tx, ASTRID, preferences=preferences)
    assert (await db.users.get(store, ASTRID)).preferences == preferences


async def test_only_what_differs_from_the_default_is_stored_and_unknown_choices_are_left_out(
    store: Store,
) -> None:
    async with store.write() as tx:
        await db.users.update(tx, ASTRID, preferences=Preferences(tell="dm"))
        await db.users.ensure_exists(tx, BJORN)
    stored = text("SELECT CAST(preferences AS TEXT) FROM people ORDER BY id")
    async with store.engine.begin() as connection:
        assert (await connection.scalars(stored)).all() == ['{"tell": "dm"}', "{}"]
        older = '{"tell": "dm", "ping": "loud"}'
        await connection.execute(text("UPDATE people SET preferences = :older"), {"older": older})
    async with store.write() as tx:
        assert await db.users.update_preferences(tx, ASTRID, next=True) == Preferences(tell="dm", next=True)
    async with store.engine.connect() as connection:
        assert (await connection.scalars(stored)).all() == ['{"tell": "dm", "next": true}', older]


async def test_a_choice_that_is_none_is_refused_and_changes_nothing(store: Store) -> None:
    async with store.write() as tx:
        await db.users.update_preferences(tx, ASTRID, sleep=(1380, 420))
        with pytest.raises(ValidationError):
            await db.users.update_preferences(tx, ASTRID, tell="loudly")
        assert await db.users.update_preferences(tx, ASTRID, sleep=None) == Preferences(sleep=None)


@pytest.mark.parametrize("hidden", [True, False])
async def test_names_come_with_whether_somebody_hides(store: Store, hidden: bool) -> None:
    async with store.write() as tx:
        await db.users.update(tx, ASTRID, name="astrid", preferences=Preferences(hidden=hidden))
    names = await db.users.display_names(store, [ASTRID, STRANGER, None])
    assert names == {ASTRID: ("astrid", hidden), STRANGER: (None, False), None: (None, False)}
    assert [str(names[one]) for one in (ASTRID, STRANGER)] == ["astrid", db.users.UNKNOWN_NAME]


async def test_the_names_of_very_many_people_can_be_asked_for(store: Store) -> None:
    async with store.write() as tx:
        await db.users.ensure_exists(tx, *range(1, 1200))
        await db.users.update(tx, 1199, name="last")
    names = await db.users.display_names(store, range(1, 1300))
    assert (len(names), str(names[1199])) == (1299, "last")
