"""An HTTP and WebSocket client based only on the standard library, for measuring the studio from outside."""

import asyncio
import base64
import json
import os
import struct


class Client:
    """Sends requests to a studio."""

    def __init__(self, port):
        self.port = port

    async def ask(self, method, path, body=None):
        """Sends one request on its own connection, and returns the status and the bytes of the answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = b"" if body is None else json.dumps(body).encode()
        kind = "" if body is None else "Content-Type: application/json\r\n"
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n{kind}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await reader.read()
        writer.close()
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), rest

    async def json(self, method, path, body=None):
        status, answer = await self.ask(method, path, body)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer[:200]}")
        return json.loads(answer)

    async def begin(self, text="T"):
        """Begins a session, and returns its name."""
        return (await self.json("POST", "/api/sessions", {"text": text}))["entry"]["id"]

    async def kept(self):
        """A connection for repeated requests, as a page uses it."""
        return Kept(self.port, *await asyncio.open_connection("127.0.0.1", self.port))

    async def socket(self, session):
        """Opens the WebSocket of a session."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write((f"GET /api/sessions/{session}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: Upgrade\r\n"
                      f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"no WebSocket: {head.decode()}")
        return Socket(reader, writer)


class Kept:
    """A connection that takes one request after another."""

    def __init__(self, port, reader, writer):
        self.port = port
        self.reader = reader
        self.writer = writer

    async def get(self, path, known=""):
        """Returns the bytes of the answer; `known` is the tag of the known version."""
        fields = f"If-None-Match: {known}\r\n" if known else ""
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{fields}\r\n".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        status = int(head.split()[1])
        if status == 304:
            raise RuntimeError(f"GET {path}: nothing is new")
        length = int(head.split("content-length:")[1].split("\r\n")[0])
        body = await self.reader.readexactly(length)
        self.tag = head.split("etag:")[1].split("\r\n")[0].strip() if "etag:" in head else ""
        if status >= 400:
            raise RuntimeError(f"GET {path}: {status} {body[:200]}")
        return body

    def close(self):
        self.writer.close()


class Socket:
    """A WebSocket as a page uses it."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    def send(self, message):
        """Sends a message, masked as clients must; the mask is 0, which changes nothing."""
        payload = json.dumps(message).encode()
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(payload))
        self.writer.write(b"\x81" + size + bytes(4) + payload)

    async def receive(self):
        """Returns the next message."""
        first, size = await self.reader.readexactly(2)
        if size == 126:
            size, = struct.unpack(">H", await self.reader.readexactly(2))
        elif size == 127:
            size, = struct.unpack(">Q", await self.reader.readexactly(8))
        payload = await self.reader.readexactly(size)
        if first != 0x81:
            raise RuntimeError(f"the studio ends the connection: {first:#x} {payload!r}")
        return json.loads(payload)

    def close(self):
        self.writer.close()
