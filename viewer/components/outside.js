/**
 * Evidence from outside: a component beside the pane brings the data, so that the next item costs no run of the script.
 *
 * The first data of the script says so (`external`) and is shown until the other component brings its own; what the
 * script sends later is old. Everything that the pane would have the script do is asked of that component instead.
 */

// What the Review page's keys mean there wherever the focus is (review_keys.js, viewer/verdict_choices.py).
const OUTSIDE_KEYS = new Set([..."12345abcdefghixsujkp?", "Enter"]);
const WARMED_AT_MOST = 3; // items ahead
const WARMED_DECODED = 1; // of them; the others stay compressed

class Outside {
  constructor(pane) {
    this.pane = pane;
    this.isOn = this.isBrought = false;
    this.listeners = {
      "pincite:evidence": ({ detail }) => this.isOn && this.whenBrought(detail),
      "pincite:ahead": ({ detail }) => this.isOn && this.warm(detail.items),
    };
    for (const [name, listener] of Object.entries(this.listeners)) document.addEventListener(name, listener);
  }

  /** Whether what the script sends is to be left alone. The first data with evidence from outside says that it is on. */
  isBehind(data) {
    if (!data.external) return false;
    if (!this.isOn) this.begin();
    const isFirst = !this.isTold;
    this.isTold = true;
    return !isFirst;
  }

  /** Who brings the evidence may have sent it before there was a pane to hear it. */
  begin() {
    this.isOn = true;
    const { readers, toolbar } = this.pane;
    for (const reader of readers) reader.heading.setBack("Back to the claim");
    toolbar.slots.search.before(toolbar.slots.share); // beside a claim there is less room: one row less
    queueMicrotask(() => send("mounted", { answer_id: this.pane.data.answer_id }));
  }

  // Data ------------------------------------------------------------------------------------------------------------

  /** The same item again brings new links, and keeps what is open; another one opens what it says. */
  whenBrought({ data, open = null, ...marked }) {
    const { pane } = this;
    const isSame = this.isTold && isSameItem(data, pane.data);
    this.isTold = true;
    pane.take({ ...data, open }, isSame);
    if (isSame && open !== null && open !== pane.evidence?.key) pane.open(open);
    pane.picking.whenBrought(marked, isSame);
  }

  // Keys ------------------------------------------------------------------------------------------------------------

  reserves(key) {
    return this.isOn && !this.pane.picking.isActive && OUTSIDE_KEYS.has(key);
  }

  /** A key of the pane or of its frame that means nothing here. What a button does with it is the button's. */
  passOn(event) {
    if (!this.isOn || this.pane.picking.isActive || event.ctrlKey || event.metaKey) return;
    const isPress = event.key === "Enter" || event.key === " ";
    if (isPress && event.target.closest?.("button, a, [role=option]")) return;
    const { key, code, shiftKey, altKey, ctrlKey, metaKey, repeat } = event;
    send("key", { key, code, shiftKey, altKey, ctrlKey, metaKey, repeat });
    if (!OUTSIDE_KEYS.has(key)) return;
    event.preventDefault(); // it has been told: nobody is to hear it twice
    event.stopPropagation();
  }

  // Ahead -----------------------------------------------------------------------------------------------------------

  /** Fetches the pages that the next items will open with: `[{ data, open }]`, the next one first. */
  async warm(items) {
    this.warming?.abort();
    const { signal } = (this.warming = new AbortController());
    const { sheets, frame } = this.pane.reader;
    for (const [order, { data, open }] of items.slice(0, WARMED_AT_MOST).entries()) {
      const evidence = data.evidence.find((one) => one.key === open);
      const source = data.sources[evidence?.version?.id];
      const citation = source && !["denied", "unavailable", "ambiguous"].includes(evidence.state);
      if (!citation) continue;
      if (evidence.media !== "pdf") {
        if (this.pane.viewer !== frame && !frame.version) frame.preload(evidence.version.id, source);
        continue;
      }
      try {
        const options = { signal, decode: order < WARMED_DECODED };
        await sheets.warm(evidence.version.id, source, makeCitation(evidence, evidence, false), options);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof PageProblem)) throw error; // the page says so itself when it is opened
      }
    }
  }

  disconnect() {
    this.warming?.abort();
    for (const [name, listener] of Object.entries(this.listeners)) document.removeEventListener(name, listener);
  }
}

/** Claims of one answer differ in what they cite. What was found of it in a newer version may have come since. */
function isSameItem(one, other) {
  const keys = ({ evidence }) => evidence.flatMap(({ key, of }) => (of ? [] : [key])).join(" ");
  return one.answer_id === other.answer_id && keys(one) === keys(other);
}

PANE_TOOLS.push((pane) => new Outside(pane));
