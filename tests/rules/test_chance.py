"""Chance: the same numbers everywhere, each equally likely, drawn from SHA-256 of seed and counter."""

from collections import Counter
from hashlib import sha256

from rules.chance import Chance, commitment

SEED = bytes(range(32))


def test_a_number_is_the_digest_of_seed_and_counter() -> None:
    digest = int.from_bytes(sha256(SEED + (7).to_bytes(8, "big")).digest(), "big")
    assert Chance(SEED, 7).below(1000) == (digest % 1000, Chance(SEED, 8))


def test_all_numbers_below_the_bound_come_about_equally_often() -> None:
    chance, seen = Chance(SEED), Counter[int]()
    for _ in range(6000):
        number, chance = chance.below(6)
        seen[number] += 1
    assert sorted(seen) == [0, 1, 2, 3, 4, 5]
    assert all(850 < count < 1150 for count in seen.values())


def test_a_shuffle_keeps_every_item_and_spends_one_number_an_exchange() -> None:
    deck, rest = Chance(SEED).shuffled("abcdefgh")
    assert sorted(deck) == list("abcdefgh")
    assert deck != tuple("abcdefgh")
    assert rest.counter == 7


def test_every_order_of_three_comes_about_equally_often() -> None:
    orders = Counter(
        Chance(sha256(bytes([number % 256, number // 256])).digest()).shuffled("abc")[0]
        for number in range(3000)
    )
    assert len(orders) == 6
    assert all(400 < count < 600 for count in orders.values())


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    assert commitment(SEED) == sha256(SEED).hexdigest()
    assert commitment(SEED) != SEED.hex()
