/** The evidence pane: opens a citation without a script run, shows it on its page, and says every state in words. */

const NOTHING = { answer_id: "", open: null, evidence: [], sources: {}, problem: null };
const LOADING_SHOWN_AFTER = 120; // ms: a page that comes sooner does not flicker through "Loading"

class Pane {
  constructor(parent) {
    this.parent = parent;
    this.host = parent.host ?? parent;
    this.data = NOTHING;
    this.choices = new Map();
    this.heading = new Heading({
      back: () => this.leave(),
      open: (key) => this.open(key, { isAsked: true }),
      find: (evidence) => this.findNewer(evidence),
      announce: (words) => this.announce(words),
    });
    this.toolbar = new Toolbar({
      evidence: (by) => this.stepEvidence(by),
      region: (by) => this.stepRegion(by),
      zoom: (direction) => this.viewer?.step(direction),
      fit: () => this.viewer?.fit(),
    });
    const viewing = {
      painted: () => this.whenPainted(),
      failed: (problem) => this.whenFailed(problem),
      refresh: () => this.refresh(),
      moved: () => this.whenMoved(),
    };
    this.sheets = new Sheets(viewing);
    this.frame = new FrameView({ ...viewing, key: (event) => this.whenKeyed(event) });
    this.candidates = new Candidates({
      chosen: (index) => this.choose(index),
      none: () => this.choose(null),
    });
    this.minimap = new Minimap((x, y) => this.centre(x, y));
    this.build();
    this.parent.querySelector(".mount").replaceChildren(this.root);
    this.onOpen = ({ detail }) =>
      detail.answer_id === this.data.answer_id && this.open(detail.key, { isAsked: true });
    this.onAnswer = () => this.current && this.tell();
    document.addEventListener("pincite:open", this.onOpen);
    document.addEventListener("pincite:answer", this.onAnswer);
    this.stage = new Stage(this.host, ({ narrow, height }) => this.fit(narrow, height));
    this.setState("empty");
  }

  build() {
    this.live = element("div", { class: "heard", role: "status", "aria-live": "polite" });
    this.strip = element("p", { class: "strip-note", hidden: true });
    this.message = new Message({
      refresh: () => this.refresh(),
      report: (evidence) => this.report(evidence),
      reconsider: () => this.reconsider(),
    });
    this.edges = new Edges();
    this.sheets.root.append(this.minimap.root);
    this.body = element("div", { class: "body" }, this.sheets.root, this.frame.root, this.edges.root);
    this.footer = element("footer", { class: "footer" });
    this.empty = element(
      "div",
      { class: "message" },
      icon("quote"),
      element("p", {}, "Open an evidence handle, such as E1, to see the lines it cites on their own page."),
    );
    this.root = element(
      "section",
      {
        class: "root panel pane",
        role: "region",
        "aria-label": "Evidence",
        onkeydown: (event) => this.whenKeyed(event),
      },
      this.heading.root,
      this.heading.notice,
      this.heading.quote,
      this.toolbar.root,
      this.strip,
      this.body,
      this.candidates.root,
      this.message.root,
      this.empty,
      this.footer,
      this.live,
    );
  }

  // Data ----------------------------------------------------------------------------------------------------------

  /** New data keeps what is open, unless the script asks for another: links are renewed under the same view. */
  update(data, setTriggerValue) {
    this.setTriggerValue = setTriggerValue;
    this.root.dataset.theme = themeOf(this.host);
    const before = this.data;
    const shown = this.current;
    this.data = data;
    const isSame = data.answer_id === before.answer_id;
    if (!isSame) this.choices.clear();
    const asked = data.open !== before.open || !isSame ? data.open : null;
    const key = asked ?? (isSame ? shown?.key : null);
    const evidence = this.find(key);
    if (!evidence) return this.close();
    if (shown && key === shown.key && JSON.stringify(evidence) === JSON.stringify(shown))
      this.renew(evidence);
    else this.open(key);
    if (this.looking === key) this.whenLooked();
  }

  /** The server looks for the cited words in the newer version; its answer comes with the next data. */
  findNewer(evidence) {
    this.looking = evidence.key;
    this.announce("Looking in the newer version");
    this.setTriggerValue("newer", evidence.key);
  }

  /** Drawn anew also where nothing came of it, with the reason, so that the button can be pressed again. */
  whenLooked() {
    const { problem } = this.data;
    const words = problem?.key === this.looking ? problem.words : null;
    this.looking = null;
    this.heading.showNotice(this.current, words);
    this.heading.focusNotice();
    if (words) this.announce(words);
  }

