"""The first start: who tells the story, found, tried out and remembered in one screen."""
