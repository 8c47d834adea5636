"""Keys live in the keyring by host, and a system without one is no obstacle."""

from __future__ import annotations

import pytest

from rpg.narrator.keys import forget_key, key_from_keyring, store_key


class Ring:
    """A keyring in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service_name: str, username: str) -> str | None:
        return self.kept.get((service_name, username))

    def set_password(self, service_name: str, username: str, password: str) -> None:
        self.kept[service_name, username] = password

    def delete_password(self, service_name: str, username: str) -> None:
        del self.kept[service_name, username]


class Locked:
    """A keyring that fails whatever is asked."""

    def get_password(self, service_name: str, username: str) -> str | None:
        raise RuntimeError("locked")

    def set_password(self, service_name: str, username: str, password: str) -> None:
        raise RuntimeError("locked")

    def delete_password(self, service_name: str, username: str) -> None:
        raise RuntimeError("locked")


@pytest.mark.parametrize(
    "typed", ["https://api.example.com", "api.example.com/v1", "https://api.example.com/v1/chat/completions"]
)
def test_a_key_is_kept_for_its_host_however_the_address_is_typed(typed: str) -> None:
    ring = Ring()
    assert store_key("https://api.example.com/v1", " k1 \n", ring)
    assert key_from_keyring(typed, ring) == "k1"
    assert key_from_keyring("https://other.example.com/v1", ring) == ""


def test_a_key_can_be_forgotten() -> None:
    ring = Ring()
    store_key("https://api.example.com", "k1", ring)
    assert forget_key("https://api.example.com", ring)
    assert not forget_key("https://api.example.com", ring)
    assert key_from_keyring("https://api.example.com", ring) == ""


def test_a_keyring_that_fails_is_no_keyring() -> None:
    assert key_from_keyring("https://api.example.com", Locked()) == ""
    assert not store_key("https://api.example.com", "k", Locked())
    assert not forget_key("https://api.example.com", Locked())


def test_a_system_without_a_keyring_has_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rpg.narrator.keys.system_keyring", lambda: None)
    assert key_from_keyring("https://api.example.com") == ""
    assert not store_key("https://api.example.com", "k")
    assert not forget_key("https://api.example.com")
