"""Settings of users and servers, time zones, privacy."""
