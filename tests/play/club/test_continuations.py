"""Play on from here: hidden cards are dealt anew, one try each, and nothing counts.

Covers `bot/play/notify/continued_games.py`.
"""

from dataclasses import replace
from random import Random

import pytest

import db
from bot.chat.table.verify import report_lines
from bot.i18n import locale_for
from bot.play.club import continuations
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.play.history.verify import verify_game
from bot.play.turns import resignation
from bot.play.turns.coach import AdviceCache
from db.clock import DAY
from rules import GAMES
from tests.play.table_fixture import ASTRID, BJORN, CARA, TableFixture, choose_random_move

TWO_GAMES = [
    "lofoten",
    "borealis",
    *(pytest.param(key, marks=pytest.mark.long) for key in ("explorers", "shipwrights")),
]

pytestmark = pytest.mark.usefixtures("random_caretaker")

CHANNEL = 901


async def finished_game(tables: TableFixture, key: str, turns: int = 4) -> GameSnapshot:
    """Play some turns of a game of two, which then ends by resignation."""
    code = await tables.start_game(ASTRID, BJORN, game=key)
    await tables.play_random_turns(code, (ASTRID, BJORN), turns)
    if (await tables.snapshot(code)).is_running:
        await resignation.resign(tables.service, code, ASTRID, interaction_id=tables.next_interaction_id())
    return await tables.snapshot(code)


async def last_ply(tables: TableFixture, source: GameSnapshot) -> int:
    log = await db.entries.read_effective_log(tables.store, source.code)
    return [entry.ply for entry in log if entry.kind in ("setup", "move")][-2]


async def play_on(
    tables: TableFixture, source: GameSnapshot, seat: int = 1
) -> tuple[db.Continuation, GameSnapshot]:
    ply = await last_ply(tables, source)
    made = await continuations.create(tables.service, source, ply, seat, "apprentice")
    return made, await continuations.start(tables.service, made, CARA, channel=CHANNEL)


async def play_to_end(tables: TableFixture, code: str, seat: int) -> None:
    number = 0
    while (snapshot := await tables.snapshot(code)).is_running:
        if seat in snapshot.owing_seats():
            move = choose_random_move(snapshot.game, snapshot.state, seat, salt=str(number)).move
            await tables.play(code, CARA, str(move))
            number += 1
        else:
            await tables.advance(60_000)


@pytest.mark.parametrize("key", GAMES)
async def test_the_seat_sees_the_same_position_and_hidden_cards_are_dealt_anew(
    tables: TableFixture, key: str
) -> None:
    source = await finished_game(tables, key)
    for seat in source.seats:
        made, game = await play_on(tables, source, seat)
        before = await continuations.position_at(tables.service, source, made.ply)
        assert game.game.view(game.state, seat) == game.game.view(before, seat)
        assert game.state.chance.seed != before.chance.seed
        assert (game.row.seed, game.row.rated, game.row.server) == (made.seed, False, None)
        assert game.seat_of(CARA.id) == seat
        assert game.opponent_seats == set(game.seats) - {seat}
        assert game.row.host == CARA.id


@pytest.mark.parametrize("key", GAMES)
async def test_what_the_seat_could_not_know_decides_nothing(tables: TableFixture, key: str) -> None:
    """Non-interference: from another world that the seat cannot tell apart, the same views can be dealt."""
    source = await finished_game(tables, key)
    state = await continuations.position_at(tables.service, source, await last_ply(tables, source))
    game, chance = source.game, Random(3)
    for seat in source.seats:
        other = game.reshuffle(state, seat, chance.randbytes(32))
        for seed in (chance.randbytes(32) for _ in range(3)):
            one, another = (game.reshuffle(each, seat, seed) for each in (state, other))
            assert game.view(one, seat) == game.view(another, seat) == game.view(state, seat)
            # The card of a challenge shows it to everyone.
            assert game.view(one, None) == game.view(another, None) == game.view(state, None)
            assert one.chance == another.chance


@pytest.mark.slow
@pytest.mark.parametrize("key", TWO_GAMES)
async def test_a_try_is_played_to_its_end_and_counts_nowhere(tables: TableFixture, key: str) -> None:
    source = await finished_game(tables, key)
    made, game = await play_on(tables, source)
    await play_to_end(tables, game.code, 1)
    ended = await tables.snapshot(game.code)
    outcome = ended.outcome()
    assert outcome is not None
    results = await db.results.list_for_game(tables.store, game.code)
    assert not any(one.counted for one in results)
    comparison = await continuations.compare(tables.service, made)
    assert comparison.original is None  # It ended by resignation.
    assert [(one.place, one.lead) for one in comparison.standings] == [(1, continuations.lead(outcome, 1))]
    report = await verify_game(tables.store, GAMES, game.code)
    assert report is not None
    assert report.flaws == ()


async def test_each_user_has_one_try_at_the_same_deal(tables: TableFixture) -> None:
    source = await finished_game(tables, "lofoten")
    made, first = await play_on(tables, source)
    second = await continuations.start(tables.service, made, ASTRID, channel=CHANNEL)
    assert first.state == second.state
    with pytest.raises(Denied) as refused:
        await continuations.start(tables.service, made, CARA, channel=CHANNEL)
    assert (refused.value.code, refused.value.values) == ("continued_already", {"code": first.code})


async def challenge(tables: TableFixture, key: str = "lofoten") -> db.Continuation:
    source = await finished_game(tables, key)
    made = await continuations.create(tables.service, source, await last_ply(tables, source), 1, "apprentice")
    await continuations.post_challenge(tables.service, made, server=77, channel=CHANNEL)
    return made


