"""A real browser on a real server, for the tests of the page; without Chromium they are skipped.

Where ACCORD_REQUIRE_BROWSER is 1, as it is for a change that is to land, none may be.
"""

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.serving import serving

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
UPLOAD_LIMIT = 1  # megabytes

MARKS = "essay,ann,bo\n" + "".join(f"E{k},{k % 4},{(k + k % 3) % 4}\n" for k in range(20))
WORDS = (  # in no order that is known
    "item,ann,bo\n1,light,light\n2,dark,tan\n3,tan,tan\n4,light,tan\n5,dark,dark\n6,tan,light\n"
)
DROP = """([target, files]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name, {type: "text/csv"}));
  const event = {dataTransfer: data, bubbles: true, cancelable: true};
  for (const type of ["dragenter", "dragover", "drop"])
    target.dispatchEvent(new DragEvent(type, event));
}"""


def needs(what, there):
    """Skip where something is missing, unless nothing may be."""
    if there:
        return
    if os.environ.get("ACCORD_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{what} is missing, and ACCORD_REQUIRE_BROWSER is 1")
    pytest.skip(f"needs {what}")


@pytest.fixture(name="browser", scope="module")
def given_browser():
    """One browser for all tests of a module."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    needs("playwright", sync_playwright)
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    needs("chromium", path)
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=path, args=list(SWITCHES))
        yield found
        found.close()


@pytest.fixture(name="server", scope="module")
def given_server():
    """One server for all tests of a module."""
    with serving(f"--upload-limit={UPLOAD_LIMIT}") as found:
        yield found


@pytest.fixture(name="axe", scope="session")
def given_axe(pytestconfig):
    """Source of axe-core, which npm installs into pytest's cache once."""
    folder = Path(pytestconfig.cache.mkdir("axe"))
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        npm = shutil.which("npm")
        needs("npm", npm)
        install = [npm, "install", "--no-save", "--prefix", str(folder), "axe-core"]
        done = subprocess.run(install, capture_output=True, text=True, timeout=120)
        needs(f"axe-core ({done.stderr[-200:]})", script.exists())
    return script.read_text(encoding="utf-8")


class Visit:
    """A page that was opened, and everything that it asked for and complained of."""

    def __init__(self, page, server):
        self.page = page
        self.server = server
        self.requests = []
        self.complaints = []
        self.expected = ()
        page.on("request", lambda request: self.requests.append(request))
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def expect(self, *words):
        """Failed requests that a test brings about, which the browser notes in its console."""
        self.expected = words

    def open(self):
        self.page.goto(f"{self.server.address}/?token={self.server.token}")
        return self

    def tab(self, name):
        """One of the tabs, opened; what is in it."""
        self.page.get_by_role("tab", name=name).click()
        return self.page.locator("[role=tabpanel]:visible")

    def example(self, panel, name):
        """Take an example and wait until it is understood."""
        panel.get_by_text("Try an example").click()
        panel.get_by_role("button", name=name).click()
        self.understood(panel)

    def understood(self, panel):
        panel.locator(".facts").first.wait_for()
        self.settled(panel)

    def settled(self, panel):
        """Wait for the preview that a change brings about."""
        self.page.wait_for_timeout(400)
        panel.locator("[data-preview][aria-busy=false]").wait_for()

    def says(self, words):
        """Wait until the page has announced something."""
        self.page.locator("#status", has_text=words).wait_for(state="attached")

    def results(self, panel):
        panel.locator("[data-results]").wait_for()
        return panel.locator("[data-results]")

    def focused(self):
        return self.page.evaluate("document.activeElement.textContent").strip()

    def orders(self, command):
        """Options of the jobs of a command that the page has asked for."""
        bodies = [r.post_data_json for r in self.requests if r.url.endswith("/api/jobs")]
        return [body["options"] for body in bodies if body["command"] == command]

    def width(self):
        return self.page.evaluate("document.scrollingElement.scrollWidth")

    def check(self):
        """Nothing was asked of anybody else, and nothing went wrong unnoticed."""
        own = (f"{self.server.address}/", "data:", "blob:")
        foreign = [r.url for r in self.requests if not r.url.startswith(own)]
        assert foreign == []
        unexpected = [c for c in self.complaints if not any(word in c for word in self.expected)]
        assert unexpected == []


@contextmanager
def visiting(browser, server, **options):
    """A visit in a context of its own, checked at its end."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    context.set_default_timeout(20_000)
    visit = Visit(context.new_page(), server)
    try:
        yield visit.open()
        visit.check()
    finally:
        context.close()


@pytest.fixture(name="visit")
def given_visit(browser, server):
    with visiting(browser, server) as found:
        yield found


def violations(page, axe):
    """What axe-core finds wrong with a page as it is."""
    page.evaluate(axe)
    rules = {"runOnly": RULES, "preload": False}
    found = page.evaluate("rules => axe.run(document, rules)", rules)["violations"]
    return [(v["id"], [n["failureSummary"] for n in v["nodes"]][:3]) for v in found]


def file(name="marks.csv", text=MARKS):
    return {"name": name, "mimeType": "text/csv", "buffer": text.encode()}


def take(visit, panel, *files):
    panel.locator("input[type=file]").set_input_files(list(files) or [file()])
    visit.understood(panel)


def fact(panel, name):
    return panel.locator(".facts div", has_text=name).first.inner_text()


def correct(panel):
    panel.get_by_text("Change how the file is read").click()
