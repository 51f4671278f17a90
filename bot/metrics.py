"""Metrics of one process in the Prometheus format.

Labels take few values and say nothing about a user or a table: commands, verbs, games, kinds of pictures and
posts.
"""

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest

FAST_BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1)
ANSWER_BUCKETS_S = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3)  # Discord waits three seconds.
PICTURE_BUCKETS_S = (0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 5)
DELIVERY_BUCKETS_S = (0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300)


class Metrics:
    """Gauges are set when they are read, histograms filled as things happen. Each has its own registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.connected = self._gauge("connected", "1 while every shard is connected")
        self.latency = self._gauge("latency_seconds", "how long Discord takes to answer a heartbeat")
        self.games_running = self._gauge("games_running", "games that go on")
        self.posts_waiting = self._gauge("posts_waiting", "messages that wait to be delivered")
        self.oldest_post = self._gauge("oldest_post_seconds", "how long the oldest of them waits")
        self.timers_overdue = self._gauge("timers_overdue", "timers that should have fired a minute ago")
        self.answers_under_way = self._gauge("answers_under_way", "taps and commands being answered")
        self.first_answer = self._histogram(
            "first_answer_seconds",
            "from receiving an interaction to Discord's receipt of the first answer, by command or verb",
            ANSWER_BUCKETS_S,
            "action",
        )
        self.move = self._histogram(
            "move_seconds", "from the start of a move's handler to its commit", ANSWER_BUCKETS_S, "game"
        )
        self.picture = self._histogram(
            "picture_seconds",
            "drawing a picture, waiting for a free painter included",
            PICTURE_BUCKETS_S,
            "game",
            "kind",
        )
        self.delivery_age = self._histogram(
            "delivery_age_seconds", "age of a message when it is delivered", DELIVERY_BUCKETS_S, "kind"
        )
        self.transaction = self._histogram(
            "transaction_seconds", "a write transaction, waiting for its turn included", FAST_BUCKETS_S
        )

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, namespace="skald", registry=self._registry)

    def _histogram(self, name: str, text: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, text, labels, namespace="skald", buckets=buckets, registry=self._registry)

    def observe_picture(self, game: str, kind: str, seconds: float) -> None:
        self.picture.labels(game, kind).observe(seconds)

    def text(self) -> bytes:
        """Returns all metrics in the Prometheus text format."""
        return generate_latest(self._registry)
