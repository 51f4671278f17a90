"""Clocks of seats, days away, and the reads that tell who is waited for."""

from set_table import ASTRID, BJORN, STRANGER, played, start_game

from db import Game, Store


async def test_a_seat_keeps_its_clock_and_the_other_seat_its_own(store: Store, game: Game) -> None:
    async with store.write() as w:
        await w.set_clock(game.code, 0, bank=5, charged_to=7, credited=2, reminded=1, told=7)
    mine, other = await store.seats(game.code)
    assert (mine.bank, mine.charged_to, mine.credited, mine.reminded, mine.told) == (5, 7, 2, 1, 7)
    assert (other.bank, other.charged_to, other.reminded) == (None, None, 0)


async def test_days_away_are_read_person_by_person_the_earliest_first(store: Store) -> None:
    async with store.write() as w:
        await w.add_absence(ASTRID, 50, 60, "declared")
        await w.add_absence(ASTRID, 10, 20, "declared")
        await w.add_absence(STRANGER, 30, 40, "declared")
    found = await store.absences((ASTRID, BJORN))
    assert [(each.start, each.until) for each in found[ASTRID]] == [(10, 20), (50, 60)]
    assert found[BJORN] == ()
    assert STRANGER not in found


async def test_coming_back_shortens_what_goes_on_and_drops_what_was_to_come(store: Store) -> None:
    async with store.write() as w:
        for start in (10, 50, 0):
            await w.add_absence(ASTRID, start, start + 20, "declared")
        for absence in (await w.absences((ASTRID,)))[ASTRID]:
            await w.end_absence(absence, at=25)
    left = (await store.absences((ASTRID,)))[ASTRID]
    assert [(each.start, each.until) for each in left] == [(0, 20), (10, 25)]


async def test_who_owes_is_listed_by_how_long_he_is_awaited(store: Store) -> None:
    later, sooner = await start_game(store), await start_game(store, thread=9_999)
    for game, at in ((later, 90), (sooner, 30)):
        game = await played(store, game, "a", owed={1}, at=20)
        await played(store, game, "b", owed={0}, at=at)
    owing = await store.owing_of(ASTRID)
    assert [(seat.game, seat.owes_since) for seat in owing] == [(sooner.code, 30), (later.code, 90)]
    assert await store.owing_of(STRANGER) == ()


async def test_timers_are_found_by_key_by_game_and_by_person(store: Store, game: Game) -> None:
    async with store.write() as w:
        await w.set_timer("timeout", key="late", due=20, game=game.code, person=ASTRID)
        await w.set_timer("timeout", key="early", due=10, person=ASTRID)
        await w.set_timer("remind", key="other", due=5, game=game.code, person=ASTRID)
    assert [timer.key for timer in await store.timers("timeout", person=ASTRID)] == ["early", "late"]
    assert [timer.key for timer in await store.timers("timeout", game=game.code)] == ["late"]
    assert await store.timers("timeout", person=BJORN) == ()
    found = await store.timer("early")
    assert found is not None
    assert found.due == 10
    assert await store.timer("unknown") is None


async def test_only_what_somebody_did_himself_counts_as_his_last_act(store: Store) -> None:
    game = await start_game(store)
    game = await played(store, game, "a", person=ASTRID, interaction=77, at=40)
    await played(store, game, "b", person=ASTRID, by="order", at=80)
    assert await store.last_act(game.code, ASTRID) == 40
    assert await store.last_act(game.code, BJORN) is None