  renew(evidence) {
    this.current = evidence;
    const source = this.sourceOf(evidence);
    if (!source || !this.viewer) return;
    this.viewer.renew(source);
    this.showToolbar();
  }

  find(key) {
    return this.data.evidence.find((one) => one.key === key) ?? null;
  }

  sourceOf(evidence) {
    return this.data.sources[evidence.version?.id] ?? null;
  }

  /** The first entry of every citation, in the answer's reading order. */
  distinct() {
    const seen = new Map();
    for (const one of this.data.evidence) if (!seen.has(one.citation_id)) seen.set(one.citation_id, one);
    return [...seen.values()];
  }

  // Opening -------------------------------------------------------------------------------------------------------

  /** `isAsked`: a reader's own act, which moves the focus to the heading and, where stacked, the pane into view. */
  open(key, { isAsked = false } = {}) {
    this.since = performance.now();
    const evidence = this.find(key);
    this.current = evidence;
    this.viewer = null;
    clearTimeout(this.loading);
    if (!evidence) return this.showUnknown(key);
    this.citation = this.citationOf(evidence);
    this.show(evidence);
    if (!isAsked) return;
    if (this.narrow) this.host.scrollIntoView({ block: "nearest" });
    this.heading.title.focus({ preventScroll: true });
  }

  /** Null where nothing may be marked: no access, no file, several places and none chosen. */
  citationOf(evidence) {
    const choice = this.choices.get(evidence.key);
    if (evidence.state === "denied" || evidence.state === "unavailable") return null;
    if (evidence.state === "ambiguous")
      return choice >= 0 ? makeCitation(evidence, evidence.candidates[choice], true) : null;
    return makeCitation(evidence, evidence, false);
  }

  show(evidence) {
    const source = this.sourceOf(evidence);
    const isViewed = Boolean(this.citation && source);
    this.empty.hidden = true;
    this.heading.root.hidden = this.toolbar.root.hidden = this.footer.hidden = false;
    this.root.setAttribute("aria-label", `Evidence ${evidence.citation_id}`);
    this.body.hidden = !isViewed;
    this.sheets.root.hidden = !isViewed || evidence.media !== "pdf";
    this.frame.setShown(isViewed && evidence.media !== "pdf");
    this.candidates.root.hidden = this.message.root.hidden = true;
    this.strip.hidden = true;
    this.edges.clear();
    this.viewer = isViewed ? (evidence.media === "pdf" ? this.sheets : this.frame) : null;
    const state = this.restingState(evidence);
    this.heading.show(evidence, isViewed ? "loading" : state);
    this.showFooter(evidence);
    if (isViewed) this.view(evidence, source);
    else this.explain(evidence, source, state);
    this.showToolbar();
  }

  view(evidence, source) {
    this.setState("loading");
    this.tell("loading");
    const place = evidence.media === "pdf" ? `PDF page ${this.citation.page + 1}` : "the filing";
    this.loading = setTimeout(() => this.sayLoading(evidence.citation_id, place), LOADING_SHOWN_AFTER);
    if (!this.citation.current && !evidence.of) this.say(...notFound(evidence));
    this.viewer.show(evidence.version.id, source, this.citation, this.cited(evidence));
    this.labelView(evidence);
  }

  sayLoading(id, place) {
    this.announce(`Opening ${id}, ${place}`);
    this.footer.replaceChildren(
      `Opening ${place}…`,
      element("span", { class: "gap" }),
      "The answer stays usable meanwhile",
    );
  }

  /** States without a view: their words and their next step. */
  explain(evidence, source, state) {
    if (evidence.state === "ambiguous" && !this.choices.has(evidence.key)) {
      this.candidates.root.hidden = false;
      this.candidates.show(evidence, source, this.sheets.images);
    } else {
      this.message.show(evidence, state);
    }
    this.settle(state);
  }

  showUnknown(key) {
    this.close();
    this.empty.replaceChildren(
      icon("missing"),
      element("p", {}, `The evidence ${String(key).split(":").at(-1)} is not part of the answer on screen.`),
    );
    this.announce(this.empty.textContent);
  }

  close() {
    this.current = this.citation = this.viewer = null;
    for (const part of [
      this.heading.root,
      this.heading.notice,
      this.heading.quote,
      this.toolbar.root,
      this.body,
      this.candidates.root,
      this.message.root,
      this.footer,
      this.strip,
    ])
      part.hidden = true;
    this.empty.hidden = false;
    this.setState("empty");
  }

