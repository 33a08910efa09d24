"""The page through nginx with TLS, as set up by the sample in samples/studio, from a studio open to the network."""

import os
import shutil
import ssl
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

from pages import CAPTURE, PageTest
from server import Studio, free_port

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
NAME = "studio.example"


class Proxy:
    """Our own nginx with the sample's settings, on free ports."""

    def __init__(self, studio):
        self.folder = tempfile.mkdtemp(prefix="reel-proxy-")
        self.port, self.plain_port = free_port(), free_port()
        certificate, key = (os.path.join(self.folder, name) for name in ("studio.pem", "studio.key"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext",
                        f"subjectAltName=DNS:{NAME}", "-out", certificate, "-keyout", key], check=True, capture_output=True)
        with open(os.path.join(ROOT, "samples/studio/nginx.conf")) as file:
            sample = file.read()
        # The sample as it is, but for the ports and the paths of this machine.
        for theirs, ours in (("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"), ("listen 80;", f"listen 127.0.0.1:{self.plain_port};"),
                             ("https://$host$request_uri", f"https://$host:{self.port}$request_uri"),
                             ("/etc/ssl/studio.pem", certificate), ("/etc/ssl/studio.key", key),
                             ("/var/log/nginx/studio.log", self.path("access.log")), ("127.0.0.1:8080", f"127.0.0.1:{studio.port}")):
            assert theirs in sample, f"the sample has no {theirs}"
            sample = sample.replace(theirs, ours)
        temporary = "".join(f"  {kind}_temp_path {self.path(kind)};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(self.path("nginx.conf"), "w") as file:
            file.write(f"pid {self.path('pid')};\ndaemon off;\nerror_log stderr;\nevents {{}}\nhttp {{\n{temporary}{sample}\n}}\n")
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([program, "-c", self.path("nginx.conf"), "-p", self.folder], stdout=self.log, stderr=self.log)
        self.await_start()

    def path(self, name):
        return os.path.join(self.folder, name)

    def await_start(self):
        end = time.monotonic() + 30
        while True:
            try:
                return self.ask("")
            except urllib.error.HTTPError:
                return None
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    self.log.seek(0)
                    raise AssertionError(f"nginx does not answer: {self.log.read()}") from None
                time.sleep(0.02)

    def ask(self, path, host=NAME, fields=None):
        """The response to a program that trusts every certificate."""
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        request = urllib.request.Request(f"https://127.0.0.1:{self.port}/{path}", headers={"Host": f"{host}:{self.port}", **(fields or {})})
        with urllib.request.urlopen(request, timeout=30, context=trusting) as answer:
            return answer.status, answer.read()

    def status(self, *arguments):
        try:
            return self.ask(*arguments)[0]
        except urllib.error.HTTPError as error:
            return error.code

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class ProxyTests(PageTest):
    window = {"more": (f"--host-resolver-rules=MAP {NAME} 127.0.0.1",)}

    def setUp(self):
        self.studio = Studio(CAPTURE, arguments=["--lan", "--host", NAME])
        self.addCleanup(self.studio.close)
        self.proxy = Proxy(self.studio)
        self.addCleanup(self.proxy.close)
        self.address = f"https://{NAME}:{self.proxy.port}/"
        self.expected_problems = ["getImageData", "Close received after close"]

    def test_a_letter_is_traced_by_https_and_filmed(self):
        self.browser.open(f"{self.address}?token={self.studio.token}")
        self.browser.sees("What shall we trace?")
        self.assertNotIn("token", self.browser.ask("GET", "/url"), "nobody reads the token off the screen")
        self.assertTrue(self.browser.run("return isSecureContext"))
        self.begin("T", self.address)
        self.assertNotIn("https", self.browser.find("main").text, "nothing is said to be missing")
        for stroke in self.strokes_of_t():
            self.browser.draw(self.line(*stroke))
        self.browser.sees("Complete")
        self.sees_state("Saved")
        self.assert_nothing_lost()
        self.browser.button("Film it").click()
        self.browser.button("Record").click()
        video = self.browser.find("dialog video")
        self.assertGreater(self.browser.until(lambda: video.state("duration"), "the film"), 0.5)
        with open(self.proxy.path("access.log")) as log:
            self.assertNotIn(self.studio.token, log.read())

    def test_a_reload_in_the_middle_of_a_stroke_loses_nothing(self):
        self.browser.open(f"{self.address}?token={self.studio.token}")
        self.browser.sees("What shall we trace?")
        self.begin("T", self.address)
        bar, stem = self.strokes_of_t()
        self.browser.put_down(self.line(*bar))
        self.browser.reload()
        self.browser.lift()
        self.sees_state("Saved")
        self.browser.draw(self.line(*stem))
        self.browser.sees("Complete")
        self.sees_state("Saved")
        self.assert_nothing_lost()

    def test_only_who_has_the_token_and_the_name_is_served(self):
        cookie = {"Cookie": f"reel_studio={self.studio.token}"}
        self.assertEqual(self.proxy.status("api/studio"), 401)
        self.assertEqual(self.proxy.status("api/studio?token=guess"), 401)
        self.assertEqual(self.proxy.status("api/studio", NAME, cookie), 200)
        self.assertEqual(self.proxy.status("api/studio", "evil.example", cookie), 421)
        self.assertEqual(self.proxy.status("api/studio", NAME, {**cookie, "Origin": "https://evil.example"}), 403)
        self.assertEqual(self.proxy.status("api/studio", NAME, {**cookie, "Origin": f"https://{NAME}:{self.proxy.port}"}), 200)
        self.browser.open(self.address)
        self.browser.sees("the studio needs the token in its link")
        self.expected_problems.append("401")

    def test_who_comes_without_tls_is_led_to_it(self):
        self.browser.open(f"http://{NAME}:{self.proxy.plain_port}/?token={self.studio.token}#trace")
        self.browser.sees("What shall we trace?")
        self.assertTrue(self.browser.ask("GET", "/url").startswith(self.address))


if __name__ == "__main__":
    unittest.main()
