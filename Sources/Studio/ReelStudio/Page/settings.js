// What this browser remembers about the person who uses it. Nothing of it is needed: without a storage the page works with what it begins with.

const prefix = "reel.setting.";

/** Returns a setting, or `otherwise` where there is none. */
export function setting(name, otherwise) {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Remembers a setting. */
export function remember(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // A private window, or a full storage: the setting lasts as long as the page.
  }
}
