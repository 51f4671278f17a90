"""The games: pure functions on immutable values. `GAMES` maps each key to its game."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.borealis.game import Borealis
from rules.components import PackError, StoredComponents
from rules.explorers.game import Explorers
from rules.game import AnyGame
from rules.lofoten.game import Lofoten
from rules.shipwrights.game import Shipwrights

_GAME_CLASSES: tuple[Callable[[Path | None], AnyGame], ...] = (Lofoten, Explorers, Shipwrights, Borealis)


def _build_games(folder: Path | None) -> dict[str, AnyGame]:
    return {game.info.key: game for game in (game_class(folder) for game_class in _GAME_CLASSES)}


GAMES = _build_games(None)


def load_pack(folder: Path | None) -> dict[str, AnyGame]:
    """Return all games with the corrections of a pack: a folder with one `<game>.toml` per corrected game.

    Raises PackError if the folder is missing, names an unknown game or holds values that do not fit.
    """
    if folder is None:
        return GAMES
    if not folder.is_dir():
        raise PackError(f"{folder.name}: not a folder")
    unknown = sorted(file.name for file in folder.glob("*.toml") if file.stem not in GAMES)
    if unknown:
        raise PackError(f"{unknown[0]}: there is no such game; name the file {_alternatives()}")
    return _build_games(folder)


def _alternatives() -> str:
    *names, last = (f"{key}.toml" for key in GAMES)
    return f"{', '.join(names)} or {last}"


def with_stored_components(game: AnyGame, text: str, fingerprint: str) -> AnyGame | None:
    """Return the game with components stored earlier, or None if its rules can no longer use them."""
    game_class: Any = type(game)
    try:
        stored: AnyGame = game_class(StoredComponents(text, fingerprint))
    except PackError:
        return None
    return stored


def find_game(
    games: Sequence[Mapping[str, AnyGame]], key: str, pack: str, rules_version: int
) -> AnyGame | None:
    """Return the first game with this key, component fingerprint and rules version, or None."""
    known = (by_key[key] for by_key in games if key in by_key)
    return next(
        (game for game in known if (game.pack, game.info.rules_version) == (pack, rules_version)), None
    )
