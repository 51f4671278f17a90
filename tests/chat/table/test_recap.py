"""/table recap: missed events, losses first, folded, as the reader may see them.

Covers `bot/views/replay_pictures.py`, `bot/views/story_text.py`.
"""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.interactions import requests
from bot.chat.table import recap
from bot.chat.table.recap import boards_picture, film_button, play_button, status_line
from bot.i18n import LANGUAGES, locale_for
from bot.i18n.values import seat_fields
from bot.play.history.story import ReplayedEntry, replay_range
from bot.views import pictures
from bot.views.pictures import CombinedPictureRequest
from bot.views.reader_view import ReaderView
from bot.views.story_text import MissedSummary, fit_turns, missed_summary, turn_summaries
from rules import GAMES
from rules.borealis.events import HandKept
from rules.explorers.events import LongshipSailed, VikingsLoaded
from rules.game import PlayerEvent, Seat
from rules.lofoten.events import CardDrawn, CoinsSpent, CoinStolen, TileLoaded, TileRemoved
from rules.shipwrights.events import (
    GoldLost,
    LastDay,
    Passed,
    PriceChanged,
    Rested,
    Robbed,
    TurnEnded,
    WatchmanPosted,
)
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import BLANK_PICTURE, Chat, alt_texts, text_of
from tests.chat.panel_driver import open_tool
from tests.chat.story_fixtures import (
    played_entries,
    reader_view_of,
    recorded_game_in,
    replayed_entry,
    view_of_table,
)
from tests.play.recorded_games import RecordedGame


def summary_lines(key: str, *entries: ReplayedEntry, seat: Seat = 0, language: str = "en") -> list[str]:
    reader = reader_view_of(key, seat, language)
    return [turn.text for turn in turn_summaries(reader, entries)]


def test_passes_in_a_row_are_one_line() -> None:
    passes = [replayed_entry(Passed(seat=seat), seat=seat) for seat in (1, 2)]
    assert summary_lines("shipwrights", *passes) == ["Bjorn and Cara pass."]
    assert summary_lines("shipwrights", *passes, language="fr") == ["Bjorn et Cara passent."]


def test_a_pass_alone_is_told_in_the_games_own_words() -> None:
    assert summary_lines("borealis", replayed_entry(HandKept(seat=1))) == ["Bjorn keeps all four cards."]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Bjorn removes 3 coffers (B), buys an extra turn, loads 2 mead (C)."),
        ("fr", "Bjorn retire 3 coffres (B), achète un tour supplémentaire, charge 2 hydromel (C)."),
    ],
)
def test_a_turn_is_one_sentence_that_names_its_player_once(language: str, text: str) -> None:
    turn = [
        replayed_entry(TileRemoved(seat=1, zone="b", good="coffer", amount=3)),
        replayed_entry(CoinsSpent(seat=1, coins=2, purchase="extra_turn"), CardDrawn(seat=1)),
        replayed_entry(TileLoaded(seat=1, ship="a", zone="c", good="mead", amount=2)),
    ]
    assert summary_lines("lofoten", *turn, language=language) == [text]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Bjorn takes 1 Viking aboard (E8); sails 3 times, to D8."),
        ("fr", "Bjorn embarque 1 Viking (E8)\N{NO-BREAK SPACE}; navigue 3 fois, jusqu’en D8."),
    ],
)
def test_steps_of_one_kind_in_a_row_are_one_clause_with_the_last_target(language: str, text: str) -> None:
    sails = [replayed_entry(LongshipSailed(seat=1, sea=sea)) for sea in ("E7", "D7", "D8")]
    loaded = replayed_entry(VikingsLoaded(seat=1, land="E8", vikings=1))
    assert summary_lines("explorers", loaded, *sails, language=language) == [text]


def test_what_is_no_deed_of_the_player_follows_as_its_own_sentence() -> None:
    turn = replayed_entry(
        WatchmanPosted(seat=1),
        PriceChanged(oak=1, wool=1, iron=1),
        PriceChanged(oak=2, wool=1, iron=3),
        TurnEnded(seat=1),
        Rested(seat=1, gold=2, workers=1),
        Rested(seat=2, gold=1, workers=2),
        LastDay(seat=2, ships=4),
    )
    assert summary_lines("shipwrights", turn) == [
        "Bjorn posts a Watchman, receives 2 gold and 1 worker in the evening. "
        "Prices shift: a purchase now gives 2 oak, 1 wool or 3 iron. "
        "Cara receives 1 gold and 2 workers in the evening. "
        "Cara has 4 ships: the game ends with this day."
    ]


