"""Turn notifications, and the record of what was delivered."""
