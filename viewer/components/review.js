/**
 * Reviewing: a claim, the evidence beside it, a verdict, the next claim. Nothing of it runs the script: the claims come
 * ahead of need, the pane is told what to show, and verdicts go out by themselves.
 */

const ITEMS_AHEAD = 3;
const AHEAD_AFTER = 900; // ms: where the pane shows nothing, nobody says that it is done
const LEAST_LOOK = 150; // ms that a claim is on screen before a digit counts: a key that bounces judges nothing
const ROWS_LEFT = 5; // waiting claims in the queue, below which more are asked for
const NO_REVIEW = { token: null, expires: 0, reviewer: { id: "", name: "" }, role: "reviewer", query: {}, verdicts: [], open: null };

class Review {
  constructor(parent) {
    this.parent = parent;
    this.host = parent.host ?? parent;
    this.data = NO_REVIEW;
    this.row = this.item = null;
    this.requests = new ReviewRequests(() => this.setTriggerValue("renew", Date.now()));
    this.items = new ReviewItems(this.requests, () => this.itemQuery());
    this.queue = new ReviewQueue({ chosen: (row) => this.go(row) });
    this.claim = new ReviewedClaim((key, place) => send("open", { answer_id: this.item.answer_id, key, place }));
    this.form = new VerdictForm({
      changed: (draft) => this.whenDrafted(draft),
      save: () => this.save(),
      left: () => this.claim.title?.focus({ preventScroll: true }),
    });
    this.places = new RightPlaces({ pick: () => this.pick(), removed: (picks) => this.setPicks(picks) });
    this.opinions = new Opinions((id) => this.withdraw(id));
    this.standing = new Standing(this.requests, (row) => this.go(row));
    this.status = new ReviewStatus({
      retry: () => this.outbox.retry(),
      goTo: ({ body }) => this.go(body),
      discard: (entry) => this.outbox.discard(entry),
      announce: (words) => this.desk.announce(words),
    });
    this.form.root.append(this.places.root);
    this.desk = new ReviewDesk(this.parts(), this.acts());
    this.watch = new Stopwatch();
    parent.querySelector(".mount").replaceChildren(this.desk.root);
    this.keys = new ReviewKeys((key, event) => this.press(key, event));
    this.listeners = this.paneListeners();
    for (const [name, listener] of Object.entries(this.listeners)) document.addEventListener(name, listener);
    this.stage = new Stage(this.host, (room) => this.desk.fit(room));
  }

  parts() {
    return {
      queue: this.queue.root,
      claim: this.claim.root,
      form: this.form.root,
      opinions: this.opinions.root,
      standing: this.standing.root,
      status: this.status.short,
      unsaved: this.status.box,
    };
  }

  acts() {
    return {
      save: () => this.save(),
      skip: () => this.skip(),
      undo: () => this.undo(),
      move: (by) => this.move(by),
    };
  }

  // Data ----------------------------------------------------------------------------------------------------------

  /** A run of the script brings a new link, another reviewer or another choice of claims; or its address leads elsewhere. */
  update(data, setTriggerValue) {
    this.setTriggerValue = setTriggerValue;
    this.desk.root.dataset.theme = themeOf(this.host);
    this.requests.follow(data.token, data.expires);
    const subject = JSON.stringify([data.reviewer, data.role, data.query]);
    const isSame = subject === this.subject;
    this.data = data;
    if (!isSame) {
      this.subject = subject;
      return this.begin();
    }
    const led = addressedClaim();
    if (led && this.row && itemKey(led) !== itemKey(this.row)) this.go(led);
  }

  async begin() {
    const { reviewer, verdicts, queue, item, open } = this.data;
    this.outbox?.attach(null);
    this.drafts = new Drafts(reviewer.id);
    this.items.clear();
    this.form.setChoices(verdicts);
    this.queue.setChoices(verdicts);
    if (item) this.items.put(item);
    const first = open ?? addressedClaim();
    const isLoaded = queue ? this.fill(queue) : await this.loadQueue();
    if (!isLoaded) return;
    this.standing.ask(0);
    if (first) this.go(this.queue.row(itemKey(first)) ?? first);
    else this.start();
  }

  /** What waits to be sent has been judged. */
  fill(queue) {
    this.queue.replace(queue);
    this.outbox = outboxOf(this.data.reviewer, this.requests);
    for (const { kind, of, body } of this.outbox.waiting()) this.queue.mark(of, kind === "verdict" ? body.verdict : null);
    this.outbox.attach({
      changed: () => this.showStatus(),
      sent: (entry, answer) => this.whenSent(entry, answer),
      refused: (entry) => this.whenRefused(entry),
    });
    this.desk.showPlace(this.queue.counts);
    return true;
  }

