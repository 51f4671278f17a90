"""Progress of long commands: a bar on a terminal, lines elsewhere."""

import io

import pytest

from bot.app.progress import ProgressBar, ProgressLines


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def lines() -> list[str]:
    return []


def test_a_line_for_every_tenth(lines: list[str]) -> None:
    progress = ProgressLines("copying", lines.append)
    for done in range(1, 2001):
        progress.update(done, 2000)
    assert len(lines) == 11
    assert lines[0].startswith("copying: 0% (1 of 2,000)")
    assert lines[5].startswith("copying: 50% (1,000 of 2,000), ")
    assert lines[5].endswith(" left")
    assert lines[-1] == "copying: 100% (2,000 of 2,000)"


def test_work_done_before_does_not_count_for_the_remaining_time(
    lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter([100.0, 110.0])
    monkeypatch.setattr("bot.app.progress.monotonic", lambda: next(seconds))
    progress = ProgressLines("painting", lines.append)
    progress.update(800, 1000)
    progress.update(900, 1000)
    assert lines[-1] == "painting: 90% (900 of 1,000), 0:10 left"


def test_a_second_part_of_the_work_does_not_begin_again_at_nothing(lines: list[str]) -> None:
    progress = ProgressLines("painting", lines.append)
    for done in (0, 1, 0, 3):
        progress.update(done, 3)
    assert [line.partition(" (")[0] for line in lines] == ["painting: 0%", "painting: 33%", "painting: 100%"]


def test_finished_work_is_one_line(lines: list[str]) -> None:
    ProgressLines("painting", lines.append).update(36, 36)
    assert lines == ["painting: 100% (36 of 36)"]


def test_a_terminal_gets_a_bar_with_the_remaining_time() -> None:
    pytest.importorskip("tqdm")
    stream = Terminal()
    with ProgressBar("copying", " rows", stream=stream) as progress:
        progress.update(1, 4)
        progress.update(4, 4)
    shown = stream.getvalue()
    assert "\r" in shown
    assert "copying: " in shown
    assert "100%" in shown
    assert shown.endswith("\n")


def test_a_file_gets_lines_without_control_characters() -> None:
    stream = io.StringIO()
    with ProgressBar("copying", " rows", stream=stream) as progress:
        progress.update(1, 2)
        progress.update(2, 2)
    assert "\r" not in stream.getvalue()
    assert stream.getvalue().splitlines()[-1] == "copying: 100% (2 of 2)"


def test_work_that_never_started_shows_nothing() -> None:
    stream = Terminal()
    with ProgressBar("copying", " rows", stream=stream):
        pass
    assert stream.getvalue() == ""
