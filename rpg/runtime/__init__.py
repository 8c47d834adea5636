"""State, edits, apply, scene, routes, clock, schedules and dice."""
