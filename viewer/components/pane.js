/** The evidence pane: opens citations without a script run, answers to keys, and lets its tools know. */

const CONTROLS = "button, a[href], input, textarea, select, [role=radio], [role=option], [contenteditable]";
const NOTHING = { answer_id: "", open: null, evidence: [], sources: {}, problem: null };

class Pane {
  constructor(parent) {
    this.parent = parent;
    this.host = parent.host ?? parent;
    this.data = NOTHING;
    this.choices = new Map();
    this.toolbar = new Toolbar({
      evidence: (by) => this.stepEvidence(by),
      region: (by) => this.stepRegion(by),
      zoom: (direction) => this.viewer?.step(direction),
    });
    this.readers = [this.newReader()];
    this.reader = this.readers[0];
    this.build();
    this.parent.querySelector(".mount").replaceChildren(this.root);
    this.tools = PANE_TOOLS.map((make) => make(this));
    this.passages = this.tools.find((tool) => tool instanceof ReadPassages);
    this.outside = this.tools.find((tool) => tool instanceof Outside);
    this.picking = this.tools.find((tool) => tool instanceof Picking);
    this.keys = this.ownKeys();
    this.placeTools();
    this.onOpen = ({ detail }) =>
      detail.answer_id === this.data.answer_id &&
      this.open(detail.key, { isAsked: true, place: detail.place ?? null });
    this.onAnswer = () => this.evidence && this.tell();
    this.onKey = (event) => this.isOurs(event) && this.whenKeyed(event, { isInside: false });
    window.addEventListener("keydown", this.onKey, true); // before Streamlit's own keys, where nothing has the focus
    document.addEventListener("pincite:open", this.onOpen);
    document.addEventListener("pincite:answer", this.onAnswer);
    this.stage = new Stage(this.host, ({ narrow, height }) => this.fit(narrow, height));
    this.close();
  }

  newReader() {
    return new Reader({
      state: (reader) => this.whenState(reader),
      painted: (reader, ms) => this.whenPainted(reader, ms),
      moved: (reader) => reader === this.reader && this.whenMoved(),
      entered: (reader) => this.activate(reader),
      key: (event) => this.whenKeyed(event),
      back: () => this.leave(),
      open: (key) => this.open(key, { isAsked: true }),
      findNewer: (evidence) => this.findNewer(evidence),
      choose: (index) => this.choose(index),
      reconsider: () => this.reconsider(),
      report: (evidence) => this.report(evidence),
      copyReference: (evidence) => this.copyReference(evidence),
      refresh: () => this.refresh(),
      announce: (words) => this.announce(words),
      close: () => this.endComparison(),
    });
  }

  build() {
    this.live = element("div", { class: "heard", role: "status", "aria-live": "polite" });
    this.empty = element("div", { class: "message" });
    this.head = element("div", { class: "pane-head" }, this.reader.top);
    this.panels = element("div", { class: "panels" });
    this.sides = element("div", { class: "sides" });
    this.columns = element("div", { class: "columns" }, element("div", { class: "column" }, this.reader.main));
    this.feet = element("div", { class: "feet" });
    this.desk = element("div", { class: "desk" }, this.sides, this.columns);
    this.base = element("div", { class: "pane-base" }, this.reader.footer);
    this.root = element(
      "section",
      {
        class: "root panel pane",
        role: "region",
        "aria-label": "Evidence",
        onkeydown: (event) => this.whenKeyed(event),
      },
      this.head,
      this.toolbar.root,
      this.panels,
      this.desk,
      this.feet,
      this.base,
      this.empty,
      this.live,
    );
  }

  placeTools() {
    for (const tool of this.tools) {
      if (tool.control) this.toolbar.add(tool.control, tool.slot ?? "share");
      if (tool.panel) this.panels.append(tool.panel);
      if (tool.side) this.sides.append(tool.side);
      if (tool.foot) this.feet.append(tool.foot);
    }
  }

  /** Puts a node over the pane, such as a popover. */
  overlay(node) {
    this.root.append(node);
  }

  tellTools(name) {
    for (const tool of this.tools) tool[name]?.();
  }

  // What is open --------------------------------------------------------------------------------------------------

  get evidence() {
    return this.reader.evidence;
  }

  get source() {
    return this.reader.source;
  }

  get citation() {
    return this.reader.citation;
  }

