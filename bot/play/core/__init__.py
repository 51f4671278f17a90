"""Foundation of all use cases: game service, snapshots, game log, outbox messages, timers."""
