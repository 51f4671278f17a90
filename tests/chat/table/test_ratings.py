"""Rating changes: on the final card, and details in private."""

from types import SimpleNamespace
from typing import Any

import pytest

import db
from bot.chat.table.ratings import opponent_lines, rating_line, uncounted_line
from bot.i18n import locale_for
from rules.game import Outcome
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, text_of
from tests.standings.finished_games import FinishedGame, game_results
from tests.standings.played_games import make_actor, play_random_turns


async def resigned_game(chat: Chat, *names: str) -> str:
    """Play two turns each in a rated game, then let the last player resign. Returns its code."""
    code = await chat.start_game(*names, game="borealis", rated="yes", pace="slow")
    people = [make_actor(chat.user(name).id, name) for name in names]
    await play_random_turns(chat.service, code, people, 2)
    loser = chat.user(names[-1])
    asked = await loser.slash(chat.channel, "table resign", table=code)
    await loser.click(asked.response.message, label="Resign")
    return code


async def test_a_rated_game_tells_everybody_why_their_number_moved(chat: Chat) -> None:
    code = await resigned_game(chat, "astrid", "bjorn")
    async with chat.store.write() as tx:
        await tx.execute(db.results.table.update().where(db.results.table.c.seat == 1).values(share=0.75))
    results = await db.results.list_for_game(chat.store, code)
    assert [(one.place, one.rated, one.counted, one.share) for one in results] == [
        (1, True, True, 1.0),
        (2, True, True, 0.75),
    ]
    card = next(
        message
        for message in reversed(chat.thread().history())
        if any(":why:" in name for name in enabled_components(message))
    )
    assert "**astrid** +105 (1105): won (50% expected)." in text_of(card)
    assert "**bjorn** −105 (895): place 2 of 2 (50% expected to win)." in text_of(card)
    own = await chat.user("astrid").click(card, custom_id=find_custom_id(card, "why"))
    assert own.ephemeral
    assert "1000 → 1105 (+105)" in text_of(own.response)
    assert "You beat bjorn (1000), expected to win 50% of the time." in text_of(own.response)
    assert "Provisional for" in text_of(own.response)
    assert "of your turns yourself" not in text_of(own.response)
    loser = await chat.user("bjorn").click(card, custom_id=find_custom_id(card, "why"))
    assert "You played 75% of your turns yourself, so the game counts 75%." in text_of(loser.response)
    stranger = await chat.user("eira").click(card, custom_id=find_custom_id(card, "why"))
    assert "didn’t change your rating" in text_of(stranger.response)
    astrid = chat.user("astrid")
    history = (await astrid.slash(chat.channel, "club history")).response
    assert code in text_of(history)
    assert "1. astrid · 2. bjorn" in text_of(history)
    opened = await astrid.select(history.message, [code], custom_id=find_custom_id(history, "finished"))
    assert "1. astrid" in text_of(opened.response)
    assert "Watch a replay" in enabled_components(opened.response).values()
    assert "/new" in text_of((await chat.user("eira").slash(chat.channel, "club history")).response)


ENGLISH = locale_for("en")
NAMES = ("astrid", "bjorn", "cara")


def results_of(*places: list[int | None]) -> list[db.Result]:
    return game_results(FinishedGame(0, places), "AB2CD", 1)


def step_of(person: int, *, odds: float = 0.4, mu: float = 26.0) -> db.RatingStep:
    """Returns a step from 1000 to 1040, for a rating of 26."""
    return db.RatingStep("AB2CD", "lofoten", person, 1, 25.0, 8.0, mu, 6.0, odds, 0)


@pytest.mark.parametrize(
    ("outcome", "early", "text"),
    [
        (None, False, "nobody has won"),
        (Outcome("ended", ()), False, "nobody has won"),
        (Outcome("resigned", ((0,), (1,))), True, "only one game a week counts between two players"),
        (Outcome("resigned", ((0,), (1,))), False, "it ended before everyone had two turns"),
    ],
)
def test_a_rated_game_that_does_not_count_says_why(outcome: Outcome | None, early: bool, text: str) -> None:
    reader: Any = SimpleNamespace(locale=ENGLISH, snapshot=SimpleNamespace(outcome=lambda: outcome))
    results: Any = [SimpleNamespace(early=early)]
    assert text in uncounted_line(reader, results)


def test_the_final_card_tells_who_won_alone_shared_the_win_or_came_later() -> None:
    alone, shared = results_of([1], [2]), results_of([1, 2], [3])
    for result, text in (
        (alone[0], "**A** +40 (1040): won (40% expected)."),
        (alone[1], "**A** +40 (1040): place 2 of 2 (40% expected to win)."),
        (shared[0], "**A** +40 (1040): shared first place (40% expected to win)."),
        (shared[2], "**A** +40 (1040): place 3 of 3 (40% expected to win)."),
    ):
        assert rating_line(ENGLISH, "A", step_of(1), result) == text


@pytest.mark.parametrize(
    ("places", "odds", "text"),
    [
        ([[1], [2]], 0.4, "- You beat bjorn (1000), expected to win 40% of the time."),
        ([[1], [2]], 0.5, "- You beat bjorn (1000), expected to win 50% of the time."),
        ([[1], [2]], 0.6, "- You beat bjorn (1000), the favourite at 60%."),
        ([[1, 2]], 0.4, "- You tied with bjorn (1000), expected to win 40% of the time."),
        ([[2], [1]], 0.6, "- astrid (1000), expected to win 60% of the time, finished ahead of you."),
    ],
)
def test_the_details_compare_a_player_with_each_opponent(
    places: list[list[int | None]], odds: float, text: str
) -> None:
    results = results_of(*places)
    mine = next(result for result in results if result.person == 1)
    snapshot: Any = SimpleNamespace(names=NAMES)
    assert opponent_lines(ENGLISH, snapshot, mine, results, {2: step_of(2, odds=odds)}) == [text]


def test_the_details_name_opponents_without_a_rating() -> None:
    results = results_of([1], [2], [None])
    snapshot: Any = SimpleNamespace(names=NAMES)
    assert opponent_lines(ENGLISH, snapshot, results[0], results, {}) == [
        "- bjorn: not rated in this game.",
        "- cara: not rated in this game.",
    ]
