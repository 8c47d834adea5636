"""Finding the keys of many entries in a text: plain keys in one pass, patterns under a time limit."""
