"""Simulates weeks of a small club, with absences, withdrawals and killed processes, and audits the result."""

from pathlib import Path

import pytest

from tests.manual_clock import moment
from tests.play.club_audit import find_problems
from tests.play.club_simulation import open_club

pytestmark = pytest.mark.slow


@pytest.mark.usefixtures("quick_openings")
async def test_weeks_of_cups_leagues_and_voyages_add_up(tmp_path: Path) -> None:
    """Runs from the end of one season into the second month of a league."""
    async with open_club(
        tmp_path, "2026-09-29T12:00", 3, user_count=10, server_count=2, users_per_daily_cup=80
    ) as club:
        for number, server in enumerate(club.servers):
            key = ("lofoten", "borealis")[number]
            await club.sign_on(server, key, club.actors_by_server[server][:4])
        await club.run(moment("2026-11-01T12:00"))
        assert await find_problems(club) == []
        assert club.log.adjudicated
        assert club.log.kills