def test_the_same_step_again_is_counted() -> None:
    turn = [replayed_entry(WatchmanPosted(seat=1))] * 2
    assert summary_lines("shipwrights", *turn) == ["Bjorn posts a Watchman ×2."]


def test_turns_of_different_players_stay_apart() -> None:
    turns = [replayed_entry(WatchmanPosted(seat=seat), seat=seat) for seat in (1, 2)]
    assert summary_lines("shipwrights", *turns) == ["Bjorn posts a Watchman.", "Cara posts a Watchman."]


def test_a_turn_of_nothing_but_routine_is_still_told() -> None:
    assert summary_lines("shipwrights", replayed_entry(TurnEnded(seat=1))) == ["Bjorn calls it a day."]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_long_stories_are_folded_and_nothing_is_cut(key: str) -> None:
    entries = played_entries(GAMES[key], 250)
    for language in LANGUAGES:
        reader = reader_view_of(key, 0, language)
        turns = turn_summaries(reader, entries)
        in_full = fit_turns(reader, turns, 100_000)
        assert in_full == [turn.text for turn in turns]
        for max_chars in (300, 1200, 2400):
            folded = fit_turns(reader, turns, max_chars)
            assert sum(len(line) + 1 for line in folded) <= max_chars
            assert not any("…" in line or "{" in line for line in folded)
            told = [line for line in folded if not line.startswith("-# ")]
            assert told == [turn.short_text for turn in turns[len(turns) - len(told) :]] or max_chars == 300


def test_a_shorter_turn_mentions_every_kind_of_step_once() -> None:
    reader = reader_view_of("explorers", 0)
    steps = [
        event
        for sea in ("E7", "D7", "D8")
        for event in (LongshipSailed(seat=1, sea=sea), VikingsLoaded(seat=1, land=sea, vikings=1))
    ]
    (turn,) = turn_summaries(reader, [replayed_entry(*steps)])
    assert turn.text.count("sails") == 3
    assert turn.short_text == "Bjorn sails 3 times, to D8; takes 1 Viking aboard (D8) (×3)."


def test_turns_too_many_to_tell_are_counted_by_player() -> None:
    reader = reader_view_of("shipwrights", 0)
    turns = [replayed_entry(WatchmanPosted(seat=seat), seat=seat) for seat in (1, 2, 1, 2, 1)]
    lines = fit_turns(reader, turn_summaries(reader, turns), 80)
    assert lines == ["-# Earlier: Bjorn (2 turns) and Cara (2 turns)", "Bjorn posts a Watchman."]


def test_losses_come_first_and_only_to_the_one_who_lost() -> None:
    robbed, lost = Robbed(seat=1, player=0, good="oak", amount=2), GoldLost(seat=0, gold=3)
    beats = [replayed_entry(WatchmanPosted(seat=1)), replayed_entry(robbed), replayed_entry(lost, seat=2)]
    victim, other = reader_view_of("shipwrights", 0), reader_view_of("shipwrights", 2)
    summary = missed_summary(victim, beats)
    assert summary.losses == (victim.game_text.event_text(robbed), victim.game_text.event_text(lost))
    assert [turn.text for turn in summary.turns] == ["Bjorn posts a Watchman."]
    assert missed_summary(other, beats).losses == ()
    assert len(missed_summary(other, beats).turns) == 2


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
    assert [turn.text for turn in brief.turns] == ["Bjorn undoes a move."]


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
    for language in LANGUAGES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(requests, "locale_for", lambda _, to=language: locale_for(to))
            for command in ("table recap", "table log", "table replay", "play"):
                answer = await chat.user("astrid").slash(chat.channel, command, table=game.row.code)
                assert 100 < len(text_of(answer.response)) < 4000


async def missed_lines(chat: Chat, game: RecordedGame, seat: Seat) -> list[str]:
    """Returns what a seat may see since its last move, in a line per turn."""
    snapshot = await chat.snapshot(game.row.code)
    log = await db.entries.read_log(chat.store, game.row.code)
    own = max(entry.ply for entry in log if entry.seat == seat)
    missed = await replay_range(chat.store, snapshot, own, game.row.ply)
    reader = chat.skald.context.reader_view(snapshot, seat, locale_for("en"))
    return [turn.text for turn in turn_summaries(reader, missed.entries)]


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
    answer = await actor.slash(chat.channel, "table recap", table=game.row.code)
    assert answer.ephemeral
    told = text_of(answer.response)
    snapshot = await chat.snapshot(game.row.code)
    for line in await missed_lines(chat, game, seat):
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
        assert "Your turn" in told
    assert find_custom_id(answer.response, "play")


