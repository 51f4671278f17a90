"""/club practice: from the review to a retry, its answer, and the position that comes back."""

from dataclasses import replace
from typing import Any

import db
from db.clock import DAY
from tests.chat.components import enabled_components, find_custom_id, has_component
from tests.chat.digest_driver import daily_digests, set_extras
from tests.chat.discord_driver import Chat, alt_texts, response_text, send_component, text_of
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
