"""Turn notifications, and the bookkeeping of outbox deliveries."""
