"""Draws positions of whole games to record which sprites their pictures ask for."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bot.i18n import locale_for
from bot.play.core.narrowing import narrow
from bot.play.core.snapshot import GameSnapshot
from bot.views.choices import Choices
from bot.views.reader_view import ReaderView
from render import FACES, PAINTERS
from render.explorers import ghost, map_background, map_cache, piece_placement, raster_cache
from render.explorers.heightmap import Heightmap
from render.explorers.terrain import Box, Painted, paint
from render.kit.page import WIDTH, Page
from render.kit.sprite_cache import SPRITE_CACHE, Sprite, SpriteKey
from render.kit.type import COG
from render.painter import PictureRequest, Prompt, Subject
from rules import GAMES
from rules.game import AnyGame, Outcome, Seat
from tests.contract.contract_checks import random_options, seed_from
from tests.games.recorded_file import FILES, read_game

NAMES = tuple(f"{who} {COG}" for who in FACES)
SINCE_PLIES = (1, 9, 30)
"""Changes are highlighted since the last move, the last round, or a long absence."""
BRANCHES = 3
"""Answers that are followed up from each question but the first."""


@contextmanager
def recording() -> Iterator[dict[SpriteKey, Sprite]]:
    """Collect the sprites that are asked for, blank. Maps of Explorers are sea, and nothing is encoded."""
    asked: dict[SpriteKey, Sprite] = {}
    get_real = SPRITE_CACHE.get

    def get(key: SpriteKey, paint: Callable[[], Sprite]) -> Sprite:
        if key not in asked:
            with pytest.MonkeyPatch.context() as nested:
                nested.setattr(SPRITE_CACHE, "get", get_real)
                # Without its key, the size of a piece would be measured anew wherever it is placed.
                asked[key] = replace(blank_sprite(key, lambda: get_real(key, paint)), key=key)
        return asked[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SPRITE_CACHE, "get", get)
        paint_sea = _SeaPainter()
        patch.setattr(raster_cache, "paint", paint_sea)
        patch.setattr(ghost, "paint", paint_sea)
        patch.setattr(piece_placement, "_footprints", {})
        patch.setattr(map_cache, "read", lambda _: None)
        patch.setattr(map_cache, "write", lambda *_: None)
        for skipped in ("text", "text_line", "encode"):
            patch.setattr(Page, skipped, lambda *_, **__: None)
        map_background.clear_cache()
        raster_cache.RASTER_CACHE.clear()
        yield asked
        map_background.clear_cache()
        raster_cache.RASTER_CACHE.clear()


def blank_sprite(key: SpriteKey, paint: Callable[[], Sprite]) -> Sprite:
    """Returns a blank sprite. Grounds have their size; pieces placed by their outline are real."""
    if key.module == "render.explorers.tokens" or key.name in ("_landscape", "choice_plate", "span_plate"):
        return paint()
    if key.values[:1] == (WIDTH,):
        return Sprite(Image.new("RGB", (WIDTH, int(str((*key.values, 1600)[1])))))
    return Sprite(Image.new("RGBA", (2, 2), (255, 255, 255, 255)))


class _SeaPainter:
    """Paints sea instead of terrain, but once at each scale a bit of terrain, for the sprites on it."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def __call__(self, heightmap: Heightmap, radius: int, box: Box) -> Painted:
        if radius not in self._seen:
            self._seen.add(radius)
            paint(heightmap, radius, (0, 0, radius // 2 * 2, radius // 2 * 2))
        width, height = box[2] - box[0], box[3] - box[1]
        shore = np.full((height // 2, width // 2), -0.5, np.float32)
        return Painted(Image.new("RGB", (width, height)), Image.new("L", (width, height)), shore)


# Positions


@dataclass(frozen=True)
class Played:
    """A game with all its states."""

    game: AnyGame
    seats: int
    states: Sequence[Any]

    @property
    def key(self) -> str:
        return self.game.info.key

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.states[-1])


def recorded_games(key: str) -> list[Played]:
    return [replay(file) for file in FILES if file.parent.name == key]


def replay(file: Path) -> Played:
    recorded = read_game(file, GAMES)
    return Played(recorded.game, recorded.seats, [recorded.setup, *(step.state for step in recorded.steps())])


def seeded_games(key: str, count: int) -> Iterator[Played]:
    """Games for each number of players, in which every kind of move is equally likely. Options are random."""
    game = GAMES[key]
    for number, seats in product(range(count), game.info.seat_counts()):
        seed = seed_from("sprites", key, seats, number)
        random = Random(seed)
        states = [game.setup(seats, random_options(game, random), seed)]
        while owing := game.to_act(states[-1]):
            seat = random.choice(sorted(owing))
            legal = game.legal(states[-1], seat)
            kind = random.choice(sorted({move.kind for move in legal}))
            move = random.choice([move for move in legal if move.kind == kind])
            states.append(game.apply(states[-1], seat, move).state)
        yield Played(game, seats, states)


def draw(key: str, subject: Subject, view: Any, **shown: Any) -> None:
    page_of = getattr(PAINTERS[key], subject)
    page_of(PictureRequest(game=key, subject=subject, view=view, names=NAMES, **shown))


def draw_position(played: Played, ply: int) -> None:
    """Draw everything that the seats and a spectator can see at a given ply."""
    game, key, state, random = played.game, played.key, played.states[ply], Random(ply)
    for reader in (None, *range(played.seats)):
        view = game.view(state, reader)
        for plies in SINCE_PLIES:
            draw(key, "board", view, since=game.view(played.states[max(0, ply - plies)], reader))
        draw(key, "hand", view)
        draw(key, "focus", view, since=game.view(played.states[max(0, ply - 1)], reader))
        for closeup in PAINTERS[key].closeups(view):
            draw(key, "closeup", view, closeup=closeup)
    for seat in sorted(game.to_act(state)):
        view = game.view(state, seat)
        for prompt in questions(played, state, seat, random):
            draw(key, "board", view, prompt=prompt)
            draw(key, "hand", view, prompt=prompt)
            draw(key, "focus", view, prompt=prompt)
        moves = random.sample(legal := game.legal(state, seat), len(legal))
        for move in {move.kind: move for move in moves}.values():
            draw(key, "board", view, intention=move)
            draw(key, "hand", view, intention=move)
            draw(key, "focus", view, intention=move, focus_moves=(move,))


def questions(played: Played, state: Any, seat: Seat, random: Random) -> Iterator[Prompt]:
    """The questions of a panel: the first of a move, and on from it along some answers."""
    choices = panel_choices(played, state, seat)
    moves, waiting, asked = played.game.legal(state, seat), [()], set()
    while waiting:
        narrowing = narrow(moves, waiting.pop())
        if narrowing is None or narrowing.chosen in asked or narrowing.move is not None:
            continue
        asked.add(narrowing.chosen)
        question = choices.question(narrowing)
        yield question.prompt
        answers = (*question.buttons, *question.list_entries, *question.pieces)
        following = [
            answer.tokens for answer in answers if answer.verb == "pick" and len(answer.offer.moves) > 1
        ]
        random.shuffle(following)
        waiting += following[: BRANCHES if narrowing.chosen else None]


def panel_choices(played: Played, state: Any, seat: Seat) -> Choices:
    """What a player can choose on a panel."""
    row: Any = SimpleNamespace(code="ABCDE", version=1, status="running")
    people: Any = tuple(SimpleNamespace(name=name, id=0) for name in NAMES[: played.seats])
    pictures: Any = None
    snapshot = GameSnapshot(row, (), people, played.game, state)
    return Choices(ReaderView(snapshot, seat, locale_for("en"), pictures), seat)
