"""Importing bot.play loads neither Discord, nor pictures, nor catalogues."""

import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules

import bot.play

FORBIDDEN = ("discord", "PIL", "render", "bot.i18n", "bot.chat", "bot.app")
ROOT = Path(__file__).parents[2]
PLAY_MODULES = [f"bot.play.{module.name}" for module in iter_modules(bot.play.__path__)]


def modules_loaded_by(*modules: str) -> list[str]:
    """Modules that a fresh interpreter has loaded after importing these."""
    script = f"import sys\nimport {', '.join(modules)}\nprint(*sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.split()


def test_play_needs_neither_discord_nor_pictures_nor_i18n() -> None:
    loaded = modules_loaded_by(*PLAY_MODULES)
    assert {"bot.play.scheduler", "bot.play.notify.deliveries"} <= set(loaded)
    assert [name for name in loaded if name.startswith(tuple(f"{each}." for each in FORBIDDEN))] == []
    assert set(loaded).isdisjoint(FORBIDDEN)


def test_the_check_itself_would_notice() -> None:
    assert {"discord", "bot.i18n"} <= set(modules_loaded_by("bot.play.scheduler", "bot.chat.client"))
