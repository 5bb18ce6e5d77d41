/** Marking what the search found: the current hit is taken as it is, or the cursor is put on it when the search closes. */

const NOTHING_TO_MARK =
  "Nothing can be marked here. Open other evidence of the claim, or one of the other passages.";
const PICK_KEYS = [
  { key: "↑ ↓ ← →", words: "Marking: by row or block, by cell or word; with Shift the selection grows" },
  { key: "Enter", words: "Marking: mark what the cursor stands on, or the passage that is open" },
  { key: "Tab", words: "Marking: cells, words or blocks" },
  { key: "b", words: "Marking: whole blocks, and back" },
  { key: "a", words: "Marking: another passage that was read for the answer" },
  { key: "PageDown", words: "Marking: the next page; PageUp the one before" },
  { key: "Mod+Enter", words: "Marking: mark the current hit of a search" },
  { key: "Backspace", words: "Marking: remove the last right place" },
];

class PickHits {
  constructor(picking) {
    this.picking = picking;
    this.button = element(
      "button",
      { class: "find-option take-hit", type: "button", title: "Mark the current hit (Ctrl Enter)", onclick: () => this.take() },
      icon("target"),
      "Mark this hit",
    );
  }

  get find() {
    return this.picking.pane.tools.find((tool) => tool instanceof FindBar);
  }

  offer(isOffered) {
    if (isOffered) this.find.form.root.querySelector(".find-options").append(this.button);
    else this.button.remove();
  }

  take() {
    const { picking } = this;
    const hit = this.find.walk.current;
    if (!hit) return picking.complain("missing", "Find words first, and go to one of the hits.");
    const [start, end] = hit.range;
    return picking.attempt(() => picking.take([{ page_index: hit.page_index, start, end, unit: "words" }]));
  }

  searched() {
    const hit = this.find.left;
    if (this.picking.isActive && hit) this.picking.picker?.toHit(hit);
  }
}
