"""Take the picture of the page of `truel-ref explore` for the docs: python scripts/draw_page.py FILE.

It needs Bokeh and a Chromium. The description of the picture holds a checksum of its content, so that a test can check
it without a browser; the bytes depend on the version of the browser and its fonts.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from truel_ref import Problem
from truel_ref.maps.explore.question import Question

ROOT = Path(__file__).resolve().parents[1]

QUESTION = Question(Problem([0, 0, "1/2"]), colors="t")
CLICKED = Fraction(3, 10), Fraction(7, 10)
POINTED = Fraction(7, 10), Fraction(1, 4)


def description() -> str:
    """Return a checksum of the content of the picture: colours, both answers, and the exact curves by their aims."""
    painting = QUESTION.painting(QUESTION.maps(QUESTION.points))
    texts = [
        QUESTION.title(),
        QUESTION.command(*CLICKED),
        str(QUESTION.explanation(*CLICKED)),
        QUESTION.point_text(*POINTED),
    ]
    return hashlib.sha256(painting.colors.tobytes() + "\n".join(texts).encode()).hexdigest()


def picture(folder: Path) -> bytes:
    """Start the page, make the settings of the picture, and return it as a PNG."""
    sys.path.insert(0, str(ROOT / "tests"))
    from browser import Browser

    hits = [str(hit) for hit in (*CLICKED, *QUESTION.problem.hits[2:])]
    words = [sys.executable, "-m", "truel_ref", "explore", *hits, "--colors", QUESTION.colors, "--no-browser"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[0]
            with Browser(folder / "profile") as browser:
                browser.open_page(address)
                browser.value(f"{browser.model('curves')}.active = true")
                browser.wait(f"{browser.model('curve lines')}.data.x.length > 0")
                browser.wait(f"{browser.model('status')}.text === '' && {browser.model('why')}.text.length > 9")
                up, right = (float(100 * hit) for hit in POINTED)
                browser.point(*browser.place(right, up))
                browser.wait(f"{browser.model('map')}.tags.length > 0 && {browser.model('pixel')}.data.x.length > 0")
                return browser.picture()
        finally:
            server.terminate()


def main() -> int:
    """Write the picture into the named file."""
    with tempfile.TemporaryDirectory() as folder:
        seen = Image.open(BytesIO(picture(Path(folder)))).convert("RGB").quantize(128)
    told = PngInfo()
    told.add_text("Description", description())
    seen.save(sys.argv[1], optimize=True, pnginfo=told)
    print(sys.argv[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
