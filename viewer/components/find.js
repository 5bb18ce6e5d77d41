/** Find in the filing: all of its stored text, folded as quotes are; hits marked on the pages, counted and listed. */

const FIND_WAIT = 220; // ms after the last key before a search

class FindBar {
  constructor(pane) {
    this.pane = pane;
    this.slot = "search";
    this.button = toolButton("search", "Find in this filing", "/", () => this.toggle());
    this.button.setAttribute("aria-expanded", "false");
    this.control = element("div", { class: "tools" }, this.button);
    this.walk = new HitWalk(pane, {
      failed: (problem) => this.whenFailed(problem),
      ended: () => this.showCount(),
    });
    this.list = new HitList({
      label: "Hits",
      rowOf: (index) => this.rowOf(index),
      chosen: (index) => this.visit(index),
    });
    this.form = new FindForm(
      {
        focused: () => this.setOut(),
        typed: () => this.whenTyped(),
        asked: () => this.search(),
        entered: (by) => this.whenEntered(by),
        stepped: (by) => this.step(by),
        listed: () => this.toggleList(),
        closed: () => this.close(),
      },
      this.list.root,
    );
    this.panel = this.form.root;
    this.keys = [
      { key: "/", words: "Find in this filing", action: () => this.open() },
      { key: "Mod+f", action: () => this.open() },
    ];
    this.show(null);
  }

  // Opening and closing -------------------------------------------------------------------------------------------

