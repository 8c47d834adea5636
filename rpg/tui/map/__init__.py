"""The map pane: what the player knows of the world's places, drawn and walked by keyboard or mouse."""
