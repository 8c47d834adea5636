"""Cells, wrapping, cleaning foreign text, folding, tokens and message catalogues."""
