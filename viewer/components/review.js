/**
 * Reviewing: a claim, the evidence beside it, a verdict, the next claim. Nothing of it runs the script: the claims come
 * ahead of need, the pane is told what to show, and verdicts go out by themselves.
 */

const LEAST_LOOK = 150; // ms that a claim is on screen before a digit counts: a key that bounces judges nothing
const NO_REVIEW = { token: null, expires: 0, reviewer: { id: "", name: "" }, role: "reviewer", query: {}, verdicts: [] };

class Review {
  constructor(parent) {
    this.parent = parent;
    this.host = parent.host ?? parent;
    this.data = NO_REVIEW;
    this.requests = new ReviewRequests(() => this.setTriggerValue("renew", Date.now()));
    this.items = new ReviewItems(this.requests, () => this.itemQuery());
    this.queue = new ReviewQueue({ chosen: (row) => this.walk.go(row) });
    this.claim = new ReviewedClaim((key, place) => send("open", { answer_id: this.item.answer_id, key, place }));
    this.form = new VerdictForm({
      changed: (draft) => this.whenDrafted(draft),
      save: () => this.save(),
      left: () => this.claim.title?.focus({ preventScroll: true }),
    });
    this.places = new RightPlaces({ pick: () => this.pick(), removed: (picks) => this.setPicks(picks) });
    this.opinions = new Opinions((id) => this.withdraw(id));
    this.standing = new Standing(this.requests, (row) => this.walk.go(row));
    this.status = this.newStatus();
    this.form.root.append(this.places.root);
    this.desk = new ReviewDesk(this, this.acts());
    this.watch = new Stopwatch();
    this.walk = new ReviewWalk(this, (item) => this.whenShown(item));
    this.judging = this.newJudging();
    parent.querySelector(".mount").replaceChildren(this.desk.root);
    this.keys = new ReviewKeys((key, event) => this.press(key, event));
    this.listeners = this.paneListeners();
    for (const [name, listener] of Object.entries(this.listeners)) document.addEventListener(name, listener);
    this.stage = new Stage(this.host, (room) => this.desk.fit(room));
    const skip = { id: "claim", words: "Skip to the claim", go: () => this.desk.focusClaim() };
    this.skipLink = new SkipLink(this.host, skip);
  }

  newStatus() {
    return new ReviewStatus({
      retry: () => this.judging.outbox.retry(),
      goTo: ({ body }) => this.walk.go(body),
      discard: (entry) => this.judging.outbox.discard(entry),
      announce: (words) => this.desk.announce(words),
    });
  }

  newJudging() {
    return new Judging(this, {
      changed: () => this.desk.showPlace(this.queue.counts),
      said: (key) => this.whenSaid(key),
      stale: (row) => this.reread(row),
      status: () => this.showStatus(),
    });
  }

  acts() {
    const [save, skip, undo] = [() => this.save(), () => this.skip(), () => this.undo()];
    return { save, skip, undo, move: (by) => this.walk.move(by) };
  }

  get item() {
    return this.walk.item;
  }

  // Data ----------------------------------------------------------------------------------------------------------

  /** A run of the script brings a new link, another reviewer or other claims; or its address leads elsewhere. */
  update(data, setTriggerValue) {
    this.setTriggerValue = setTriggerValue;
    this.desk.root.dataset.theme = themeOf(this.host);
    this.requests.follow(data.token, data.expires);
    const subject = JSON.stringify([data.reviewer, data.role, data.query]);
    const isSame = subject === this.subject;
    const isGivenOut = isSame && isOtherQueue(data.queue, this.data.queue);
    this.data = data;
    this.subject = subject;
    if (!isSame) return this.begin();
    if (isGivenOut) this.fill(data.queue);
    const led = addressedClaim();
    if (led && this.walk.row && itemKey(led) !== this.walk.key) this.walk.go(led);
  }

  async begin() {
    const { reviewer, role, query, verdicts, queue, item, open } = this.data;
    const { subject } = this;
    this.walk.begin(query, role);
    this.judging.begin(reviewer, this.requests, query);
    this.form.setChoices(verdicts);
    this.queue.setChoices(verdicts);
    this.desk.setRole(role);
    if (item) this.items.put(item);
    const first = open ?? addressedClaim();
    const found = queue ?? (await this.readQueue(subject));
    if (!found || subject !== this.subject) return;
    this.fill(found);
    this.standing.ask(0);
    if (first) this.walk.go(this.queue.row(itemKey(first)) ?? first);
    else this.walk.start();
  }

  fill(queue) {
    this.queue.replace(queue);
    if (this.item) this.queue.include(rowOf(this.item));
    this.judging.join();
    this.desk.showPlace(this.queue.counts);
  }

  async readQueue(subject) {
    this.desk.showMessage(LOADING);
    try {
      return await this.requests.read("/review/queue.json", this.data.query);
    } catch (problem) {
      if (subject === this.subject)
        this.walk.showProblem(problem, "The queue could not be read.", () => this.begin());
      return null;
    }
  }

  itemQuery() {
    return this.data.role === "adjudicator" ? { role: "adjudicator" } : {};
  }

  // A claim on screen ---------------------------------------------------------------------------------------------

