// Quiet praise: two soft tones for a complete sheet, and words spoken by the browser's voice.

import { language, locale } from "./words.js";

/** Whether the browser has a voice. */
export const canSpeak = "speechSynthesis" in window;

/** Speaks a letter or a word. */
export function say(text) {
  speechSynthesis.cancel();
  // Voices announce single capitals as such.
  const words = new SpeechSynthesisUtterance([...text].length === 1 ? text.toLocaleLowerCase(locale) : text);
  words.lang = language === locale ? document.documentElement.lang : locale;
  words.rate = 0.8;
  speechSynthesis.speak(words);
}

/** The frequencies of the tones, a fourth apart, and their length in seconds. */
const tones = [659.26, 880];
const length = 0.5;

let context;

/** Plays two soft tones. */
export function chime() {
  context ??= new AudioContext();
  tones.forEach((frequency, index) => {
    const [tone, volume, start] = [context.createOscillator(), context.createGain(), context.currentTime + index * length / 3];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.08, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  });
}
