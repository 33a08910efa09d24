"""Runs `capture studio`, ends it gently or hard, and can act as a proxy between it and a browser."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Studio:
    """A studio with its own folder, on one port for its lifetime."""

    def __init__(self, capture, story=None, port=None, arguments=()):
        self.capture = capture
        self.arguments = list(arguments)
        self.token = None
        self.story = story
        self.port = port or free_port()
        self.folder = tempfile.mkdtemp(prefix="reel-studio-")
        self.log = tempfile.TemporaryFile("w+")
        self.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    def start(self):
        command = [self.capture, "studio", "--port", str(self.port), "--folder", self.folder] + self.arguments
        if page := os.environ.get("REEL_STUDIO_PAGE"):
            command += ["--page", page]
        if self.story:
            command.append(self.story)
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        end = time.monotonic() + 60
        while True:
            try:
                self.log.seek(0)
                # One that is open to the network prints a link with a token.
                if found := re.search(r"\?token=(\w+)", self.log.read()):
                    self.token = found[1]
                return self.ask("GET", "studio")
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    self.kill()
                    self.log.seek(0)
                    raise AssertionError(f"the studio does not answer: {self.log.read()}") from None
                time.sleep(0.02)

    def kill(self):
        """kill -9"""
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, path, body=None, kind="application/json"):
        data = json.dumps(body).encode() if body is not None and not isinstance(body, bytes) else body
        headers = {"Content-Type": kind, "Origin": self.address.rstrip("/")} if data is not None or method != "GET" else {}
        if self.token:
            headers["Cookie"] = f"reel_studio={self.token}"
        request = urllib.request.Request(f"{self.address}api/{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()

    def ask(self, method, path, body=None):
        answer = self.send(method, path, body)
        return json.loads(answer) if answer else None

    def session(self, identifier):
        return self.ask("GET", f"sessions/{urllib.parse.quote(identifier)}")

    def events(self, identifier):
        """The events of a session's exported file: [milliseconds, kind, x, y, touch]."""
        lines = self.send("GET", f"sessions/{urllib.parse.quote(identifier)}/file").decode().splitlines()[1:]
        return [record for record in map(json.loads, lines) if isinstance(record, list)]


class Network:
    """A proxy between a browser and a studio, which can hold back answers and go offline."""

    def __init__(self, studio):
        self.studio = studio
        self.answers = threading.Event()
        self.answers.set()
        self.is_away = False
        self.connections = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                page, _ = self.listener.accept()
            except OSError:
                return
            if self.is_away:
                page.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.studio.port))
            except OSError:
                page.close()
                continue
            self.connections |= {page, server}
            threading.Thread(target=self.pump, args=(page, server, False), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, page, True), daemon=True).start()

    def pump(self, source, target, is_answer):
        try:
            while data := source.recv(65536):
                if is_answer:
                    self.answers.wait()
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            end.close()

    def hold_answers(self):
        self.answers.clear()

    def let_answers_pass(self):
        self.answers.set()

    def go_away(self):
        self.is_away = True
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.connections.clear()

    def come_back(self):
        self.is_away = False

    def close(self):
        self.answers.set()
        self.go_away()
        self.listener.close()
