"""The voyage of the week: one deal for all users, one try each, results when it has closed."""

from hashlib import sha256
from itertools import cycle

import pytest

import db
from bot.chat.table.verify import report_lines
from bot.i18n import locale_for
from bot.play.account import privacy
from bot.play.club import voyages
from bot.play.core import timers
from bot.play.core.authorization import Actor
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history import story
from bot.play.history.export import export_game
from bot.play.history.saga import scored_turns
from bot.play.history.verify import verify_game
from bot.play.turns import coach, resignation, undo
from bot.standings.voyages import WEEK, arrivals, week_at, year_table
from db.clock import DAY, HOUR
from db.timers import NewTimer
from opponents import choose, play_idea
from opponents.opening import Opening, parse_opening, play_opening
from rules import GAMES
from rules.chance import commitment
from tests.manual_clock import moment
from tests.play.table_fixture import ASTRID, BJORN, CARA, SERVER, TableFixture, choose_random_move

pytestmark = [
    pytest.mark.at("2026-11-17T12:00"),
    pytest.mark.usefixtures("random_caretaker", "quick_openings"),
]

FIRST_DM_CHANNEL = 900
DEALS_TRIED = voyages.DEALS_TRIED


@pytest.fixture
async def tables(tables: TableFixture) -> TableFixture:
    """Tables in the first week of the voyages."""
    await voyages.ensure_timer(tables.service)
    await tables.advance(voyages.FIRST_DEAL_DELAY_MS)
    return tables


