"""What is kept when a game ends: results, ratings, seasons; and that the logs lead to the same again."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.standings.recompute import recompute
from bot.standings.results import results_of
from bot.standings.seasons import season_at
from bot.tables import Tables
from db import Entry, Store
from rules import GAMES
from rules.game import Favouring
from tests.bot.past import Played, remember
from tests.bot.table_talk import SERVER, HandClock, begun, given_up, some_turns, tables_of, visitor

ASTRID, BJORN, CARA = (visitor(person) for person in (1001, 1002, 1003))
NOW = int(datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC).timestamp() * 1000)
DAY = 24 * 3_600_000


@pytest.fixture
def clock() -> HandClock:
    return HandClock(NOW)


@pytest.fixture
async def tables(tmp_path: Path, clock: HandClock) -> AsyncIterator[Tables]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'skald.db'}") as store:
        yield tables_of(store, clock)


async def test_what_is_written_as_games_end_is_what_the_logs_lead_to(
    tables: Tables, clock: HandClock
) -> None:
    store = tables.store
    codes = []
    for people in ((ASTRID, BJORN), (BJORN, ASTRID, CARA), (ASTRID, CARA), (CARA, BJORN)):
        code = await begun(tables, people)
        await some_turns(tables, code, people, 2)
        if len(people) > 2:
            await given_up(tables, code, people[-2])
        await given_up(tables, code, people[-1])
        codes.append(code)
        clock.at += DAY
    written, results = await store.all_ratings(SERVER), await store.results_on(SERVER)
    steps = [await store.steps_of(code) for code in codes]
    assert {one.games for one in written if one.person == ASTRID.id and one.key == "*"} == {3}
    again = await recompute(tables)
    assert (again.games, again.corrected, again.servers, again.moved) == (4, 0, 1, 0)
    async with store.write() as w:
        for code in codes:
            await w.keep_results(code, ())
        await w.replace_ratings(SERVER, (), ())
    again = await recompute(tables)
    assert (again.corrected, again.servers, again.moved) == (4, 1, len(written))
    assert await store.results_on(SERVER) == results
    assert set(await store.all_ratings(SERVER)) == set(written)
    assert [await store.steps_of(code) for code in codes] == steps


async def test_games_that_end_in_another_order_than_they_are_kept_are_rated_in_theirs(tables: Tables) -> None:
    await remember(tables.store, SERVER, [Played(NOW + DAY, [[BJORN.id], [ASTRID.id]], key="borealis")])
    code = await begun(tables, (ASTRID, BJORN))
    await some_turns(tables, code, (ASTRID, BJORN), 2)
    await given_up(tables, code, BJORN)
    written = await tables.store.all_ratings(SERVER)
    curve = (await tables.store.curve(ASTRID.id, SERVER))["borealis"]
    assert [step.at for step in curve] == [NOW, NOW + DAY]
    assert curve[0].mu == curve[1].mu_before
    assert (await recompute(tables)).moved == 0
    assert set(await tables.store.all_ratings(SERVER)) == set(written)


@pytest.mark.parametrize(("rated", "turns"), [(False, 2), (True, 1), (True, 0)])
async def test_games_for_fun_and_games_cut_short_move_no_number(
    tables: Tables, rated: bool, turns: int
) -> None:
    code = await begun(tables, (ASTRID, BJORN), rated=rated)
    await some_turns(tables, code, (ASTRID, BJORN), turns)
    await given_up(tables, code, BJORN)
    assert len(await tables.store.results_of(code)) == 2
    assert await tables.store.all_ratings(SERVER) == ()


async def test_friends_of_somebody_who_was_erased_keep_their_ratings_when_all_are_made_again(
    tables: Tables, clock: HandClock
) -> None:
    for people in ((ASTRID, CARA), (BJORN, CARA), (ASTRID, BJORN)):
        code = await begun(tables, people)
        await some_turns(tables, code, people, 2)
        await given_up(tables, code, people[-1])
        clock.at += DAY
    friends = {ASTRID.id, BJORN.id}
    before = [one for one in await tables.store.all_ratings(SERVER) if one.person in friends]
    await tables.erase(CARA.id)
    again = await recompute(tables)
    assert (again.corrected, again.moved) == (0, 0)
    after = await tables.store.all_ratings(SERVER)
    assert [one for one in after if one.person in friends] == before
    assert CARA.id not in {one.person for one in after}


async def test_a_seat_counts_by_the_part_its_person_played(tables: Tables) -> None:
    code = await begun(tables, (ASTRID, BJORN))
    await some_turns(tables, code, (ASTRID, BJORN), 3)
    await given_up(tables, code, BJORN)
    position, log = await tables.position(code), await tables.store.effective_moves(code)
    seated = await tables.store.seats(code)
    own = [entry for entry in log if entry.kind == "move" and entry.seat == 0]

    def share(by: dict[int, str]) -> float:
        told = [replace(entry, by=by.get(entry.ply, entry.by)) for entry in log]
        return results_of(position, seated, told)[0].share

    first, second, *rest = own
    assert share({}) == 1
    assert share({first.ply: "caretaker"}) == (len(own) - 1) / len(own)
    assert share({first.ply: "caretaker", second.ply: "forced"}) == (len(own) - 2) / (len(own) - 1)
    assert share({entry.ply: "caretaker" for entry in own}) == 0
    assert share({entry.ply: "order" for entry in rest}) == 1


async def test_a_substitute_answers_for_his_own_moves_only(tables: Tables) -> None:
    code = await begun(tables, (ASTRID, BJORN))
    await some_turns(tables, code, (ASTRID, BJORN), 2)
    await given_up(tables, code, BJORN)
    position, log = await tables.position(code), await tables.store.effective_moves(code)
    first, second = await tables.store.seats(code)
    assert results_of(position, (replace(first, person=CARA.id), second), log)[0].share == 0


async def test_a_game_counts_from_everybodys_second_turn_on(tables: Tables) -> None:
    code = await begun(tables, (ASTRID, BJORN))
    await some_turns(tables, code, (ASTRID, BJORN), 2)
    await given_up(tables, code, BJORN)
    position, log = await tables.position(code), await tables.store.effective_moves(code)
    seated = await tables.store.seats(code)
    assert results_of(position, seated, log)[0].counted
    assert not results_of(position, seated, _first_turns(log))[0].counted


def _first_turns(log: tuple[Entry, ...]) -> list[Entry]:
    kept: list[Entry] = []
    seen: list[int] = []
    for entry in log:
        if entry.kind == "move" and entry.seat is not None and (not seen or seen[-1] != entry.seat):
            seen.append(entry.seat)
        if seen.count(0) > 1:
            break
        kept.append(entry)
    return kept


@pytest.mark.parametrize(
    ("ranking", "places"),
    [
        (((1,), (0,), (2,)), [(2, 1), (1, 1), (3, 1)]),
        (((0, 2), (1,)), [(1, 2), (3, 1), (1, 2)]),
        (((2,), (0, 1)), [(2, 2), (2, 2), (1, 1)]),
        (((0, 1, 2),), [(1, 3), (1, 3), (1, 3)]),
    ],
)
async def test_those_who_tie_share_the_better_place(
    tables: Tables, ranking: tuple[tuple[int, ...], ...], places: list[tuple[int, int]]
) -> None:
    code = await begun(tables, (ASTRID, BJORN, CARA))
    position = await tables.position(code)
    outcome = {"reason": "resigned", "ranking": ranking, "totals": (), "sheet": ()}
    over = replace(position, row=replace(position.row, status="over", outcome=outcome, ended=NOW))
    seated = await tables.store.seats(code)
    assert [(one.place, one.tied) for one in results_of(over, seated, ())] == places


@pytest.mark.parametrize("key", list(GAMES))
async def test_every_game_tells_who_began_and_what_people_favour(tables: Tables, key: str) -> None:
    people = (ASTRID, BJORN)
    code = await begun(tables, people, key=key)
    await some_turns(tables, code, people, 1)
    await given_up(tables, code, BJORN)
    results = await tables.store.results_of(code)
    assert sum(one.began for one in results) == 1
    game = GAMES[key]
    assert isinstance(game, Favouring)
    assert {name for one in results for name in one.favourites} <= set(game.names)


async def test_a_solo_game_counts_once_it_has_a_score(tables: Tables) -> None:
    code = await begun(tables, (ASTRID,), key="explorers", pace="none", rated=False)
    await given_up(tables, code, ASTRID)
    (result,) = await tables.store.results_of(code)
    assert (result.seats, result.counted, result.rated) == (1, False, False)


async def test_the_first_rated_game_opens_the_season_and_the_next_quarter_another(
    tables: Tables, clock: HandClock
) -> None:
    for moment in (NOW, NOW + 1000):
        clock.at = moment
        code = await begun(tables, (ASTRID, BJORN))
        await some_turns(tables, code, (ASTRID, BJORN), 2)
        await given_up(tables, code, BJORN)
    first, second = season_at(NOW), season_at(NOW + 1000)
    assert first.until == second.start
    for span in (first, second):
        season = await tables.store.season(SERVER, span.start)
        assert season is not None
        assert season.closed is None
        assert await tables.store.has_timer(f"season {SERVER} {span.start}")
