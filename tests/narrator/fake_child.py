"""Stands in for the child that serves a model file: `fake_child.py MODE [ADDRESS]`.

serve: says that the model is served at ADDRESS and waits for its leash. stubborn: the same, but does not go.
fail: logs an error and goes. crash: goes without a word. slow: says nothing, but waits for its leash.
A second address, HOST:PORT, is connected to and held open for as long as the process lives.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading


def main() -> None:
    mode, *rest = sys.argv[1:]
    wanted = json.loads(sys.stdin.buffer.readline())
    held = None
    if len(rest) > 1:
        host, port = rest[1].split(":")
        held = socket.create_connection((host, int(port)))
        held.sendall(json.dumps(wanted).encode() + b"\n")
    if mode == "fail":
        print("0.00.001 I load: trying", file=sys.stderr)
        print("0.00.002 E load: cannot read the tensors", file=sys.stderr, flush=True)
        print(json.dumps({"error": "RuntimeError: no"}), flush=True)
        sys.exit(1)
    if mode == "crash":
        os.abort()
    if mode in ("serve", "stubborn"):
        print(json.dumps({"address": rest[0]}), flush=True)
    while os.read(0, 4096):
        pass
    if mode == "stubborn":
        threading.Event().wait()


main()
