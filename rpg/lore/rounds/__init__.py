"""The native dialect: durations count the player's turns and mean what an author expects."""
