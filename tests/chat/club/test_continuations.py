"""Play on from here: from replay and review to a private game, and a challenge with its table of tries."""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.club.continuations import comparison_lines, task_text
from bot.chat.messages.custom_id import CustomId, parse_digits
from bot.i18n import locale_for
from bot.play.club import continuations
from bot.play.club.continuations import Comparison, TryStanding
from bot.play.core.game_log import GameLog
from bot.play.turns import caretaker, ending
from rules.game import Outcome
from tests.chat.components import enabled_components, find_custom_id, has_component
from tests.chat.discord_driver import Chat, send_component, send_selection, text_of
from tests.chat.finished_games import play_until_last_move
from tests.chat.story_fixtures import recorded_game_in
from tests.play.recorded_games import RecordedGame
from tests.play.table_fixture import choose_last_move

PLY = 30


@pytest.fixture(autouse=True)
def fast_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caretaker, "choose", choose_last_move)


async def choice_panel(chat: Chat, name: str, game: RecordedGame, seat: str = "1") -> Any:
    """Open the replay of a finished game at a turn, and choose to play on from there."""
    user = chat.user(name)
    replay = (await user.slash(chat.channel, "table replay", table=game.row.code)).response
    moment = await send_component(user, replay, f"skald:moment:{game.row.code}::{PLY} {seat}")
    shown = moment.response
    return (await user.click(shown.message, custom_id=find_custom_id(shown, "play-on"))).response


async def private_game(chat: Chat, name: str) -> db.Game:
    games = await db.players.list_games(chat.store, chat.user(name).id, ("running",))
    (own,) = [game for game in games if game.server is None]
    return own


