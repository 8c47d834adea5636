"""One table of options: keys are found, values are checked, and each is described in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.config.options import KEPT, OPTIONS, OptionError, allowed, allowed_text, find_option, parse_value
from rpg.session.explain import explain
from rpg.text.messages import LANGUAGES, message


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: str(option.key))
def test_an_option_is_found_by_its_key_and_takes_its_default(option) -> None:  # type: ignore[no-untyped-def]
    found = find_option(option.key.replace("NAME", "some-thing_2"))
    assert found is option
    if option.default is not None:
        assert parse_value(option, option.default) == option.default
    assert allowed(option)


@pytest.mark.parametrize(
    ("key", "value", "parsed"),
    [
        ("context.window", "4096", 4096),
        ("wire.idle", " 2.5 ", 2.5),
        ("background", "OFF", "off"),
        ("memory.enabled", "yes", True),
        ("session.note", "Rain. ", "Rain. "),
        ("narrator", "storyteller", "storyteller"),
        ("narrator", "openai", "openai"),
        ("narrator", "openai:Some/Model:7b", "openai:Some/Model:7b"),
        ("narrator", "gguf:/models/a.gguf", "gguf:/models/a.gguf"),
    ],
)
def test_values_are_read_as_people_write_them(key: str, value: str, parsed: object) -> None:
    assert parse_value(find_option(key), value) == parsed


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("context.window", "511"),
        ("context.window", "many"),
        ("context.window", "9" * 5_000),
        ("wire.idle", "nan"),
        ("wire.idle", "inf"),
        ("background", "maybe"),
        ("memory.enabled", "2"),
        ("theme", "purple"),
        ("narrator", "gpt"),
        ("narrator", "gguf:"),
        ("narrator", "script"),
    ],
)
def test_other_values_are_refused_with_what_is_allowed(key: str, value: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_value(find_option(key), value)
    for language in LANGUAGES:
        _, said, usage = explain(caught.value, language)
        assert usage
        assert allowed_text(find_option(key), language) in said


def test_a_key_that_is_nearly_right_is_named() -> None:
    with pytest.raises(OptionError) as caught:
        find_option("context.windw")
    assert "context.window" in explain(caught.value, "en")[1]


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: str(kept.key))
def test_what_another_command_sets_names_that_command(kept) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(OptionError) as caught:
        find_option(kept.key.replace("NAME", "tides").replace("ENTRY", "flood"))
    for language in LANGUAGES:
        assert "rpg lore on|off" in (said := explain(caught.value, language)[1]) or "rpg preset" in said


@given(st.text(max_size=20), st.one_of(st.text(max_size=12), st.integers(), st.floats(), st.booleans()))
def test_no_key_and_no_value_breaks_it(key: str, value: str | int | float | bool) -> None:
    for option in (*OPTIONS[:14], find_option("tools.rounds")):
        try:
            parsed = parse_value(option, value)
        except OptionError as error:
            assert error.code == "bad_value"  # noqa: PT017
        else:
            assert parse_value(option, parsed) == parsed
    with pytest.raises(OptionError):
        find_option(f"?{key}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_described(language: str) -> None:
    for option in OPTIONS:
        assert not message(language, f"options.{option.key}").startswith("options."), option.key
