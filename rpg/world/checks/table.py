"""The table of checks, in the order in which they run."""

from __future__ import annotations

from rpg.world.checks import beats, ground, lore, people, size, texts
from rpg.world.checks.base import Check

CHECKS = (
    Check("unreachable", "warning", ground.unreachable),
    Check("no_way_out", "warning", ground.no_way_out),
    Check("one_way_trap", "warning", ground.one_way_trap),
    Check("exit_to_itself", "warning", ground.exit_to_itself),
    Check("exit_twice", "warning", ground.exit_twice),
    Check("duplicate_name", "warning", people.duplicate_name),
    Check("ambiguous_alias", "warning", people.ambiguous_alias),
    Check("empty_block", "error", people.empty_block),
    Check("two_places_at_once", "error", people.two_places_at_once),
    Check("schedule_without_clock", "warning", people.schedule_without_clock),
    Check("secret_in_summary", "warning", people.secret_in_summary),
    Check("missing_file", "warning", people.missing_file),
    Check("unused_tag", "warning", people.unused_tag),
    Check("scene_over_large_window", "error", size.scene_over_large_window),
    Check("scene_over_small_window", "warning", size.scene_over_small_window),
    Check("long_sheet", "warning", size.long_sheet),
    Check("long_preset", "warning", size.long_preset),
    Check("never_fires", "warning", lore.never_fires),
    Check("fires_always", "warning", lore.fires_always),
    Check("bad_pattern", "error", lore.bad_pattern),
    Check("slow_pattern", "error", lore.slow_pattern),
    Check("crowded_out", "warning", lore.crowded_out),
    Check("outlet_unplaced", "warning", lore.outlet_unplaced),
    Check("outlet_empty", "warning", lore.outlet_empty),
    Check("outlet_cycle", "error", lore.outlet_cycle),
    Check("breaks_prefix", "info", lore.breaks_prefix),
    Check("unknown_topic", "error", beats.unknown_topic),
    Check("contradiction", "error", beats.contradiction),
    Check("flag_never_set", "warning", beats.flag_never_set),
    Check("beat_never", "error", beats.beat_never),
    Check("ending_unreachable", "error", beats.ending_unreachable),
    Check("topic_never", "error", beats.topic_never),
    Check("beat_does_nothing", "warning", beats.beat_does_nothing),
    Check("no_such_way", "error", beats.no_such_way),
    Check("unknown_macro", "warning", texts.unknown_macro),
    Check("default_not_a_choice", "warning", texts.default_not_a_choice),
    Check("two_default_presets", "warning", texts.two_default_presets),
)
