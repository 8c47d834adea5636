from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.exchange.errors import ExchangeError
from rpg.exchange.presets import import_preset, is_preset
from rpg.exchange.world.importing import import_into
from rpg.world.load import load_world
from rpg.world.model import Preset, PresetEntry
from tests.exchange.files import encoded

MARKER = {"identifier": "chatHistory", "marker": True, "name": "Chat History"}


def prompt(identifier: str, content: Any = "Text.", **more: Any) -> dict[str, Any]:
    return {"identifier": identifier, "name": identifier.title(), "content": content, **more}


def order(*identifiers: str, off: tuple[str, ...] = (), character_id: int = 100001) -> dict[str, Any]:
    listed = [{"identifier": one, "enabled": one not in off} for one in identifiers]
    return {"character_id": character_id, "order": listed}


def preset(prompts: list[Any], *orders: Any, **more: Any) -> dict[str, Any]:
    return {"prompts": prompts, "prompt_order": list(orders), **more}


def taken(data: Any) -> tuple[Preset, set[tuple[str, str]]]:
    found, report = import_preset(data, "p", "P", "f")
    return found, {(item.code, item.what) for item in report.items}


def test_prompts_stand_before_or_after_the_story_as_their_order_has_it() -> None:
    prompts = [prompt("main", "Be."), MARKER, prompt("jailbreak", "Go on."), prompt("spare", "Spare.")]

    found, _ = taken(preset(prompts, order("jailbreak", "chatHistory", "main", off=("main",))))

    assert found.entries == (
        PresetEntry("jailbreak", "Go on.", True, "system"),
        PresetEntry("main", "Be.", False, "before_input"),
        PresetEntry("spare", "Spare.", False, "system"),
    )


def test_the_order_that_is_shown_wins_over_the_old_one() -> None:
    prompts = [prompt("a"), prompt("b")]

    found, _ = taken(preset(prompts, order("b", "a", character_id=100000), order("a", "b")))

    assert [entry.id for entry in found.entries] == ["a", "b"]


def test_what_does_not_map_is_told() -> None:
    prompts = [
        prompt("main", "{{original}} {{setvar::x::1}} {{user}}", role="assistant"),
        prompt("deep", injection_position=1, injection_depth=4),
        prompt("hollow", "  "),
        {**MARKER, "identifier": "worldInfoBefore", "name": "World"},
    ]

    found, told = taken(preset(prompts, order("main", "deep"), temperature=0.9, stream_openai=True))

    assert {
        ("preset_macro", "Main"),
        ("preset_role", "Main"),
        ("preset_depth", "Deep"),
        ("preset_empty", "Hollow"),
        ("preset_marker", "World"),
        ("preset_setting", "temperature"),
        ("preset_unused", "stream_openai"),
    } <= told
    assert found.entries[0].text == "{{setvar::x::1}} {{user}}"
    assert found.entries[1].position == "before_input"


def test_presets_from_before_there_was_an_order() -> None:
    found, _ = taken({"main_prompt": "Main.", "jailbreak_prompt": "Last.", "temperature": 1})

    assert [(one.text, one.position) for one in found.entries] == [
        ("Main.", "system"),
        ("Last.", "before_input"),
    ]


def test_prompts_with_one_name_get_ids_of_their_own() -> None:
    found, _ = taken(preset([prompt("a", name="X"), prompt("b", name="x")], order("a", "b")))

    assert [entry.id for entry in found.entries] == ["x", "x_2"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["identifier", "name", "content", "order", "enabled", "marker"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=10,
)


@given(prompts=st.lists(ANYTHING, max_size=4), orders=ANYTHING)
def test_no_value_of_a_wrong_type_makes_a_preset_fail(prompts: list[Any], orders: Any) -> None:
    data = {"prompts": [*prompts, prompt("main", "Be.")], "prompt_order": orders}
    assert is_preset(data)

    found, _ = taken(data)

    assert "Be." in [entry.text for entry in found.entries]


def test_a_preset_goes_into_a_world(tmp_path: Path) -> None:
    file = tmp_path / "My Preset.json"
    file.write_bytes(encoded(preset([prompt("main", "Be.")], order("main"))))

    import_into(file, tmp_path / "w", "en")
    import_into(file, tmp_path / "w", "en")

    presets = load_world(tmp_path / "w").world.presets
    assert list(presets) == ["my_preset", "my_preset_2"]
    assert presets["my_preset"] == Preset("my_preset", "My Preset", entries=(PresetEntry("main", "Be."),))


@pytest.mark.parametrize(("data", "code"), [({"story_string": "x"}, "text_template"), ({}, "empty_preset")])
def test_what_is_no_such_preset_is_refused(data: Any, code: str) -> None:
    with pytest.raises(ExchangeError) as caught:
        taken(data)

    assert caught.value.code == code
