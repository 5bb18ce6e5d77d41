/** The strip of thumbnails beside the page: every page of a PDF, and where this answer's evidence lies. */

const STRIP_FROM = 760; // px of pane: a narrower one, and one with two evidences, shows the strip when it is asked for

class Strip {
  constructor(pane) {
    this.pane = pane;
    this.isAsked = null; // by the reader; until then the pane's width decides
    this.version = null;
    this.thumbnails = new Thumbnails({
      chosen: (index) => this.go(index),
      scrolled: () => this.showRail(),
    });
    this.thumbnails.hold();
    this.build();
    this.keys = [{ key: "t", words: "Page thumbnails", action: () => this.toggle() }];
    this.observer = new ResizeObserver(() => this.show());
    this.observer.observe(pane.root);
    this.listObserver = new ResizeObserver(() => this.thumbnails.mount());
    this.listObserver.observe(this.thumbnails.root);
  }

  build() {
    this.button = toolButton("thumbnails", "Page thumbnails", "T", () => this.toggle());
    this.control = element("div", { class: "tools tight" }, this.button);
    this.slot = "page";
    this.seen = element("u");
    this.ticks = element("div");
    this.rail = element(
      "div",
      { class: "thumbs-rail", "aria-hidden": "true", onpointerdown: (event) => this.drag(event) },
      this.ticks,
      this.seen,
    );
    this.side = element("div", { class: "thumbs", hidden: true }, this.thumbnails.root, this.rail);
  }

  // Shown or not --------------------------------------------------------------------------------------------------

  /** Only pages of a PDF have images. */
  get hasPages() {
    return this.pane.viewer !== null && this.pane.viewer === this.pane.sheets;
  }

  get isWanted() {
    return this.isAsked ?? (!this.pane.isComparing && this.pane.root.clientWidth >= STRIP_FROM);
  }

  toggle() {
    if (!this.hasPages) return;
    this.isAsked = this.side.hidden;
    this.show();
    if (this.isAsked) this.thumbnails.root.focus({ preventScroll: true });
    else this.pane.focusView();
    this.pane.announce(this.isAsked ? "Page thumbnails shown" : "Page thumbnails hidden");
  }

  show() {
    const isShown = this.hasPages && this.isWanted;
    this.control.hidden = !this.hasPages;
    this.button.setAttribute("aria-pressed", String(isShown));
    if (this.side.hidden === !isShown) return;
    this.side.hidden = !isShown;
    if (!isShown) return this.thumbnails.clear();
    this.mark();
    this.thumbnails.mount();
    this.moved();
  }

  // What the pane does --------------------------------------------------------------------------------------------

  /** Images wait for the page that is being opened; another reader's page, in a comparison, is there already. */
  opened() {
    const { pane } = this;
    this.thumbnails.hold();
    if (pane.state !== "loading") requestIdleCallback(() => this.thumbnails.release());
    const version = this.hasPages ? pane.evidence.version.id : null;
    if (version !== this.version) this.thumbnails.show(version && pane.source, pane.sheets.images);
    this.version = version;
    this.show();
    if (this.side.hidden) return;
    this.mark();
    this.moved();
  }

  painted() {
    this.thumbnails.release();
  }

  renewed() {
    if (!this.version || !this.hasPages) return;
    this.thumbnails.renew(this.pane.source);
    if (!this.side.hidden) this.mark();
  }

  closed() {
    this.version = null;
    this.thumbnails.show(null);
    this.show();
  }

  /** The strip follows the page, unless the reader is looking through it. */
  moved() {
    if (this.side.hidden || !this.hasPages) return;
    const { sheets } = this.pane;
    const index = sheets.pageInView;
    const box = sheets.boxes[index];
    const part = fitsView(box, sheets.window) ? null : seenPart(box, sheets.window);
    this.thumbnails.setCurrent(index, part, !this.side.matches(":hover, :focus-within"));
  }

  // Evidence ------------------------------------------------------------------------------------------------------

  mark() {
    const evidence = this.evidencePages();
    this.thumbnails.setEvidence(evidence);
    const share = 100 / this.pane.source.page_count;
    const ticks = [...evidence.keys()].map((index) => {
      const tick = element("s");
      tick.style.top = `${index * share}%`;
      return tick;
    });
    this.ticks.replaceChildren(...ticks);
  }

  /** Where the answer's evidence of this filing lies: ids and boxes by page. */
  evidencePages() {
    const pages = new Map();
    for (const one of this.pane.data.evidence) {
      const citation = one.version?.id === this.version ? this.pane.citationOf(one) : null;
      for (const piece of citation?.pieces ?? []) {
        if (piece.role !== "quote") continue;
        const entry = pages.get(piece.page_index) ?? { ids: new Set(), pieces: [] };
        entry.ids.add(one.citation_id);
        entry.pieces.push(piece);
        pages.set(piece.page_index, entry);
      }
    }
    return pages;
  }

  // The rail: the whole filing at a glance ------------------------------------------------------------------------

  showRail() {
    const { scrollTop, clientHeight, scrollHeight } = this.thumbnails.root;
    this.rail.hidden = scrollHeight <= clientHeight;
    this.seen.style.top = `${(100 * scrollTop) / scrollHeight}%`;
    this.seen.style.height = `${(100 * clientHeight) / scrollHeight}%`;
  }

  drag(event) {
    event.preventDefault();
    this.rail.setPointerCapture(event.pointerId);
    const list = this.thumbnails.root;
    const move = ({ clientY }) => {
      const { top, height } = this.rail.getBoundingClientRect();
      list.scrollTop = ((clientY - top) / height) * list.scrollHeight - list.clientHeight / 2;
    };
    move(event);
    this.rail.onpointermove = move;
    this.rail.onpointerup = this.rail.onpointercancel = () => (this.rail.onpointermove = null);
  }

  go(index) {
    this.pane.viewer.goToPage(index);
    this.pane.announce(this.thumbnails.names.spoken(index));
  }

  disconnect() {
    this.observer.disconnect();
    this.listObserver.disconnect();
    this.thumbnails.clear();
  }
}

PANE_TOOLS.push((pane) => new Strip(pane));
