/** The outline: a filing's headings as a tree, to go to one of them. */

const HEADING_ROOM = 16; // px above a heading that was gone to

class Outline {
  constructor(pane) {
    this.pane = pane;
    this.button = toolButton("outline", "Outline", "O");
    this.control = element("div", { class: "tools tight" }, this.button);
    this.slot = "page";
    this.popover = new FieldPopover(pane, this.button, {
      label: "Outline",
      name: "outline-list",
      opened: () => this.fill(),
    });
    this.keys = [{ key: "o", words: "Outline", action: () => this.popover.toggle() }];
    this.build();
  }

  build() {
    this.field = element("input", {
      class: "filter",
      type: "text",
      placeholder: "Find a heading",
      "aria-label": "Find a heading",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.filter(),
      onkeydown: (event) => this.whenFieldKeyed(event),
    });
    this.words = element("p", { class: "go-words" });
    this.next = element("div", { class: "actions" });
    this.tree = new OutlineTree({
      chosen: (entry) => this.go(entry),
      left: () => this.field.focus(),
    });
    this.popover.root.append(this.field, this.words, this.next, this.tree.root);
  }

  opened() {
    this.popover.close({ focus: false });
  }

  closed() {
    this.popover.close({ focus: false });
  }

  /** New links: what could not be had with the old ones is asked for again. */
  renewed() {
    if (this.popover.isOpen && this.hasFailed) this.fill();
  }

  moved() {
    if (this.popover.isOpen && this.tree.entries.length)
      this.tree.setCurrent(this.currentEntry(this.tree.entries));
  }

  // The list ------------------------------------------------------------------------------------------------------

  async fill() {
    const { version } = this.pane.evidence;
    this.hasFailed = false;
    this.field.value = "";
    this.tree.clear();
    this.next.replaceChildren();
    this.say("Loading the outline…", "hourglass");
    try {
      const outline = await filingOutlines.load(version.id, this.pane.source);
      if (this.pane.evidence?.version.id === version.id) this.show(outline);
    } catch (error) {
      if (!(error instanceof PageProblem)) throw error;
      this.fail(error);
    }
  }

  show({ entries, left_out: leftOut }) {
    this.names = new PageNames(this.pane.source);
    this.tree.show(entries, this.names, this.currentEntry(entries), this.evidenceUnder(entries));
    const none = "No headings were found in this filing. Search its words, or go to a page by its number.";
    if (!entries.length) this.say(none, "circle");
    else this.say(leftOut ? `${leftOut} deeper headings are not listed.` : "");
    this.popover.place();
  }

  /** The answer's evidence of this filing, by the heading that it stands under. */
  evidenceUnder(entries) {
    const { data, evidence } = this.pane;
    const found = new Map();
    for (const one of data.evidence) {
      const citation = one.version?.id === evidence.version.id ? this.pane.citationOf(one) : null;
      const place = citation?.current?.pieces[0];
      const entry = place?.range && entries.findLast((heading) => isBefore(heading, place));
      if (entry) found.set(entry, (found.get(entry) ?? new Set()).add(one.citation_id));
    }
    return found;
  }

  fail(problem) {
    this.hasFailed = true;
    this.say(`The outline could not be loaded. ${problem.detail ?? problem.message}`, problem.icon);
    const again = () => (problem.refresh ? this.pane.refresh() : this.fill());
    const attributes = { class: "button small", type: "button", onclick: again };
    this.next.replaceChildren(element("button", attributes, icon("retry"), "Try again"));
  }

  say(words, iconName = null) {
    this.words.replaceChildren(...(iconName ? [icon(iconName)] : []), words);
    this.words.hidden = !words;
    this.popover.speak(words);
  }

  filter() {
    if (!this.tree.entries.length) return;
    const typed = this.field.value.trim();
    const count = this.tree.filter(typed);
    if (!typed) return this.say("");
    if (!count)
      return this.say(`No heading has “${typed}”. Search the filing's words for it instead.`, "missing");
    this.say(count === 1 ? "1 heading" : `${count} headings`);
  }

  whenFieldKeyed(event) {
    if (event.key === "ArrowDown") this.tree.focus();
    else if (event.key === "Enter" && this.field.value.trim()) this.goToOnly();
    else return;
    event.preventDefault();
  }

  /** Enter in the field opens the one heading that matches; of several the reader chooses. */
  goToOnly() {
    const [first, ...others] = this.tree.matching;
    if (first && !others.length) this.go(first);
    else this.tree.focus(this.tree.rowOf(first));
  }

  // Where the reader is, and where to -----------------------------------------------------------------------------

  /** The last heading above what is read: above the evidence while it is in view, else above the view's upper edge. */
  currentEntry(entries) {
    const isSheets = this.pane.viewer === this.pane.sheets;
    const isAbove = isSheets ? aboveOnSheets(this.pane) : aboveInFrame(this.pane);
    return entries.findLast(isAbove) ?? null;
  }

  go(entry) {
    const { pane } = this;
    this.popover.close({ focus: false });
    pane.viewer.goToPage?.(entry.page_index);
    if (pane.viewer === pane.sheets) bringLine(pane.sheets, entry);
    else bringBlock(pane.viewer.document, entry.block);
    pane.focusView();
    pane.announce(`${entry.text}, ${this.names.spoken(entry.page_index)}`);
  }

  disconnect() {
    this.popover.disconnect();
    filingOutlines.forget();
  }
}

/** Whether a heading comes before a place in the filing's text. */
function isBefore(heading, place) {
  if (heading.page_index !== place.page_index) return heading.page_index < place.page_index;
  return heading.range[0] <= place.range[0];
}

/** Whether an entry stands above what is read of a PDF. */
function aboveOnSheets({ sheets, citation }) {
  const value = citation.current?.pieces[0];
  const isSeen = value && sheets.isSeen(value);
  const limit = isSeen ? sheets.boxOf(value).top : sheets.window.top + 2 * HEADING_ROOM;
  return ({ page_index: index, line }) =>
    (line ? sheets.boxOf({ ...line, page_index: index }) : sheets.boxes[index]).top <= limit;
}

/** The same for a filing in its frame. Until it is laid out only sections are known. */
function aboveInFrame({ viewer, citation }) {
  const opened = viewer.document;
  const topOf = (id) => opened?.getElementById(id)?.getBoundingClientRect().top;
  const page = viewer.pageInView ?? citation.page;
  const value = citation.current?.pieces[0];
  const isSeen = value && viewer.isSeen(value);
  const limit = isSeen ? (topOf(value.block) ?? 0) : 2 * HEADING_ROOM;
  return ({ page_index: index, block }) => {
    const top = topOf(block);
    return top === undefined ? index <= page : top <= limit;
  };
}

/** Brings a heading's line to the top of the view; without one its page is there already. */
function bringLine(sheets, { line, page_index: index }) {
  if (!line) return;
  const { top } = sheets.boxOf({ ...line, page_index: index });
  sheets.scrollTo(sheets.window.left, top - HEADING_ROOM);
}

/** The same for a block of a filing in its frame; one that is not laid out has no place. */
function bringBlock(opened, id) {
  const block = opened?.getElementById(id);
  if (!block?.getClientRects().length) return;
  opened.defaultView.scrollBy({ top: block.getBoundingClientRect().top - HEADING_ROOM, behavior: "instant" });
}

PANE_TOOLS.push((pane) => new Outline(pane));
