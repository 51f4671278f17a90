"""The games. Pure: values in, values out."""

from pathlib import Path

from rules.borealis.game import Borealis
from rules.components import PackError
from rules.game import AnyGame
from rules.lofoten.game import Lofoten
from rules.shipwrights.game import Shipwrights

GAMES: dict[str, AnyGame] = {
    "lofoten": Lofoten(),
    "shipwrights": Shipwrights(),
    "borealis": Borealis(),
}


def packed(folder: Path | None) -> dict[str, AnyGame]:
    """The games with the corrections of a pack: a folder with a file for each game it corrects."""
    if folder is None:
        return GAMES
    if not folder.is_dir():
        raise PackError(f"{folder.name}: not a folder")
    unknown = sorted(file.name for file in folder.glob("*.toml") if file.stem not in GAMES)
    if unknown:
        raise PackError(f"{unknown[0]}: no game of that name")
    return {
        "lofoten": Lofoten(folder),
        "shipwrights": Shipwrights(folder),
        "borealis": Borealis(folder),
    }
