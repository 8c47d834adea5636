"""Command tools: local programs that the player defines, run directly or through a bridge."""
