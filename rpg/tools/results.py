"""Results of tool calls as the model gets them: compact JSON with stable key order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rpg.runtime.errors import EditError


def result_text(document: Mapping[str, Any]) -> str:
    """The result as JSON text."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def error_result(code: str, message: str, hint: str = "", **more: Any) -> dict[str, Any]:
    """A refusal that a model can act on."""
    error = {"code": code, "message": message, **({"hint": hint} if hint else {}), **more}
    return {"ok": False, "error": error}


def edit_error_result(error: EditError) -> dict[str, Any]:
    return error_result(error.code, error.message, error.hint)
