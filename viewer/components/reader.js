/** One evidence on screen: its heading, its page or filing with the marks, and every state of it in words. */

const LOADING_SHOWN_AFTER = 120; // ms: a page that comes sooner does not flicker through "Loading"

class Reader {
  /**
   * `events`: state(reader) when it has changed, moved(reader) after scrolling, zooming or another region, entered(reader)
   * when the focus comes in, key(event), back(), open(key), findNewer(evidence), choose(index), reconsider(),
   * report(evidence), copyReference(evidence), refresh(), announce(words), close().
   */
  constructor(events) {
    this.events = events;
    this.state = "empty";
    this.evidence = this.source = this.citation = this.viewer = null;
    this.heading = new Heading({
      back: () => events.back(),
      open: (key) => events.open(key),
      find: (evidence) => events.findNewer(evidence),
      announce: (words) => events.announce(words),
      close: () => events.close(),
    });
    const viewing = {
      painted: () => this.settle(this.restingState()),
      failed: (problem) => this.whenFailed(problem),
      refresh: () => events.refresh(),
      moved: () => this.whenMoved(),
    };
    this.sheets = new Sheets(viewing);
    this.frame = new FrameView({ ...viewing, key: (event) => events.key(event) });
    this.candidates = new Candidates({
      chosen: (index) => events.choose(index),
      none: () => events.choose(null),
    });
    this.minimap = new Minimap((x, y) => this.centre(x, y));
    this.message = new Message({
      refresh: () => events.refresh(),
      report: (evidence) => events.report(evidence),
      reconsider: () => events.reconsider(),
      copyReference: (evidence) => events.copyReference(evidence),
    });
    this.edges = new Edges();
    this.build();
  }

  build() {
    const whenEntered = { onfocusin: () => this.events.entered(this) };
    this.strip = element("p", { class: "strip-note", hidden: true });
    this.sheets.root.append(this.minimap.root);
    this.body = element("div", { class: "body" }, this.sheets.root, this.frame.root, this.edges.root);
    this.footer = element("footer", { class: "footer" });
    this.top = element(
      "div",
      { class: "reader-top", ...whenEntered },
      this.heading.root,
      this.heading.notice,
      this.heading.quote,
    );
    this.main = element(
      "div",
      { class: "reader", ...whenEntered },
      this.strip,
      this.body,
      this.candidates.root,
      this.message.root,
    );
  }

  // Showing -------------------------------------------------------------------------------------------------------

  /**
   * Shows an evidence. `source` is null where none is sent, `citation` where nothing may be marked; `choice` is the
   * reader's own among the places of an ambiguous quote: undefined, null for none of them, or its index. `cited` are the
   * pages of the same filing that the answer cites, `zoom` is one that the address asks for.
   */
  show({ evidence, source, citation, choice, cited, zoom = null }) {
    this.since = performance.now();
    clearTimeout(this.loading);
    Object.assign(this, { evidence, source, citation, choice });
    const isViewed = Boolean(citation && source);
    const isPdf = evidence.media === "pdf";
    this.top.hidden = this.main.hidden = this.footer.hidden = false;
    this.body.hidden = !isViewed;
    this.sheets.root.hidden = !isViewed || !isPdf;
    this.frame.setShown(isViewed && !isPdf);
    this.candidates.root.hidden = this.message.root.hidden = this.strip.hidden = true;
    this.edges.clear();
    this.viewer = isViewed ? (isPdf ? this.sheets : this.frame) : null;
    this.heading.show(evidence, isViewed ? "loading" : this.restingState());
    this.showFooter();
    if (isViewed) this.view(cited, zoom);
    else this.explain();
  }

  view(cited, zoom) {
    const { evidence, citation } = this;
    this.setState("loading");
    const place = evidence.media === "pdf" ? `PDF page ${citation.page + 1}` : "the filing";
    this.loading = setTimeout(() => this.sayLoading(place), LOADING_SHOWN_AFTER);
    if (!citation.current && !evidence.of) this.say(...notFound(evidence));
    this.viewer.show(evidence.version.id, this.source, citation, cited);
    if (zoom) {
      this.viewer.zoomTo(zoom);
      this.viewer.goTo();
    }
    this.label();
  }

  sayLoading(place) {
    this.events.announce(`Opening ${this.evidence.citation_id}, ${place}`);
    this.footer.replaceChildren(
      `Opening ${place}…`,
      element("span", { class: "gap" }),
      "The answer stays usable meanwhile",
    );
  }

  /** States without a view: their words and their next step. */
  explain() {
    if (this.evidence.state === "ambiguous" && this.choice === undefined) {
      this.candidates.root.hidden = false;
      this.candidates.show(this.evidence, this.source, this.sheets.images);
    } else {
      this.message.show(this.evidence, this.restingState());
    }
    this.settle(this.restingState());
  }

