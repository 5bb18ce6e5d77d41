/**
 * Sources read: the passages that an answer was made from, in order, cited or not. It takes the place of the claims
 * while it is open. A passage is opened by the pane, which also asks the server for its text: its links are there.
 */

ICONS.stack = ["M4 7.5l8-4 8 4-8 4z", "M4 12l8 4 8-4", "M4 16.5l8 4 8-4"];

const TEXT_PATIENCE = 10_000; // ms that a text may take before its row says that it did not come
const PASSAGE_NOTES = {
  superseded: ["warn", "history", "Superseded"],
  denied: ["none", "lock", null],
  unavailable: ["none", "broken", null],
};

class SourcesRead extends ReadList {
  /** It makes the bar, which other lists may put their buttons in. */
  constructor(panel, toggled) {
    super(panel, element("div", { class: "sources-bar" }), toggled, {
      name: "Sources read",
      sign: "stack",
      kind: "sources",
      spot: "sources-read",
      mark: "reading-sources",
      body: element("ol", { class: "passages" }),
    });
    this.rows = new Map();
    this.listen("pincite:passage", (detail) => this.showText(detail));
  }

  /** Without sources there is nothing to say of the search either. */
  offer(isThere) {
    this.bar.hidden = !isThere;
  }

  draw() {
    const { passages, words } = this.data;
    this.lead.textContent = passages.length ? `${words}. What the answer was made from, the best first.` : words;
    for (const row of this.rows.values()) clearTimeout(row.patience);
    this.rows = new Map(passages.map((passage) => [passage.key, this.rowOf(passage)]));
    this.body.replaceChildren(...[...this.rows.values()].map((row) => row.node));
    this.body.hidden = !this.rows.size;
    this.showOpened();
  }

  rowOf(passage) {
    const isWithheld = passage.state === "denied" || passage.state === "unavailable";
    const note = PASSAGE_NOTES[passage.state];
    const words = [
      element("b", { class: "badge", "data-shown": isWithheld ? "withheld" : passage.is_cited ? "cited" : "known" }),
      element("span", { class: "passage-title" }, passage.title),
      element("span", { class: "passage-where" }, isWithheld && note && icon(note[1]), passage.locus),
      passage.begins && element("span", { class: "passage-begins" }, passage.begins),
      element(
        "span",
        { class: "passage-status" },
        note?.[2] && status(note[0], note[2], note[1]),
        status(passage.is_cited ? "ok" : "none", passage.cited, passage.is_cited ? "check" : "circle"),
      ),
    ];
    words[0].textContent = passage.handle;
    if (isWithheld)
      return { passage, node: element("li", { class: "passage-row" }, element("div", { class: "passage-open" }, words)) };
    const open = element(
      "button",
      {
        class: "passage-open",
        type: "button",
        "data-spot": passage.key,
        "aria-label": passage.aria,
        "aria-pressed": "false",
        onclick: () => send("read", { answer_id: this.answer, key: passage.key }),
      },
      words,
    );
    const id = `passage-text-${passage.handle}`;
    const more = element("button", {
      class: "button quiet small passage-more",
      type: "button",
      "data-spot": `text-${passage.key}`,
      "aria-expanded": "false",
      "aria-controls": id,
      onclick: () => this.toggleText(passage.key),
    });
    const text = element("div", { class: "passage-text", id, hidden: true });
    const row = { passage, open, more, text, node: element("li", { class: "passage-row" }, open, more, text) };
    showMore(row);
    return row;
  }

  // Opening -------------------------------------------------------------------------------------------------------

  /** Pressed is the row whose passage the pane shows. */
  showOpened() {
    for (const [key, { passage, open }] of this.rows) {
      if (!open) continue;
      const isShown = this.opened === key;
      open.setAttribute("aria-pressed", String(isShown));
      open.querySelector(".badge").dataset.shown = isShown ? "open" : passage.is_cited ? "cited" : "known";
    }
  }

  /** "Back to answer" from a passage leads to its row. */
  returnTo(key) {
    const row = this.rows.get(key);
    if (!row?.open || this.panel.classList.contains("tracing")) return; // it was opened from there
    if (!this.isOpen) this.setOpen(true);
    row.open.focus({ preventScroll: true });
    row.node.scrollIntoView({ block: "nearest" });
  }

  // Texts ---------------------------------------------------------------------------------------------------------

  toggleText(key) {
    const row = this.rows.get(key);
    row.text.hidden = !row.text.hidden;
    showMore(row);
    if (!row.text.hidden && !row.isRead) this.askText(row);
  }

  askText(row) {
    row.text.replaceChildren(element("p", { class: "passage-note" }, icon("hourglass"), "Reading the passage…"));
    clearTimeout(row.patience);
    row.patience = setTimeout(() => this.fail(row, "The text of the passage did not come."), TEXT_PATIENCE);
    send("passage-text", { answer_id: this.answer, key: row.passage.key });
  }

  showText({ key, text, context, problem }) {
    const row = this.rows.get(key);
    if (!row?.text) return;
    clearTimeout(row.patience);
    if (problem) return row.text.hidden ? undefined : this.fail(row, problem);
    row.isRead = true;
    row.text.replaceChildren(
      ...[context && element("p", { class: "passage-context" }, `Given with it: ${context}`)].filter(Boolean),
      element("p", { class: "passage-words" }, text),
    );
  }

  fail(row, words) {
    const retry = { class: "button small", type: "button", onclick: () => this.askText(row) };
    row.text.replaceChildren(
      element("p", { class: "passage-note", role: "alert" }, icon("broken"), words),
      element("button", retry, icon("retry"), "Try again"),
    );
  }

  disconnect() {
    super.disconnect();
    for (const row of this.rows.values()) clearTimeout(row.patience);
  }
}

function showMore({ passage, more, text }) {
  more.setAttribute("aria-expanded", String(!text.hidden));
  more.setAttribute("aria-label", `${text.hidden ? "Show" : "Hide"} the text of ${passage.handle}`);
  more.replaceChildren(icon(text.hidden ? "down" : "up"), text.hidden ? "Show text" : "Hide text");
}