  // States --------------------------------------------------------------------------------------------------------

  /** What may be said once the view stands: nothing is "ready" where nothing is marked. */
  restingState(evidence) {
    if (this.citation && !this.citation.current) return "quote_not_found";
    if (evidence.state !== "ambiguous")
      return this.sourceOf(evidence) || evidence.state === "denied" ? evidence.state : "unavailable";
    const choice = this.choices.get(evidence.key);
    return choice === undefined ? "ambiguous" : choice === null ? "unresolved" : "chosen";
  }

  whenPainted() {
    this.settle(this.restingState(this.current));
    if (!this.frame.version) requestIdleCallback(() => this.preloadFrame());
  }

  preloadFrame() {
    const evidence = this.data.evidence.find(
      (one) => one.media !== "pdf" && one.state !== "denied" && this.sourceOf(one)?.frame_url,
    );
    if (evidence && !this.frame.version) this.frame.preload(evidence.version.id, this.sourceOf(evidence));
  }

  /** The last step of every opening: the state, the handle's look, the words, and the time it took. */
  settle(state) {
    clearTimeout(this.loading);
    const { key, citation_id: id } = this.current;
    this.heading.showState(state);
    this.setState(state);
    this.tell(state);
    this.showToolbar();
    this.showFooter(this.current);
    this.announce(this.spoken(id, state));
    const { since } = this;
    afterPaint(() => {
      if (this.current?.key !== key || this.since !== since) return;
      send("painted", { answer_id: this.data.answer_id, key, state, ms: performance.now() - since });
      this.whenMoved();
    });
  }

  spoken(id, state) {
    const where = this.current.media === "pdf" && this.citation ? `, PDF page ${this.citation.page + 1}` : "";
    const words = (STATE_PILLS[state] ?? [])[2];
    const newer = this.current.of ? this.current.notice.title : this.current.version?.successor?.outcome?.words;
    return [`Opened ${id}${where}`, words, newer && `In the newer version: ${newer}`].filter(Boolean).join(". ");
  }

  whenFailed(problem) {
    clearTimeout(this.loading);
    const state = problem.isQuote ? "quote_not_found" : "failed";
    if (problem.isQuote) this.say("missing", problem.message);
    this.edges.clear();
    this.heading.showState(state);
    this.setState(state);
    this.tell(state);
    this.showFooter(this.current);
    this.announce(`${this.current.citation_id}: ${problem.message}`);
  }

  setState(state) {
    this.root.dataset.state = state;
    this.root.setAttribute("aria-busy", String(state === "loading"));
  }

  tell(state = this.root.dataset.state) {
    send("opened", { answer_id: this.data.answer_id, key: this.handleKey, state });
  }

  /** The key of the handle that evidence belongs to: what was found in a newer version has none of its own. */
  get handleKey() {
    return this.current.of ?? this.current.key;
  }

  say(iconName, words) {
    this.strip.replaceChildren(icon(iconName), element("span", {}, words));
    this.strip.hidden = false;
  }

  announce(words) {
    this.live.textContent = words;
  }

  choose(index) {
    const { key } = this.current;
    this.choices.set(key, index);
    this.open(key, { isAsked: true });
    if (index !== null)
      this.say(
        "tick",
        this.current.of
          ? "Chosen by you, on this screen only."
          : "Chosen by you, on this screen only. The stored citation stays ambiguous.",
      );
    send("chosen", { answer_id: this.data.answer_id, key, index });
  }

  reconsider() {
    this.choices.delete(this.current.key);
    this.open(this.current.key, { isAsked: true });
  }

  /** Expired or refused links cannot heal here: the script runs again and sends new ones. */
  refresh() {
    this.announce("Trying again");
    this.setTriggerValue("retry", this.current.key);
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
    this.announce(
      (await copied(text))
        ? "Details copied. Send them to your administrator."
        : "The browser refused to copy the details.",
    );
    this.say("tick", this.live.textContent);
  }

  // Reading -------------------------------------------------------------------------------------------------------

  /** The answer's citations of the same document, by page: what to prefetch, and at which zoom. */
  cited(evidence) {
    const pages = new Map();
    if (evidence.media !== "pdf") return pages;
    for (const one of this.data.evidence) {
      const citation = one.version?.id === evidence.version.id ? this.citationOf(one) : null;
      if (citation) for (const page of citation.pages()) if (!pages.has(page)) pages.set(page, citation);
    }
    for (const page of this.citation.pages()) pages.set(page, this.citation);
    return pages;
  }