  /** New links for what is shown. */
  renew(evidence, source) {
    this.evidence = evidence;
    if (!source || !this.viewer) return;
    this.source = source;
    this.viewer.renew(source);
  }

  close() {
    clearTimeout(this.loading);
    this.evidence = this.source = this.citation = this.viewer = null;
    this.top.hidden = this.main.hidden = this.footer.hidden = true;
    this.state = "empty";
  }

  // States --------------------------------------------------------------------------------------------------------

  /** What may be said once the view stands: nothing is "ready" where nothing is marked. */
  restingState() {
    const { evidence, choice } = this;
    if (this.citation && !this.citation.current) return "quote_not_found";
    if (evidence.state !== "ambiguous")
      return this.source || evidence.state === "denied" ? evidence.state : "unavailable";
    return choice === undefined ? "ambiguous" : choice === null ? "unresolved" : "chosen";
  }

  /** The last step of every opening: the state, the words, and the time it took. */
  settle(state) {
    clearTimeout(this.loading);
    this.heading.showState(state);
    this.setState(state);
    this.showFooter();
    this.events.announce(this.spoken(state));
    const { since, evidence } = this;
    afterPaint(() => {
      if (this.evidence?.key !== evidence.key || this.since !== since) return;
      this.events.painted(this, performance.now() - since);
      this.whenMoved();
    });
  }

  spoken(state) {
    const { evidence } = this;
    const where = evidence.media === "pdf" && this.citation ? `, PDF page ${this.citation.page + 1}` : "";
    const words = (STATE_PILLS[state] ?? [])[2];
    const newer = evidence.of ? evidence.notice.title : evidence.version?.successor?.outcome?.words;
    const parts = [`Opened ${evidence.citation_id}${where}`, words, newer && `In the newer version: ${newer}`];
    return parts.filter(Boolean).join(". ");
  }

  whenFailed(problem) {
    clearTimeout(this.loading);
    const state = problem.isQuote ? "quote_not_found" : "failed";
    if (problem.isQuote) this.say("missing", problem.message);
    this.edges.clear();
    this.heading.showState(state);
    this.setState(state);
    this.showFooter();
    this.events.announce(`${this.evidence.citation_id}: ${problem.message}`);
  }

  setState(state) {
    this.state = this.main.dataset.state = state;
    this.events.state(this);
  }

  say(iconName, words, action = null) {
    this.strip.replaceChildren(icon(iconName), element("span", {}, words), action ?? "");
    this.strip.hidden = false;
  }

  silence() {
    this.strip.hidden = true;
  }

  // Moving --------------------------------------------------------------------------------------------------------

  /** Makes the region `at` (0-based) the current one; false where there is none. */
  goToRegion(at) {
    if (!this.viewer || !this.citation?.stops[at]) return false;
    this.citation.at = at;
    this.viewer.goTo();
    this.label();
    this.whenMoved();
    return true;
  }

  label() {
    const { evidence, citation } = this;
    const place = evidence.media === "pdf" ? `Page ${citation.page + 1}` : evidence.locus;
    this.sheets.view.setAttribute("aria-label", `${place}. ${citation.words()}.`);
  }

  whenMoved() {
    if (!this.viewer || !this.citation) return;
    if (this.state !== "loading" && this.state !== "failed") this.edges.show(this.citation, this.viewer);
    if (this.viewer === this.sheets) this.showMinimap();
    this.events.moved(this);
  }

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

  // Below the view ------------------------------------------------------------------------------------------------

  showFooter() {
    const { evidence, citation } = this;
    const sum = evidence.state === "denied" ? null : evidence.version?.sha256;
    const words = this.viewer && (citation.current || evidence.media !== "pdf") ? this.legend() : [];
    this.footer.replaceChildren(...words, element("span", { class: "gap" }), sum ? sumOf(sum) : "");
    this.footer.hidden = !sum && !this.viewer;
  }

  legend() {
    if (this.evidence.is_read && this.evidence.media === "pdf")
      return [element("span", { class: "key aside" }, "Passage as it was read")];
    if (this.evidence.media !== "pdf") {
      const words = "Isolated frame. Scripts, links and remote content are off.";
      return [element("span", { class: "isolated" }, icon("shield"), words)];
    }
    const aside = this.citation.ofRole("footnote").length ? "Row, column, unit, note" : "Row, column, unit";
    return [
      ["value", "Cited value"],
      ["other", "Other cited region"],
      ["aside", aside],
    ].map(([look, words]) => element("span", { class: `key ${look}` }, words));
  }

  disconnect() {
    clearTimeout(this.loading);
    this.sheets.disconnect();
    this.frame.disconnect();
    this.candidates.disconnect();
  }
}

function sumOf(sum) {
  const short = `sha256 ${sum.slice(0, 8)}…${sum.slice(-4)}`;
  return element("span", { class: "sum", title: `sha256 ${sum}` }, short);
}