@pytest.fixture
def real_openings(quick_openings: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    """The house plays as it does for users."""
    monkeypatch.setattr("opponents.opening.choose", choose)
    monkeypatch.setattr(voyages, "DEALS_TRIED", DEALS_TRIED)


async def advance_to_week_of(tables: TableFixture, key: str) -> db.Voyage:
    """Advance to the next Tuesday of a week with that game."""
    while (found := await voyages.current(tables.store)).key != key:
        await tables.advance(WEEK)
    return found


async def start_voyage(tables: TableFixture, who: Actor, server: int | None = SERVER) -> GameSnapshot:
    return await voyages.set_out(tables.service, who, server=server, channel=FIRST_DM_CHANNEL + who.id)


async def play_to_end(tables: TableFixture, code: str, who: Actor) -> None:
    """Play random moves to the end; the house answers by its timer."""
    number = 0
    while (snapshot := await tables.snapshot(code)).is_running:
        seat = snapshot.seat_of(who.id)
        assert seat is not None
        if seat in snapshot.owing_seats():
            move = choose_random_move(snapshot.game, snapshot.state, seat, salt=f"{who.id} {number}").move
            await tables.play(code, who, str(move))
            number += 1
        else:
            await tables.advance(60_000)


async def test_there_is_a_deal_each_week_each_title_in_its_turn(tables: TableFixture) -> None:
    seen = []
    for _ in range(5):
        deal = await voyages.current(tables.store)
        assert deal.week == week_at(tables.clock.at)
        assert deal.commitment == sha256(deal.seed + deal.opening.encode()).hexdigest()
        seen.append(deal)
        await tables.advance(WEEK)
    assert {deal.key for deal in seen[:4]} == set(GAMES)
    assert seen[4].key == seen[0].key
    assert len({deal.seed for deal in seen}) == 5


async def test_a_restart_in_the_midst_of_it_deals_no_week_twice(tables: TableFixture) -> None:
    (timer,) = await db.timers.list_of_kind(tables.store, timers.VOYAGE)
    await tables.advance(WEEK)
    deal = await voyages.current(tables.store)
    await voyages.start_week(tables.service, timer)
    assert await voyages.current(tables.store) == deal
    (following,) = await db.timers.list_of_kind(tables.store, timers.VOYAGE)
    async with tables.store.write() as tx:
        await db.timers.schedule(tx, NewTimer(following.kind, following.key, tx.now, following.payload))
    await tables.advance(0)
    assert await voyages.current(tables.store) == deal


async def test_everybody_gets_the_same_deal_and_one_try(tables: TableFixture) -> None:
    deal = await advance_to_week_of(tables, "explorers")
    one, other = await start_voyage(tables, ASTRID), await start_voyage(tables, BJORN)
    assert one.row.seed == other.row.seed == deal.seed
    assert one.state == other.state
    assert (one.row.rated, one.row.server, len(one.players)) == (False, None, 1)
    with pytest.raises(Denied) as refused:
        await start_voyage(tables, ASTRID)
    assert refused.value.code == "sailed_already"


@pytest.mark.usefixtures("real_openings")
async def test_of_several_deals_of_a_duel_the_most_even_is_sailed(
    tables: TableFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pars = cycle((9, -2, 5, -30))
    monkeypatch.setattr(voyages, "play_opening", lambda *_: Opening("", next(pars)))
    await tables.advance(WEEK)
    assert (await advance_to_week_of(tables, "lofoten")).par == -2


async def test_nobody_sets_out_before_monday(tables: TableFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voyages, "play_opening", lambda *_: Opening())
    await tables.advance_to("2026-11-22T21:00")
    with pytest.raises(Denied, match="voyage_not_open"):
        await start_voyage(tables, ASTRID)
    await tables.advance_to("2026-11-23T00:01")
    assert (await start_voyage(tables, ASTRID)).row.sealed_until == moment("2026-11-29T20:00")


@pytest.mark.slow
async def test_where_nobody_sails_alone_the_house_plays_against_everybody(tables: TableFixture) -> None:
    await advance_to_week_of(tables, "lofoten")
    snapshot = await start_voyage(tables, ASTRID)
    assert snapshot.opponent_seats == {1}
    await play_to_end(tables, snapshot.code, ASTRID)
    (home,) = await arrivals(tables.store, week_at(tables.clock.at))
    outcome = (await tables.snapshot(snapshot.code)).outcome()
    assert outcome is not None
    assert home.attempt.score == outcome.totals[0]
    assert home.attempt.worth == outcome.totals[0] - outcome.totals[1]


@pytest.mark.slow
async def test_the_places_are_told_on_sunday_where_people_took_part(tables: TableFixture) -> None:
    deal = await advance_to_week_of(tables, "explorers")
    for who, server in ((ASTRID, SERVER), (BJORN, SERVER + 1), (CARA, None)):
        async with tables.store.write() as tx:
            await db.servers.ensure_exists(tx, SERVER + 1)
        await play_to_end(tables, (await start_voyage(tables, who, server)).code, who)
    await tables.take_posts("voyage")
    await tables.advance(deal.closes - tables.clock.at - HOUR)
    assert await tables.take_posts("voyage") == []
    await tables.advance(2 * HOUR)
    told = await tables.take_posts("voyage")
    assert sorted(post.payload["server"] for post in told) == [SERVER, SERVER + 1]
    home = await arrivals(tables.store, deal.week)
    assert len(home) == 3
    assert [one.attempt.worth for one in home] == sorted(
        (one.attempt.worth or 0 for one in home), reverse=True
    )
    following = await voyages.current(tables.store)
    assert following.week == deal.week + WEEK
    with pytest.raises(Denied) as refused:
        await start_voyage(tables, ASTRID)
    assert refused.value.code == "voyage_not_open"
    year = await year_table(tables.store, 2026, tables.clock.at)
    best = [one.points for one in year if one.place == 1]
    assert best[0] == 11
    assert {one.streak for one in year} == {1}


@pytest.mark.slow
async def test_what_ends_too_late_or_is_given_up_does_not_count(tables: TableFixture) -> None:
    deal = await advance_to_week_of(tables, "explorers")
    late, given_up = await start_voyage(tables, ASTRID), await start_voyage(tables, BJORN)
    await resignation.resign(
        tables.service, given_up.code, BJORN, interaction_id=tables.next_interaction_id()
    )
    await tables.advance(deal.closes - tables.clock.at + DAY)
    await play_to_end(tables, late.code, ASTRID)
    assert (await tables.snapshot(late.code)).is_over
    assert await arrivals(tables.store, deal.week) == ()


async def test_who_hides_is_not_told_of(tables: TableFixture) -> None:
    deal = await advance_to_week_of(tables, "explorers")
    await play_to_end(tables, (await start_voyage(tables, ASTRID)).code, ASTRID)
    async with tables.store.write() as tx:
        await db.users.update_preferences(tx, ASTRID.id, hidden=True)
    assert await arrivals(tables.store, deal.week) == ()


async def test_a_week_that_closed_while_skald_was_away_is_told_of_when_it_is_back(
    tables: TableFixture,
) -> None:
    deal = await advance_to_week_of(tables, "explorers")
    await play_to_end(tables, (await start_voyage(tables, ASTRID)).code, ASTRID)
    await tables.take_posts("voyage")
    tables.clock.at = deal.week + 2 * WEEK + DAY
    await voyages.ensure_timer(tables.service)
    await tables.advance(HOUR)
    assert [post.payload["week"] for post in await tables.take_posts("voyage")] == [deal.week]
    assert (await voyages.current(tables.store)).week == deal.week + 2 * WEEK


async def test_the_seed_is_told_only_when_it_has_closed(tables: TableFixture) -> None:
    deal = await advance_to_week_of(tables, "explorers")
    code = (await start_voyage(tables, ASTRID)).code
    await play_to_end(tables, code, ASTRID)
    for closed in (False, True):
        if closed:
            await tables.advance(deal.closes - tables.clock.at)
        verdict = await verify_game(tables.store, (GAMES,), code)
        assert verdict is not None
        assert verdict.is_valid
        told = "\n".join(report_lines(verdict, locale_for(None), tables.clock.at))
        log = await export_game(tables.store, GAMES, code)
        assert (deal.seed.hex() in told, deal.seed.hex() in str(log)) == (closed, closed)


@pytest.mark.slow
async def test_nothing_seen_on_a_voyage_is_taken_back_and_nobody_is_advised(tables: TableFixture) -> None:
    for key in ("explorers", "lofoten"):
        await advance_to_week_of(tables, key)
        code = (await start_voyage(tables, ASTRID)).code
        while not any(
            entry.barrier
            for entry in await db.entries.read_effective_log(tables.store, code)
            if entry.seat == 0
        ):
            snapshot = await tables.snapshot(code)
            if 0 in snapshot.owing_seats():
                move = choose_random_move(snapshot.game, snapshot.state, 0, salt=key).move
                await tables.play(code, ASTRID, str(move))
            else:
                await tables.advance(60_000)
        snapshot = await tables.snapshot(code)
        found = await undo.last_own_move(tables.store, snapshot, ASTRID.id)
        assert found is not None
        with pytest.raises(Denied) as refused:
            await undo.ask_to_undo(tables.service, code, ASTRID, found[0].ply)
        assert refused.value.code == "nobody_to_ask"
        with pytest.raises(Denied) as refused:
            await coach.AdviceCache().advise(tables.service, snapshot, ASTRID.id)
        assert refused.value.code == "no_advice_on_voyage"


@pytest.mark.slow
async def test_who_is_erased_gets_no_second_try_in_the_week(tables: TableFixture) -> None:
    deal = await advance_to_week_of(tables, "explorers")
    await play_to_end(tables, (await start_voyage(tables, ASTRID)).code, ASTRID)
    await privacy.erase_user(tables.service, ASTRID.id)
    assert await db.privacy.export_user(tables.store, ASTRID.id) == {}
    with pytest.raises(Denied) as refused:
        await start_voyage(tables, ASTRID)
    assert refused.value.code == "sailed_already"
    await tables.advance(deal.week + WEEK + HOUR - tables.clock.at)
    assert (await start_voyage(tables, ASTRID)).row.seed != deal.seed, "next week is another voyage"
    assert await db.timers.list_of_kind(tables.store, timers.VOYAGE_SEAL) == (), (
        "and nothing is left of the week before"
    )


# Duels, of which only the end is played


DUELS = sorted(key for key, game in GAMES.items() if game.last_rounds)


@pytest.mark.slow
@pytest.mark.usefixtures("real_openings")
async def test_everybody_takes_over_the_same_position_of_a_duel(tables: TableFixture) -> None:
    for key in DUELS:
        deal = await advance_to_week_of(tables, key)
        one, other = await start_voyage(tables, ASTRID), await start_voyage(tables, BJORN)
        assert one.state == other.state
        assert 0 in one.owing_seats(), "nobody waits for the house at first"
        log = await db.entries.read_log(tables.store, one.code)
        assert {entry.by for entry in log[1:]} == {"house"}
        assert len(log) == one.row.begins == one.row.ply
        again = play_opening(one.game, one.game.info.options(), deal.seed, voyages.HOUSE_LEVEL)
        assert (again.moves, again.par) == (deal.opening, deal.par), "it follows from the seed"


async def test_the_position_of_a_duel_is_checked_against_its_seal(tables: TableFixture) -> None:
    deal = await advance_to_week_of(tables, DUELS[0])
    code = (await start_voyage(tables, ASTRID)).code
    await play_to_end(tables, code, ASTRID)
    verdict = await verify_game(tables.store, GAMES, code)
    assert verdict is not None
    assert verdict.is_valid
    told = "\n".join(report_lines(verdict, locale_for(None), tables.clock.at))
    assert deal.commitment in told
    async with tables.store.write() as tx:
        later = db.voyages.table.update().values(commitment=sha256(b"another").hexdigest())
        await tx.execute(later)
    verdict = await verify_game(tables.store, GAMES, code)
    assert verdict is not None
    assert [flaw.code for flaw in verdict.flaws] == ["opening_not_sealed"]


@pytest.mark.usefixtures("real_openings")
def test_par_is_how_far_ahead_the_house_came_on_the_seat_that_is_taken_over() -> None:
    game, seed = GAMES["borealis"], sha256(b"par").digest()
    opening = play_opening(game, game.info.options(), seed, "apprentice")
    state, made = game.setup(2, game.info.options(), seed), 0
    while game.to_act(state):
        seat = min(game.to_act(state))
        idea = choose(game, state, seat, level="apprentice", salt=f"{commitment(seed)} {1 + made}")
        line, state = play_idea(game, state, seat, idea)
        made += len(line)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.totals[0] != outcome.totals[1], "else it tells nothing"
    assert opening.par == outcome.totals[0] - outcome.totals[1]


@pytest.mark.slow
@pytest.mark.usefixtures("real_openings")
def test_the_end_of_a_duel_takes_about_ten_minutes() -> None:
    for key in DUELS:
        game, options = GAMES[key], GAMES[key].info.options()
        for number in range(3):
            seed = sha256(f"{key} {number}".encode()).digest()
            state, turns = game.setup(2, options, seed), 0
            moves = parse_opening(game, play_opening(game, options, seed, voyages.HOUSE_LEVEL).moves)
            for seat, move in moves:
                state = game.apply(state, seat, move).state
            last, ply = None, len(moves)
            while game.outcome(state) is None:
                seat = min(game.to_act(state))
                turns += seat == 0 != last
                last = seat
                idea = choose(game, state, seat, level="sailor", salt=f"{seed.hex()} {ply}")
                line, state = play_idea(game, state, seat, idea)
                ply += len(line)
            assert 6 <= turns <= 15, f"{key} {number} asks {turns} times"


@pytest.mark.slow
async def test_what_the_house_began_counts_for_the_voyage_alone(tables: TableFixture) -> None:
    deal = await advance_to_week_of(tables, "borealis")
    code = (await start_voyage(tables, ASTRID)).code
    await play_to_end(tables, code, ASTRID)
    (home,) = await arrivals(tables.store, deal.week)
    outcome = (await tables.snapshot(code)).outcome()
    assert outcome is not None
    assert (home.attempt.score, home.attempt.worth) == (
        outcome.totals[0],
        outcome.totals[0] - outcome.totals[1],
    )
    assert not any(one.counted for one in await db.results.list_for_game(tables.store, code))
    assert await db.successes.list_for_user(tables.store, ASTRID.id) == ()


@pytest.mark.slow
async def test_its_turns_are_counted_from_where_it_was_taken_over(tables: TableFixture) -> None:
    await advance_to_week_of(tables, "lofoten")
    snapshot = await start_voyage(tables, ASTRID)
    assert not await undo.can_undo(tables.store, snapshot, 0)
    lately = await story.since_last_choice(tables.store, snapshot, 0)
    assert (lately.missed, lately.since) == (False, snapshot.row.begins)
    await play_to_end(tables, snapshot.code, ASTRID)
    snapshot = await tables.snapshot(snapshot.code)
    log = await db.entries.read_log(tables.store, snapshot.code)
    stops = story.turn_ends(log, seats=2, begins=snapshot.row.begins)
    assert stops[0].ply == snapshot.row.begins
    told = await story.replay_range(tables.store, snapshot, snapshot.row.begins, snapshot.row.ply)
    assert len(scored_turns(snapshot.game, told)) == len(stops)


async def test_where_the_rules_have_changed_nobody_sets_out_any_more(tables: TableFixture) -> None:
    await advance_to_week_of(tables, DUELS[0])
    async with tables.store.write() as tx:
        await tx.execute(db.voyages.table.update().values(opening="0 exchange none\n0 exchange none"))
    with pytest.raises(Denied) as refused:
        await start_voyage(tables, ASTRID)
    assert refused.value.code == "voyage_unplayable"
    assert await db.voyages.list_tries_for_user(tables.store, ASTRID.id) == ()
