"""The table in words: complete, in order, without signs, and only from the reader's view."""

import re
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from bot.i18n import LANGUAGES
from bot.i18n.typography import NBSP
from bot.play.core.narrowing import narrow
from bot.views.choices import MAX_SPOKEN_CHARS, Choices, Question
from bot.views.reader_view import ReaderView
from bot.views.text_only import HEADING, MAX_PAGE_CHARS, headings, pages, section_text
from rules import GAMES
from rules.game import AnyGame, Seat
from tests.plies import random_plies
from tests.rules.explorers import states as explorers
from tests.rules.lofoten import states as lofoten
from tests.views.views_in_memory import NAMES, reader_view_at

SIGNS = set("◀▶⟲⟳→←🚩")
MAX_POSITIONS = 60


def words_at(game: AnyGame, state: Any, seat: Seat, language: str = "en") -> ReaderView:
    return replace(reader_view_at(game, state, seat, 2, language), text_only=True)


def question_at(reader: ReaderView, seat: Seat) -> Question | None:
    """Returns the first question of a move; None if there is only one move."""
    choices, moves = Choices(reader, seat), reader.snapshot.legal(seat)
    narrowing = narrow(moves, choices.only_move_tokens(moves) or choices.implied_tokens(moves))
    assert narrowing is not None
    return None if narrowing.move is not None else choices.question(narrowing)


def all_words(reader: ReaderView, seat: Seat) -> list[str]:
    """Returns every text and every label that a player gets before the first tap."""
    question = question_at(reader, seat)
    answers = () if question is None else (*question.buttons, *question.list_entries, *question.pieces)
    texts = (
        *reader.board_pages(with_hand=True),
        reader.table_text.panel(reader.snapshot.view(seat), with_hand=True),
    )
    return [*texts, *(answer.numbered_label for answer in answers)]


@pytest.mark.parametrize("key", GAMES)
def test_words_depend_on_the_view_alone_and_have_no_signs(key: str) -> None:
    """Non-interference: the same texts and labels whatever the reader cannot see."""
    game, random = GAMES[key], Random(key)
    dealt = game.setup(2, game.info.options(), sha256(key.encode()).digest())
    ply = 0
    for ply, (state, seat, _, _) in enumerate(random_plies(game, dealt, random, MAX_POSITIONS), start=1):
        language = LANGUAGES[ply % len(LANGUAGES)]
        other = game.reshuffle(state, seat, sha256(f"{ply}".encode()).digest())
        words = all_words(words_at(game, state, seat, language), seat)
        assert words == all_words(words_at(game, other, seat, language), seat)
        assert not [text for text in words if SIGNS & set(text)]
        hidden = game.reshuffle(state, None, sha256(f"{ply} spectator".encode()).digest())
        watched, again = (
            replace(words_at(game, each, seat, language), seat=None).board_pages() for each in (state, hidden)
        )
        assert watched == again
    assert ply == MAX_POSITIONS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["borealis", "explorers"])
def test_what_scores_at_the_end_is_explained_where_it_is_named(key: str, language: str) -> None:
    game = GAMES[key]
    state = game.setup(2, game.info.options(), bytes(32))
    seat = min(game.to_act(state))
    reader, view = words_at(game, state, seat, language), game.view(state, seat)
    named = (
        view.dealt if key == "explorers" else [each.card for each in (*view.objectives, *view.score_cards)]
    )
    page = "\n".join(reader.board_pages(with_hand=True))
    explained = [reader.game_text.component_help(name)[1] for name in named]
    assert len(explained) >= 2
    assert [text for text in explained if text not in page] == []


