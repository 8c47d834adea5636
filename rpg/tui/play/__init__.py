"""The play screen: map and exits, the story with its prompt, people and the context meter."""