  get viewer() {
    return this.reader.viewer;
  }

  get sheets() {
    return this.reader.sheets;
  }

  get frame() {
    return this.reader.frame;
  }

  get state() {
    return this.reader.state;
  }

  find(key) {
    return this.data.evidence.find((one) => one.key === key) ?? this.passages.evidenceOf(key);
  }

  sourceOf(evidence) {
    return this.data.sources[evidence.version?.id] ?? null;
  }

  /** The first entry of every citation, in the answer's reading order; every passage while one of them is open. */
  distinct() {
    if (this.evidence?.is_read) return this.data.read;
    const seen = new Map();
    for (const one of this.data.evidence) if (!seen.has(one.citation_id)) seen.set(one.citation_id, one);
    return [...seen.values()];
  }

  /** The key of the handle that evidence belongs to: what was found in a newer version has none of its own. */
  handleKeyOf(reader) {
    return reader.evidence ? (reader.evidence.of ?? reader.evidence.key) : null;
  }

  // Data ----------------------------------------------------------------------------------------------------------

  /** What the script sends: the pane's data, unless another component brings it (outside.js). */
  update(data, setTriggerValue) {
    this.setTriggerValue = setTriggerValue;
    this.root.dataset.theme = themeOf(this.host);
    if (this.outside.isBehind(data)) return;
    // An answer that is being written has no evidence at first: what comes then is opened as a new answer's is.
    this.take(data, data.answer_id === this.data.answer_id && this.data.evidence.length > 0);
  }

  /** New data of the same answer keeps what is open, with its new links; another answer opens what its data says. */
  take(data, isSame) {
    this.data = data;
    if (!isSame) {
      this.choices.clear();
      this.endComparison({ focus: false });
    }
    for (const reader of [...this.readers])
      this.bring(reader, isSame ? (reader.evidence?.key ?? null) : (data.open ?? null), !isSame);
    if (this.looking && this.looking === this.evidence?.key) this.whenLooked();
    this.tellTools("renewed");
  }

  /** Under new data: the same evidence goes on with its new links, a changed or another one is opened. */
  bring(reader, key, isFirst) {
    const evidence = this.find(key);
    const shown = reader.evidence;
    if (!evidence && this.passages.entryOf(key)) return this.passages.open(key);
    if (!evidence) return reader === this.readers[0] ? this.close(key) : this.endComparison();
    const isUnchanged = shown?.key === key && JSON.stringify(evidence) === JSON.stringify(shown);
    if (isUnchanged && !isFirst)
      reader.renew(evidence, this.sourceOf(evidence));
    else this.openIn(reader, evidence, isFirst ? { at: this.data.open_region, zoom: this.data.open_zoom } : {});
    this.showToolbar();
  }

  /** Has the script run, with a value that it reads: "retry" for new links, "newer", "original". */
  request(name, value) {
    if (this.outside.isOn) send("request", { name, value });
    else this.setTriggerValue(name, value);
  }

  /** The server looks for the cited words in the newer version; its answer comes with the next data. */
  findNewer(evidence) {
    this.looking = evidence.key;
    this.announce("Looking in the newer version");
    this.request("newer", evidence.key);
  }

  /** Drawn anew also where nothing came of it, with the reason, so that the button can be pressed again. */
  whenLooked() {
    const { problem } = this.data;
    const words = problem?.key === this.looking ? problem.words : null;
    this.looking = null;
    this.reader.heading.showNotice(this.evidence, words);
    this.reader.heading.focusNotice();
    if (words) this.announce(words);
  }

  // Opening -------------------------------------------------------------------------------------------------------

  /**
   * `isAsked`: a reader's own act, which moves the focus to the heading and, where stacked, the pane into view. `place`:
   * the value to begin at, [page index, start, end]; evidence that is open already stays and moves to it.
   */
  open(key, { isAsked = false, place = null } = {}) {
    const evidence = this.find(key);
    if (!evidence && this.passages.entryOf(key)) return this.passages.open(key, { isAsked });
    if (!evidence) return this.close(key);
    const isShown = place && this.evidence?.key === key && this.viewer && this.state !== "loading";
    if (isShown) this.leadTo(place);
    else this.openIn(this.reader, evidence, { place });
    if (!isAsked) return;
    if (this.narrow) this.host.scrollIntoView({ block: "nearest" });
    this.reader.heading.title.focus({ preventScroll: true });
  }

