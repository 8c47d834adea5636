"""The lorebook engine: matching, dialects, timers, placement, explanation."""
