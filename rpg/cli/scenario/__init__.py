"""Scenarios: a world's own tests, played with a script or the storyteller and compared with what is expected."""
