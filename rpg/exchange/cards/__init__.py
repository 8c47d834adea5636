"""Character cards of the tavern program, in and out. Source: docs/world-format.md."""
