// Requests to the server. Errors become a Failure with a message for people.

const PAUSES = [100, 150, 250, 400, 700, 1000]; // milliseconds between requests for a job's state
const MOST_LOST = 4; // answers lost in a row before the server counts as stopped

const NO_ANSWER =
  "accord does not answer. Check that the window in which it was started is still open, and " +
  "start it again if it is not. Your file on this computer is unchanged.";
const MESSAGES = {
  401: "This page is no longer signed in, perhaps because accord was restarted. Open the address that accord prints when it starts.",
  403: "accord refused this request. Open the page at the address that accord prints when it starts.",
  404: "accord no longer has this file or result; they are deleted after a while, and when it stops. Reload the page and upload the file again.",
  413: "This file is larger than the upload limit. Leave out columns that are not needed, or use the command line, which has no limit.",
  429: "accord is busy. Try again in a moment.",
  503: "accord is busy. Try again in a moment.",
};
const TEMPORARY = new Set([0, 429, 502, 503, 504]);

export class Failure extends Error {
  constructor({ message, kind = "error", option = null, status = null }) {
    super(message);
    this.kind = kind;
    this.option = option;
    this.retry = TEMPORARY.has(status);
  }
}

export class Cancelled extends Error {}

function failureOf(status, text) {
  let error = {};
  try {
    error = JSON.parse(text).error ?? {};
  } catch {
    // no message: the answer is of a proxy, or of a server that is stopping
  }
  const message =
    (status === 401 || status === 404 ? null : error.message) ||
    MESSAGES[status] ||
    error.message ||
    `accord could not answer this request (status ${status}). Reload the page and try again.`;
  return new Failure({ ...error, message, status });
}

async function request(path, init = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...init });
  } catch (error) {
    if (error.name === "AbortError") throw new Cancelled();
    throw new Failure({ kind: "network", message: NO_ANSWER, status: 0 });
  }
  if (!response.ok) throw failureOf(response.status, await response.text());
  return response;
}

// Upload a file or an example. `onprogress` gets the bytes that are sent and their number; fetch
// cannot report these.
export function upload(parts, onprogress = () => {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) body.append(name, value);
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", "/api/uploads");
    sending.upload.addEventListener("progress", (event) => onprogress(event.loaded, event.total));
    sending.addEventListener("error", () => reject(new Failure({ kind: "network", message: NO_ANSWER, status: 0 })));
    sending.addEventListener("load", () => {
      if (sending.status === 201) resolve(JSON.parse(sending.responseText));
      else reject(failureOf(sending.status, sending.responseText));
    });
    sending.send(body);
  });
}

export async function startJob(command, uploads, options) {
  const body = JSON.stringify({ command, uploads, options });
  const headers = { "Content-Type": "application/json" };
  return (await (await request("/api/jobs", { method: "POST", headers, body })).json()).job;
}

export function cancelJob(job) {
  return request(`/api/jobs/${job}`, { method: "DELETE" }).catch(() => {});
}

export async function fragmentOf(job) {
  return (await request(`/api/jobs/${job}/fragment`)).text();
}

export function downloadOf(job, form) {
  return `/api/jobs/${job}/download/${form}`;
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Cancelled());
    });
  });
}

async function getJob(job, signal, result) {
  return (await request(`/api/jobs/${job}?result=${result}`, { signal })).json();
}

// Wait until a job has ended. A few lost answers are tolerated. Reports are shown as the server
// renders them, so that their result, which may be large, need not be sent.
export async function waitForJob(job, { signal, result = true, onprogress = () => {} } = {}) {
  let lost = 0;
  for (let turn = 0; ; turn += 1) {
    let state = null;
    try {
      state = await getJob(job, signal, result);
      lost = 0;
    } catch (error) {
      lost += 1;
      if (!error.retry || lost >= MOST_LOST) throw error;
    }
    if (state?.state === "done") return state;
    if (state?.state === "failed") throw new Failure(state.error);
    if (state?.state === "cancelled") throw new Cancelled();
    if (state) onprogress(state);
    await pause(PAUSES[Math.min(turn, PAUSES.length - 1)], signal);
  }
}
