"""/table recap: missed events, losses first, folded, as the reader may see them.

Covers `bot/views/story_text.py`.
"""

from itertools import pairwise
from typing import Any

import pytest

import db
from bot.chat.interactions import requests
from bot.i18n import locale_for
from bot.i18n.values import seat_fields
from bot.views import pictures
from bot.views.pictures import CombinedPictureRequest
from bot.views.story_text import MissedSummary, folded_lines, missed_summary
from rules import GAMES
from rules.borealis.events import HandKept
from rules.game import Event, Seat
from rules.lofoten.events import CoinStolen, FleetSlid
from rules.shipwrights.events import GoldLost, Passed, Robbed, WatchmanPosted
from tests.chat.discord_driver import (
    BLANK_PICTURE,
    Chat,
    alt_texts,
    enabled_components,
    find_custom_id,
    text_of,
)
from tests.chat.story_fixtures import reader_view_of, recorded_game_in, replayed_entry
from tests.play.recorded_games import RecordedGame


def test_passes_in_a_row_are_one_line() -> None:
    passes = [Passed(seat=1), Passed(seat=2)]
    assert folded_lines(reader_view_of("shipwrights", 0), passes) == ["Bjorn and Cara pass."]
    assert folded_lines(reader_view_of("shipwrights", 0, "fr"), passes) == ["Bjorn et Cara passent."]


def test_a_pass_alone_is_told_in_the_games_own_words() -> None:
    reader = reader_view_of("borealis", 0)
    assert folded_lines(reader, [HandKept(seat=1)]) == [reader.game_text.event_text(HandKept(seat=1))]


def test_steps_of_one_kind_in_a_row_are_one_line() -> None:
    reader = reader_view_of("lofoten", 0)
    slides = [FleetSlid(seat=1, origin=origin, zone=zone) for origin, zone in pairwise("abcd")]
    (line,) = folded_lines(reader, slides)
    assert line.startswith(reader.game_text.event_text(slides[-1]))
    assert "3" in line
    assert folded_lines(reader, slides[:2]) == [reader.game_text.event_text(slide) for slide in slides[:2]]


def test_the_same_step_again_is_counted() -> None:
    reader = reader_view_of("shipwrights", 0)
    (line,) = folded_lines(reader, [WatchmanPosted(seat=1)] * 2)
    assert line == f"{reader.game_text.event_text(WatchmanPosted(seat=1))} ×2"


def test_steps_of_different_people_stay_apart() -> None:
    steps = [WatchmanPosted(seat=1), WatchmanPosted(seat=2)]
    assert len(folded_lines(reader_view_of("shipwrights", 0), steps)) == 2


def test_losses_come_first_and_only_to_the_one_who_lost() -> None:
    robbed, lost = Robbed(seat=1, player=0, good="oak", amount=2), GoldLost(seat=0, gold=3)
    beats = [replayed_entry(WatchmanPosted(seat=1)), replayed_entry(robbed), replayed_entry(lost, seat=2)]
    victim, other = reader_view_of("shipwrights", 0), reader_view_of("shipwrights", 2)
    assert missed_summary(victim, beats).losses == (
        victim.game_text.event_text(robbed),
        victim.game_text.event_text(lost),
    )
    assert missed_summary(victim, beats).others == (victim.game_text.event_text(WatchmanPosted(seat=1)),)
    assert missed_summary(other, beats).losses == ()
    assert len(missed_summary(other, beats).others) == 3


def test_a_coin_out_of_the_reserve_is_nobodys_loss() -> None:
    reader = reader_view_of("lofoten", 0)
    assert missed_summary(reader, [replayed_entry(CoinStolen(seat=1, source="reserve"))]).losses == ()
    assert len(missed_summary(reader, [replayed_entry(CoinStolen(seat=1, source="rival"))]).losses) == 1


def test_what_others_may_hear_is_not_told_to_me() -> None:
    secret = WatchmanPosted(seat=1, audience=frozenset({1}))
    for reader in (None, 0, 2):
        assert missed_summary(
            reader_view_of("shipwrights", reader), [replayed_entry(secret)]
        ) == MissedSummary((), ())


def test_an_entry_that_is_no_move_is_told_and_one_of_an_unknown_kind_is_passed_over() -> None:
    brief = missed_summary(
        reader_view_of("lofoten", 0), [replayed_entry(kind="undo"), replayed_entry(kind="comet")]
    )
    assert brief.others == ("Bjorn takes a move back.",)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_loss_names_somebody(key: str) -> None:
    for model in GAMES[key].info.events:
        assert model.loser_field is None or model.loser_field in seat_fields(GAMES[key]) & set(
            model.model_fields
        )


