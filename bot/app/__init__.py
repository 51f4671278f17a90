"""Start and shutdown, command line, settings, logging, health check, backups."""