  async loadQueue() {
    const { subject } = this;
    this.desk.showMessage(LOADING);
    try {
      const queue = await this.requests.read("/review/queue.json", this.data.query);
      return subject === this.subject && this.fill(queue);
    } catch (problem) {
      if (subject === this.subject) this.showProblem(problem, "The queue could not be read.", () => this.begin());
      return false;
    }
  }

  /** More of the queue, where the server has more than it sent at first. */
  async extendQueue() {
    this.extending ??= this.requests
      .read("/review/queue.json", this.data.query)
      .then((queue) => {
        const { counts } = this.queue;
        this.queue.extend(this.outbox.waiting().length ? { ...queue, ...counts } : queue);
      })
      .finally(() => (this.extending = null));
    return this.extending;
  }

  itemQuery() {
    return this.data.role === "adjudicator" ? { role: "adjudicator" } : {};
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
    const key = itemKey(row);
    this.row = row;
    this.item = null;
    this.queue.show(key);
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
    const focused = this.parent.activeElement;
    this.item = item;
    this.shownAt = performance.now();
    this.queue.include(rowOf(item));
    this.queue.show(itemKey(item));
    this.desk.showMessage(null);
    this.claim.show(item);
    this.form.show(this.draftOf(item));
    this.showPlaces();
    this.opinions.show(item, this.isJudged);
    this.desk.body.scrollTop = 0;
    this.bring();
    this.watch.begin();
    this.desk.announce(this.claim.words());
    const isLost = focused && (!focused.isConnected || focused === this.form.comment);
    if (isLost) this.claim.title.focus({ preventScroll: true });
    this.desk.undoButton.setAttribute("aria-disabled", String(!this.drafts.canUndo));
    this.scheduleAhead(AHEAD_AFTER);
  }

  get isJudged() {
    return Boolean(this.item.mine);
  }

  /** What was begun; else what was said, which may still be on its way. */
  draftOf(item) {
    const key = itemKey(item);
    const begun = this.drafts.of(key);
    if (begun.verdict || begun.comment || begun.picks.length) return begun;
    const sent = this.outbox.waiting().findLast(({ of, kind }) => of === key && kind === "verdict");
    return saidDraft(item, sent?.draft);
  }

