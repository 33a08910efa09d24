// Requests to the server. URLs are relative, so that a reverse proxy can serve the studio below any path.

/** An error from the server: a sentence, and the field it refers to. */
export class Problem extends Error {
  constructor(message, field, status) {
    super(message);
    this.field = field;
    this.status = status;
  }
}

/** Sends a request and returns the JSON of the response, or null if there is none. */
export async function ask(method, path, body, options = {}) {
  const response = await send(method, path, body, options);
  return response.status === 204 || response.status === 304 ? null : response.json();
}

/** Sends a request and returns the response itself. A `File` or `Blob` is sent unchanged, anything else as JSON. */
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
    // Not a response of the studio; perhaps a proxy's.
  }
  throw new Problem(problem.message ?? `${response.status} ${response.statusText}`, problem.field, response.status);
}

/** The path of a session below `api/`. */
export function sessionPath(id) {
  return `sessions/${encodeURIComponent(id)}`;
}

/** The view with a session's sheet. */
export function sheetView(id) {
  return `trace/${encodeURIComponent(id)}`;
}

/** Polls a list and reports changes until `signal` aborts; returns a function that polls at once. `path` may be a function. */
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
    // A newer poll continues instead of this one. A hidden page polls less often.
    if (!signal.aborted && number === looks) timer = setTimeout(look, document.hidden ? 10 * pause : pause);
  };
  const onshow = () => { if (!document.hidden) look(); };
  document.addEventListener("visibilitychange", onshow, { signal });
  look();
  return look;
}
