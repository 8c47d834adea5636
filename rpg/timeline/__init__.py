"""Nodes, the tree, the head log and the fold."""
