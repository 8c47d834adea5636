"""The lore inspector: every entry with its state and reason, tried out, switched, edited."""
