"""The PostgreSQL server of the tests ends with the tests, also if they are killed."""

import os
import select
import subprocess
import sys

import pytest

from tests import postgres

START = """
import sys
from tests import postgres
with postgres.cluster() as running:
    print(running.pid, flush=True)
    sys.stdin.read()
"""
TIMEOUT_S = 60


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")
def test_a_server_ends_with_the_process_that_started_it() -> None:
    if reason := postgres.missing():
        pytest.skip(reason)
    with subprocess.Popen(
        [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        server = os.pidfd_open(int(starter.stdout.readline()))
        starter.kill()
    try:
        ended, _, _ = select.select([server], [], [], TIMEOUT_S)
    finally:
        os.close(server)
    assert ended
