"""A few hundred forged interactions: each is answered, and nothing changes that could not be changed."""

from pathlib import Path

from tests.fuzz.fuzzing import fuzzing

INTERACTIONS = 300


async def test_whatever_is_sent_is_answered_and_changes_nothing_it_may_not(tmp_path: Path) -> None:
    async with fuzzing(tmp_path, seed=1) as fuzz:
        report = await fuzz.run(INTERACTIONS)
    assert report.problems == []
    assert report.sent == INTERACTIONS
    assert report.moves > 5
    assert {"tap", "form", "command", "completion", "replayed"} <= report.kinds.keys()
