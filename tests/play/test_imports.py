"""Importing bot.play loads neither Discord, nor pictures, nor catalogues."""

import subprocess
import sys
from pathlib import Path
from pkgutil import walk_packages

import pytest

import bot.play

FORBIDDEN = {"discord", "PIL", "render", "bot.i18n", "bot.chat", "bot.app"}
ROOT = Path(__file__).parents[2]
PLAY_MODULES = [module.name for module in walk_packages(bot.play.__path__, "bot.play.")]


@pytest.mark.slow
def test_play_needs_neither_discord_nor_pictures_nor_i18n() -> None:
    assert "bot.play.notify.deliveries" in PLAY_MODULES
    lines = (
        f"import sys, {', '.join(PLAY_MODULES)}",
        f"print(*({FORBIDDEN} & sys.modules.keys()))",
        "import bot.chat.client",
        f"print(*sorted({FORBIDDEN} & sys.modules.keys()))",
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    by_play, by_chat = done.stdout.splitlines()
    assert by_play == ""
    assert by_chat.split() == sorted(FORBIDDEN - {"bot.app"}), "the check itself would notice"
