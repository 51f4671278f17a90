"""Use cases, one transaction each. No Discord, pictures or languages: refusals are codes with values."""
