"""The tavern dialect: World Info as the program it comes from evaluates it, quirks included."""
