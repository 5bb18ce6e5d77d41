/** Requests to the evidence routes under a source's signed link, and their problems in words. */

const PROBLEMS = {
  403: { icon: "lock", words: "You no longer have access to this page.", refresh: true },
  404: {
    icon: "missing",
    words: "This page is not here for you: it was removed, or your sign-in or your access has ended.",
    refresh: true,
  },
  410: { icon: "history", words: "The link to this page has expired.", refresh: true },
  422: { icon: "broken", words: "The server cannot draw this page at this size." },
  503: { icon: "broken", words: "The page could not be drawn just now." },
  network: { icon: "broken", words: "The server did not answer." },
  decode: { icon: "broken", words: "The page image arrived damaged." },
};

/** What could not be fetched or shown: `kind` is an HTTP status, "network" or "decode". */
class PageProblem extends Error {
  constructor(kind, detail) {
    const known = PROBLEMS[kind] ?? { icon: "broken", words: `The server answered with error ${kind}.` };
    super(known.words);
    this.kind = kind;
    this.icon = known.icon;
    this.refresh = Boolean(known.refresh);
    this.detail = detail ?? null;
  }
}

/**
 * A response of an evidence route. Under a link that has ended it is asked for once more with a new one. Rejects with
 * PageProblem, or AbortError when aborted. Options as for `fetch`.
 */
async function requested(url, token, options = {}) {
  try {
    return await answered(url, token, options);
  } catch (problem) {
    if (!REFUSALS.includes(problem.kind)) throw problem;
    const fresh = await LinkRenewal.after(token, problem.kind);
    options.signal?.throwIfAborted();
    if (!fresh) throw problem;
    return answered(url, fresh, { ...options, cache: "reload" }); // a cache may keep the refusal
  }
}

async function answered(url, token, options) {
  let response;
  try {
    const headers = { Authorization: `Bearer ${token}`, ...options.headers };
    response = await fetch(url, { ...options, headers });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new PageProblem("network");
  }
  if (!response.ok) throw new PageProblem(response.status, await spokenReason(response));
  return response;
}

/** What is stored of a source: `noun` is "words", "outline", "find", …, `query` its parameters. Rejects as `requested`. */
async function storedOf(source, noun, query, { signal } = {}) {
  const url = `${source.stored_url.replace("{noun}", noun)}?${new URLSearchParams(query)}`;
  const response = await requested(url, source.token, { signal });
  return response.json();
}

/** The server's own sentence, where it sends one. */
async function spokenReason(response) {
  if (!response.headers.get("content-type")?.includes("json")) return null;
  const body = await response.json();
  return typeof body.message === "string" ? body.message : null;
}
