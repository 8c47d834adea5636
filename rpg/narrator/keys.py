"""Keys of servers in the system's keyring, one for each host. A system without one is no obstacle."""

from __future__ import annotations

from typing import Protocol

from rpg.narrator.addresses import api_address, host_of

SERVICE = "rpg"
"""The name under which the keyring holds our keys."""


class Keyring(Protocol):
    """What is needed of the package `keyring`."""

    def get_password(self, service_name: str, username: str) -> str | None: ...

    def set_password(self, service_name: str, username: str, password: str) -> None: ...

    def delete_password(self, service_name: str, username: str) -> None: ...


def key_from_keyring(address: str, keyring: Keyring | None = None) -> str:
    """The key kept for the server at `address`, "" when there is none or no keyring that works."""
    ring = keyring or system_keyring()
    if ring is None:
        return ""
    try:
        return (ring.get_password(SERVICE, _user(address)) or "").strip()
    except Exception:
        # A keyring fails in as many ways as there are systems; all mean that there is no key.
        return ""


def store_key(address: str, key: str, keyring: Keyring | None = None) -> bool:
    """Put the key into the keyring; False when the system has none that works."""
    ring = keyring or system_keyring()
    if ring is None:
        return False
    try:
        ring.set_password(SERVICE, _user(address), key.strip())
    except Exception:
        return False
    return True


def forget_key(address: str, keyring: Keyring | None = None) -> bool:
    """Take the key out of the keyring; False when there was none or no keyring."""
    ring = keyring or system_keyring()
    if ring is None:
        return False
    try:
        ring.delete_password(SERVICE, _user(address))
    except Exception:
        return False
    return True


def system_keyring() -> Keyring | None:
    """The system's keyring, None where the package or a usable backend is missing."""
    try:
        import keyring
        from keyring.backends.fail import Keyring as NoBackend

        return None if isinstance(keyring.get_keyring(), NoBackend) else keyring
    except Exception:
        return None


def _user(address: str) -> str:
    return host_of(api_address(address))