async def test_a_long_absence_fits_into_one_message(chat: Chat) -> None:
    """Discord takes four thousand letters in all."""
    long_name = "W" * 32
    game = await recorded_game_in(chat, "astrid", long_name, plies=3, key="shipwrights")
    async with chat.store.write() as tx:
        await game.play(tx, 250, by="caretaker")
    for language in ("en", "fr"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(requests, "locale_for", lambda _, to=language: locale_for(to))
            for command in ("table recap", "table log", "table replay", "play"):
                answer = await chat.user("astrid").slash(chat.channel, command, game=game.row.code)
                assert 100 < len(text_of(answer.response)) < 4000


def missed_events(game: RecordedGame, log: tuple[db.Entry, ...], seat: Seat) -> list[Event]:
    """Returns the events after the last move of a seat that it may see."""
    own = max(entry.ply for entry in log if entry.seat == seat)
    later = game.events[own - 1 :]
    return [event for events in later for event in events if event.visible_to(seat)]


async def player_with_recap(chat: Chat, game: RecordedGame) -> Seat:
    """Returns a seat with missed events, after playing a few moves if needed."""
    async with chat.store.write() as tx:
        for _ in range(60):
            log = await db.entries.read_log(tx, game.row.code)
            last = {seat: max((e.ply for e in log if e.seat == seat), default=0) for seat in (0, 1, 2)}
            seat = min(last, key=lambda each: last[each])
            if last[seat] > 1 and game.row.ply - last[seat] >= 4:
                return seat
            await game.play(tx, 1)
    raise AssertionError("nobody was away long enough")


async def test_a_player_hears_all_since_their_own_last_move_and_nothing_before(
    chat: Chat, monkeypatch: Any
) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(pictures, "draw", lambda wanted: drawn.append(wanted) or BLANK_PICTURE)
    game = await recorded_game_in(chat, "astrid", "bjorn", "cara", plies=30)
    seat = await player_with_recap(chat, game)
    actor = chat.user(("astrid", "bjorn", "cara")[seat])
    answer = await actor.slash(chat.channel, "table recap", game=game.row.code)
    assert answer.ephemeral
    told = text_of(answer.response)
    snapshot = await chat.snapshot(game.row.code)
    reader = chat.skald.context.reader_view(snapshot, seat, locale_for("en"))
    log = await db.entries.read_log(chat.store, game.row.code)
    missed = missed_events(game, log, seat)
    for line in folded_lines(reader, missed):
        assert line in told
    assert "Since your last move" in told
    assert "/table log" not in told
    public = [game.game.view(state, None) for state in game.states]
    assert all(one.view in public for one in drawn if not isinstance(one, CombinedPictureRequest))
    strips = [one for one in drawn if isinstance(one, CombinedPictureRequest)]
    assert strips
    assert all(2 <= len(strip.pictures) <= 6 for strip in strips)
    assert alt_texts(answer.response)[0]
    if seat in snapshot.owing_seats():
        assert "Now you" in told
    assert find_custom_id(answer.response, "play")


async def test_a_spectator_hears_of_the_last_round_what_everybody_heard(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", plies=30)
    answer = await chat.user("eira").slash(chat.channel, "table recap", game=game.row.code)
    told = text_of(answer.response)
    assert "The last round" in told
    snapshot = await chat.snapshot(game.row.code)
    game_text = chat.skald.context.reader_view(snapshot, None, locale_for("en")).game_text
    private = [
        game_text.event_text(event)
        for events in game.events
        for event in events
        if event.audience is not None
    ]
    assert private
    assert not any(line in told for line in private)
    assert not any(":play:" in name for name in enabled_components(answer.response))


async def test_whoever_moved_last_has_missed_nothing(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", plies=20)
    (last,) = (await db.entries.read_log(chat.store, game.row.code))[-1:]
    actor = chat.user(("astrid", "bjorn")[last.seat or 0])
    told = (await actor.slash(chat.channel, "table recap", game=game.row.code)).response
    assert "Nobody has moved since." in text_of(told)
    panel = (await actor.slash(chat.channel, "play", game=game.row.code)).response
    assert not any(":recap:" in name for name in enabled_components(panel))


async def test_the_panel_begins_with_what_was_missed_in_six_lines_at_most(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", "cara", plies=30)
    seat = await player_with_recap(chat, game)
    actor = chat.user(("astrid", "bjorn", "cara")[seat])
    panel = (await actor.slash(chat.channel, "play", game=game.row.code)).response
    title, *note = text_of(panel).split("\n>")[0].splitlines()
    log = await db.entries.read_log(chat.store, game.row.code)
    reader = chat.skald.context.reader_view(await chat.snapshot(game.row.code), seat, locale_for("en"))
    lines = folded_lines(reader, missed_events(game, log, seat))
    assert game.row.code in title
    assert lines[-1] in note
    assert len(note) <= 6 + 1  # and the question under the pictures
    whole = (await actor.click(panel.message, custom_id=find_custom_id(panel, "recap"))).response
    assert "Since your last move" in text_of(whole)


async def test_what_the_caretaker_did_for_me_is_told_to_me(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", plies=20)
    async with chat.store.write() as tx:
        await game.play(tx, 6, by="caretaker")
    log = await db.entries.read_log(chat.store, game.row.code)
    seat = next(entry.seat for entry in log if entry.by == "caretaker" and entry.seat is not None)
    actor = chat.user(("astrid", "bjorn")[seat])
    told = text_of((await actor.slash(chat.channel, "table recap", game=game.row.code)).response)
    snapshot = await chat.snapshot(game.row.code)
    reader = chat.skald.context.reader_view(snapshot, seat, locale_for("en"))
    first = next(
        event
        for events in game.events[-6:]
        for event in events
        if event.visible_to(seat) and not event.is_pass
    )
    assert reader.game_text.event_text(first) in told


async def test_a_game_that_has_not_begun_has_no_recap(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    answer = await chat.user("astrid").slash(chat.channel, "table recap", game=code)
    assert "hasn't started" in text_of(answer.response)


async def test_the_turn_card_offers_it_to_everybody_once_somebody_has_moved(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    assert not any(":recap:" in name for name in enabled_components(chat.card()))
    mover = await chat.player_to_move(code)
    await mover.slash(chat.thread(), "lofoten side", card="left")
    await mover.slash(chat.thread(), "lofoten stop")
    card = chat.card()
    other = next(person for person in chat.users.values() if person is not mover)
    answer = await other.click(card, custom_id=find_custom_id(card, "recap"))
    assert answer.ephemeral
    assert "Since the start" in text_of(answer.response)
    assert mover.name in text_of(answer.response)
    mine = await mover.click(card, custom_id=find_custom_id(card, "recap"))
    assert "Nobody has moved since." in text_of(mine.response)
