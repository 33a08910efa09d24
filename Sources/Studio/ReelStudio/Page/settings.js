// The user's settings in this browser. All are optional: without storage, the page uses the defaults.

const prefix = "reel.setting.";

/** Returns a setting, or `otherwise` if it is not set. */
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
    // In a private window or with a full storage, the setting lasts as long as the page.
  }
}
