// The way to the server. What goes wrong becomes a Failure in plain words.

const POLLS = [100, 150, 250, 400, 700, 1000]; // milliseconds between looks at a job
const PATIENCE = 4; // so many lost answers in a row until the server counts as gone

const LOST =
  "accord does not answer. Is the window in which it was started still open? " +
  "Start it again if not; your file on this computer is untouched.";
const WORDS = {
  401: "This page is no longer signed in, perhaps because accord was started again. Open the address that accord shows when it starts.",
  403: "accord refused this request. Open the page by the address that accord shows when it starts.",
  404: "accord no longer has this. It was started again or has tidied up; load the page and give the file once more.",
  413: "This file is larger than accord takes here. Leave out columns that are not needed, or use the accord command, which has no such limit.",
  429: "accord is busy with other work. Wait a moment and try again.",
  503: "accord is busy with other work. Wait a moment and try again.",
};
const PASSING = new Set([0, 429, 502, 503, 504]);

export class Failure extends Error {
  constructor({ message, kind = "error", option = null, status = null }) {
    super(message);
    this.kind = kind;
    this.option = option;
    this.retry = PASSING.has(status);
  }
}

export class Cancelled extends Error {}

async function failureOf(response) {
  let said = {};
  try {
    said = (await response.json()).error ?? {};
  } catch {
    // no words of its own: a proxy, or the server on its way out
  }
  const message =
    (response.status === 401 || response.status === 404 ? null : said.message) ||
    WORDS[response.status] ||
    said.message ||
    `accord could not do this (${response.status}). Load the page again and retry.`;
  return new Failure({ ...said, message, status: response.status });
}

async function ask(path, init = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...init });
  } catch (error) {
    if (error.name === "AbortError") throw new Cancelled();
    throw new Failure({ kind: "network", message: LOST, status: 0 });
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

export async function upload(parts) {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) body.append(name, value);
  return (await ask("/api/uploads", { method: "POST", body })).json();
}

export async function startJob(command, uploads, options) {
  const body = JSON.stringify({ command, uploads, options });
  const headers = { "Content-Type": "application/json" };
  return (await (await ask("/api/jobs", { method: "POST", headers, body })).json()).job;
}

export function cancelJob(job) {
  return ask(`/api/jobs/${job}`, { method: "DELETE" }).catch(() => {});
}

export async function fragmentOf(job) {
  return (await ask(`/api/jobs/${job}/fragment`)).text();
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

async function look(job, signal) {
  return (await ask(`/api/jobs/${job}`, { signal })).json();
}

// Wait until a job is done; a lost answer or two is no reason to give up.
export async function finished(job, { signal, onprogress = () => {} } = {}) {
  let lost = 0;
  for (let turn = 0; ; turn += 1) {
    let found = null;
    try {
      found = await look(job, signal);
      lost = 0;
    } catch (error) {
      lost += 1;
      if (!error.retry || lost >= PATIENCE) throw error;
    }
    if (found?.state === "done") return found;
    if (found?.state === "failed") throw new Failure(found.error);
    if (found?.state === "cancelled") throw new Cancelled();
    if (found) onprogress(found);
    await pause(POLLS[Math.min(turn, POLLS.length - 1)], signal);
  }
}
