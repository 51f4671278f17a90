"""`python -m bench`: every measure, each beside its yardstick of the same run."""

from bench import moves, pictures, plies, standings, store


def main() -> None:
    for part in (plies, moves, pictures, store, standings):
        part.main()


if __name__ == "__main__":
    main()