  /** Makes the value at a place the current one, or shows the head or unit that is printed there. */
  leadTo(place) {
    const piece = this.citation?.pieceAt(place);
    if (!piece || !this.viewer) return;
    const at = this.citation.stopOfPiece(piece);
    if (at < 0) return this.viewer.reveal(piece);
    this.reader.goToRegion(at);
    this.showToolbar();
    this.announce(this.citation.regionWords());
  }

  openIn(reader, evidence, { at = null, zoom = null, place = null } = {}) {
    this.empty.hidden = true;
    this.toolbar.root.hidden = this.desk.hidden = false;
    const citation = this.citationOf(evidence);
    const piece = (place && citation?.pieceAt(place)) ?? null;
    const stop = piece ? citation.stopOfPiece(piece) : at;
    if (citation?.stops[stop]) citation.at = stop;
    reader.show({
      evidence,
      source: this.sourceOf(evidence),
      citation,
      choice: this.choices.get(evidence.key),
      cited: this.cited(evidence, citation),
      zoom,
    });
    if (reader !== this.reader) return;
    this.showToolbar();
    this.tellTools("opened");
  }

  /** Null where nothing may be marked: no access, no file, several places and none chosen. */
  citationOf(evidence) {
    const choice = this.choices.get(evidence.key);
    if (evidence.state === "denied" || evidence.state === "unavailable") return null;
    if (evidence.state === "ambiguous")
      return choice >= 0 ? makeCitation(evidence, evidence.candidates[choice], true) : null;
    return makeCitation(evidence, evidence, false);
  }

  /** The answer's citations of the same document, by page: what to prefetch, and at which zoom. */
  cited(evidence, citation) {
    const pages = new Map();
    if (evidence.media !== "pdf" || !citation) return pages;
    for (const one of this.data.evidence) {
      const other = one.version?.id === evidence.version.id ? this.citationOf(one) : null;
      if (other) for (const page of other.pages()) if (!pages.has(page)) pages.set(page, other);
    }
    for (const page of citation.pages()) pages.set(page, citation);
    return pages;
  }

  /** Nothing is open; `key` is one that was asked for and is not there. */
  close(key = null) {
    this.reader.close();
    this.toolbar.root.hidden = this.desk.hidden = true;
    const words =
      key === null
        ? this.invitation()
        : `The evidence ${String(key).split(":").at(-1)} is not part of the answer on screen. Open another handle.`;
    this.empty.replaceChildren(icon(key === null ? "quote" : "missing"), element("p", {}, words));
    this.empty.hidden = false;
    if (key !== null) this.announce(words);
    this.whenState(this.reader);
    this.tellTools("closed");
  }

  invitation() {
    return this.data.evidence.length || !this.data.read?.length
      ? "Open an evidence handle, such as E1, to see the lines it cites on their own page."
      : "Nothing is cited. Open one of the sources read to see its passage on its own page.";
  }

  // States --------------------------------------------------------------------------------------------------------

  whenState(reader) {
    if (reader !== this.reader) return;
    this.root.dataset.state = reader.state;
    this.root.setAttribute("aria-busy", String(reader.state === "loading"));
    if (!reader.evidence) return;
    this.root.setAttribute("aria-label", `Evidence ${reader.evidence.citation_id}`);
    this.tell();
    this.showToolbar();
  }

  whenPainted(reader, ms) {
    const { key } = reader.evidence;
    if (reader.viewer && !reader.frame.version) requestIdleCallback(() => this.preloadFrame());
    if (reader !== this.reader) return;
    send("painted", { answer_id: this.data.answer_id, key, state: reader.state, ms });
    this.tellTools("painted");
  }

  preloadFrame() {
    const { frame } = this.readers[0];
    const evidence = this.data.evidence.find(
      (one) => one.media !== "pdf" && one.state !== "denied" && this.sourceOf(one)?.frame_url,
    );
    if (evidence && !frame.version) frame.preload(evidence.version.id, this.sourceOf(evidence));
  }

  /** The answer's handles show what is open: `beside` is the other evidence of a comparison. */
  tell() {
    const other = this.readers.find((reader) => reader !== this.reader);
    send("opened", {
      answer_id: this.data.answer_id,
      key: this.handleKeyOf(this.reader),
      state: this.state,
      beside: other ? this.handleKeyOf(other) : null,
    });
  }

