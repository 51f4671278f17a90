"""Players' clocks, reminders and absences."""
