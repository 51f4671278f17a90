"""Delivers the outbox to Discord: worker, messenger, permission fallbacks, throttle, cleanup."""