  whenShown(item) {
    const focused = this.parent.activeElement;
    this.shownAt = performance.now();
    this.claim.show(item);
    this.form.show(this.judging.draftOf(item));
    this.showPlaces();
    this.opinions.show(item);
    this.desk.rise();
    this.bring();
    this.watch.begin();
    this.desk.announce(this.claim.words());
    const isLost = focused && (!focused.isConnected || focused === this.form.comment);
    if (isLost) this.claim.title.focus({ preventScroll: true });
    this.showStatus();
  }

  /** The pane shows the claim's evidence, and what the reviewer marked in it. With null it keeps what is open. */
  bring(open = firstKey(this.item)) {
    const { picks } = this.form.draft;
    send("evidence", { data: this.item.pane, open, token: this.requests.token, picks });
  }

  whenSaid(key) {
    if (this.walk.shows(key)) this.opinions.show(this.item);
    this.standing.ask();
  }

  /** What the server has of a claim now; of the one on screen with new links for the pane, which waits for them. */
  async reread(row, more = null) {
    this.standing.ask();
    const item = await this.walk.reread(row, more);
    if (item) this.opinions.show(item);
    if (this.walk.shows(itemKey(row))) this.bring(null);
  }

  showStatus() {
    this.status.show(this.judging.outbox);
    this.desk.allowUndo(this.judging.drafts.canUndo);
  }

  // Judging -------------------------------------------------------------------------------------------------------

  /** What a key means now; false where it means nothing. */
  press(key, event) {
    if (key === "?") return this.did(() => this.desk.showKeys());
    if (this.desk.keys.open) return false;
    const once = (action) => () => event.repeat || action();
    const always = { j: () => this.walk.move(1), k: () => this.walk.move(-1), u: once(() => this.undo()) };
    if (always[key]) return this.did(always[key]);
    const verdict = this.form.verdictOf(key);
    if (!this.item) return Boolean(verdict);
    if (verdict) return this.did(once(() => this.judge(verdict)));
    const acts = { Enter: () => this.save(), s: () => this.skip(), c: () => this.form.write(), p: () => this.pick() };
    if (acts[key]) return this.did(once(acts[key]));
    const reason = this.form.reasonOf(key);
    return reason ? this.did(once(() => this.form.chooseReason(reason.reason))) : false;
  }

  did(action) {
    action();
    return true;
  }

  judge({ verdict, reasons }) {
    if (performance.now() - this.shownAt < LEAST_LOOK) return this.desk.announce("Too quick: this claim has just come.");
    this.form.choose(verdict);
    if (!reasons.length) this.save();
    else this.desk.announce(`${this.form.choice.words}. Say why with a letter, or comment with C; Enter saves.`);
  }

  save() {
    if (!this.item) return;
    const lack = this.form.lack();
    if (lack) return this.refuse(lack);
    const isAgain = this.walk.isDone;
    this.judging.save(this.item);
    this.walk.next({ isAgain });
  }

  refuse(words) {
    this.form.say(words);
    this.desk.announce(words);
  }

  skip() {
    if (!this.item) return;
    const isAgain = this.walk.isDone;
    const isOnly = !this.queue.next().length && !this.queue.lacks && !isAgain;
    if (isOnly) this.refuse("Only this claim waits. Judge it, or leave it for later.");
    else this.walk.next({ isAgain });
  }

  /** Takes the last verdict back and goes to its claim, as it was before it was saved. */
  undo() {
    const row = this.judging.undo();
    if (!row) return this.desk.announce("There is no verdict to undo.");
    this.walk.go(row);
    this.desk.announce(`Undone. ${this.item ? this.claim.words() : ""}`);
  }

  withdraw(id) {
    this.judging.withdraw(this.item, id);
    this.walk.go(this.walk.row);
  }

  whenDrafted(draft) {
    if (!this.item) return;
    this.judging.keep(this.item, draft);
    this.showPlaces();
  }

  // The right place -----------------------------------------------------------------------------------------------

  showPlaces() {
    this.places.show(this.form.draft.picks, Boolean(this.form.choice?.reasons.length));
  }

  pick() {
    this.sendPicks(!this.places.isPicking);
  }

  setPicks(picks) {
    this.form.change({ picks });
    this.sendPicks(this.places.isPicking);
  }

  sendPicks(active) {
    const { token } = this.requests;
    send("pick", { active, citation_id: this.claim.openCitation, token, picks: this.form.draft.picks });
  }

  // What the pane tells -------------------------------------------------------------------------------------------

  paneListeners() {
    const isOurs = ({ answer_id: answer }) => this.item && answer === this.item.answer_id;
    return {
      "pincite:mounted": () => this.item && this.bring(),
      "pincite:opened": ({ detail }) => isOurs(detail) && this.claim.markOpened(detail),
      "pincite:painted": ({ detail }) => isOurs(detail) && this.walk.scheduleAhead(0),
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
    this.judging.leave();
    for (const [name, listener] of Object.entries(this.listeners)) document.removeEventListener(name, listener);
    const { keys, skipLink, walk, watch, stage, claim, standing, requests } = this;
    for (const part of [keys, skipLink, walk, watch, stage, claim, standing, requests]) part.disconnect();
  }
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
