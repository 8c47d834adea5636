"""Maps drawn with characters: places on a grid, ways between them, one sheet per region.

Stress layout, snap to a grid, local search for fewer crossings, orthogonal ways by A* (docs/terminal.md,
"Map"). Everything is a pure function of its arguments.
"""

from rpg.text.mapping.chart import chart_text, draw_chart
from rpg.text.mapping.model import Box, Chart, ChartRun, Ink, MapEdge, MapNode

__all__ = ["Box", "Chart", "ChartRun", "Ink", "MapEdge", "MapNode", "chart_text", "draw_chart"]
