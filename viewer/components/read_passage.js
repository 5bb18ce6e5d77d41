/** A passage that the answer was made from, opened in the pane: its place is outlined, and nothing of it is evidence. */

class ReadPassages {
  constructor(pane) {
    this.pane = pane;
    this.found = new Map();
    this.listeners = {
      "pincite:read": ({ detail }) => this.isOurs(detail) && this.open(detail.key, { isAsked: true }),
      "pincite:passage-text": ({ detail }) => this.isOurs(detail) && this.tellText(detail.key),
    };
    for (const [name, listener] of Object.entries(this.listeners)) document.addEventListener(name, listener);
  }

  isOurs(detail) {
    return detail.answer_id === this.pane.data.answer_id;
  }

  /** The entry of the data that a key names; null for a key of no passage. */
  entryOf(key) {
    return this.pane.data.read?.find((one) => one.key === key) ?? null;
  }

  /** The evidence of a passage that was asked for already. */
  evidenceOf(key) {
    return this.entryOf(key) ? (this.found.get(this.idOf(key))?.evidence ?? null) : null;
  }

  idOf(key) {
    return `${this.pane.data.answer_id} ${key}`;
  }

  /** Asks the server, unless it has told already. Rejects as `requested`. */
  async ask(key) {
    const id = this.idOf(key);
    const known = this.found.get(id);
    if (known) return known;
    const entry = this.entryOf(key);
    const source = entry && this.pane.data.sources[entry.version];
    if (!source) throw new PageProblem(404);
    const query = { answer: this.pane.data.answer_id, handle: entry.citation_id };
    const passage = await storedOf(source, "passage", query);
    this.found.set(id, passage);
    return passage;
  }

  async open(key, { isAsked = false } = {}) {
    const { pane } = this;
    const id = (this.wanted = this.idOf(key));
    try {
      await this.ask(key);
    } catch (problem) {
      if (!(problem instanceof PageProblem)) throw problem;
      if (id === this.wanted) this.fail(key, problem);
      return;
    }
    if (id !== this.wanted || id !== this.idOf(key)) return; // something else was opened meanwhile
    pane.open(key, { isAsked });
    this.fitLines();
    const { evidence } = pane;
    if (evidence?.key === key && evidence.state !== "quote_not_found")
      pane.say("eye", `${evidence.citation_id} as it was read for the answer. ${this.entryOf(key).cited}.`);
  }

  /** A passage is read line by line: lines wider than the view are fitted into it. */
  fitLines() {
    const { viewer, sheets, citation } = this.pane;
    if (viewer !== sheets || !citation?.current) return;
    const { left, right } = union(citation.pieces.map((piece) => sheets.boxOf(piece)));
    if (right - left <= sheets.window.width) return;
    sheets.fitTo("width");
    sheets.goTo();
  }

  fail(key, problem) {
    const { pane } = this;
    const entry = this.entryOf(key);
    const words = `The passage ${entry?.citation_id ?? ""} could not be read. ${problem.detail ?? problem.message}`;
    const retry = () => (problem.refresh ? pane.request("retry", key) : this.open(key, { isAsked: true }));
    const again = element(
      "button",
      { class: "button small", type: "button", onclick: retry },
      icon("retry"),
      "Try again",
    );
    if (pane.evidence) pane.say(problem.icon, words, again);
    else pane.empty.replaceChildren(icon(problem.icon), element("div", {}, element("p", {}, words), again));
    pane.announce(words);
  }

  async tellText(key) {
    const told = { answer_id: this.pane.data.answer_id, key };
    try {
      const { text, context } = await this.ask(key);
      send("passage", { ...told, text, context });
    } catch (problem) {
      if (!(problem instanceof PageProblem)) throw problem;
      send("passage", { ...told, problem: problem.detail ?? problem.message });
    }
  }

  /** A citation that is opened while a passage is still on its way is what the reader wants now. */
  opened() {
    if (!this.pane.evidence?.is_read) this.wanted = null;
  }

  disconnect() {
    for (const [name, listener] of Object.entries(this.listeners)) document.removeEventListener(name, listener);
  }
}

PANE_TOOLS.push((pane) => new ReadPassages(pane));
