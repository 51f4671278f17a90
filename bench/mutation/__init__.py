"""Mutation testing: plants small mistakes in the code and lists those that no test detects."""
