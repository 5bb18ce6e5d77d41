/** What a reviewer has begun to say of claims, and what they said last: kept for this window, over a reload too. */

const NO_DRAFT = { verdict: null, reason: null, comment: "", picks: [] };
const MOST_UNDONE = 50; // verdicts that can be taken back one after another

class Drafts {
  constructor(reviewer) {
    this.name = `pincite.review-draft.${reviewer}`;
    this.kept = readKept(this.name) ?? { drafts: {}, saved: [] };
  }

  of(key) {
    return { ...NO_DRAFT, ...this.kept.drafts[key] };
  }

  put(key, draft) {
    if (draft.verdict || draft.comment || draft.picks.length) this.kept.drafts[key] = draft;
    else delete this.kept.drafts[key];
    this.keep();
  }

  forget(key) {
    delete this.kept.drafts[key];
    this.keep();
  }

  /** The newest verdict is the first to be taken back. */
  saved(verdict, draft) {
    this.kept.saved = [...this.kept.saved, { verdict, draft }].slice(-MOST_UNDONE);
    this.keep();
  }

  get canUndo() {
    return this.kept.saved.length > 0;
  }

  undo() {
    const last = this.kept.saved.at(-1) ?? null;
    this.kept.saved = this.kept.saved.slice(0, -1);
    this.keep();
    return last;
  }

  /** What was withdrawn in another way is not undone again. */
  withdrawn(id) {
    this.kept.saved = this.kept.saved.filter(({ verdict }) => verdict.id !== id);
    this.keep();
  }

  keep() {
    try {
      sessionStorage.setItem(this.name, JSON.stringify(this.kept));
    } catch {
      // it lasts as long as this page does
    }
  }
}

function readKept(name) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name));
    return kept && typeof kept.drafts === "object" && Array.isArray(kept.saved) ? kept : null;
  } catch {
    return null;
  }
}
