"""Lists of any length whose rows are made only when they are seen, and the panels that hold them."""
