"""The save file: SQLite schema, lock, commit, verify."""