async def test_a_turn_of_the_replay_leads_to_a_game_on_that_seat(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    panel = await choice_panel(chat, "eira", game)
    assert "Play on from here" in text_of(panel)
    assert "bjorn couldn’t know" in text_of(panel)
    eira = chat.user("eira")
    for seat, name in (("0", "astrid"), ("7", "bjorn"), ("1", "bjorn")):
        custom_id = CustomId("play-on-seat", game.row.code, args=(str(PLY), "1", "sailor"))
        chosen = (await send_selection(eira, panel, custom_id, [seat])).response
        assert f"{name} couldn’t know" in text_of(chosen)
    await eira.click(panel.message, custom_id=find_custom_id(panel, "play-on-start"))
    row = await private_game(chat, "eira")
    snapshot = await chat.snapshot(row.code)
    assert snapshot.seat_of(eira.id) == 1
    assert not row.rated
    assert row.pace == "none"


async def test_a_running_game_and_the_last_turn_offer_no_playing_on(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn", plies=PLY)
    astrid = chat.user("astrid")
    replay = (await astrid.slash(chat.channel, "table replay", table=game.row.code)).response
    assert not has_component(replay, "play-on")
    forged = await send_component(astrid, replay, f"skald:play-on:{game.row.code}::3 1")
    assert "isn’t over yet" in text_of(forged.response)
    finished = await recorded_game_in(chat, "astrid", "bjorn")
    replay = (await astrid.slash(chat.channel, "table replay", table=finished.row.code)).response
    assert not has_component(replay, "play-on")


async def check_playing_on(chat: Chat, name: str, review: Any) -> None:
    """Play on from the first moment of a review: the game begins there, on the seat whose turn it was."""
    user = chat.user(name)
    custom_id = find_custom_id(review, "play-on")
    code, seat = custom_id.split(":")[2], parse_digits(custom_id[-1], 1)
    panel = (await send_component(user, review, custom_id)).response
    names = (await chat.snapshot(code)).names
    assert f"{names[seat or 0]} couldn’t know" in text_of(panel)
    turn_text = text_of(panel).splitlines()[1].split(" · ")[1]
    assert turn_text in text_of(review)
    await user.click(panel.message, custom_id=find_custom_id(panel, "play-on-start"))
    row = await private_game(chat, name)
    assert (await chat.snapshot(row.code)).seat_of(user.id) == seat
    assert not row.rated


async def test_a_moment_of_the_review_leads_to_a_game_on_its_seat(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    review = (await chat.user("eira").slash(chat.channel, "table advice", table=game.row.code)).response
    await check_playing_on(chat, "eira", review)


async def test_the_end_panel_leads_to_the_review_and_to_playing_on(chat: Chat) -> None:
    last = await play_until_last_move(chat, "astrid", "bjorn", game="borealis")
    mover = chat.user(last.mover)
    panel = (await send_component(mover, SimpleNamespace(message=chat.card()), last.custom_id)).response
    review = (await send_component(mover, panel, find_custom_id(panel, "decided"))).response
    await check_playing_on(chat, last.mover, review)


async def post_challenge(chat: Chat, game: RecordedGame) -> Any:
    """Post a challenge as astrid. Returns its card."""
    panel = await choice_panel(chat, "astrid", game)
    posted = await chat.user("astrid").click(panel.message, custom_id=find_custom_id(panel, "play-on-post"))
    assert "posting the challenge" in text_of(posted.response)
    return challenge_card(chat)


def challenge_card(chat: Chat) -> Any:
    (card,) = (one for one in chat.channel.history() if "Can you do better?" in text_of(one))
    return card


async def end_game(chat: Chat, code: str, totals: list[int]) -> None:
    """End a game as if it had been played to that score."""
    async with chat.store.write() as tx:
        log = GameLog(await chat.service.load(tx, code))
        await ending.end_game(tx, log, Outcome("finished", ((1,), (0,)), tuple(totals)))
    chat.wake_outbox()
    await chat.env.advance_time(60)


async def test_a_challenge_is_taken_on_once_by_each_and_its_card_follows(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    card = await post_challenge(chat, game)
    eira = chat.user("eira")
    assert "Can you do better?" in text_of(card)
    assert "The original ended **" in text_of(card)
    assert "Nobody has finished yet." in text_of(card)
    take = find_custom_id(card, "play-on-take")
    await eira.click(card, custom_id=take)
    row = await private_game(chat, "eira")
    again = (await eira.click(card, custom_id=take)).response
    assert row.code in text_of(again)
    await end_game(chat, row.code, [10, 210])
    assert "1. eira: **+200** (210 points) · better" in text_of(challenge_card(chat))
    assert "Ranked by the lead over the best other player" in text_of(challenge_card(chat))
    compared = (await send_component(eira, again, f"skald:play-on-compare:{row.code}::")).response
    assert text_of(compared).startswith("### Compare results\n")
    assert "1. eira: **+200** (210 points) · better" in text_of(compared)
    await chat.env.advance_time(continuations.CHALLENGE_OPEN_MS / 1000 + 60)
    closed = challenge_card(chat)
    assert "This challenge closed" in text_of(closed)
    assert not enabled_components(closed)


async def test_a_game_of_another_server_is_not_posted_here(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    async with chat.store.write() as tx:
        await db.servers.ensure_exists(tx, 77)
        await tx.execute(db.games.table.update().values(server=77))
    panel = await choice_panel(chat, "astrid", game)
    assert not has_component(panel, "play-on-post")
    forged = f"skald:play-on-post:{game.row.code}::{PLY} 1 sailor"
    refused = await send_component(chat.user("astrid"), panel, forged)
    assert "only on the server of its game" in text_of(refused.followups[0])


async def test_a_challenge_from_a_game_that_was_resigned_says_that_it_has_no_score(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    outcome = {"reason": "resigned", "ranking": [[1], [0]], "totals": [], "sheet": []}
    async with chat.store.write() as tx:
        await tx.execute(db.games.table.update().values(outcome=outcome))
    card = await post_challenge(chat, game)
    assert "The original ended early, without a final score" in text_of(card)


@pytest.mark.parametrize(
    ("lead", "is_alone", "text"),
    [
        (None, False, "The original ended early, without a final score to compare with."),
        (5, False, "The original ended **5 points ahead** of the best other player."),
        (1, False, "The original ended **1 point ahead** of the best other player."),
        (-5, False, "The original ended **5 points behind** the best other player."),
        (0, False, "The original ended **level** with the best other player."),
        (40, True, "The original ended with **40 points**."),
    ],
)
def test_the_comparison_begins_with_the_end_of_the_original(
    lead: int | None, is_alone: bool, text: str
) -> None:
    comparison = Comparison(lead, (), None)
    lines = [*comparison_lines(locale_for("en"), comparison, is_alone=is_alone)]
    assert lines == [text, "Nobody has finished yet."]


def test_the_comparison_marks_tries_that_beat_the_original_and_ranks_by_the_lead() -> None:
    tries = tuple(TryStanding(place, f"viking {place}", 13 - place, 50) for place in range(1, 13))
    first, *listed, last = comparison_lines(locale_for("en"), Comparison(10, tries, None), is_alone=False)
    assert "10 points ahead" in first
    assert [line.endswith(" · better") for line in listed] == [True, True] + [False] * 8
    assert listed[0] == "1. viking 1: **+12** (50 points) · better"
    assert listed[2] == "3. viking 3: **+10** (50 points)", "as good is not better"
    assert last == "-# Ranked by the lead over the best other player."
    alone = [*comparison_lines(locale_for("en"), Comparison(None, tries[:1], None), is_alone=True)]
    assert len(alone) == 2
    assert not any("better" in line or "Ranked" in line for line in alone)


def test_a_challenge_names_the_level_of_the_computer_players_if_there_are_any() -> None:
    continuation: Any = SimpleNamespace(seat=0, level="captain")

    def task(players: int) -> str:
        names = ("Astrid", "Bjorn")[:players]
        reader: Any = SimpleNamespace(
            locale=locale_for("en"),
            game_text=SimpleNamespace(player_names=names),
            snapshot=SimpleNamespace(players=names),
        )
        return task_text(reader, continuation)

    assert task(1).startswith("Play on for Astrid. The same deal")
    assert task(2).startswith("Play on for Astrid, against computer players (captain: hard to beat).")
