"""Reading case files and writing their results, for `rpg lore eval` and the tests."""
