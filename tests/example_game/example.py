"""The example game with its painter and catalogues, for its tests."""

from pathlib import Path

from tests.example_game.render import RunesPainter
from tests.example_game.rules.game import Runes

GAME = Runes()
KEY = GAME.info.key
PAINTER = RunesPainter(GAME.components)
WORDS = Path(__file__).parent / "i18n"
