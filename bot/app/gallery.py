"""`skald gallery`: pictures of every game for the documents, from games that computer players play.

Each game is dealt from a fixed seed and played by sailors, so that the same version draws the same pictures.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

import db
from bot.i18n import locale_for
from bot.play.core import GameSnapshot
from bot.play.core.narrowing import narrow
from bot.standings.results import dump_outcome
from bot.views.choices import Choices, Question
from bot.views.picture_file import PictureFile
from bot.views.pictures import PictureCache
from bot.views.reader_view import ReaderView
from opponents import choose, play_idea
from rules.game import AnyGame, Seat

KINDS = ("board", "hand", "question", "legend", "score")
SEED = "gallery 1"
NAMES = ("Astrid", "Bjørn", "Chloé", "Dag", "Eira")
MAX_SEATS = 3
WIDTH_PX = 840
QUALITY = 76
MAX_BYTES = 300_000
MIN_NUMBERED = 3
"""The fewest numbered answers for which a question gets a picture."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from its deal to its end: the states after each decision."""

    game: AnyGame
    states: Sequence[Any]

    def at(self, share: float) -> int:
        """Returns the index of the state after this share of the game."""
        return round(share * (len(self.states) - 1))


def file_name(game: str, kind: str, language: str) -> str:
    """Returns the name of a picture in the gallery.

    >>> file_name("lofoten", "board", "fr")
    'lofoten-board.fr.webp'
    """
    return f"{game}-{kind}.{language}.webp"


def seat_count(game: AnyGame) -> int:
    least, most = game.info.seats
    return max(least, min(most, MAX_SEATS))


def play(game: AnyGame) -> PlayedGame:
    """Let sailors play a game to its end."""
    states = [game.setup(seat_count(game), game.info.options(), sha256(SEED.encode()).digest())]
    while owing := game.to_act(states[-1]):
        salt = f"{SEED} {len(states)}"
        seat = min(owing)
        idea = choose(game, states[-1], seat, level="sailor", salt=salt)
        states.append(play_idea(game, states[-1], seat, idea)[1])
    return PlayedGame(game, states)


async def draw_gallery(
    folder: Path,
    sprites: Path,
    games: Sequence[PlayedGame],
    languages: Sequence[str],
    progress: Callable[[int, int], None] = lambda *_: None,
) -> list[Path]:
    """Draw all pictures of the games into a folder. Returns the files."""
    pictures = PictureCache(sprites, workers=0)
    jobs = [(played, kind, language) for language in languages for played in games for kind in KINDS]
    files = []
    try:
        for done, (played, kind, language) in enumerate(jobs, start=1):
            picture = await _draw(played, kind, language, pictures)
            file = folder / file_name(played.game.info.key, kind, language)
            await asyncio.to_thread(file.write_bytes, shrink(picture.picture.data))
            files.append(file)
            progress(done, len(jobs))
    finally:
        pictures.close()
    return files


def shrink(data: bytes) -> bytes:
    """Scale a picture to the width of the documents and encode it as WebP, within the size limit."""
    with Image.open(BytesIO(data)) as image:
        height = round(image.height * WIDTH_PX / image.width)
        scaled = image.convert("RGB").resize((WIDTH_PX, height), Image.Resampling.LANCZOS)
    for quality in range(QUALITY, 20, -10):
        out = BytesIO()
        scaled.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= MAX_BYTES:
            break
    return out.getvalue()


async def _draw(played: PlayedGame, kind: str, language: str, pictures: PictureCache) -> PictureFile:
    """Draw one picture: the board late in the game, hand and question in the middle, the score at the end."""
    match kind:
        case "board":
            index = played.at(2 / 3)
            reader = _reader(played, index, None, language, pictures)
            return await reader.board(since=played.states[index - 1])
        case "score":
            sheet = await _reader(played, -1, None, language, pictures).score_sheet()
            assert sheet is not None
            return sheet
        case "legend":
            return await _reader(played, played.at(1 / 3), None, language, pictures).board(legend=True)
        case "hand":
            index, seat, _ = _decision(played, language, pictures)
            reader = _reader(played, index, seat, language, pictures)
            return await reader.hand() or await reader.closeup(reader.closeups()[0][0])
        case _:
            index, seat, question = _decision(played, language, pictures)
            reader = _reader(played, index, seat, language, pictures)
            return await reader.focus(prompt=question.prompt)


def _decision(played: PlayedGame, language: str, pictures: PictureCache) -> tuple[int, Seat, Question]:
    """Find the question with the most numbered answers around the middle of the game."""
    candidates = _questions(played, language, pictures)
    return max(candidates, key=lambda found: (min(_numbered(found[2]), 2 * MIN_NUMBERED), -found[0]))


def _questions(
    played: PlayedGame, language: str, pictures: PictureCache
) -> Iterator[tuple[int, Seat, Question]]:
    for index in range(played.at(1 / 3), played.at(2 / 3)):
        for seat in sorted(played.game.to_act(played.states[index])):
            reader = _reader(played, index, seat, language, pictures)
            choices, moves = Choices(reader, seat), reader.snapshot.legal(seat)
            narrowing = narrow(moves, choices.only_move_tokens(moves) or choices.implied_tokens(moves))
            if narrowing is not None and narrowing.move is None:
                yield index, seat, choices.question(narrowing)


def _numbered(question: Question) -> int:
    return sum(offer.number is not None for offer in question.prompt.offers)


def _reader(
    played: PlayedGame, index: int, seat: Seat | None, language: str, pictures: PictureCache
) -> ReaderView:
    """Returns a state as a reader at a seat sees it; None for a spectator."""
    info = played.game.info
    row = db.Game(info.key, info.rules_version, played.game.pack, {}, channel=1, host=1, code="SKALD")
    outcome = played.game.outcome(played.states[index])
    row = replace(row, status="running", outcome=None if outcome is None else dump_outcome(outcome))
    seats = seat_count(played.game)
    users = tuple(db.User(number + 1, NAMES[number]) for number in range(seats))
    players = tuple(db.Player(row.code, number, number + 1, 0) for number in range(seats))
    snapshot = GameSnapshot(row, players, users, played.game, played.states[index])
    return ReaderView(snapshot, seat, locale_for(language), pictures)
