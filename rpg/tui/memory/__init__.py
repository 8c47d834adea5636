"""The memory view: summary, conditions, pins, observations."""
