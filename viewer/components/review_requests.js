/** Requests to the review routes under the reviewer's own link, and what went wrong in words. */

const LINK_ENDED = [401, 403, 404, 410]; // 404 is a link's end too: of its sign-in, or of the key that signed it
const REFUSED_AFRESH = [401, 403, 404]; // and again under a new link: the right, or the thing, is gone
const FAILS_FOR_NOW = [408, 425, 429, 500, 502, 503, 504]; // the server's own trouble: what is asked stays right
const LINK_PATIENCE = 8_000; // ms that a run of the page may take to bring a new link
const ANSWER_PATIENCE = 30_000; // ms until a request that hangs counts as unanswered
const LINK_RENEWED_AHEAD = 60_000; // ms before its end
const LINK_LEAST = 30_000; // ms between two renewals, where a clock is wrong

/** `kind` is an HTTP status or "network"; `isPassing`: the same request may succeed later. */
class ReviewProblem extends Error {
  constructor(kind, words) {
    super(words);
    this.kind = kind;
    this.isPassing = kind === "network" || FAILS_FOR_NOW.includes(kind) || LINK_ENDED.includes(kind);
  }
}

class ReviewRequests {
  /** `renew()` has the page's script run, which passes `follow` a new link. */
  constructor(renew) {
    this.renew = renew;
    this.token = null;
    this.waiting = [];
    this.whenSeen = () => this.check();
    document.addEventListener("visibilitychange", this.whenSeen);
  }

  /** What a run of the script brings; `expires` in seconds since 1970. */
  follow(token, expires) {
    for (const resolve of this.waiting.splice(0)) resolve(true);
    if (token === this.token) return;
    this.token = token;
    const left = (expires ?? 0) * 1000 - Date.now() - LINK_RENEWED_AHEAD;
    this.end = Date.now() + Math.max(LINK_LEAST, left);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), this.end - Date.now());
  }

  /** A page that nobody looks at is renewed when it is looked at again. */
  check() {
    if (document.visibilityState === "visible" && this.end && Date.now() >= this.end) this.freshLink();
  }

  /** Whether the script has run, with a new link if this one has ended. Asked for once, however many wait for it. */
  freshLink() {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.renew();
      setTimeout(() => {
        this.waiting = this.waiting.filter((one) => one !== resolve);
        resolve(false);
      }, LINK_PATIENCE);
    });
  }

  /** The JSON of a GET; null in `query` is left out. Rejects with ReviewProblem, or AbortError when aborted. */
  read(path, query = {}, options = {}) {
    return this.asked(addressWith(path, query), options);
  }

  /** The JSON of a POST. It goes on when the page is left. */
  write(path, query, body) {
    return this.asked(addressWith(path, query), {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  /** Under a link that has ended it is asked for once more with a new one. */
  async asked(path, options) {
    const { token } = this;
    try {
      return await this.answered(path, options, token);
    } catch (problem) {
      if (!LINK_ENDED.includes(problem.kind)) throw problem;
      if (this.token === token && !(await this.freshLink())) throw problem;
      const again = await this.answered(path, options, this.token).catch((other) => other);
      if (!(again instanceof Error)) return again;
      if (REFUSED_AFRESH.includes(again.kind)) again.isPassing = false;
      throw again;
    }
  }

  async answered(path, options, token) {
    const patience = AbortSignal.timeout(ANSWER_PATIENCE);
    const signal = options.signal ? AbortSignal.any([options.signal, patience]) : patience;
    const headers = { ...options.headers, Authorization: `Bearer ${token}` };
    let response;
    try {
      response = await fetch(path, { ...options, headers, signal });
      if (response.ok) return await response.json();
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new ReviewProblem("network", unansweredWords());
    }
    throw new ReviewProblem(response.status, (await spokenWords(response)) ?? statusWords(response.status));
  }

  disconnect() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.whenSeen);
  }
}

function addressWith(path, query) {
  const chosen = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return chosen.length ? `${path}?${new URLSearchParams(chosen)}` : path;
}

function unansweredWords() {
  return navigator.onLine ? "The server does not answer." : "This computer is offline.";
}

function statusWords(code) {
  return `The server answered with error ${code}.`;
}

/** The server's own sentence, where it sends one. */
async function spokenWords(response) {
  try {
    const { message } = await response.json();
    return typeof message === "string" ? message : null;
  } catch {
    return null;
  }
}
