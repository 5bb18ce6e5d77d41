/** The PDF view: a virtual list of pages, scrolled and zoomed about the evidence. */

const PREFETCHED = 12; // cited pages
const PREDECODED = 2; // of them; decoding is the longest step between a click and its highlight

class Sheets extends ColumnView {
  /** `events`: painted(), failed(problem), refresh(), moved() after scrolling or zooming. */
  constructor(events) {
    super(events);
    this.images = new PageImages();
    this.root = element("div", { class: "sheets" }, this.view);
    this.pages = new MountedSheets(this.list, this.images, {
      drawn: (sheet) => this.whenDrawn(sheet),
      failed: (sheet, problem) => sheet.index === this.citation.page && this.events.failed(problem),
      refresh: () => this.events.refresh(),
    });
    this.hits = new HitLayer();
    this.addLayer(this.hits);
  }

  /** Shows a citation of `source`; `cited` are all page indexes that the answer cites in it, with their citations. */
  show(version, source, citation, cited) {
    if (version !== this.version) this.reset(version, source);
    this.source = source;
    this.citation = citation;
    citation.labels = source.labels;
    this.cited = cited;
    this.hasPainted = false;
    if (this.fit) this.zoom = this.fitZoom(this.fit, citation.page, citation);
    this.layout();
    this.goTo();
    for (const layer of this.pages.layers) layer.drawn?.(citation);
  }

  /**
   * A layer over the pages: `mount(sheet)` for each page that comes to exist, `placed(sheet)` when its size changes,
   * `imaged(sheet)` when its image is there, `unmount(sheet)` when it goes, `drawn(citation)` when another citation is
   * shown; all but the first are optional.
   */
  addLayer(layer) {
    this.pages.addLayer(layer);
  }

  removeLayer(layer) {
    this.pages.removeLayer(layer);
  }

  /** New links for the same document: pages that failed try again with them. */
  renew(source) {
    this.source = source;
    this.pages.renew(source);
  }

  reset(version, source) {
    this.pages.unmountAll();
    this.prefetching?.abort();
    this.clearHits();
    this.version = version;
    this.rest = null;
    this.column = new PageColumn(source.sizes);
    this.fit = "evidence";
  }

  /** The pages that exist, by index. */
  get mounted() {
    return this.pages.pages;
  }

  layout() {
    super.layout();
    this.pages.place(this.column);
  }

  /** Brings the current stop into view in both axes, with as much of its meaning as the view has room for. */
  goTo() {
    const { citation } = this;
    this.catchUp();
    if (!citation.current) return this.toPage(citation.page);
    const target = this.roomiest(citation);
    const { width, height } = this.window;
    const page = this.boxes[citation.page];
    const furthest = page.left + page.width + DESK_INSET - width;
    const left =
      page.width <= width
        ? page.left - (width - page.width) / 2
        : Math.min(furthest, Math.max(page.left - DESK_INSET, (target.left + target.right - width) / 2));
    const spare = height - (target.bottom - target.top);
    this.scrollTo(left, target.top - Math.max(12, Math.min(spare * 0.3, height * 0.16)));
    this.arrive();
  }

  roomiest(citation) {
    const views = citation.views(citation.onPage(citation.page), (piece) => this.boxOf(piece));
    return roomiest(views, this.window);
  }

  /** Where the marks are, in the window's px. */
  markBoxes() {
    return [...this.list.querySelectorAll(".mark, .tag")].map((mark) => mark.getBoundingClientRect());
  }

  // Pages ---------------------------------------------------------------------------------------------------------

  /** Has the pages near the view exist and load; with `settle` after a moment, when zooming has come to rest. */
  mount({ settle = false } = {}) {
    if (!this.view.clientHeight) return;
    this.rememberRest();
    this.pages.mount(this.column, this.window, this.source, this.citation.page);
    clearTimeout(this.settling);
    if (settle) this.settling = setTimeout(() => this.whenSettled(), ZOOM_SETTLE);
    else this.loadMounted();
  }

