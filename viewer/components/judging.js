/** Verdicts from the form to the outbox and back: saving, taking back, and what the server says to them. */

const CLAIM_KEY = /^([^/]+)\/(\d+)$/;

class Judging {
  /**
   * `events`: changed() when what is judged has changed, said(key) when there is
   * more to say of a claim, stale(row) when the server knows better, status() when sending goes on or stops.
   */
  constructor({ form, items, queue, watch }, events) {
    Object.assign(this, { form, items, queue, watch, events });
    this.outbox = null;
    this.query = {};
  }

  begin(reviewer, requests, query) {
    this.leave();
    this.query = query;
    this.drafts = new Drafts(reviewer.id);
    this.outbox = outboxOf(reviewer, requests);
  }

  /** Over a new queue: what waits to be sent has been judged. */
  join() {
    for (const { kind, of, body } of this.outbox.waiting()) this.queue.mark(of, kind === "verdict" ? body.verdict : null);
    this.outbox.attach({
      changed: () => this.events.status(),
      sent: (entry, answer) => this.whenSent(entry, answer),
      refused: (entry) => this.whenRefused(entry),
    });
  }

  leave() {
    this.outbox?.attach(null);
  }

  /** What was begun; else what was said, which may still be on its way. */
  draftOf(item) {
    const key = itemKey(item);
    const begun = this.drafts.of(key);
    if (isBegun(begun)) return begun;
    const sent = this.outbox.waiting().findLast(({ of, kind }) => of === key && kind === "verdict");
    return sent ? ordered(sent.draft) : saidDraft(item);
  }

  /** Keeps what the form has, so that no reload loses it. */
  keep(item, draft) {
    this.drafts.put(itemKey(item), draft);
  }

  /** Saves the form's verdict on a claim, unless it says what was said already. */
  save(item) {
    const { draft } = this.form;
    if (item.mine && JSON.stringify(saidDraft(item)) === JSON.stringify(ordered(draft))) return;
    const key = itemKey(item);
    const verdict = this.verdict(item, draft);
    this.outbox.judge(verdict, { of: key, draft, query: this.query });
    this.drafts.forget(key);
    this.drafts.saved(verdict, draft);
    this.queue.mark(key, verdict.verdict);
    this.events.changed();
  }

  /** Places that are stored with an earlier verdict go with this one under ids of their own. */
  verdict(item, draft) {
    const stored = new Set((item.mine?.annotations ?? []).map(({ id }) => id));
    return {
      id: randomId(),
      answer_id: item.answer_id,
      claim: item.claim,
      role: item.role,
      verdict: draft.verdict,
      reason: draft.reason,
      comment: draft.comment.trim(),
      seconds: this.watch.seconds,
      decided_at: new Date().toISOString(),
      places: draft.picks.map((pick) => sentPlace(stored.has(pick.id) ? { ...pick, id: randomId() } : pick)),
    };
  }

  /** Takes the last verdict back; its claim as a row, or null where there is none. */
  undo() {
    const last = this.drafts.undo();
    if (!last) return null;
    this.takeBack(last.verdict, last.draft);
    return this.queue.row(itemKey(last.verdict)) ?? last.verdict;
  }

  withdraw(item, id) {
    const draft = saidDraft(item);
    this.drafts.withdrawn(id);
    this.takeBack({ id, answer_id: item.answer_id, claim: item.claim }, draft);
  }

  /** From here on nothing of what others said of that claim is shown. */
  takeBack(verdict, draft) {
    const key = itemKey(verdict);
    this.outbox.withdraw(verdict.id, { of: key, query: this.query });
    this.queue.mark(key, null);
    this.items.change(verdict, { mine: null, others: null, annotations: [] });
    this.drafts.put(key, draft);
    this.events.changed();
  }

  whenSent({ kind, id, of }, answer) {
    const waiting = this.outbox.waiting();
    if (!waiting.length) this.queue.count(answer.progress);
    this.events.changed();
    const isTakenBack = waiting.some((entry) => entry.id === id);
    if (kind === "withdraw") this.events.stale(rowOfKey(of));
    else if (!isTakenBack) this.learn(of, answer);
  }

  /** What others said may be seen now. */
  learn(of, { saved, others, standing }) {
    const row = rowOfKey(of);
    const history = (this.items.at(row)?.history ?? []).filter(({ id }) => id !== saved.id);
    const { annotations } = saved;
    this.items.change(row, { mine: saved, others, standing, history: [...history, saved], annotations });
    this.events.said(of);
  }

  /** What the server refuses is not judged: the claim waits again, with what was said of it. */
  whenRefused({ kind, id, of, draft }) {
    if (kind !== "verdict") return;
    this.drafts.withdrawn(id);
    this.drafts.put(of, draft);
    this.queue.mark(of, null);
    this.events.changed();
  }
}

function rowOfKey(key) {
  const [, answer, claim] = CLAIM_KEY.exec(key);
  return { answer_id: answer, claim: Number(claim) };
}

function isBegun({ verdict, comment, picks }) {
  return Boolean(verdict || comment || picks.length);
}

function ordered({ verdict, reason, comment, picks }) {
  return { verdict, reason, comment: (comment ?? "").trim(), picks };
}

/** What the reviewer's verdict says, as it was entered. */
function saidDraft({ mine }) {
  if (!mine) return { ...NO_DRAFT };
  const places = (mine.annotations ?? []).filter(({ state }) => state === "ready" || state === "superseded");
  return ordered({ ...mine, picks: places.map(pickOf) });
}

function pickOf({ page_words: where, ...annotation }) {
  return { passage_id: null, ...annotation, words: annotation.words ?? where };
}
