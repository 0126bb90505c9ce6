"""Asks the page of a running window over WebKit's web inspector: exact reads, and what went wrong in it."""

import base64
import json
import os
import socket
import struct


class Inspector:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /socket/1/1/WebPage HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self.stream = self.socket.makefile("rb")
        if b"101" not in self.stream.readline():
            raise ConnectionError("the inspector refused the connection")
        while self.stream.readline() not in (b"\r\n", b""):
            pass
        self.count = 0
        self.errors = []
        self.target = None
        while self.target is None:
            self._read()
        self.ask("Console.enable")

    def evaluate(self, expression):
        """The value of a JavaScript expression of the page, as JSON has it."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if answer.get("wasThrown"):
            raise RuntimeError(f"{expression}: {answer['result'].get('description')}")
        return answer["result"].get("value")

    def ask(self, method, **params):
        self.count += 1
        inner = {"id": self.count, "method": method, "params": params}
        outer = {"targetId": self.target, "message": json.dumps(inner)}
        self._send({"id": self.count, "method": "Target.sendMessageToTarget", "params": outer})
        while True:
            answer = self._read()
            if answer and answer.get("id") == inner["id"]:
                return answer.get("result", {})

    def _read(self):
        """Takes one message; answers what the page itself said, and notes its errors."""
        message = json.loads(self._frame())
        params = message.get("params", {})
        if message.get("method") == "Target.targetCreated":
            self.target = params["targetInfo"]["targetId"]
        if message.get("method") != "Target.dispatchMessageFromTarget":
            return None
        inner = json.loads(params["message"])
        if inner.get("method") == "Console.messageAdded":
            said = inner["params"]["message"]
            # WebKit reports as an error that a size is observed one frame later.
            if said["level"] == "error" and not said["text"].startswith("ResizeObserver loop"):
                self.errors.append(said["text"])
        return inner

    def _frame(self):
        payload = b""
        while True:
            first, second = self.stream.read(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack(">H", self.stream.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.stream.read(8))
            payload += self.stream.read(size)
            if first & 128:
                return payload.decode()

    def _send(self, message):
        payload = json.dumps(message).encode()
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = struct.pack(">BB", 129, 128 | size)
        elif size < 1 << 16:
            head = struct.pack(">BBH", 129, 128 | 126, size)
        else:
            head = struct.pack(">BBQ", 129, 128 | 127, size)
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))
