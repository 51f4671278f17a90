"""The games. Pure: values in, values out."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.borealis.game import Borealis
from rules.components import Kept, PackError
from rules.explorers.game import Explorers
from rules.game import AnyGame
from rules.lofoten.game import Lofoten
from rules.shipwrights.game import Shipwrights

_TITLES: tuple[Callable[[Path | None], AnyGame], ...] = (Lofoten, Explorers, Shipwrights, Borealis)


def _dealt_from(folder: Path | None) -> dict[str, AnyGame]:
    return {game.info.key: game for game in (title(folder) for title in _TITLES)}


GAMES = _dealt_from(None)


def packed(folder: Path | None) -> dict[str, AnyGame]:
    """The games with the corrections of a pack: a folder with a file for each game it corrects."""
    if folder is None:
        return GAMES
    if not folder.is_dir():
        raise PackError(f"{folder.name}: not a folder")
    unknown = sorted(file.name for file in folder.glob("*.toml") if file.stem not in GAMES)
    if unknown:
        raise PackError(f"{unknown[0]}: no game of that name")
    return _dealt_from(folder)


def as_kept(game: AnyGame, text: str, fingerprint: str) -> AnyGame | None:
    """A game with the values that were once stored of it; None where its rules cannot use them any more."""
    title: Any = type(game)
    try:
        made: AnyGame = title(Kept(text, fingerprint))
    except PackError:
        return None
    return made


def dealt(games: Sequence[Mapping[str, AnyGame]], key: str, pack: str, rules_version: int) -> AnyGame | None:
    """The game with these components and rules, looked for in one place after the other."""
    known = (titles[key] for titles in games if key in titles)
    return next(
        (game for game in known if (game.pack, game.info.rules_version) == (pack, rules_version)), None
    )