  say(iconName, words, action = null) {
    this.reader.say(iconName, words, action);
  }

  announce(words) {
    this.live.textContent = words;
  }

  choose(index) {
    const { key, of } = this.evidence;
    this.choices.set(key, index);
    this.open(key, { isAsked: true });
    const words = of
      ? "Chosen by you, on this screen only."
      : "Chosen by you, on this screen only. The stored citation stays ambiguous.";
    if (index !== null) this.say("tick", words);
    send("chosen", { answer_id: this.data.answer_id, key, index });
  }

  reconsider() {
    this.choices.delete(this.evidence.key);
    this.open(this.evidence.key, { isAsked: true });
  }

  /** Expired or refused links cannot heal here: the script runs again and sends new ones. */
  refresh() {
    this.announce("Trying again");
    this.request("retry", this.evidence.key);
  }

  async report(evidence) {
    const text = [
      `Evidence ${evidence.key}`,
      evidence.title,
      evidence.locus,
      `version ${evidence.version.id}`,
      `sha256 ${evidence.version.sha256}`,
      evidence.notice?.text ?? "",
    ].join("\n");
    await this.copy(text, "Details copied. Send them to your administrator.", "The browser refused to copy the details.");
  }

  /** What an administrator can look a withheld citation up by. */
  copyReference(evidence) {
    return this.copy(
      evidence.reference,
      "Reference copied. Send it to your administrator.",
      "The browser refused to copy the reference.",
    );
  }

  /** Copies a text and says what came of it. */
  async copy(text, done, refused) {
    const isCopied = await copied(text);
    const words = isCopied ? done : refused;
    this.announce(words);
    this.say(isCopied ? "tick" : "warning", words);
  }

  // Comparing -----------------------------------------------------------------------------------------------------

  get isComparing() {
    return this.readers.length > 1;
  }

  /** The reader whose evidence the toolbar, the keys and the tools are about. */
  activate(reader) {
    if (reader === this.reader || !this.readers.includes(reader)) return;
    this.reader = reader;
    for (const one of this.readers) one.main.parentElement.classList.toggle("active", one === reader);
    this.whenState(reader);
    if (reader.evidence) this.tellTools("opened");
  }

  /** Shows another evidence beside the open one, each under its own heading. */
  compareWith(key) {
    const evidence = this.find(key);
    if (!evidence || !this.evidence) return;
    const [first] = this.readers;
    const second = this.readers[1] ?? this.newReader();
    if (!this.isComparing) {
      this.readers.push(second);
      const [column] = this.columns.children;
      column.prepend(first.top);
      column.append(first.footer);
      this.columns.append(element("div", { class: "column" }, second.top, second.main, second.footer));
      this.root.classList.add("comparing");
      this.stage.widen(true);
    }
    this.activate(second);
    this.openIn(second, evidence);
    for (const reader of this.readers) reader.heading.setClosable(true);
    second.heading.title.focus({ preventScroll: true });
    this.announce(`Comparing ${first.evidence.citation_id} with ${evidence.citation_id}`);
  }

  /** The active evidence goes away, the other one stays. */
  endComparison({ focus = true } = {}) {
    if (!this.isComparing) return;
    const [first, second] = this.readers;
    const leaving = this.reader;
    const stays = leaving === first ? second : first;
    leaving.main.parentElement.remove();
    leaving.top.remove();
    leaving.disconnect();
    this.readers = [stays];
    this.reader = stays;
    this.head.append(stays.top);
    this.base.append(stays.footer);
    this.root.classList.remove("comparing");
    this.stage.widen(false);
    stays.main.parentElement.classList.remove("active");
    stays.heading.setClosable(false);
    this.whenState(stays);
    this.tellTools("opened");
    if (focus) stays.heading.title.focus({ preventScroll: true });
  }

  // Reading -------------------------------------------------------------------------------------------------------

  stepEvidence(by) {
    const distinct = this.distinct();
    const to = distinct[distinct.findIndex((one) => one.citation_id === this.evidence?.citation_id) + by];
    if (to) this.open(to.key);
  }

  stepRegion(by) {
    const { reader } = this;
    if (!reader.goToRegion((this.citation?.at ?? 0) + by)) return;
    this.showToolbar();
    this.announce(this.citation.regionWords());
  }

  /** Brings the current region back into view. */
  goTo() {
    this.reader.goToRegion(this.citation?.at ?? 0);
  }

