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

class SourcesRead {
  /** `panel` is the answer's root; `toggled()` is called when the reader has opened or closed the list. */
  constructor(panel, toggled) {
    this.panel = panel;
    this.toggled = toggled;
    this.rows = new Map();
    this.answer = null;
    this.button = element("button", {
      class: "read-button sources-button",
      type: "button",
      "aria-expanded": "false",
      "data-spot": "sources-read",
      onclick: () => this.toggle(),
    });
    this.bar = element("div", { class: "sources-bar" }, this.button);
    this.title = element("h2", { tabindex: "-1" }, "Sources read");
    this.lead = element("p");
    this.list = element("ol", { class: "passages" });
    const close = element(
      "button",
      { class: "button small", type: "button", "data-spot": "sources-close", onclick: () => this.toggle(false) },
      icon("back"),
      "Back to the answer",
    );
    this.root = element(
      "section",
      { class: "read-list sources-read", "aria-label": "Sources read", hidden: true, onkeydown: (event) => this.whenKeyed(event) },
      element("header", {}, this.title, close, this.lead),
      this.list,
    );
    this.listeners = {
      "pincite:opened": ({ detail }) => this.isOurs(detail) && this.markOpened(detail),
      "pincite:return": ({ detail }) => this.isOurs(detail) && this.focusRow(detail.key),
      "pincite:passage": ({ detail }) => this.isOurs(detail) && this.showText(detail),
    };
    for (const [name, listener] of Object.entries(this.listeners)) document.addEventListener(name, listener);
  }

  get isOpen() {
    return !this.root.hidden;
  }

  isOurs(detail) {
    return detail.answer_id === this.answer;
  }

  /** `data` is what the server lists, null where it lists nothing. An unchanged list keeps its texts and its scrolling. */
  update(answerId, data) {
    const isNew = answerId !== this.answer;
    this.answer = answerId;
    if (isNew) {
      this.opened = null;
      this.show(false);
    }
    const text = JSON.stringify(data ?? null);
    if (!isNew && text === this.text) return;
    this.text = text;
    this.data = data;
    this.bar.hidden = !data;
    if (!data) return this.show(false);
    this.lead.textContent = data.passages.length
      ? `${data.words}. What the answer was made from, the best first.`
      : data.words;
    this.draw();
    this.showButton();
  }

  draw() {
    for (const row of this.rows.values()) clearTimeout(row.patience);
    this.rows = new Map(this.data.passages.map((passage) => [passage.key, this.rowOf(passage)]));
    this.list.replaceChildren(...[...this.rows.values()].map((row) => row.node));
    this.list.hidden = !this.rows.size;
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

  // The list ------------------------------------------------------------------------------------------------------

  toggle(isOpen = !this.isOpen) {
    this.setOpen(isOpen);
    if (isOpen) this.title.focus({ preventScroll: true });
    else this.button.focus({ preventScroll: true });
  }

  setOpen(isOpen) {
    this.show(isOpen);
    this.toggled();
  }

  show(isOpen) {
    this.root.hidden = !isOpen;
    this.panel.classList.toggle("reading-sources", isOpen);
    this.showButton();
  }

  showButton() {
    this.button.setAttribute("aria-expanded", String(this.isOpen));
    this.button.replaceChildren(
      icon("stack"),
      element("b", {}, "Sources read"),
      element("span", {}, this.data?.words ?? ""),
      icon(this.isOpen ? "down" : "up"),
    );
  }

  whenKeyed(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.toggle(false);
  }

  markOpened({ key, state }) {
    this.opened = { key, state };
    this.showOpened();
  }

  /** Pressed is the row whose passage the pane shows. */
  showOpened() {
    for (const [key, { passage, open }] of this.rows) {
      if (!open) continue;
      const isShown = this.opened?.key === key;
      open.setAttribute("aria-pressed", String(isShown));
      open.querySelector(".badge").dataset.shown = isShown ? "open" : passage.is_cited ? "cited" : "known";
    }
  }

  /** "Back to answer" from a passage leads to its row. */
  focusRow(key) {
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
    for (const row of this.rows.values()) clearTimeout(row.patience);
    for (const [name, listener] of Object.entries(this.listeners)) document.removeEventListener(name, listener);
  }
}

function showMore({ passage, more, text }) {
  more.setAttribute("aria-expanded", String(!text.hidden));
  more.setAttribute("aria-label", `${text.hidden ? "Show" : "Hide"} the text of ${passage.handle}`);
  more.replaceChildren(icon(text.hidden ? "down" : "up"), text.hidden ? "Show text" : "Hide text");
}
