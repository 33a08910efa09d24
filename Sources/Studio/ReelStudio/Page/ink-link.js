// The connection for drawing in a session. It reconnects by itself and resends unconfirmed events until the server has them.

import { sessionPath } from "./api.js";

/** The maximum number of events in a message. */
const batch = 500;
/** The silence after which the connection counts as lost, and the pauses between two attempts, in milliseconds. */
const patience = 5000;
const pauses = [500, 1000, 2000, 4000];
/** The delay before resending events that the server could not write, in milliseconds. */
const retry = 3000;

export class Link {
  /** The state of the connection: "connecting", "open", "away", "taken" or "gone". */
  state = "connecting";

  #url;
  #journal;
  #handlers;
  #socket = null;
  #sent = 0;
  #attempts = 0;
  #heardAt = 0;
  #askedAt = 0;
  #timers = new Set();
  #isWelcome = false;
  #isHalted = false;
  #watch;
  #hurry = () => { if (this.state === "away") this.#connect(); };

  /** Handlers: welcome, verdict, drawing, problem (each with the message), state (with the state). */
  constructor(session, journal, handlers) {
    const url = new URL(`api/${sessionPath(session)}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.hash = "";
    url.search = "";
    this.#url = url;
    this.#journal = journal;
    this.#handlers = handlers;
    this.#watch = setInterval(() => this.#check(), 1000);
    addEventListener("online", this.#hurry);
    addEventListener("pageshow", this.#hurry);
    this.#connect();
  }

  /** Sends the journal's events that the server lacks. */
  send() {
    if (!this.#isWelcome || this.#isHalted) return;
    const entries = this.#journal.after(this.#sent);
    for (let start = 0; start < entries.length; start += batch) {
      const part = entries.slice(start, start + batch);
      this.#socket.send(JSON.stringify({ type: "events", first: part[0].number, events: part.map((entry) => entry.event) }));
      this.#sent = part.at(-1).number;
    }
    if (entries.length > 0) this.#askedAt ||= performance.now();
  }

  /** Takes the pen back from another page. */
  takeBack() {
    this.#journal.renew();
    this.#connect();
  }

  /** Closes the connection permanently. */
  close() {
    clearInterval(this.#watch);
    for (const timer of this.#timers) clearTimeout(timer);
    removeEventListener("online", this.#hurry);
    removeEventListener("pageshow", this.#hurry);
    this.#drop();
  }

  #connect() {
    this.#drop();
    this.#set("connecting");
    this.#heardAt = performance.now();
    this.#askedAt = this.#heardAt;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", pen: this.#journal.pen }));
    socket.onmessage = (event) => { if (socket === this.#socket) this.#hear(JSON.parse(event.data)); };
    socket.onclose = (event) => { if (socket === this.#socket) this.#lose(event.code); };
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#isWelcome = false;
    socket?.close();
  }

  #lose(code) {
    this.#drop();
    if (this.state === "taken" || code === 4001) return this.#set("taken");
    if (this.state === "gone" || code === 4004) return this.#set("gone");
    this.#set("away");
    const pause = pauses[Math.min(this.#attempts, pauses.length - 1)];
    this.#attempts += 1;
    this.#later(pause, () => { if (this.state === "away") this.#connect(); });
  }

  #hear(message) {
    this.#heardAt = performance.now();
    this.#askedAt = 0;
    switch (message.type) {
      case "welcome":
        this.#attempts = 0;
        this.#isWelcome = true;
        this.#isHalted = false;
        this.#journal.confirm(message.last);
        this.#sent = message.last;
        this.#set("open");
        this.#handlers.welcome(message);
        this.send();
        break;
      case "verdict":
      case "drawing":
        this.#journal.confirm(message.last);
        this.#handlers[message.type](message);
        break;
      case "resend":
        this.#sent = message.last;
        this.send();
        break;
      case "problem":
        this.#stumble(message);
        break;
      case "taken":
        this.#set("taken");
        break;
      default:
        break;
    }
  }

  /** Resends unwritten events after a while, and shows why they wait. */
  #stumble(message) {
    this.#handlers.problem(message);
    if (message.isFatal) {
      this.#set("gone");
      return;
    }
    this.#isHalted = true;
    this.#later(retry, () => {
      this.#isHalted = false;
      this.#sent = message.last;
      this.send();
    });
  }

  #check() {
    if (!this.#socket) return;
    const time = performance.now();
    if (this.#askedAt && time - this.#askedAt > patience) return this.#lose(0);
    if (this.#isWelcome && !this.#askedAt && time - this.#heardAt > patience) {
      this.#askedAt = time;
      this.#socket.send('{"type":"ping"}');
    }
  }

  #set(state) {
    if (this.state === state) return;
    this.state = state;
    this.#handlers.state(state);
  }

  #later(milliseconds, action) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
