"""The new-story wizard: world, opening, questions, premise, narrator, name."""
