"""Results, ratings and seasons persisted when a game ends equal those recomputed from the logs."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import db
from bot.play.account import privacy
from bot.play.core.game_service import GameService
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import ending, votes
from bot.standings.recompute import recompute_all
from bot.standings.results import game_results
from bot.standings.seasons import season_at
from db import Entry
from db.clock import DAY
from rules import GAMES
from rules.game import Outcome
from tests.empty_store import open_empty_store
from tests.manual_clock import HandClock
from tests.standings.finished_games import FinishedGame, insert_finished_games
from tests.standings.played_games import SERVER, make_actor, play_random_turns, resign, start_game

ASTRID, BJORN, CARA = (make_actor(person) for person in (1001, 1002, 1003))
NOW = int(datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC).timestamp() * 1000)


@pytest.fixture
def clock() -> HandClock:
    return HandClock(NOW)


@pytest.fixture
async def service(tmp_path: Path, clock: HandClock) -> AsyncIterator[GameService]:
    async with open_empty_store(tmp_path, clock) as store:
        yield GameService(store, GAMES)


@dataclass(frozen=True)
class EndedGame:
    """A finished game, with the rows its results are computed from."""

    snapshot: GameSnapshot
    players: tuple[db.Player, ...]
    log: tuple[Entry, ...]

    def results(
        self, players: Sequence[db.Player] | None = None, log: Sequence[Entry] | None = None
    ) -> tuple[db.Result, ...]:
        """Its results, or those it would have with other players or another log."""
        outcome = self.snapshot.outcome()
        assert outcome is not None
        return game_results(
            self.snapshot.game,
            self.snapshot.row,
            self.players if players is None else players,
            self.log if log is None else log,
            outcome,
            self.snapshot.state,
        )


async def play_and_resign(service: GameService, turns: int) -> EndedGame:
    """Play a game of two in which the second player resigns after `turns` turns each."""
    code = await start_game(service, (ASTRID, BJORN))
    await play_random_turns(service, code, (ASTRID, BJORN), turns)
    await resign(service, code, BJORN)
    store = service.store
    return EndedGame(
        await service.snapshot(code),
        await db.players.list_for_game(store, code),
        await db.entries.read_effective_log(store, code),
    )


async def test_what_is_written_as_games_end_is_what_the_logs_lead_to(
    service: GameService, clock: HandClock
) -> None:
    store = service.store
    codes = []
    for people in ((ASTRID, BJORN), (BJORN, ASTRID, CARA), (ASTRID, CARA), (CARA, BJORN)):
        code = await start_game(service, people)
        await play_random_turns(service, code, people, 2)
        if len(people) > 2:
            await resign(service, code, people[-2])
        await resign(service, code, people[-1])
        codes.append(code)
        clock.at += DAY
    written, results = (
        await db.ratings.list_for_server(store, SERVER),
        await db.results.list_for_server(store, SERVER),
    )
    steps = [await db.ratings.list_steps(store, code) for code in codes]
    assert {one.games for one in written if one.person == ASTRID.id and one.key == "*"} == {3}
    again = await recompute_all(store, GAMES)
    assert (again.games, again.results_changed, again.servers, again.ratings_changed) == (4, 0, 1, 0)
    async with store.write() as tx:
        for code in codes:
            await db.results.replace_for_game(tx, code, ())
        await db.ratings.replace_for_server(tx, SERVER, (), ())
    again = await recompute_all(store, GAMES)
    assert (again.results_changed, again.servers, again.ratings_changed) == (4, 1, len(written))
    assert await db.results.list_for_server(store, SERVER) == results
    assert set(await db.ratings.list_for_server(store, SERVER)) == set(written)
    assert [await db.ratings.list_steps(store, code) for code in codes] == steps


async def test_games_that_end_in_another_order_than_they_are_kept_are_rated_in_theirs(
    service: GameService,
) -> None:
    store = service.store
    await insert_finished_games(
        store, SERVER, [FinishedGame(NOW + DAY, [[BJORN.id], [ASTRID.id]], key="borealis")]
    )
    code = await start_game(service, (ASTRID, BJORN))
    await play_random_turns(service, code, (ASTRID, BJORN), 2)
    await resign(service, code, BJORN)
    written = await db.ratings.list_for_server(store, SERVER)
    curve = (await db.ratings.steps_by_title(store, ASTRID.id, SERVER))["borealis"]
    assert [step.at for step in curve] == [NOW, NOW + DAY]
    assert curve[0].mu == curve[1].mu_before
    assert (await recompute_all(store, GAMES)).ratings_changed == 0
    assert set(await db.ratings.list_for_server(store, SERVER)) == set(written)


@pytest.mark.parametrize("turns", [0, 1, 2])
async def test_games_for_fun_move_no_number(service: GameService, turns: int) -> None:
    code = await start_game(service, (ASTRID, BJORN), rated=False)
    await play_random_turns(service, code, (ASTRID, BJORN), turns)
    await resign(service, code, BJORN)
    assert len(await db.results.list_for_game(service.store, code)) == 2
    assert await db.ratings.list_for_server(service.store, SERVER) == ()


async def test_a_game_that_all_agree_to_end_early_moves_no_number(service: GameService) -> None:
    code = await start_game(service, (ASTRID, BJORN))
    await ending.ask_to_end(service, code, ASTRID)
    (vote,) = await db.votes.list_open(service.store, code)
    await votes.cast_vote(service, code, vote.id, BJORN, "yes")
    assert (await service.snapshot(code)).is_over
    assert await db.ratings.list_for_server(service.store, SERVER) == ()


async def test_a_bad_deal_cannot_be_thrown_back(service: GameService) -> None:
    game = await play_and_resign(service, 1)
    assert all(one.counted and one.early for one in game.results())
    (loser,) = await db.ratings.list_for_users(service.store, SERVER, ("*",), [BJORN.id])
    assert loser.mu < 25


async def test_of_games_that_two_people_give_up_early_one_a_week_counts(
    service: GameService, clock: HandClock
) -> None:
    counted = []
    for days in (0, 1, 5, 2):  # the last more than a week after the first
        clock.at += days * DAY
        game = await play_and_resign(service, 1)
        rows = await db.results.list_for_game(service.store, game.snapshot.code)
        counted.append([one.counted for one in rows])
    assert counted == [[True, True], [False, False], [False, False], [True, True]]
    ratings = set(await db.ratings.list_for_server(service.store, SERVER))
    again = await recompute_all(service.store, GAMES)
    assert (again.results_changed, again.ratings_changed) == (0, 0)
    assert set(await db.ratings.list_for_server(service.store, SERVER)) == ratings


async def test_early_resignations_from_before_the_rule_stay_uncounted(service: GameService) -> None:
    game = await play_and_resign(service, 1)
    code, store = game.snapshot.code, service.store
    async with store.write() as tx:
        old = [replace(one, early=False, counted=False) for one in game.results()]
        await db.results.replace_for_game(tx, code, old)
    await recompute_all(store, GAMES)
    assert not any(one.counted for one in await db.results.list_for_game(store, code))


async def test_another_opponent_counts_for_itself(service: GameService) -> None:
    await play_and_resign(service, 1)
    code = await start_game(service, (CARA, BJORN))
    await resign(service, code, BJORN)
    assert all(one.counted for one in await db.results.list_for_game(service.store, code))


async def test_friends_of_somebody_who_was_erased_keep_their_ratings_when_all_are_made_again(
    service: GameService, clock: HandClock
) -> None:
    store = service.store
    for people in ((ASTRID, CARA), (BJORN, CARA), (ASTRID, BJORN)):
        code = await start_game(service, people)
        await play_random_turns(service, code, people, 2)
        await resign(service, code, people[-1])
        clock.at += DAY
    friends = {ASTRID.id, BJORN.id}
    before = [one for one in await db.ratings.list_for_server(store, SERVER) if one.person in friends]
    await privacy.erase_user(service, CARA.id)
    again = await recompute_all(store, GAMES)
    assert (again.results_changed, again.ratings_changed) == (0, 0)
    after = await db.ratings.list_for_server(store, SERVER)
    assert [one for one in after if one.person in friends] == before
    assert CARA.id not in {one.person for one in after}


async def test_a_seat_counts_by_the_part_its_person_played(service: GameService) -> None:
    game = await play_and_resign(service, 3)
    own = [entry for entry in game.log if entry.kind == "move" and entry.seat == 0]

    def share(by: dict[int, str]) -> float:
        told = [replace(entry, by=by.get(entry.ply, entry.by)) for entry in game.log]
        return game.results(log=told)[0].share

    first, second, *rest = own
    assert share({}) == 1
    assert share({first.ply: "caretaker"}) == (len(own) - 1) / len(own)
    assert share({first.ply: "caretaker", second.ply: "forced"}) == (len(own) - 2) / (len(own) - 1)
    assert share({entry.ply: "caretaker" for entry in own}) == 0
    assert share({entry.ply: "order" for entry in rest}) == 1


async def test_a_substitute_answers_for_their_own_moves_only(service: GameService) -> None:
    game = await play_and_resign(service, 2)
    first, second = game.players
    assert game.results(players=(replace(first, person=CARA.id), second))[0].share == 0


async def test_a_game_counts_from_everybodys_second_turn_on(service: GameService) -> None:
    game = await play_and_resign(service, 2)
    assert game.results()[0].counted
    short = game.results(log=_first_turns(game.log))[0]
    assert short.early
    assert not game.results()[0].early


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
    service: GameService, ranking: tuple[tuple[int, ...], ...], places: list[tuple[int, int]]
) -> None:
    code = await start_game(service, (ASTRID, BJORN, CARA))
    snapshot = await service.snapshot(code)
    row = replace(snapshot.row, status="over", ended=NOW)
    outcome = Outcome(reason="resigned", ranking=ranking)
    made = game_results(snapshot.game, row, snapshot.players, (), outcome, snapshot.state)
    assert [(one.place, one.tied) for one in made] == places


@pytest.mark.parametrize("key", list(GAMES))
async def test_every_game_tells_who_began_and_what_people_favour(service: GameService, key: str) -> None:
    people = (ASTRID, BJORN)
    code = await start_game(service, people, key=key)
    await play_random_turns(service, code, people, 1)
    await resign(service, code, BJORN)
    results = await db.results.list_for_game(service.store, code)
    assert sum(one.began for one in results) == 1
    game = GAMES[key]
    assert {name for one in results for name in one.favourites} <= set(game.names)


async def test_a_solo_game_counts_once_it_has_a_score(service: GameService) -> None:
    code = await start_game(service, (ASTRID,), key="explorers", pace="none", rated=False)
    await resign(service, code, ASTRID)
    (result,) = await db.results.list_for_game(service.store, code)
    assert (result.seats, result.counted, result.rated) == (1, False, False)


async def test_the_first_rated_game_opens_the_season_and_the_next_quarter_another(
    service: GameService, clock: HandClock
) -> None:
    for moment in (NOW, NOW + 1000):
        clock.at = moment
        code = await start_game(service, (ASTRID, BJORN))
        await play_random_turns(service, code, (ASTRID, BJORN), 2)
        await resign(service, code, BJORN)
    first, second = season_at(NOW), season_at(NOW + 1000)
    assert first.until == second.start
    for span in (first, second):
        season = await db.seasons.find(service.store, SERVER, span.start)
        assert season is not None
        assert season.closed is None
        timer = await db.timers.find(service.store, f"season {SERVER} {span.start}")
        assert timer is not None
        assert timer.due == span.until


async def test_a_game_that_went_elsewhere_waits_for_others_where_it_counts(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In several processes two games that are rated together must not end at the same moment."""
    code = await start_game(service, (ASTRID, BJORN))
    await play_random_turns(service, code, (ASTRID, BJORN), 2)
    async with service.store.write() as tx:
        row = await db.games.find(tx, code)
        assert row is not None
        await db.servers.ensure_exists(tx, SERVER + 1)
        await db.games.update(tx, row, replace(row, server=SERVER + 1, home=SERVER))
    held: list[int] = []
    find = db.servers.get

    async def hold(reads: db.Reads, server: int) -> db.Server:
        held.append(server)
        return await find(reads, server)

    monkeypatch.setattr(db.servers, "get", hold)
    await resign(service, code, BJORN)
    assert held == [SERVER]


async def test_many_games_against_one_opponent_in_a_month_weigh_less(
    service: GameService, clock: HandClock
) -> None:
    gains = []
    for _ in range(8):
        game = await play_and_resign(service, 2)
        clock.at += DAY
        steps = await db.ratings.list_steps(service.store, game.snapshot.code)
        gains.append(next(one.mu - one.mu_before for one in steps if one.person == ASTRID.id))
    results = await db.results.list_for_server(service.store, SERVER)
    weights = [one.weight for one in results if one.person == BJORN.id]
    assert weights == [1, 1, 1, 1, 1, (5 / 6) ** 2, (5 / 7) ** 2, (5 / 8) ** 2]
    assert 0 < gains[-1] < gains[4] * weights[-1]
    again = await recompute_all(service.store, GAMES)
    assert (again.results_changed, again.ratings_changed) == (0, 0)
    clock.at += 40 * DAY
    late = await play_and_resign(service, 2)
    assert {one.weight for one in await db.results.list_for_game(service.store, late.snapshot.code)} == {1}
