"""A terminal role-playing game that keeps the scene alive."""