  /** The pane shows the claim's evidence, and what the reviewer marked in it. */
  bring() {
    const { pane, view } = this.item;
    send("evidence", {
      data: pane,
      open: pane.open ?? view.handles[0]?.key ?? null,
      token: this.requests.token,
      picks: this.form.draft.picks,
    });
  }

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
    send("ahead", { items: items.map(({ pane, view }) => ({ data: pane, open: pane.open ?? view.handles[0]?.key })) });
  }

  async next() {
    if (!this.queue.next().length && this.queue.lacks) await this.extendQueue().catch(() => null);
    const [row] = this.queue.next();
    if (!row) return this.finish();
    this.go(row);
    if (this.queue.next().length < ROWS_LEFT && this.queue.lacks) this.extendQueue().catch(() => null);
  }

  move(by) {
    const row = this.queue.beside(by);
    if (row) this.go(row);
    else this.desk.announce(by > 0 ? "This is the last claim of the queue." : "This is the first claim of the queue.");
  }

  skip() {
    if (!this.item) return;
    if (this.queue.next().length || this.queue.lacks || this.isDone) return this.next();
    const words = "Only this claim waits. Judge it, or leave it for later.";
    this.form.say(words);
    this.desk.announce(words);
  }

  get isDone() {
    return Boolean(this.queue.row(itemKey(this.row))?.is_done);
  }

  finish() {
    const { done, total } = this.queue.counts;
    this.row = this.item = null;
    this.showWords({
      icon: "check",
      title: total === 1 ? "The one claim is judged." : `All ${total} claims are judged.`,
      words: "Go through them again with J and K, or choose other claims above.",
      actions: [["Look at the last one", () => this.go(this.queue.rows.at(-1))]],
    });
    if (done < total) this.desk.announce(`${total - done} claims are not in this queue.`);
  }

  showNothing() {
    const { query, role } = this.data;
    const isChosen = ["layer", "model", "prompt", "mine"].some((name) => query[name]);
    const words = isChosen
      ? ["No claim matches.", "Choose another layer, model or prompt above."]
      : role === "adjudicator"
        ? ["No disagreement waits for you.", "Claims come here when two others judge them differently."]
        : ["There are no claims to review yet.", "Ask a question: the claims of its answer come here."];
    this.showWords({ icon: "circle", title: words[0], words: words[1] });
  }

  showProblem(problem, title, again) {
    if (!(problem instanceof ReviewProblem)) throw problem;
    const onward = this.queue.next().length ? [["Next claim", () => this.next()]] : [];
    this.showWords({ icon: "broken", title, words: problem.message, actions: [["Try again", again], ...onward] });
  }

  showWords(message) {
    this.desk.showMessage(message);
    this.desk.announce(`${message.title} ${message.words}`);
    send("evidence", { data: { answer_id: "", open: null, evidence: [], read: [], sources: {} }, open: null });
  }

  // Judging -------------------------------------------------------------------------------------------------------

  press(key, event) {
    if (key === "?") return this.did(() => this.desk.showKeys());
    if (this.desk.keys.open) return false;
    const always = { j: () => this.move(1), k: () => this.move(-1), u: () => event.repeat || this.undo() };
    if (always[key]) return this.did(always[key]);
    const verdict = this.form.verdictOf(key);
    if (!this.item) return Boolean(verdict);
    if (verdict) return this.did(() => event.repeat || this.judge(verdict));
    const acts = { Enter: () => this.save(), s: () => this.skip(), c: () => this.form.write(), p: () => this.pick() };
    if (acts[key]) return this.did(() => event.repeat || acts[key]());
    const reason = this.form.reasonOf(key);
    return reason ? this.did(() => event.repeat || this.form.chooseReason(reason.reason)) : false;
  }

  did(action) {
    action();
    return true;
  }

  judge({ verdict, reasons }) {
    if (performance.now() - this.shownAt < LEAST_LOOK) return;
    this.form.choose(verdict);
    if (!reasons.length) this.save();
    else this.desk.announce(`${this.form.choice.words}. Say why with a letter, or comment with C; Enter saves.`);
  }

  save() {
    if (!this.item) return;
    const { draft } = this.form;
    const lack = this.form.lack();
    if (lack) {
      this.form.say(lack);
      return this.desk.announce(lack);
    }
    if (!this.isSaid(draft)) this.put(draft);
    this.next();
  }

  /** Whether the verdict that counts says this already. */
  isSaid(draft) {
    const said = this.isJudged ? saidDraft(this.item) : null;
    return Boolean(said) && JSON.stringify(said) === JSON.stringify(ordered(draft));
  }

  put(draft) {
    const { item } = this;
    const key = itemKey(item);
    const known = new Set((item.mine?.annotations ?? []).map(({ id }) => id));
    const body = {
      id: randomId(),
      answer_id: item.answer_id,
      claim: item.claim,
      role: item.role,
      verdict: draft.verdict,
      reason: draft.reason,
      comment: draft.comment.trim(),
      seconds: this.watch.seconds,
      decided_at: new Date().toISOString(),
      places: draft.picks.map((pick) => sentPlace(known.has(pick.id) ? { ...pick, id: randomId() } : pick)),
    };
    this.outbox.judge(body, { of: key, draft, query: this.data.query });
    this.drafts.forget(key);
    this.drafts.saved(body, draft);
    this.queue.mark(key, body.verdict);
    this.desk.showPlace(this.queue.counts);
  }

  /** Takes the last verdict back and goes to its claim, as it was before it was saved. */
  undo() {
    const last = this.drafts.undo();
    if (!last) return this.desk.announce("There is no verdict to undo.");
    this.takeBack(last.verdict, last.draft);
    const key = itemKey(last.verdict);
    this.go(this.queue.row(key) ?? last.verdict);
    this.desk.announce(`Undone. ${this.item ? this.claim.words() : ""}`);
  }

  withdraw(id) {
    const draft = saidDraft(this.item);
    this.drafts.withdrawn(id);
    this.takeBack({ ...this.item, id }, draft);
    this.show(this.item);
  }

  /** From here on nothing of what others said of that claim is shown. */
  takeBack(verdict, draft) {
    const key = itemKey(verdict);
    this.outbox.withdraw(verdict.id, { of: key, query: this.data.query });
    this.queue.mark(key, null);
    this.items.change(verdict, { mine: null, others: null, annotations: [] });
    this.drafts.put(key, draft);
    this.desk.showPlace(this.queue.counts);
  }

  whenDrafted(draft) {
    if (!this.item) return;
    this.drafts.put(itemKey(this.item), draft);
    this.showPlaces();
  }

  // The right place -----------------------------------------------------------------------------------------------

  showPlaces() {
    this.places.show(this.form.draft.picks, Boolean(this.form.choice?.reasons.length));
  }

  pick() {
    this.sendPicks({ active: !this.places.isPicking });
  }

  setPicks(picks) {
    this.form.change({ picks });
    this.sendPicks({ active: this.places.isPicking });
  }

  sendPicks({ active }) {
    const { token } = this.requests;
    send("pick", { active, citation_id: this.claim.openCitation, token, picks: this.form.draft.picks });
  }

  // What the outbox and the pane tell -----------------------------------------------------------------------------

  showStatus() {
    this.status.show(this.outbox);
    this.desk.undoButton.setAttribute("aria-disabled", String(!this.drafts.canUndo));
  }

  whenSent({ kind, id, of }, answer) {
    const row = keyedRow(of);
    const isLast = !this.outbox.waiting().length;
    if (isLast) this.queue.count(answer.progress);
    this.desk.showPlace(this.queue.counts);
    if (kind === "verdict" && !this.outbox.waiting().some((entry) => entry.id === id)) {
      const { saved, others, standing } = answer;
      const item = this.items.at(row);
      const history = [...(item?.history ?? []).filter((one) => one.id !== saved.id), saved];
      this.items.change(row, { mine: saved, others, standing, history, annotations: saved.annotations });
      if (this.item && itemKey(this.item) === of) this.opinions.show(this.item, this.isJudged);
    } else if (kind === "withdraw") this.reread(row);
    this.standing.ask();
  }

  /** What it refuses is not judged: the claim waits again, with what was said of it. */
  whenRefused({ kind, id, of, draft }) {
    if (kind !== "verdict") return;
    this.drafts.withdrawn(id);
    this.drafts.put(of, draft);
    this.queue.mark(of, null);
    this.desk.showPlace(this.queue.counts);
  }

  /** The same claim as the server has it now, with new links; what is open and begun stays. */
  async reread(row, more = null) {
    const key = itemKey(row);
    const isShown = () => this.item && itemKey(this.item) === key;
    this.items.forget(row);
    if (!isShown()) return;
    try {
      const item = await this.items.get(row, more);
      if (!isShown()) return;
      this.item = item;
      this.opinions.show(item, this.isJudged);
      this.bring();
    } catch (problem) {
      if (!(problem instanceof ReviewProblem)) throw problem;
      if (isShown()) this.desk.announce(problem.message);
    }
  }

  paneListeners() {
    const isOurs = ({ answer_id: answer }) => this.item && answer === this.item.answer_id;
    return {
      "pincite:mounted": () => this.item && this.bring(),
      "pincite:opened": ({ detail }) => isOurs(detail) && this.claim.markOpened(detail),
      "pincite:painted": ({ detail }) => isOurs(detail) && this.scheduleAhead(0),
      "pincite:return": ({ detail }) => isOurs(detail) && this.claim.focusHandle(detail.key),
      "pincite:picked": ({ detail }) => isOurs(detail) && this.form.change({ picks: detail.picks }),
      "pincite:picking": ({ detail }) => {
        this.places.setPicking(detail.active);
        if (this.item) this.showPlaces();
      },
      "pincite:request": ({ detail }) =>
        this.item && this.reread(this.item, detail.name === "newer" ? { newer: detail.value } : null),
    };
  }

  disconnect() {
    clearTimeout(this.aheadTimer);
    this.outbox?.attach(null);
    for (const [name, listener] of Object.entries(this.listeners)) document.removeEventListener(name, listener);
    for (const part of [this.keys, this.watch, this.stage, this.claim, this.standing, this.requests]) part.disconnect();
  }
}

