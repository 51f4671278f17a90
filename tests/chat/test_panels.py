"""Every panel of whole games: answers that read apart, numbers that the pictures show, no idle question."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.choices import FEW, Choices, Question
from bot.chat.draft import LABEL_LIMIT, SELECT_LIMIT
from bot.chat.scene import Scene
from bot.play.narrowing import Narrowing, narrow, together
from bot.play.position import Position
from bot.words import words_for
from bot.words.catalogue import entry
from render import PAINTERS
from rules import GAMES
from rules.game import AnyGame, Seat
from tests.contract.proofs import Log, any_options, plies, seed_of

POSITIONS = 40
NAMES = ("Astrid", "Bjørn", "Cara", "Dag", "Eira")
TABLES = [
    pytest.param(key, seats, language, id=f"{key}-{seats}-{language}")
    for key, game in GAMES.items()
    for seats, language in ((max(2, game.info.seats[0]), "en"), (game.info.seats[1], "fr"))
]


def scene_at(game: AnyGame, state: Any, seat: Seat, seats: int, language: str) -> Scene:
    """A table in memory: as much of it as a question asks for."""
    row: Any = SimpleNamespace(code="ABCDE", version=123456, status="running")
    people: Any = tuple(SimpleNamespace(name=name, id=number) for number, name in enumerate(NAMES[:seats]))
    position = Position(row, (), people, game, state)
    nobody: Any = None
    return Scene(position, seat, words_for(language), nobody)


def moments(game: AnyGame, seats: int) -> Iterator[tuple[Any, Seat]]:
    random = Random(seats)
    log = Log(game, seats, any_options(game, random), seed_of("panels", game.info.key, seats))
    played = list(plies(log, random))
    for ply in played[:: max(1, len(played) // POSITIONS)]:
        yield ply.before, ply.seat


def questions(choices: Choices, random: Random) -> Iterator[tuple[Question, Narrowing]]:
    """The questions on one way through a panel, each answered at random."""
    position = choices.scene.position
    moves = position.legal(choices.seat)
    narrowing = narrow(moves, choices.given(moves))
    while narrowing is not None and narrowing.move is None:
        question = choices.question(narrowing)
        yield question, narrowing
        if question.pieces:
            return
        open_answers = [
            answer
            for answer in (*question.buttons, *question.listed)
            if not answer.blocked and not answer.offer.in_a_row
        ]
        if not open_answers:
            return
        narrowing = narrow(moves, random.choice(open_answers).tap.words)


@pytest.mark.parametrize(("key", "seats", "language"), TABLES)
def test_every_panel_reads_apart_and_is_numbered_as_its_pictures_are(
    key: str, seats: int, language: str
) -> None:
    game, random, asked = GAMES[key], Random(1), 0
    for state, seat in moments(game, seats):
        choices = Choices(scene_at(game, state, seat, seats, language), seat)
        for question, narrowing in questions(choices, random):
            asked += 1
            answers = (*question.buttons, *question.listed, *question.pieces)
            labels = [answer.label for answer in answers]
            assert len(set(labels)) == len(labels), labels
            assert all(len(label) <= LABEL_LIMIT for label in (each.label for each in question.buttons))
            numbers = [answer.offer.number for answer in answers if answer.offer.number is not None]
            assert sorted(numbers) == list(range(1, len(numbers) + 1))
            asking = question.asking
            pointed = PAINTERS[key].points_at(game.view(state, seat), asking)
            assert {offer.word for offer in asking.offers if offer.number is not None} == pointed
            assert len(question.listed) <= 4 * SELECT_LIMIT
            assert len(question.buttons) <= max(FEW, len(game.info.moves) + FEW)
            possible = [answer for answer in answers if not answer.blocked]
            assert len(possible) > 1 or len(narrowing.moves) == 1, f"an idle question: {narrowing.chosen}"
            for answer in answers:
                assert len(str(answer.tap)) <= 100
            if question.pieces:
                check_pieces(question, narrowing)
    assert asked


def check_pieces(question: Question, narrowing: Narrowing) -> None:
    """Any of the pieces can be chosen together, in whatever order they were ticked."""
    words = [answer.offer.word for answer in question.pieces]
    chosen = together(narrowing.moves, narrowing.chosen, reversed(words))
    assert narrow(narrowing.moves, (*narrowing.chosen, chosen)) is not None
    assert narrow(narrowing.moves, (*narrowing.chosen, "none")) is not None


@pytest.mark.parametrize(("key", "seats", "language"), TABLES)
def test_what_can_be_looked_at_and_what_is_in_sight_has_a_name_and_a_text(
    key: str, seats: int, language: str
) -> None:
    game, painter = GAMES[key], PAINTERS[key]
    assert painter.parts, "a legend calls something by its name"
    for state, seat in islice(moments(game, seats), 0, None, 6):
        scene = scene_at(game, state, seat, seats, language)
        for part in painter.parts:
            assert entry(language, key, f"part.{part}"), part
        assert all(name for _, name in scene.closeups())
        for piece in scene.in_sight():
            name, text = scene.teller.piece(piece)
            assert name
            assert text
        onlooker = game.view(state, None)
        assert set(painter.closeups(onlooker)) >= {
            closeup for closeup in painter.closeups(game.view(state, seat)) if not closeup.startswith("seat.")
        }
