"""The recorded games include each captain scoring, a solo game, and hands that fit nowhere."""

from pathlib import Path

from rules.explorers.pieces import CAPTAINS

FILES = sorted((Path(__file__).parents[2] / "games" / "explorers").glob("*.txt"))


def recorded_events() -> set[tuple[str, ...]]:
    lines = [line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
    return {tuple(line.split()[1:]) for line in lines if line.startswith("told ")}


def test_every_captain_scores_in_one_of_them() -> None:
    scored = [words for words in recorded_events() if words[0] == "captain_scored" and words[2] != "points=0"]
    assert {captain.removeprefix("captain=") for _, captain, _ in scored} == set(CAPTAINS)


def test_c9_a_hand_is_redrawn_and_a_tile_given_up() -> None:
    assert {"hand_redrawn", "tile_discarded"} <= {words[0] for words in recorded_events()}
