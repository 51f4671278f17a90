"""Receives interactions: requests, dispatch of buttons and commands, registration, rate limit."""
