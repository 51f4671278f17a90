"""Pools of worker processes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KILLED_WHILE_WORKING = """
import os, signal
from render.kit.workers import start_worker_pool

if __name__ == "__main__":
    pool = start_worker_pool(1, int)
    assert pool.submit(abs, -1).result() == 1
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_process_leaves_no_warnings_about_semaphores(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED_WHILE_WORKING)
    # Ends when the last process that holds the pipe ends: the one that cleans up.
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode < 0
    assert "resource_tracker" not in done.stderr