  /** Keys of the page around: where nothing has the focus, and while a place is marked wherever they are no control's. */
  isOurs(event) {
    const path = event.composedPath();
    if (path[0] === document.body) return true;
    return this.picking.isActive && !path.includes(this.root) && !path[0].closest?.(CONTROLS);
  }

  focusView() {
    (this.viewer === this.sheets ? this.sheets.view : this.reader.heading.title).focus({ preventScroll: true });
  }

  leave() {
    if (this.evidence) send("return", { answer_id: this.data.answer_id, key: this.handleKeyOf(this.reader) });
  }

  leadToFirst() {
    send("first", { answer_id: this.data.answer_id });
  }

  ownKeys() {
    return [
      { key: "Escape", words: "Back to the answer", action: () => this.leave() },
      { key: "a", words: "To the answer's first handle", action: () => this.leadToFirst() },
      { key: "[", words: "Previous evidence", action: () => this.stepEvidence(-1) },
      { key: "]", words: "Next evidence", action: () => this.stepEvidence(1) },
      { key: "n", words: "Next region", action: () => this.stepRegion(1) },
      { key: "p", words: "Previous region", action: () => this.stepRegion(-1) },
      { key: "N", action: () => this.stepRegion(-1) },
      { key: "+", words: "Zoom in", action: () => this.viewer?.step(1) },
      { key: "=", action: () => this.viewer?.step(1) },
      { key: "-", words: "Zoom out", action: () => this.viewer?.step(-1) },
    ];
  }

  /** The keys that mean something now. */
  get ownAndTools() {
    const all = [...this.keys, ...this.tools.flatMap((tool) => tool.keys ?? [])];
    return all.filter(({ key }) => !this.outside.reserves(key));
  }

  /** While a place is marked, picking has the keys first. Those that mean nothing here may mean something beside. */
  whenKeyed(event, { isInside = true } = {}) {
    if (event.defaultPrevented || event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (!isCommand && event.target.closest?.("input, textarea, select")) return;
    const pressed = isCommand ? `Mod+${event.key.toLowerCase()}` : event.key;
    const found = this.evidence && this.ownAndTools.find(({ key }) => key === pressed);
    const action = this.picking.actionOf(event, pressed) ?? found?.action;
    if (!action) return isInside && this.outside.passOn(event);
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  whenMoved() {
    this.toolbar.showZoom(this.viewer.zoom);
    this.tellTools("moved");
  }

  showToolbar() {
    const { evidence, citation, viewer } = this;
    if (!evidence) return;
    const distinct = this.distinct();
    this.toolbar.show({
      id: evidence.citation_id,
      at: distinct.findIndex((one) => one.citation_id === evidence.citation_id),
      count: distinct.length,
      stops: citation?.stops.length ?? 0,
      stop: citation?.at ?? 0,
      zoom: viewer ? viewer.zoom : null,
    });
  }

  fit(narrow, height) {
    this.narrow = narrow;
    this.root.classList.toggle("narrow", narrow);
    this.root.style.height = narrow ? "" : `${height}px`; // stacked, as stack.css has it
  }

  disconnect() {
    this.stage.disconnect();
    this.tellTools("disconnect");
    for (const reader of this.readers) reader.disconnect();
    window.removeEventListener("keydown", this.onKey, true);
    document.removeEventListener("pincite:open", this.onOpen);
    document.removeEventListener("pincite:answer", this.onAnswer);
  }
}

/** A place whose boxes are no boxes is shown as one without marks: better no mark than a wrong one. */
function makeCitation(evidence, place, chosen) {
  try {
    return new Citation(evidence, place, chosen);
  } catch (error) {
    if (!(error instanceof InvalidPlace)) throw error;
    console.error(error.message);
    return new Citation(evidence, { page_index: place.page_index, regions: [], ranges: [] }, chosen);
  }
}

const panes = new WeakMap();

/** Called by Streamlit at mounting and at every change of data or theme; the pane is made once. */
export default function renderPane({ data, parentElement, setTriggerValue }) {
  let pane = panes.get(parentElement);
  if (!pane) panes.set(parentElement, (pane = new Pane(parentElement)));
  pane.update(data ?? NOTHING, setTriggerValue);
  return () => {
    pane.disconnect();
    panes.delete(parentElement);
  };
}
