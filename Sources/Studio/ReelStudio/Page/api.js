// Asks the server. Addresses are relative, so that a reverse proxy may serve the studio below any path.

/** What the server answered where it could not do what was asked: a sentence, and the field that it is about. */
export class Problem extends Error {
  constructor(message, field, status) {
    super(message);
    this.field = field;
    this.status = status;
  }
}

/** Asks and returns the answer's JSON, or null for none. */
export async function ask(method, path, body, options = {}) {
  const response = await send(method, path, body, options);
  return response.status === 204 || response.status === 304 ? null : response.json();
}

/** Asks and returns the answer itself. A `File` or a `Blob` goes as it is, anything else as JSON. */
export async function send(method, path, body, { headers = {}, signal } = {}) {
  const isFile = body instanceof Blob;
  let response;
  try {
    response = await fetch(`api/${path}`, {
      method,
      signal,
      headers: body === undefined ? headers : { ...headers, "Content-Type": isFile ? "application/octet-stream" : "application/json" },
      body: body === undefined || isFile ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("", undefined, 0);
  }
  if (response.ok || response.status === 304) return response;
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // Not an answer of the studio; perhaps a proxy's.
  }
  throw new Problem(problem.message ?? `${response.status} ${response.statusText}`, problem.field, response.status);
}

/** The address of a session below `api/`. */
export function sessionPath(id) {
  return `sessions/${encodeURIComponent(id)}`;
}

/** The view of a session's sheet. */
export function sheetView(id) {
  return `trace/${encodeURIComponent(id)}`;
}

/** Asks for a list again and again and hands on what changed, until `signal` aborts; returns a function that asks at once. `path` may be a function. */
export function follow(path, pause, signal, changed, failed = () => {}) {
  let tag = "";
  let latest = "";
  let timer = 0;
  let looks = 0;
  signal.addEventListener("abort", () => clearTimeout(timer));
  const look = async () => {
    clearTimeout(timer);
    looks += 1;
    const number = looks;
    const wanted = typeof path === "function" ? path() : path;
    try {
      const headers = tag && wanted === latest ? { "If-None-Match": tag } : {};
      const response = await send("GET", wanted, undefined, { headers, signal });
      if (response.status !== 304) {
        const answer = await response.json();
        if (signal.aborted || number !== looks) return;
        tag = response.headers.get("ETag") ?? "";
        latest = wanted;
        changed(answer);
      }
      failed(null);
    } catch (error) {
      if (signal.aborted) return;
      failed(error);
    }
    // A newer look goes on instead of this one. A page that nobody sees asks less often.
    if (!signal.aborted && number === looks) timer = setTimeout(look, document.hidden ? 10 * pause : pause);
  };
  const onshow = () => { if (!document.hidden) look(); };
  document.addEventListener("visibilitychange", onshow, { signal });
  look();
  return look;
}