async def seed_lines(tables: TableFixture, code: str) -> str:
    report = await verify_game(tables.store, GAMES, code)
    assert report is not None
    assert report.flaws == ()
    return "\n".join(report_lines(report, locale_for("en"), tables.clock.at))


async def test_the_seed_of_a_challenge_is_shown_once_it_is_closed(tables: TableFixture) -> None:
    made = await challenge(tables)
    game = await continuations.start(tables.service, made, CARA, channel=CHANNEL)
    await play_to_end(tables, game.code, 1)
    assert made.seed.hex() not in await seed_lines(tables, game.code)
    await tables.advance(continuations.CHALLENGE_OPEN_MS)
    assert made.seed.hex() in await seed_lines(tables, game.code)


async def test_no_advice_in_a_challenge_until_it_is_closed(tables: TableFixture) -> None:
    made = await challenge(tables)
    game = await continuations.start(tables.service, made, CARA, channel=CHANNEL)
    while 1 not in (await tables.snapshot(game.code)).owing_seats():
        await tables.advance(60_000)
    advice = AdviceCache()
    with pytest.raises(Denied) as refused:
        await advice.advise(tables.service, await tables.snapshot(game.code), CARA.id)
    assert refused.value.code == "no_advice_in_challenge"
    await tables.advance(continuations.CHALLENGE_OPEN_MS)
    assert await advice.advise(tables.service, await tables.snapshot(game.code), CARA.id)


async def test_a_closed_challenge_takes_nobody_and_compares_no_later_try(tables: TableFixture) -> None:
    made = await challenge(tables)
    game = await continuations.start(tables.service, made, CARA, channel=CHANNEL)
    await tables.advance(continuations.CHALLENGE_OPEN_MS)
    with pytest.raises(Denied) as refused:
        await continuations.start(tables.service, made, ASTRID, channel=CHANNEL)
    assert refused.value.code == "position_challenge_over"
    await play_to_end(tables, game.code, 1)
    assert (await continuations.compare(tables.service, made)).standings == ()


async def test_the_card_of_a_challenge_is_posted_follows_each_try_and_closes(tables: TableFixture) -> None:
    made = await challenge(tables)
    game = await continuations.start(tables.service, made, CARA, channel=CHANNEL)
    cards = [await tables.take_posts("challenge")]
    await play_to_end(tables, game.code, 1)
    cards.append(await tables.take_posts("challenge"))
    await tables.advance(continuations.CHALLENGE_OPEN_MS)
    cards.append(await tables.take_posts("challenge"))
    assert [[post.payload["challenge"] for post in posts] for posts in cards] == [[made.code]] * 3
    assert len({post.lane for posts in cards for post in posts}) == 1


async def test_only_a_position_before_the_end_of_a_finished_game_is_played_on(tables: TableFixture) -> None:
    running = await tables.snapshot(await tables.start_game(ASTRID, BJORN))
    with pytest.raises(Denied) as refused:
        await continuations.create(tables.service, running, 1, 0, "sailor")
    assert refused.value.code == "not_over"
    source = await finished_game(tables, "borealis", turns=99)
    with pytest.raises(Denied) as refused:
        await continuations.create(tables.service, source, source.row.ply, 0, "sailor")
    assert refused.value.code == "over_at_this_turn"
    with pytest.raises(Denied) as refused:
        await continuations.create(tables.service, source, 1, 7, "sailor")
    assert refused.value.code == "not_a_choice"
    made, _ = await play_on(tables, source)
    comparison = await continuations.compare(tables.service, made)
    outcome = source.outcome()
    assert outcome is not None
    assert comparison.original == continuations.lead(outcome, 1)


async def test_nobody_plays_on_from_a_deal_that_others_still_play(tables: TableFixture) -> None:
    source = await finished_game(tables, "lofoten")
    until = tables.clock.at + DAY
    async with tables.store.write() as tx:
        await tx.execute(db.games.table.update().values(sealed_until=until))
    sealed = await tables.snapshot(source.code)
    with pytest.raises(Denied) as refused:
        await continuations.position_at(tables.service, sealed, 1)
    assert (refused.value.code, refused.value.values) == ("deal_still_played", {"when": until // 1000})
    await tables.advance(DAY)
    assert await continuations.position_at(tables.service, sealed, 1) is not None


async def test_nobody_plays_on_where_the_rules_have_changed(tables: TableFixture) -> None:
    source = await finished_game(tables, "lofoten")
    made, _ = await play_on(tables, source)
    async with tables.store.write() as tx:
        await tx.execute(db.games.table.update().values(rules_version=0))
    changed = await tables.snapshot(source.code)
    later = replace(source, row=replace(source.row, rules_since=3))
    for snapshot, ply in ((changed, 3), (later, 2)):
        with pytest.raises(Denied, match="not_readable"):
            await continuations.position_at(tables.service, snapshot, ply)
    assert await continuations.position_at(tables.service, later, 3) is not None
    with pytest.raises(Denied, match="not_readable"):
        await continuations.start(tables.service, made, ASTRID, channel=CHANNEL)


async def test_an_altered_start_is_found_by_the_verification(tables: TableFixture) -> None:
    source = await finished_game(tables, "lofoten")
    made, game = await play_on(tables, source)
    async with tables.store.write() as tx:
        await tx.execute(db.continuations.table.update().values(ply=1))
    report = await verify_game(tables.store, GAMES, game.code)
    assert report is not None
    assert [flaw.code for flaw in report.flaws] == ["entry_leads_elsewhere"]
    assert (await continuations.find(tables.service, made.code)).ply == 1
