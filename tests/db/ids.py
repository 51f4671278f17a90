"""The ids of users, and of the place where they play."""

ASTRID, BJORN, STRANGER = 1001, 1002, 1003
SERVER, CHANNEL, THREAD = 50, 60, 70
