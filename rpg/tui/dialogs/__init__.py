"""Screens that stand over the game: travel, people, context, help, approval, menus."""
