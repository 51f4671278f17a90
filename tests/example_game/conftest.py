from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

import pytest

import render
from bot.i18n.catalogue import add_folder
from bot.views import pictures
from bot.views.pictures import AnyPictureRequest
from render import Picture
from render.painter import PictureRequest
from rules import GAMES
from rules.game import AnyGame
from tests.chat.discord_driver import BLANK_PICTURE, Chat, open_chat
from tests.example_game.example import GAME, KEY, PAINTER, WORDS
from tests.play.quick_searches import quick_reviews, quick_searches  # noqa: F401 - fixtures


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mapping[str, AnyGame]]:
    """All games and the example game, with its painter and catalogues registered."""
    monkeypatch.setitem(render.PAINTERS, KEY, PAINTER)
    with add_folder(WORDS):
        yield {**GAMES, KEY: GAME}


@pytest.fixture
async def chat(
    tmp_path: Path, games: Mapping[str, AnyGame], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Chat]:
    """A chat with the example game. Its pictures are drawn; those of the saga are blank."""
    draw = pictures.draw

    def drawn(wanted: AnyPictureRequest) -> Picture | None:
        return draw(wanted) if isinstance(wanted, PictureRequest) else BLANK_PICTURE

    monkeypatch.setattr(pictures, "draw", drawn)
    async with open_chat(tmp_path, games) as opened:
        yield opened
