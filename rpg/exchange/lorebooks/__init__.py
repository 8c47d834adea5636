"""Lorebooks of other programs, in and out. Source: docs/lorebook.md §6, docs/tavern-lorebook.md §14."""
