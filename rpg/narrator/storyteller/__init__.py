"""The offline storyteller: understands plain lines, plays by the same tools as a model, tells authored text."""

from rpg.narrator.storyteller.storyteller import Storyteller

__all__ = ["Storyteller"]
