"""Worlds as files. Source: docs/world-format.md."""