  whenSettled() {
    this.settleZoom();
    this.loadMounted();
  }

  loadMounted() {
    this.pages.load(this.source, this.window, {
      target: this.citation.page,
      needsInk: (index) => this.cited.has(index),
    });
  }

  whenDrawn(sheet) {
    this.drawOn(sheet);
    for (const layer of this.pages.layers) layer.imaged?.(sheet);
    if (sheet.index === this.citation.page) this.loadMounted();
    else this.pages.sharpen(this.window);
    this.settlePaint();
  }

  draw() {
    for (const sheet of this.mounted.values()) this.drawOn(sheet);
    this.settlePaint();
  }

  drawOn(sheet) {
    const hasMarks = sheet.isDrawn && this.citation.onPage(sheet.index).length > 0;
    if (hasMarks && !sheet.ink) return sheet.retry();
    const { width, height } = this.boxes[sheet.index];
    const drawing = hasMarks ? [this.citation, this.citation.at, width, height] : [];
    if (sheet.drawing?.length === drawing.length && drawing.every((one, at) => one === sheet.drawing[at]))
      return;
    sheet.drawing = drawing;
    sheet.marks.hidden = !hasMarks;
    if (hasMarks) drawMarks(sheet.marks, this.citation, sheet.index, { width, height, ink: sheet.ink });
    else sheet.marks.replaceChildren();
  }

  settlePaint() {
    if (this.hasPainted || !this.mounted.get(this.citation.page)?.isDrawn) return;
    this.hasPainted = true;
    this.events.painted();
    this.prefetch();
  }

  /** The next cited pages of this document in reading order, at the size they would open with. */
  async prefetch() {
    this.prefetching?.abort();
    const { signal } = (this.prefetching = new AbortController());
    const pages = [...this.cited.keys()];
    const next = pages.indexOf(this.citation.page) + 1;
    const wanted = [...pages.slice(next), ...pages.slice(0, next)]
      .filter((index) => !this.mounted.has(index))
      .slice(0, PREFETCHED);
    for (const [order, index] of wanted.entries()) {
      const citation = this.cited.get(index);
      const zoom = this.fit ? this.fitZoom(this.fit, index, citation) : this.zoom;
      try {
        const width = imageWidth(onScreenGrid(this.sizes[index].width * zoom));
        await this.images.prepare(this.source, index, width, { signal, decode: order < PREDECODED });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof PageProblem)) throw error;
        return; // the page says so itself when it is opened
      }
    }
  }

  /** Fetches the page that a citation of any filing would open with, ahead of need. Rejects as `PageImages.prepare`. */
  async warm(version, source, citation, options) {
    const isShown = version === this.version;
    const room = this.view.clientWidth ? this.window : this.rest;
    const column = isShown ? this.column : new PageColumn(source.sizes);
    const index = citation.page;
    if (!room || (isShown && this.mounted.has(index))) return;
    const fit = isShown ? this.fit : "evidence";
    const zoom = fit ? column.fitZoom(fit, index, citation, room) : this.zoom;
    const width = imageWidth(onScreenGrid(column.sizes[index].width * zoom));
    await this.images.prepare(source, index, width, options);
  }

  // Hits ----------------------------------------------------------------------------------------------------------

  /**
   * Marks what a search found: `[{ page_index, regions }]`; the hit numbered `at`, if any, is brought into view unless
   * `scroll` is false.
   */
  showHits(hits, at, { scroll = true } = {}) {
    this.hits.show(hits, at);
    const hit = at === null || !scroll ? null : hits[at];
    if (!hit) return;
    const first = hit.regions?.[0];
    if (!first) return this.goToPage(hit.page_index);
    const piece = { page_index: hit.page_index, ...first };
    if (!this.isSeen(piece)) this.reveal(piece);
    this.events.moved();
  }

  clearHits() {
    this.hits.clear();
  }

  disconnect() {
    this.observer.disconnect();
    clearTimeout(this.settling);
    this.prefetching?.abort();
    this.pages.unmountAll();
    this.images.forget();
  }
}
