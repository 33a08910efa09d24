// The language of the page: that of the browser, where there are words for it, or else English.

import { english } from "./words-en.js";
import { german } from "./words-de.js";

const languages = { en: english, de: german };

/** The first of the browser's languages that the page speaks. */
export const language = (navigator.languages ?? [navigator.language])
  .map((tag) => tag.split("-")[0]).find((tag) => tag in languages) ?? "en";

const words = languages[language];

/** Returns the words of a name; `{name}` in them stands for a value. A value `count` chooses between one and many, written "one | many". */
export function t(name, values = {}) {
  let text = words[name] ?? english[name] ?? name;
  if ("count" in values && text.includes(" | ")) text = text.split(" | ")[values.count === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (_, key) => {
    const value = values[key];
    return typeof value === "number" ? number(value) : value ?? "";
  });
}

/** Writes a number. */
export function number(value, digits = 0) {
  return value.toLocaleString(language, { maximumFractionDigits: digits });
}

/** Writes a part from 0 to 1 as a percentage. It is rounded down: only what is complete is 100 %. */
export function percent(part) {
  return (Math.floor(part * 100 + 1e-9) / 100).toLocaleString(language, { style: "percent" });
}

/** Writes a date, in milliseconds since 1970. */
export function date(milliseconds) {
  const isThisYear = new Date(milliseconds).getFullYear() === new Date().getFullYear();
  return new Date(milliseconds).toLocaleString(language, {
    day: "numeric", month: "short", year: isThisYear ? undefined : "numeric", hour: "numeric", minute: "2-digit",
  });
}

/** Writes a duration in seconds as minutes and seconds. */
export function duration(seconds, digits = 0) {
  const whole = Math.floor(seconds / 60);
  const rest = (seconds - whole * 60).toLocaleString(language, {
    minimumIntegerDigits: 2, minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: "floor",
  });
  return `${whole}:${rest}`;
}

/** Writes a number of bytes. */
export function bytes(count) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const power = count < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(count) / 3));
  return (count / 1000 ** power).toLocaleString(language, {
    style: "unit", unit: units[power], unitDisplay: power === 0 ? "long" : "short", maximumFractionDigits: power === 0 ? 0 : 1,
  });
}
