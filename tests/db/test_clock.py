"""The clock counts whole milliseconds, and a store uses the clock it was given."""

import pytest

from db import Store
from db.clock import now_ms
from tests.manual_clock import HandClock


@pytest.mark.parametrize("moment", [0, 1, 1001, 4035, 1_893_456_000_003, 1_893_456_000_999])
def test_no_millisecond_is_lost(moment: int) -> None:
    assert now_ms(HandClock(moment)) == moment


async def test_a_transaction_happens_at_one_moment_and_the_store_at_every_moment(
    store: Store, clock: HandClock
) -> None:
    clock.at = 5
    async with store.write() as tx, store.read() as reads:
        clock.at = 9
        assert (tx.now, reads.now, store.now) == (5, 5, 9)
