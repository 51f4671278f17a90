"""`python -m bench`: all measurements of speed, each beside its baseline of the same run."""

from bench import move_latency, pictures, random_plies, standings, store_latency


def main() -> None:
    for part in (random_plies, move_latency, pictures, store_latency, standings):
        part.main()


if __name__ == "__main__":
    main()