async def test_a_spectator_hears_of_the_last_round_what_everybody_heard(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", plies=30)
    answer = await chat.user("eira").slash(chat.channel, "table recap", table=game.row.code)
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
    told = (await actor.slash(chat.channel, "table recap", table=game.row.code)).response
    assert "Nobody has moved since." in text_of(told)
    panel = (await actor.slash(chat.channel, "play", table=game.row.code)).response
    assert not any(":recap:" in name for name in enabled_components(panel))


async def test_the_panel_begins_with_what_was_missed_in_a_line_per_turn(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", "cara", plies=30)
    seat = await player_with_recap(chat, game)
    actor = chat.user(("astrid", "bjorn", "cara")[seat])
    panel = (await actor.slash(chat.channel, "play", table=game.row.code)).response
    title, *note = text_of(panel).split("\n**What do you do?**")[0].split("\n>")[0].splitlines()
    lines = await missed_lines(chat, game, seat)
    assert game.row.code in title
    assert note[: len(lines)] == lines
    whole = await open_tool(actor, panel, "See what changed")
    assert "Since your last move" in text_of(whole)


async def test_what_the_caretaker_did_for_me_is_told_to_me(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", plies=20)
    async with chat.store.write() as tx:
        await game.play(tx, 6, by="caretaker")
    log = await db.entries.read_log(chat.store, game.row.code)
    seat = next(entry.seat for entry in log if entry.by == "caretaker" and entry.seat is not None)
    actor = chat.user(("astrid", "bjorn")[seat])
    told = text_of((await actor.slash(chat.channel, "table recap", table=game.row.code)).response)
    snapshot = await chat.snapshot(game.row.code)
    reader = chat.skald.context.reader_view(snapshot, seat, locale_for("en"))
    deeds = [
        deed
        for events in game.events[-6:]
        for event in events
        if isinstance(event, PlayerEvent) and event.seat == seat and event.visible_to(seat)
        if (deed := reader.game_text.deed_text(event))
    ]
    assert deeds
    assert deeds[0] in told
    assert "(played by the caretaker)" in told


async def test_a_game_that_has_not_begun_has_no_recap(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    answer = await chat.user("astrid").slash(chat.channel, "table recap", table=code)
    assert "hasn’t started" in text_of(answer.response)


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


@pytest.mark.parametrize(
    ("seat", "table", "text"),
    [
        (0, {"status": "over"}, "This game is over."),
        (0, {"status": "archived"}, "The game is archived."),
        (0, {"owing": [0, 1]}, "**Your turn: choose a card**"),
        (2, {"owing": [0, 1]}, "Waiting for Astrid and Bjorn."),
        (None, {"owing": [1]}, "Waiting for Bjorn."),
    ],
)
def test_a_recap_ends_with_whose_turn_it_is(
    seat: Seat | None, table: dict[str, Any], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReaderView, "owed_text", lambda *_: "choose a card")
    assert status_line(view_of_table(seat, **table)) == text


def test_a_recap_leads_to_the_panel_of_a_player_and_to_the_film_of_several_boards() -> None:
    def styles(seat: Seat | None, **table: Any) -> list[str]:
        return [shown.style.name for shown in play_button(view_of_table(seat, **table))]

    assert styles(0, owing=[0]) == ["primary"]
    assert styles(0, owing=[1]) == ["secondary"]
    assert styles(None, owing=[1]) == []
    assert styles(0, status="over") == []
    assert [*film_button(view_of_table(ply=9), 3, 1)] == []
    (film,) = film_button(view_of_table(ply=9), 3, 2)
    assert film.custom_id == "skald:film:AB2CD::3 9 -"


@pytest.mark.parametrize(
    ("entries", "stops", "text_only", "drawn"),
    [
        (0, 0, False, "the board"),
        (3, 1, False, "the board since the start"),
        (3, 2, False, "a strip"),
        (3, 2, True, "the board since the start"),
    ],
)
async def test_a_recap_shows_the_board_its_changes_or_a_strip(
    entries: int, stops: int, text_only: bool, drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def board(*, since: str = "") -> str:
        return f"the board since {since}" if since else "the board"

    async def boards_at(*_: Any) -> None: ...

    async def strip_picture(*_: Any) -> str:
        return "a strip"

    monkeypatch.setattr(recap, "boards_at", boards_at)
    monkeypatch.setattr(recap, "strip_picture", strip_picture)
    reader: Any = SimpleNamespace(board=board, text_only=text_only)
    missed: Any = SimpleNamespace(entries=(None,) * entries, before="the start")
    assert await boards_picture(reader, missed, (None,) * stops) == drawn  # type: ignore[comparison-overlap,arg-type]
