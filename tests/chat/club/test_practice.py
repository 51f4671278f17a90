"""/club practice: from the review to a retry, its answer, and the position that comes back."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.club import practice as practice_panel
from bot.chat.club.practice import (
    origin_line,
    played_line,
    repeat_line,
    return_line,
    show_next,
    verdict_heading,
)
from bot.i18n import locale_for
from bot.play.club.practice import Exercise, PracticeResult
from db.clock import DAY
from tests.chat.components import enabled_components, find_custom_id, has_component
from tests.chat.digest_driver import daily_digests, set_extras
from tests.chat.discord_driver import Chat, alt_texts, response_text, send_component, text_of
from tests.chat.fake_request import fake_request
from tests.chat.story_fixtures import recorded_game_in
from tests.play.club.position_fixtures import new_position, store_positions


def answer_ids(panel: Any) -> dict[int, str]:
    """Returns the custom ids of the answers, by the rank of the move."""
    found = [name for name in enabled_components(panel) if name.startswith("skald:practice-answer:")]
    return {int(name.split(":")[4].split()[1]): name for name in found}


async def practise(chat: Chat, name: str, **options: str) -> Any:
    return (await chat.user(name).slash(chat.channel, "club practice", **options)).response


async def test_a_wrong_answer_tells_the_chances_and_comes_back_with_the_digest(chat: Chat) -> None:
    await store_positions(chat.store, new_position())
    eira = chat.user("eira")
    panel = await practise(chat, "eira", game="lofoten")
    assert "What would you play?" in text_of(panel)
    assert "in a game of computer players" in text_of(panel)
    assert all(alt_texts(panel))
    answers = answer_ids(panel)
    assert len(answers) == 3
    board = (await eira.click(panel.message, custom_id=find_custom_id(panel, "practice-board"))).response
    assert not answer_ids(board)
    panel = (await eira.click(board.message, custom_id=find_custom_id(board, "practice-back"))).response
    assert answer_ids(panel) == answers
    result = (await eira.click(panel.message, custom_id=answers[1])).response
    said = text_of(result)
    assert "chances of 50%, with the best move 70%" in said
    assert "**70%**" in said
    assert "**50%**" in said
    assert "This position comes back" in said
    assert not answer_ids(result)
    await set_extras(chat, eira, "digest")
    await chat.env.advance_time(4 * DAY / 1000)
    digests = "\n".join(map(text_of, daily_digests(eira)))
    assert "A position comes back that you got wrong" in digests
    again = await practise(chat, "eira")
    assert "This one comes back" in text_of(again)
    right = (await eira.click(again.message, custom_id=answer_ids(again)[0])).response
    assert "is right" in text_of(right)
    assert find_custom_id(right, "practice")


async def test_the_review_leads_to_the_costly_decisions_of_that_game(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    astrid = chat.user("astrid")
    review = (await astrid.slash(chat.channel, "table advice", table=game.row.code)).response
    panel = (await astrid.click(review.message, custom_id=find_custom_id(review, "practice"))).response
    assert "Your game against" in text_of(panel)
    assert "Nothing to retry" not in text_of(panel)
    assert "bjorn" in text_of(panel)
    table = (await astrid.click(panel.message, custom_id=find_custom_id(panel, "practice-board"))).response
    assert alt_texts(table)
    panel = (await astrid.click(table.message, custom_id=find_custom_id(table, "practice-back"))).response
    worst = max(answer_ids(panel))
    result = (await astrid.click(panel.message, custom_id=answer_ids(panel)[worst])).response
    assert "was played" in text_of(result)
    play_on = (await astrid.click(result.message, custom_id=find_custom_id(result, "play-on"))).response
    assert "Play on from here" in text_of(play_on)


async def test_the_review_of_a_game_that_was_played_on_offers_no_retry(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    async with chat.store.write() as tx:
        await db.games.update(tx, game.row, replace(game.row, continues="abc"))
    review = (await chat.user("astrid").slash(chat.channel, "table advice", table=game.row.code)).response
    assert "What decided it" in text_of(review)
    assert not has_component(review, "skald:practice:")


async def test_an_onlooker_of_the_review_gets_no_retry_and_no_forged_position(chat: Chat) -> None:
    game = await recorded_game_in(chat, "astrid", "bjorn")
    eira = chat.user("eira")
    review = (await eira.slash(chat.channel, "table advice", table=game.row.code)).response
    assert not has_component(review, "skald:practice:")
    (position,) = await store_positions(chat.store, new_position(), game=game.row.code)
    for forged in (f"skald:practice-answer:::{position} 0", f"skald:practice-board:::{position}"):
        refused = await send_component(eira, review, forged)
        assert "no longer works" in response_text(refused)
    assert await db.practice.find(chat.store, eira.id, position) is None


async def test_a_user_without_games_gets_a_position_that_computer_players_reached(chat: Chat) -> None:
    panel = await practise(chat, "eira")
    assert "in a game of computer players" in text_of(panel)
    assert len(answer_ids(panel)) >= 2


NOTHING: Any = None


def position_seen(*, game: str | None = None, played: int = 1, players: int = 2) -> Any:
    """Returns a view of a position whose moves are numbered 1, 2, 3 by their rank."""
    row = SimpleNamespace(game=game, played=played, seat=0)
    answers = [SimpleNamespace(chance=chance) for chance in (0.7, 0.5, 0.4)]
    text = SimpleNamespace(game_name="Lofoten", player_names=("astrid", "bjorn", "cara")[:players])
    return SimpleNamespace(
        reader=SimpleNamespace(locale=locale_for("en"), game_text=text),
        position=SimpleNamespace(row=row, answers=answers),
        turn_text="turn 3",
        number_of=lambda move: move + 1 if move < 3 else None,
    )


def test_an_answer_is_right_or_compared_with_the_best_move() -> None:
    right, wrong = PracticeResult(NOTHING, True, None), PracticeResult(NOTHING, False, 5_000)
    view = position_seen()
    assert verdict_heading(view, right, 1) == "### 2 is right"
    assert verdict_heading(view, wrong, 2) == "### 3: chances of 40%, with the best move 70%"
    assert return_line(fake_request(), right) == ""
    assert return_line(fake_request(), wrong) == "This position comes back <t:5:R>."


def test_what_was_played_is_told_of_ones_own_games_if_it_is_among_the_answers() -> None:
    assert played_line(position_seen(game="AB2CD")) == "In the game, **2** was played."
    assert played_line(position_seen(game="AB2CD", played=3)) == ""
    assert played_line(position_seen()) == ""


def test_a_position_says_where_it_comes_from() -> None:
    house = "**Lofoten** · turn 3 · You play astrid, in a game of computer players."
    assert origin_line(position_seen()) == house
    own = "**Lofoten** · turn 3 · Your game against bjorn and cara"
    assert origin_line(position_seen(game="AB2CD", players=3)) == own


@pytest.mark.parametrize(
    ("is_repeated", "due", "text"),
    [
        (False, 0, ""),
        (True, 1, "-# This one comes back, the last for today."),
        (True, 3, "-# This one comes back. 3 come back today."),
    ],
)
def test_a_position_that_comes_back_says_how_many_do(is_repeated: bool, due: int, text: str) -> None:
    assert repeat_line(fake_request(), Exercise(NOTHING, is_repeated, due)) == text


@pytest.mark.parametrize(
    ("asked", "found", "is_told"),
    [("AB2CD", "AB2CD", False), ("AB2CD", None, True), ("AB2CD", "XY2CD", True), (None, "XY2CD", False)],
)
async def test_a_game_without_positions_leads_to_others_with_a_word(
    asked: str | None, found: str | None, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes: list[str] = []
    position: Any = SimpleNamespace(row=SimpleNamespace(game=found))
    request = fake_request()
    request.service, request.context = None, SimpleNamespace(coach=SimpleNamespace(reviews=None))

    async def respond_after(work: Any, _: str) -> Exercise:
        work.close()
        return Exercise(position, False, 0)

    async def schedule_search(*_: Any) -> None: ...

    async def show_question(_: Any, __: Any, ___: Any, note: str) -> None:
        notes.append(note)

    request.respond_after = respond_after
    monkeypatch.setattr(practice_panel.practice, "schedule_search", schedule_search)
    monkeypatch.setattr(practice_panel, "_show_question", show_question)
    await show_next(request, None, asked)
    (note,) = notes
    assert ("Nothing to retry from that game" in note) is is_told
