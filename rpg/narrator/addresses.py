"""Addresses of servers as players type them."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit, urlunsplit

_ENDPOINTS = ("/chat/completions", "/completions", "/models")


def api_address(typed: str) -> str:
    """The base address of the API that `typed` means: with scheme, without endpoint and trailing slash.

    A bare host gets `/v1`; a path that is given is kept, since not every API lives under `/v1`. A text that
    is no address comes back as it is, and reaching it fails.
    """
    text = typed.strip()
    if "://" not in text:
        text = f"{'http' if is_loopback(f'http://{text}') else 'https'}://{text}"
    try:
        parts = urlsplit(text)
    except ValueError:
        return text
    path = parts.path.rstrip("/")
    for endpoint in _ENDPOINTS:
        path = path.removesuffix(endpoint)
    return urlunsplit((parts.scheme, parts.netloc, path.rstrip("/") or "/v1", parts.query, ""))


def server_root(address: str) -> str:
    """The address without its path, for questions outside of the OpenAI API."""
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc, "", "", ""))


def host_of(address: str) -> str:
    """Host and port without user name and password, fit to be shown."""
    try:
        return urlsplit(address).netloc.rpartition("@")[2]
    except ValueError:
        return ""


def shown_address(address: str) -> str:
    """The address without user name, password and query, fit to be shown."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return urlunsplit((parts.scheme, host_of(address), parts.path, "", ""))


def is_loopback(address: str) -> bool:
    """Whether the address is this machine."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