def test_changes_are_told_with_the_colon_of_the_language() -> None:
    game = GAMES["borealis"]
    state = game.setup(2, game.info.options(), bytes(32))
    seat = min(game.to_act(state))
    later = game.apply(state, seat, game.legal(state, seat)[1]).state
    words = words_at(game, state, seat, "fr").table_text
    changed = words.changes(game.view(later, seat), game.view(state, seat))
    assert changed
    assert all(line.startswith(f"Votre main{NBSP}: ") for line in changed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_answers_are_whole_and_distinct(key: str, language: str) -> None:
    game, random = GAMES[key], Random(key)
    dealt = game.setup(2, game.info.options(), bytes(32))
    for state, seat, _, _ in random_plies(game, dealt, random, MAX_POSITIONS):
        question = question_at(words_at(game, state, seat, language), seat)
        labels = [] if question is None else [answer.numbered_label for answer in question.buttons]
        assert len(set(labels)) == len(labels)
        assert all(len(label) <= MAX_SPOKEN_CHARS for label in labels)
        assert not [label for label in labels if label.isdecimal() or len(label) < 4 or label.endswith("…")]


def test_a_label_names_the_points_that_it_gains() -> None:
    game, random = GAMES["borealis"], Random(1)
    dealt, told = game.setup(2, game.info.options(), bytes(32)), 0
    for state, seat, _, _ in random_plies(game, dealt, random):
        question = question_at(words_at(game, state, seat), seat)
        for answer in question.buttons if question else ():
            gain = re.search(r": ([+−]\d+) points?$", answer.numbered_label)
            if gain and (len(answer.offer.moves) == 1 or answer.offer.is_sequence):
                after = state
                for move in answer.offer.moves:
                    after = game.apply(after, seat, move).state
                before = game.current_scores(state)[seat]
                assert int(gain[1].replace("−", "-")) == game.current_scores(after)[seat] - before
                told += 1
    assert told > 20


def test_the_hand_and_the_readers_own_things_come_first() -> None:
    game, state = GAMES["lofoten"], lofoten.table()
    reader = words_at(game, state, state.active)
    (page,) = reader.board_pages(with_hand=True)
    rival = NAMES[1 - state.active]
    found = headings(page)
    assert found.index("Your hand") < found.index("Your fleet") < found.index(f"Fleet of {rival}")
    ships = [line for line in page.split("\n") if line.startswith("- Ship ")]
    assert len(ships) == 8  # Every longship of both wheels, also an empty one.
    assert sum(line.startswith("- Warehouse ") for line in page.split("\n")) == 4


def test_every_tile_of_the_map_is_on_the_board_but_not_on_the_panel() -> None:
    game, state = GAMES["explorers"], explorers.table()
    reader = words_at(game, state, state.active)
    view = reader.snapshot.view(state.active)
    board = "\n".join(reader.board_pages())
    assert all(f"- {tile.cell.upper()}: " in board for tile in view.tiles)
    panel = reader.table_text.panel(view, with_hand=True)
    assert "Tiles of the map" not in panel
    assert panel.endswith("-# The rest: See the board.")


def test_changes_are_the_lines_that_differ() -> None:
    game, state = GAMES["lofoten"], lofoten.table()
    seat = state.active
    reader = words_at(game, state, seat)
    after = game.apply(state, seat, game.legal(state, seat)[0]).state
    changes = reader.table_text.changes(game.view(after, seat), game.view(state, seat))
    assert changes
    assert reader.table_text.changes(game.view(state, seat), game.view(state, seat)) == []
    first = reader.board_pages(state=after, since=state)[0].split("\n")
    assert first[0] == f"{HEADING}What changed"
    assert first[1 : 1 + len(changes)] == [f"- {line}" for line in changes]


def test_pages_split_between_sections_and_only_a_long_one_within() -> None:
    short, long = section_text("Short", ["a"]), section_text("Long", ["b" * 100] * 50)
    first, second, *_ = pages([short, long], 1000)
    assert headings(first) == ["Short"] or headings(first) == ["Short", "Long"]
    assert headings(second) == ["Long"]
    assert all(len(page) <= 1000 for page in pages([short, long], 1000))
    assert pages([short, short], MAX_PAGE_CHARS) == [f"{short}\n{short}"]