/** A row for a claim that the queue does not have. */
function rowOf(item) {
  const text = item.view.parts.map((part) => part.text).join("");
  const { answer_id, claim, mine } = item;
  return { answer_id, claim, text, flag: null, verdict: mine?.verdict ?? null, is_done: Boolean(mine) };
}

function keyedRow(key) {
  const [answer, claim] = key.split("/");
  return { answer_id: answer, claim: Number(claim) };
}

function ordered({ verdict, reason, comment, picks }) {
  return { verdict, reason, comment: comment.trim(), picks };
}

/** What the reviewer's verdict says, as it was entered: what was just sent, else what the server has. */
function saidDraft({ mine }, sent = null) {
  if (sent) return ordered(sent);
  if (!mine) return { ...NO_DRAFT };
  const places = (mine.annotations ?? []).filter(({ state }) => state === "ready");
  return ordered({ ...mine, comment: mine.comment ?? "", picks: places.map(pickOf) });
}

function pickOf({ page_words: words, ...annotation }) {
  return { passage_id: null, ...annotation, words };
}

const reviews = new WeakMap();

/** Called by Streamlit at mounting and at every change of data or theme; the review is made once. */
export default function renderReview({ data, parentElement, setTriggerValue }) {
  let review = reviews.get(parentElement);
  if (!review) reviews.set(parentElement, (review = new Review(parentElement)));
  review.update(data ?? NO_REVIEW, setTriggerValue);
  return () => {
    review.disconnect();
    reviews.delete(parentElement);
  };
}
