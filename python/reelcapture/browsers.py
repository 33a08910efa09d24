"""Clicks and keys of a browser under test as marks for its film.

Playwright and Selenium move no pointer on the screen: what they click is seen in the film only if it is marked.

    from reelcapture import browsers

    browsers.watch(context)   # Playwright: a context of the synchronous interface
    browsers.watch(driver)    # Selenium: a driver
"""

import functools
import importlib
from typing import Any, Callable, Dict, Optional

from . import marks

# Runs in every page. The page's own times are exact, and screenX is in pixels of the layout. `document.open` removes
# listeners; the observer brings them back.
_SCRIPT = """(() => {
  const named = e => ((e.target && e.target.closest && e.target.closest('button, a, label, [role]') || e.target || {}).innerText || '').trim().slice(0, 80);
  const sent = (kind, e, fields) => window.__reelMark({kind, t: (performance.timeOrigin + e.timeStamp) / 1000, ...fields});
  const clicked = e => sent('click', e, {text: named(e), x: e.screenX * devicePixelRatio, y: e.screenY * devicePixelRatio});
  const pressed = e => {
    if (e.target && e.target.type === 'password') return;
    const words = [e.ctrlKey && 'Ctrl', e.altKey && 'Alt', e.metaKey && 'Super', e.shiftKey && e.key.length > 1 && 'Shift'];
    if (!['Control', 'Alt', 'Meta', 'Shift', 'AltGraph', 'Dead'].includes(e.key))
      sent('key', e, {text: [...words.filter(Boolean), e.key === ' ' ? 'Space' : e.key].join('+')});
  };
  const listen = () => {
    addEventListener('pointerdown', clicked, true);
    if (KEYS) addEventListener('keydown', pressed, true);
  };
  listen();
  new MutationObserver(listen).observe(document, {childList: true});
})()"""

# Where the middle of an element is on the screen, after it has been scrolled into view, and what it is called.
_PLACE = """const e = arguments[0]; e.scrollIntoView({block: 'nearest', inline: 'nearest'});
const box = e.getBoundingClientRect();
return [(screenX + (outerWidth - innerWidth) / 2 + box.x + box.width / 2) * devicePixelRatio,
  (screenY + outerHeight - innerHeight + box.y + box.height / 2) * devicePixelRatio,
  (e.innerText || e.value || e.name || '').trim().slice(0, 80), e.type === 'password']"""

# Where the page begins on the screen.
_CORNER = """return [(screenX + (outerWidth - innerWidth) / 2) * devicePixelRatio,
  (screenY + outerHeight - innerHeight) * devicePixelRatio]"""


def watch(browser: Any, keys: bool = False) -> None:
    """Marks the clicks, and the keys if wanted, of a context of Playwright or a driver of Selenium.

    Keys in fields for passwords are left out.
    """
    if hasattr(browser, "expose_binding"):
        _watch_context(browser, keys)
    elif hasattr(browser, "execute") and hasattr(browser, "session_id"):
        _watch_driver(browser, keys)
    else:
        raise TypeError(f"{type(browser).__name__} is neither a context of Playwright nor a driver of Selenium")


def _watch_context(context: Any, keys: bool) -> None:
    def note(_source: Any, event: Dict[str, Any]) -> None:
        marks.mark(event.pop("kind"), event.pop("text", ""), **event)

    context.expose_binding("__reelMark", note)
    context.add_init_script(_SCRIPT.replace("KEYS", "true" if keys else "false"))


def _watch_driver(driver: Any, keys: bool) -> None:
    send = driver.execute

    def execute(command: str, params: Optional[Dict[str, Any]] = None) -> Any:
        if command in ("clickElement", "sendKeysToElement"):
            _note_element(send, command, params or {}, keys)
        elif command == "actions":
            _note_actions(send, params or {}, keys)
        return send(command, params)

    driver.execute = execute


def _note_element(send: Callable[..., Any], command: str, params: Dict[str, Any], keys: bool) -> None:
    element = {"element-6066-11e4-a52e-4f735466cecf": params.get("id")}
    try:
        x, y, text, is_secret = send("w3cExecuteScript", {"script": _PLACE, "args": [element]})["value"]
    except Exception:
        # The command itself says better why there is no such element.
        return
    if command == "clickElement":
        marks.click(x, y, text)
    elif keys and not is_secret and params.get("text"):
        marks.key(_readable(params["text"]))


def _note_actions(send: Callable[..., Any], params: Dict[str, Any], keys: bool) -> None:
    """Marks the clicks and keys of a chain of actions when it begins."""
    for device in params.get("actions", []):
        typed = ""
        x = y = 0.0
        for action in device.get("actions", []):
            if action.get("type") == "pointerMove":
                origin = action.get("origin", "viewport")
                if origin != "pointer":
                    script, words = (_PLACE, [origin]) if isinstance(origin, dict) else (_CORNER, [])
                    x, y = send("w3cExecuteScript", {"script": script, "args": words})["value"][:2]
                x, y = x + action.get("x", 0), y + action.get("y", 0)
            elif action.get("type") == "pointerDown":
                marks.click(x, y)
            elif action.get("type") == "keyDown":
                typed += action.get("value", "")
        if keys and typed:
            marks.key(_readable(typed))


_NAMES = {"\ue003": "Backspace", "\ue004": "Tab", "\ue006": "Enter", "\ue007": "Enter", "\ue00c": "Esc", "\ue008": "Shift+",
          "\ue009": "Ctrl+", "\ue00a": "Alt+", "\ue012": "←", "\ue013": "↑", "\ue014": "→", "\ue015": "↓", "\ue017": "Delete"}


def _readable(text: str) -> str:
    """The keys of Selenium, which are characters of the private area, by their names."""
    return "".join(_NAMES.get(character, "" if "\ue000" <= character <= "\uf8ff" else character) for character in text)[:60]


def watch_all(keys: bool = False) -> None:
    """Marks what happens in every context and every driver that is made from now on in this process."""
    playwright = _imported("playwright.sync_api")
    if playwright:
        _after(playwright.Browser, "new_context", lambda _, context: watch(context, keys))
        _after(playwright.Browser, "new_page", lambda _, page: watch(page.context, keys))
        _after(playwright.BrowserType, "launch_persistent_context", lambda _, context: watch(context, keys))
    selenium = _imported("selenium.webdriver.remote.webdriver")
    if selenium:
        _after(selenium.WebDriver, "start_session", lambda driver, _: watch(driver, keys))


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _after(owner: Any, method: str, call: Callable[[Any, Any], None]) -> None:
    """Has a method of a class call something with the object and its result each time."""
    original = getattr(owner, method)

    @functools.wraps(original)
    def wrapped(self: Any, *words: Any, **named: Any) -> Any:
        result = original(self, *words, **named)
        call(self, result)
        return result

    setattr(owner, method, wrapped)
