"""How Skald starts and stops: the command line, settings, logs, and where Discord is."""
