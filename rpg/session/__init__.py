"""One playthrough: the turn, travel, time-travel acts and their events."""
