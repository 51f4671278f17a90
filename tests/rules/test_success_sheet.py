"""Every success of every game can be reached: a recorded game from its deal to its end shows how.

The games in `success_games` reach what those of `tests/games` do not. They are played from the deal on, so
that a success which the rules make impossible has no game.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.i18n.catalogue import find_entry
from bot.i18n.languages import available_languages
from rules import GAMES
from rules.game import AnyGame
from tests.games.recorded_file import FILES, read_game

SUCCESS_GAMES = sorted((Path(__file__).parent / "success_games").glob("*.txt"))


def achieved_in(file: Path, game: AnyGame) -> set[str]:
    """Replay a game by the rules. Returns the successes of all its seats."""
    recorded = read_game(file, GAMES)
    assert recorded.game is game
    *_, last = recorded.steps()
    assert game.outcome(last.state) is not None
    return {success for seat in range(recorded.seats) for success in game.successes(last.state, seat)}


def games_of(key: str) -> Iterator[Path]:
    yield from (file for file in SUCCESS_GAMES if file.stem.startswith(f"{key}-"))
    yield from (file for file in FILES if file.parent.name == key)


@pytest.mark.parametrize("key", GAMES)
def test_every_success_is_reached_in_a_whole_game(key: str) -> None:
    game = GAMES[key]
    missing = set(game.success_sheet.successes)
    for file in games_of(key):
        if not missing:
            break
        missing -= achieved_in(file, game)
    assert missing == set()


@pytest.mark.parametrize("key", GAMES)
def test_every_success_and_title_has_a_text(key: str) -> None:
    sheet = GAMES[key].success_sheet
    keys = [f"word.success.{each}" for each in sheet.successes]
    keys += [f"word.title.{title.key}" for title in sheet.titles]
    for language in available_languages():
        assert [each for each in keys if not find_entry(language, key, each)] == []
