// The language of the page: the browser's if it is supported, otherwise English.

import { english } from "./words-en.js";
import { german } from "./words-de.js";

const languages = { en: english, de: german };

/** The first of the browser's languages that the page supports. */
export const language = (navigator.languages ?? [navigator.language])
  .map((tag) => tag.split("-")[0]).find((tag) => tag in languages) ?? "en";

const words = languages[language];

/** Returns the text of a key, with `{name}` replaced by a value. The value `count` chooses between singular and plural, written "one | many". */
export function t(name, values = {}) {
  let text = words[name] ?? english[name] ?? name;
  if ("count" in values && text.includes(" | ")) text = text.split(" | ")[values.count === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (_, key) => {
    const value = values[key];
    return typeof value === "number" ? number(value) : value ?? "";
  });
}

/** Formats a number. */
export function number(value, digits = 0) {
  return value.toLocaleString(language, { maximumFractionDigits: digits });
}

/** Formats a part from 0 to 1 as a percentage, rounded down, so that only complete things show 100 %. */
export function percent(part) {
  return (Math.floor(part * 100 + 1e-9) / 100).toLocaleString(language, { style: "percent" });
}

/** Formats a date in milliseconds since 1970. */
export function date(milliseconds) {
  const isThisYear = new Date(milliseconds).getFullYear() === new Date().getFullYear();
  return new Date(milliseconds).toLocaleString(language, {
    day: "numeric", month: "short", year: isThisYear ? undefined : "numeric", hour: "numeric", minute: "2-digit",
  });
}

/** Formats a duration in seconds as minutes and seconds. */
export function duration(seconds, digits = 0) {
  const whole = Math.floor(seconds / 60);
  const rest = (seconds - whole * 60).toLocaleString(language, {
    minimumIntegerDigits: 2, minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: "floor",
  });
  return `${whole}:${rest}`;
}

/** Formats a number of bytes. */
export function bytes(count) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const power = count < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(count) / 3));
  return (count / 1000 ** power).toLocaleString(language, {
    style: "unit", unit: units[power], unitDisplay: power === 0 ? "long" : "short", maximumFractionDigits: power === 0 ? 0 : 1,
  });
}
