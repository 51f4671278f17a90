"""What every use case builds on: the game service, snapshots, the log, outbox messages, timers."""
