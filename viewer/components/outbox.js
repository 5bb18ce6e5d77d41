/**
 * Verdicts on their way: written down before they are sent, sent in order until the server has them. What it refuses is
 * set aside with its reason, for the reviewer to mend or to discard. It outlives the page that began it.
 */

const SEND_AGAIN = [1_000, 2_000, 4_000, 8_000, 15_000]; // ms, the last one from then on; one over which the server
// breaks as often is set aside, so that it does not hold up the others

class Outbox {
  constructor({ id, name }, requests, store = new OutboxStore()) {
    this.reviewer = id;
    this.name = name;
    this.requests = requests;
    this.store = store;
    this.failures = 0;
    this.problem = null;
    this.isSending = false;
    this.hasSaved = false;
    this.events = null;
    addEventListener("online", () => this.retry());
    addEventListener("storage", ({ key }) => key?.startsWith(OUTBOX_PREFIX) && this.tell());
    addEventListener("beforeunload", (event) => this.waiting().length && event.preventDefault());
  }

  /** `events`: changed(), sent(entry, answer), refused(entry); null while no page shows it. */
  attach(events) {
    this.events = events;
    if (events) this.retry();
  }

  tell() {
    this.events?.changed();
  }

  /** Those of this reviewer that are to be sent. */
  waiting() {
    return this.store.of(this.reviewer).filter((entry) => !entry.refused);
  }

  refused() {
    return this.store.of(this.reviewer).filter((entry) => entry.refused);
  }

  /** Names of other reviewers whose verdicts wait in this browser. */
  others() {
    const prefix = `${OUTBOX_PREFIX}${this.reviewer}.`;
    const entries = this.store.all().filter(({ key }) => !key.startsWith(prefix));
    return [...new Set(entries.map(({ name }) => name))];
  }

  /**
   * `of` is the claim's key, `draft` what the reviewer entered, to be given back where the server refuses it, `query` the
   * queue that it belongs to, whose progress the server tells.
   */
  judge(verdict, { of, draft, query }) {
    this.add({ kind: "verdict", id: verdict.id, of, body: verdict, draft, query });
  }

  /** One that nobody has begun to send is taken back here; after that only the server can take it back. */
  withdraw(id, { of, query }) {
    const own = this.store.of(this.reviewer).find((entry) => entry.kind === "verdict" && entry.id === id);
    if (own && !own.tried) {
      this.store.remove(own);
      this.tell();
    } else {
      if (own?.refused) this.store.remove(own);
      else this.add({ kind: "withdraw", id, of, query });
      this.tell();
    }
  }

  add(entry) {
    this.store.add(this.reviewer, { ...entry, name: this.name });
    this.run();
  }

  discard(entry) {
    this.store.remove(entry);
    this.tell();
  }

  /** Everything that waits or was refused is tried at once. */
  retry() {
    for (const entry of this.refused()) this.store.put({ ...entry, refused: null });
    clearTimeout(this.timer);
    this.timer = null;
    this.run();
  }

  async run() {
    if (this.isSending || this.timer) return this.tell();
    this.isSending = true;
    this.tell();
    let entry;
    while ((entry = this.waiting()[0]) && (await this.inTurn(() => this.send(entry))));
    this.isSending = false;
    this.tell();
  }

  /** One window of the browser at a time, where it can tell. */
  inTurn(action) {
    return navigator.locks ? navigator.locks.request(`${OUTBOX_PREFIX}${this.reviewer}`, action) : action();
  }

  /** False where sending has to wait. */
  async send(entry) {
    if (!this.store.has(entry)) return true; // another window has sent it
    this.store.put({ ...entry, tried: true });
    try {
      const path = entry.kind === "verdict" ? "/review/verdicts" : `/review/verdicts/${entry.id}/withdraw`;
      const answer = await this.requests.write(path, entry.query ?? {}, entry.body ?? {});
      this.store.remove(entry);
      this.failures = 0;
      this.problem = null;
      this.hasSaved = true;
      this.events?.sent(entry, answer);
      return true;
    } catch (problem) {
      if (!(problem instanceof ReviewProblem)) throw problem;
      const isStuck = problem.kind === 500 && this.failures >= SEND_AGAIN.length;
      return problem.isPassing && !isStuck ? this.wait(problem) : this.setAside(entry, problem);
    }
  }

  wait(problem) {
    this.problem = problem;
    const pause = SEND_AGAIN[Math.min(this.failures, SEND_AGAIN.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.run();
    }, pause);
    return false;
  }

  setAside(entry, problem) {
    const aside = { ...entry, tried: true, refused: problem.message };
    this.store.put(aside);
    this.failures = 0;
    this.problem = null;
    this.events?.refused(aside);
    return true;
  }
}

const outboxes = new Map(); // by reviewer: one goes on while another page is shown

function outboxOf(reviewer, requests) {
  let outbox = outboxes.get(reviewer.id);
  if (!outbox) outboxes.set(reviewer.id, (outbox = new Outbox(reviewer, requests)));
  outbox.requests = requests;
  return outbox;
}
