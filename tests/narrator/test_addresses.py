"""Addresses are taken as players type them."""

from __future__ import annotations

import pytest

from rpg.narrator.addresses import api_address, host_of, is_loopback, server_root


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/chat/completions/", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/models", "http://127.0.0.1:8080/v1"),
        ("localhost:11434", "http://localhost:11434/v1"),
        ("[::1]:8080", "http://[::1]:8080/v1"),
        (" https://api.example.com ", "https://api.example.com/v1"),
        ("api.example.com", "https://api.example.com/v1"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        (
            "https://generativelanguage.googleapis.com/v1beta/openai/",
            "https://generativelanguage.googleapis.com/v1beta/openai",
        ),
    ],
)
def test_what_is_typed_becomes_the_base_of_the_api(typed: str, address: str) -> None:
    assert api_address(typed) == address
    assert api_address(address) == address


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://localhost/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://192.168.1.5/v1", False),
        ("https://localhost.example.com/v1", False),
        ("https://127.0.0.1.example.com/v1", False),
        ("http://[broken/v1", False),
        ("", False),
    ],
)
def test_this_machine_is_recognised(address: str, local: bool) -> None:
    assert is_loopback(address) is local


def test_what_is_shown_holds_no_password() -> None:
    assert host_of("https://me:secret@host:8080/v1") == "host:8080"


def test_the_root_is_the_server_itself() -> None:
    assert server_root("http://127.0.0.1:8080/v1") == "http://127.0.0.1:8080"


def test_an_address_without_a_scheme_is_of_this_machine_too() -> None:
    assert is_loopback(api_address("localhost:1234"))
    assert not is_loopback(api_address("api.example.com:1234"))