  stepEvidence(by) {
    const distinct = this.distinct();
    const to = distinct[distinct.findIndex((one) => one.citation_id === this.current?.citation_id) + by];
    if (to) this.open(to.key);
  }

  stepRegion(by) {
    const to = (this.citation?.at ?? 0) + by;
    if (!this.viewer || to < 0 || to >= this.citation.stops.length) return;
    this.citation.at = to;
    this.viewer.goTo();
    this.labelView(this.current);
    this.announce(`Region ${to + 1} of ${this.citation.stops.length}. ${this.citation.current.text}`);
    this.showToolbar();
    this.whenMoved();
  }

  leave() {
    if (this.current) send("return", { answer_id: this.data.answer_id, key: this.handleKey });
  }

  whenKeyed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.current) return;
    if (event.target.closest?.("input, textarea, select")) return;
    const actions = {
      Escape: () => this.leave(),
      "[": () => this.stepEvidence(-1),
      "]": () => this.stepEvidence(1),
      n: () => this.stepRegion(1),
      N: () => this.stepRegion(-1),
      "+": () => this.viewer?.step(1),
      "=": () => this.viewer?.step(1),
      "-": () => this.viewer?.step(-1),
      0: () => this.viewer?.fit(),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }

  whenMoved() {
    if (!this.viewer || !this.citation) return;
    this.toolbar.zoom.textContent = `${Math.round(this.viewer.zoom * 100)}%`;
    if (this.root.dataset.state !== "loading") this.edges.show(this.citation, this.viewer);
    if (this.viewer === this.sheets) this.showMinimap();
  }

  showToolbar() {
    const { current } = this;
    const distinct = this.distinct();
    const source = this.sourceOf(current);
    this.toolbar.show({
      id: current.citation_id,
      at: distinct.findIndex((one) => one.citation_id === current.citation_id),
      count: distinct.length,
      stops: this.citation?.stops.length ?? 0,
      stop: this.citation?.at ?? 0,
      zoom: this.viewer ? this.viewer.zoom : null,
      original: source?.original_url
        ? source.original_url +
          (current.media === "pdf" && this.citation ? `#page=${this.citation.page + 1}` : "")
        : null,
    });
  }

  labelView(evidence) {
    const place = evidence.media === "pdf" ? `Page ${this.citation.page + 1}` : evidence.locus;
    this.sheets.view.setAttribute("aria-label", `${place}. ${this.citation.words()}.`);
  }

  // Over the view -------------------------------------------------------------------------------------------------

  showMinimap() {
    const { sheets } = this;
    const index = sheets.pageInView;
    this.minimap.show(
      sheets.mounted.get(index),
      sheets.boxes[index],
      sheets.window,
      this.citation.onPage(index),
    );
    this.minimap.avoid(sheets.markBoxes());
  }

  centre(x, y) {
    const page = this.sheets.boxes[this.sheets.pageInView];
    const { width, height } = this.sheets.window;
    this.sheets.scrollTo(page.left + x * page.width - width / 2, page.top + y * page.height - height / 2);
  }

  showFooter(evidence) {
    const legend =
      evidence.media === "pdf"
        ? [
            ["value", "Cited value"],
            ["other", "Other cited region"],
            ["aside", this.citation?.ofRole("footnote").length ? "Row, column, unit, note" : "Row, column, unit"],
          ].map(([look, words]) => element("span", { class: `key ${look}` }, words))
        : [
            element(
              "span",
              { class: "isolated" },
              icon("shield"),
              "Isolated frame. Scripts, links and remote content are off.",
            ),
          ];
    const sum = evidence.state === "denied" ? null : evidence.version?.sha256;
    this.footer.replaceChildren(
      ...(this.viewer && (this.citation.current || evidence.media !== "pdf") ? legend : []),
      element("span", { class: "gap" }),
      sum
        ? element(
            "span",
            { class: "sum", title: `sha256 ${sum}` },
            `sha256 ${sum.slice(0, 8)}…${sum.slice(-4)}`,
          )
        : "",
    );
    this.footer.hidden = !sum && !this.viewer;
  }

  fit(narrow, height) {
    this.narrow = narrow;
    this.root.classList.toggle("narrow", narrow);
    this.root.style.height = narrow ? "72vh" : `${height}px`;
  }

  disconnect() {
    clearTimeout(this.loading);
    this.stage.disconnect();
    this.sheets.disconnect();
    this.frame.disconnect();
    this.candidates.disconnect();
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
