"""The example game has complete catalogues in every language, as the tools find and write them."""

import logging
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.i18n import LANGUAGES, locale_for, update
from bot.i18n.catalogue import add_folder, read_catalogue, warn_once
from bot.i18n.check import game_problems
from bot.views.story_text import turn_summaries
from rules.game import AnyGame
from tests.chat.story_fixtures import played_entries, reader_view_of
from tests.example_game.example import GAME, KEY, WORDS
from tests.i18n.told_games import LONG_NAMES, game_texts

GAMES_PLAYED = 12
"""Enough games for every event to occur."""


def test_the_catalogues_are_found_in_their_folder_and_nowhere_else() -> None:
    with add_folder(WORDS):
        assert (
            list(game_problems(GAME, {language: read_catalogue(language, KEY) for language in LANGUAGES}))
            == []
        )
    assert [read_catalogue(language, KEY) for language in LANGUAGES] == [None] * len(LANGUAGES)


def test_every_key_is_written_by_the_update(tmp_path: Path) -> None:
    shutil.copytree(WORDS, tmp_path, dirs_exist_ok=True)
    for language in LANGUAGES:
        update.write_game_catalogue(tmp_path, language, GAME)
        written, kept = (folder / language / f"{KEY}.po" for folder in (tmp_path, WORDS))
        assert written.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("games")
def test_whole_games_are_told_without_a_gap(language: str, caplog: pytest.LogCaptureFixture) -> None:
    warn_once.cache_clear()
    game_text = locale_for(language).game_text(GAME, LONG_NAMES)
    with caplog.at_level(logging.WARNING, "bot.i18n"):
        for seed in range(GAMES_PLAYED):
            for sentence, longest in game_texts(GAME, [game_text], seed, set()):
                assert len(sentence) <= longest, sentence
                assert "{" not in sentence
    assert [record.getMessage() for record in caplog.records] == []


def test_the_text_about_a_stone_takes_its_numbers_from_the_components(games: Mapping[str, AnyGame]) -> None:
    piece = locale_for("fr").game_text(games[KEY], ()).component_help("sun")
    assert piece == ("Rune du soleil", "Force 4\N{NO-BREAK SPACE}; 2 pierres.")


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_is_summed_up_without_texts_of_its_own_for_that(language: str) -> None:
    reader = reader_view_of(GAME, None, language)
    summaries = turn_summaries(reader, played_entries(GAME, 6))
    assert summaries
    for turn in summaries:
        assert turn.text.startswith(turn.who)
        assert turn.text.endswith(".")
