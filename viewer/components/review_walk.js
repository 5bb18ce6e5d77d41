/** From claim to claim: what is looked at, what comes next, and what is fetched before it is needed. */

const ITEMS_AHEAD = 3;
const AHEAD_AFTER = 900; // ms: where the pane shows nothing, nobody says that it is done
const ROWS_LEFT = 5; // waiting claims in the queue, below which more are asked for
const NO_EVIDENCE = { answer_id: "", open: null, evidence: [], read: [], sources: {} };
const NARROWING = ["layer", "model", "prompt", "form"]; // parameters of a queue that leave claims out

class ReviewWalk {
  /** `shown(item)` draws a claim that has come. */
  constructor({ requests, items, queue, desk }, shown) {
    Object.assign(this, { requests, items, queue, desk, shown });
    this.row = this.item = null;
    this.query = {};
    this.role = "reviewer";
  }

  begin(query, role) {
    this.query = query;
    this.role = role;
    this.row = this.item = null;
    this.items.clear();
  }

  get key() {
    return this.row && itemKey(this.row);
  }

  shows(key) {
    return Boolean(this.item) && itemKey(this.item) === key;
  }

  /** Whether the claim that is looked at is judged. */
  get isDone() {
    return Boolean(this.queue.row(this.key)?.is_done);
  }

  // Going ---------------------------------------------------------------------------------------------------------

  start() {
    const { rows, counts } = this.queue;
    const waiting = rows.find((row) => !row.is_done);
    if (waiting) this.go(waiting);
    else if (counts.waiting) this.next();
    else if (rows.length) this.finish();
    else this.showNothing();
  }

  /** Shows a claim: at once where it has been fetched. */
  async go(row) {
    this.row = row;
    this.item = null;
    this.queue.show(this.key);
    this.desk.toggleQueue(false);
    writeAddress(row);
    let item = this.items.at(row);
    if (!item) {
      this.desk.showMessage(LOADING);
      try {
        item = await this.items.get(row);
      } catch (problem) {
        if (this.row === row) this.showProblem(problem, "This claim could not be read.", () => this.go(row));
        return;
      }
      if (this.row !== row) return;
    }
    this.show(item);
  }

  show(item) {
    this.item = item;
    this.queue.include(rowOf(item));
    this.queue.show(itemKey(item));
    this.desk.showMessage(null);
    this.shown(item);
    this.scheduleAhead(AHEAD_AFTER);
  }

  /** The claim that is shown as the server has it now; null where it is not shown any more, or could not be read. */
  async reread(row, more) {
    const key = itemKey(row);
    this.items.forget(row);
    if (!this.shows(key)) return null;
    try {
      const item = await this.items.get(row, more);
      return this.shows(key) ? (this.item = item) : null;
    } catch (problem) {
      if (!(problem instanceof ReviewProblem)) throw problem;
      if (!this.shows(key)) return null;
      if (problem.isPassing) this.desk.announce(problem.message);
      else this.showProblem(problem, "This claim is not here any more.", () => this.go(row));
      return null;
    }
  }

  /** `isAgain`: the claim had been judged before, so that where none waits its neighbour comes, not the end. */
  async next({ isAgain = false } = {}) {
    if (!this.queue.next().length && this.queue.lacks) await this.extend();
    const [row = isAgain ? this.queue.beside(1) : null] = this.queue.next();
    if (!row) return this.finish();
    this.go(row);
    if (this.queue.next().length < ROWS_LEFT && this.queue.lacks) this.extend();
  }

  move(by) {
    const row = this.queue.beside(by);
    if (row) this.go(row);
    else this.desk.announce(by > 0 ? "This is the last claim of the queue." : "This is the first claim of the queue.");
  }

  /** More of the queue, where the server has more than it sent at first. What fails is asked for again when needed. */
  extend() {
    this.extending ??= this.requests
      .read("/review/queue.json", this.query)
      .then((queue) => this.queue.extend({ ...queue, ...this.queue.counts }))
      .catch((problem) => {
        if (!(problem instanceof ReviewProblem)) throw problem;
        this.desk.announce(problem.message);
      })
      .finally(() => (this.extending = null));
    return this.extending;
  }

  // Ahead ---------------------------------------------------------------------------------------------------------

  scheduleAhead(delay) {
    clearTimeout(this.aheadTimer);
    this.aheadTimer = setTimeout(() => this.fetchAhead(), delay);
  }

  /** The claims that come next, and the pages of their evidence. What fails is asked for again when it is wanted. */
  async fetchAhead() {
    const { row } = this;
    const next = this.queue.next().slice(0, ITEMS_AHEAD);
    const found = await Promise.allSettled(next.map((one) => this.items.get(one)));
    if (row !== this.row) return;
    const items = found.filter(({ value }) => value).map(({ value }) => value);
    send("ahead", { items: items.map((item) => ({ data: item.pane, open: firstKey(item) })) });
  }

  // Where there is no claim to show -------------------------------------------------------------------------------

  finish() {
    const { total } = this.queue.counts;
    this.showWords({
      icon: "check",
      title: total === 1 ? "The one claim is judged." : `All ${total.toLocaleString("en-US")} claims are judged.`,
      words: "Go through them again with J and K, or choose other claims above.",
      actions: [["Look at the last one", () => this.go(this.queue.rows.at(-1))]],
    });
  }

  showNothing() {
    const isNarrowed = NARROWING.some((name) => name in this.query);
    const [title, words] = isNarrowed
      ? ["No claim matches.", "Choose another layer, model or prompt above."]
      : this.role === "adjudicator"
        ? ["No disagreement waits for you.", "Claims come here when two others judge them differently."]
        : ["There are no claims to review yet.", "Ask a question: the claims of its answer come here."];
    this.showWords({ icon: "circle", title, words });
  }

  showProblem(problem, title, again) {
    if (!(problem instanceof ReviewProblem)) throw problem;
    const onward = this.queue.next().length ? [["Next claim", () => this.next()]] : [];
    this.showWords({ icon: "broken", title, words: problem.message, actions: [["Try again", again], ...onward] });
  }

  showWords(message) {
    this.item = null;
    this.desk.showMessage(message);
    this.desk.announce(`${message.title} ${message.words}`);
    send("evidence", { data: NO_EVIDENCE, open: null });
  }

  disconnect() {
    clearTimeout(this.aheadTimer);
  }
}

/** The evidence that a claim begins at. */
function firstKey({ pane, view }) {
  return pane.open ?? view.handles[0]?.key ?? null;
}

/** A row for a claim that the queue does not have. */
function rowOf(item) {
  const text = item.view.parts.map((part) => part.text).join("");
  const { answer_id, claim, mine } = item;
  return { answer_id, claim, text, flag: null, verdict: mine?.verdict ?? null, is_done: Boolean(mine) };
}
