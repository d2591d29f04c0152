"""A real browser without a window, driven by its own protocol (Chrome DevTools) over the websocket of tornado."""

import asyncio
import base64
import json
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
OPTIONS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--remote-debugging-port=0"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
    *("--disable-default-apps", "--disable-extensions", "--window-size=1280,1100"),
]
PATIENCE = 60  # seconds until what is waited for counts as never to come


def until(condition):
    """Return what a condition gives as soon as it is true; fail if that never happens."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    raise AssertionError("what was waited for did not happen")


class Browser:
    """One page of a headless Chromium; `folder` is for its profile, and must be new.

    Attributes: `requests`, the addresses that the page has asked for; `complaints`, what its console said of errors.
    """

    def __init__(self, folder):
        from tornado.websocket import websocket_connect

        self.requests, self.complaints, self._count = [], [], 0
        self._process = subprocess.Popen(
            [CHROMIUM, *OPTIONS, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        place = Path(folder) / "DevToolsActivePort"
        port = until(lambda: place.exists() and place.read_text().splitlines()[:1])[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            target = next(page for page in json.load(answer) if page["type"] == "page")
        self._loop = asyncio.new_event_loop()
        # Screenshots are long messages.

        async def connected():
            return await websocket_connect(target["webSocketDebuggerUrl"], max_message_size=2**28)

        self._socket = self._loop.run_until_complete(connected())
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self._count += 1
        return self._loop.run_until_complete(self._call(self._count, method, parameters))

    async def _call(self, number, method, parameters):
        await self._socket.write_message(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await asyncio.wait_for(self._socket.read_message(), PATIENCE))
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            self._hear(message)

    def _hear(self, message):
        said = message["params"]
        match message["method"]:
            case "Network.requestWillBeSent":
                self.requests.append(said["request"]["url"])
            case "Runtime.exceptionThrown":
                self.complaints.append(said["exceptionDetails"])
            case "Runtime.consoleAPICalled" if said["type"] in ("error", "assert"):
                self.complaints.append(said["args"])
            case "Log.entryAdded" if said["entry"]["level"] == "error":
                self.complaints.append(said["entry"])

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def value(self, script):
        """Return what an expression of the page gives, as plain data."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def wait(self, script):
        return until(lambda: self.value(script))

    def key(self, name, shift=False):
        """Press a key where the focus is."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, modifiers=8 * shift)

    def resize(self, width, height):
        """Give the window another size."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)

    def picture(self):
        """Return what is seen, as the bytes of a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        async def closed():  # in the loop of the socket: another one of this thread may be closed already
            self._socket.close()

        try:
            self._loop.run_until_complete(closed())
        finally:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._loop.close()