  get isOpen() {
    return !this.panel.hidden;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  /** The focus comes back to where it was when the search is closed. */
  open() {
    if (!this.pane.viewer) return;
    if (!this.isOpen) {
      this.origin = this.pane.root.getRootNode().activeElement;
      this.panel.hidden = false;
      this.button.setAttribute("aria-expanded", "true");
      this.setOut();
      if (this.form.query) this.search({ isMoving: false });
    }
    this.form.focus();
  }

  close({ focus = true } = {}) {
    if (!this.isOpen) return;
    this.left = this.walk.current;
    this.clear();
    this.panel.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (!focus) return;
    const isThere = this.origin?.isConnected && this.origin.getClientRects().length > 0;
    if (isThere) this.origin.focus({ preventScroll: true });
    else this.pane.focusView();
    this.pane.tellTools("searched");
  }

  clear() {
    clearTimeout(this.waiting);
    this.aborter?.abort();
    this.walk.end();
    this.show(null);
    this.form.hush();
    this.hasFailed = false;
  }

  // Searching -----------------------------------------------------------------------------------------------------

  /** Where the reader is: from here on the first hit is looked for, however often the words are changed. */
  setOut() {
    this.from = this.pane.viewer?.pageInView ?? 0;
  }

  whenTyped() {
    clearTimeout(this.waiting);
    this.aborter?.abort();
    this.waiting = setTimeout(() => this.search(), FIND_WAIT);
  }

  /** What is typed is searched for at once; when it is found already, on to its next hit. */
  whenEntered(by) {
    if (this.sought === this.form.words && this.walk.isOn) this.step(by);
    else this.search();
  }

  /** `isMoving`: the first hit from where the reader set out is brought into view. */
  async search({ isMoving = true } = {}) {
    clearTimeout(this.waiting);
    this.aborter?.abort();
    const { query } = this.form;
    if (!query) return this.clear();
    this.sought = this.form.words;
    this.version = this.pane.evidence.version.id;
    this.hasFailed = false;
    this.form.showSearching();
    const { signal } = (this.aborter = new AbortController());
    try {
      const found = await storedOf(this.pane.source, "find", { ...query, near: this.from }, { signal });
      if (!signal.aborted) this.whenFound(found, isMoving);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PageProblem)) throw error;
      this.walk.end();
      this.show(null);
      this.whenFailed(error);
    }
  }

  whenFound(found, isMoving) {
    this.walk.end();
    this.show(found);
    this.tell();
    if (!found.total) return;
    this.walk.begin(found.hits.map((hit, index) => ({ ...hit, number: found.first + index + 1 })));
    const first = found.hits.findIndex((hit) => hit.page_index >= this.from);
    if (isMoving) this.goTo(Math.max(0, first));
    else this.pane.announce(findWords(found.total, "hit", "in this filing"));
  }

  /** What is known of the search as a whole, with its next step. */
  tell() {
    const { total, hits } = this.found;
    const textless = this.pane.source.textless.length;
    const notes = [
      !total && `“${this.sought.trim()}” does not occur in this filing.`,
      total > hits.length &&
        `${findWords(hits.length)} of ${findWords(total)} hits can be gone to, around this page. Add words to find fewer.`,
      textless > 0 && `${findWords(textless, "page", "without text: not searched")}.`,
    ].filter(Boolean);
    const isLoose = this.form.pressed.every((one) => !one);
    const loosen = total || isLoose ? [] : ["Search without options", () => this.loosen()];
    if (notes.length) this.form.say(total ? "alert" : "missing", notes.join(" "), ...loosen);
    else this.form.hush();
    if (!total) this.pane.announce(notes.join(" "));
  }

  loosen() {
    this.form.loosen();
    this.form.focus();
    this.search();
  }

  whenFailed(problem) {
    const words = problem.detail ?? problem.message;
    this.hasFailed = true;
    this.form.say(problem.icon, words, "Try again", () =>
      problem.refresh ? this.pane.refresh() : this.search(),
    );
    this.pane.announce(`The search failed. ${words}`);
  }

  // Hits ----------------------------------------------------------------------------------------------------------

  /** `found` is the server's answer, or null while nothing is searched for. */
  show(found) {
    const { listing } = this.form;
    const count = found?.hits.length ?? 0;
    this.found = found;
    listing.hidden = !count;
    this.list.root.hidden = !count || listing.getAttribute("aria-expanded") !== "true";
    this.list.show(count, null);
    this.showCount();
  }

  showCount() {
    const { found, walk } = this;
    this.form.showCount(found ? found.total : null, walk.at === null ? null : found.first + walk.at);
  }

  /** From the last of the hits to the first, and back. */
  step(by) {
    const count = this.found?.hits.length ?? 0;
    if (!count) return;
    if (!this.walk.isOn) return this.search();
    const at = this.walk.at ?? (by > 0 ? -1 : 0);
    this.visit((at + by + count) % count);
  }

  /** A hit that the reader asks for: a changed search sets out from it. */
  visit(at) {
    this.from = this.found.hits[at].page_index;
    this.goTo(at);
  }

  goTo(at) {
    const hit = this.found.hits[at];
    const where = new PageNames(this.pane.source).spoken(hit.page_index);
    this.walk.goTo(at);
    this.showCount();
    this.list.select(at);
    this.pane.announce(
      `Hit ${findWords(this.found.first + at + 1)} of ${findWords(this.found.total)}, ${where}. ${hit.before}${hit.words}${hit.after}`,
    );
  }

  rowOf(index) {
    const hit = this.found.hits[index];
    return {
      words: snippetNodes(hit),
      where: `${findWords(this.found.first + index + 1)} · ${new PageNames(this.pane.source).words(hit.page_index)}`,
      title: `${hit.before}${hit.words}${hit.after}`,
    };
  }

  toggleList() {
    const isOpen = this.list.root.hidden;
    this.form.listing.setAttribute("aria-expanded", String(isOpen));
    this.list.root.hidden = !isOpen;
    this.list.select(this.walk.at);
  }

  // What the pane does --------------------------------------------------------------------------------------------

  /** Another filing is searched for the same words; the view stays at its evidence. */
  opened() {
    if (!this.isOpen) return;
    if (!this.pane.viewer) return this.close({ focus: false });
    const isSame = this.version === this.pane.evidence.version.id && this.walk.viewer === this.pane.viewer;
    if (isSame) return;
    this.setOut();
    this.search({ isMoving: false });
  }

  moved() {
    this.walk.moved();
  }

  renewed() {
    if (this.isOpen && this.hasFailed && this.pane.viewer) this.search({ isMoving: false });
  }

  closed() {
    this.close({ focus: false });
  }

  disconnect() {
    this.clear();
  }
}

/** "1 hit in this filing", "12,736 hits in this filing", "12,736". */
function findWords(count, noun = null, rest = "") {
  const words = [count.toLocaleString("en-US")];
  if (noun) words.push(count === 1 ? noun : `${noun}s`, rest);
  return words.join(" ");
}

PANE_TOOLS.push((pane) => new FindBar(pane));
