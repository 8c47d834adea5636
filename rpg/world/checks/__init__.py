"""What a world that loads may still get wrong: each check a small function, all of them in one table."""
