/** The PDF view: a virtual list of pages. Only pages near the view exist; the rest is room that their sizes ask for. */

const SHEET_GAP = 10; // px between pages
const DESK_INSET = 8; // px of desk beside and above a page
const ZOOM_STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
const LEAST_FIT = 1.1; // "fit evidence" never gets smaller than this: figures must stay readable
const GREATEST_FIT = 1.75;
const FIT_MARGIN = 28; // px beside the evidence, room for a caption
const GREATEST_SIDE = 14_400; // points, the largest page that Acrobat makes; CSS breaks far below 2^31
const LEAST_SIDE = 24;
const PREFETCHED = 12; // pages; half of what is kept, so that prefetching never pushes out what was just read
const PREDECODED = 2; // of them; decoding is the longest step between a click and its highlight
const ZOOM_SETTLE = 140; // ms before sharper images are fetched after a zoom

/** The size in points that a page is shown with, and a sentence where that is not its own. */
function shownSize([width, height]) {
  const reduction = Math.min(1, GREATEST_SIDE / Math.max(width, height));
  const shown = [Math.max(LEAST_SIDE, width * reduction), Math.max(LEAST_SIDE, height * reduction)];
  if (shown[0] === width && shown[1] === height) return { width, height, note: null };
  const words = [width, height].map((side) => Math.round(side).toLocaleString("en-US")).join(" × ");
  return {
    width: shown[0],
    height: shown[1],
    note: `This page measures ${words} points. It is shown reduced.`,
  };
}

class Sheets {
  /** `events`: painted(), failed(problem), refresh(), moved() after scrolling or zooming. */
  constructor(events) {
    this.events = events;
    this.images = new PageImages();
    this.list = element("div", { class: "list" });
    this.view = element("div", { class: "view", tabindex: "0", role: "group" }, this.list);
    this.root = element("div", { class: "sheets" }, this.view);
    this.mounted = new Map();
    this.layers = [];
    this.hits = typeof HitLayer === "undefined" ? null : new HitLayer();
    if (this.hits) this.addLayer(this.hits);
    this.zoom = 1;
    this.fitted = "evidence";
    this.view.addEventListener("scroll", () => this.whenScrolled(), { passive: true });
    this.view.addEventListener("wheel", (event) => this.whenWheeled(event), { passive: false });
    this.observer = new ResizeObserver(() => this.whenResized());
    this.observer.observe(this.view);
  }

  /** Shows a citation of `source`; `cited` are all page indexes that the answer cites in it, with their citations. */
  show(version, source, citation, cited) {
    if (version !== this.version) this.reset(version, source);
    this.source = source;
    this.citation = citation;
    citation.labels = source.labels;
    this.cited = cited;
    this.hasPainted = false;
    if (this.fitted) this.zoom = this.fitZoom(this.fitted, citation.page, citation);
    this.layout();
    this.goTo();
    for (const layer of this.layers) layer.drawn?.(citation);
  }

  /**
   * A layer over the pages: `mount(sheet)` for each page that comes to exist, `placed(sheet)` when its size changes,
   * `unmount(sheet)` when it goes, `drawn(citation)` when another citation is shown; all but the first are optional.
   */
  addLayer(layer) {
    this.layers.push(layer);
    for (const sheet of this.mounted.values()) layer.mount(sheet);
  }

  removeLayer(layer) {
    this.layers = this.layers.filter((one) => one !== layer);
    for (const sheet of this.mounted.values()) layer.unmount?.(sheet);
  }

  /**
   * Marks what a search found: `[{ page_index, regions }]`; the hit numbered `at`, if any, is brought into view unless
   * `scroll` is false.
   */
  showHits(hits, at, { scroll = true } = {}) {
    this.hits?.show(hits, at);
    const hit = at === null || !scroll ? null : hits[at];
    if (!hit) return;
    const first = hit.regions?.[0];
    if (!first) return this.goToPage(hit.page_index);
    const piece = { page_index: hit.page_index, ...first };
    if (!this.isSeen(piece)) this.reveal(piece);
    this.events.moved();
  }

  clearHits() {
    this.hits?.clear();
  }

  /** New links for the same document: pages that failed try again with them. */
  renew(source) {
    this.source = source;
    for (const sheet of this.mounted.values()) {
      sheet.source = source;
      if (sheet.failed) sheet.retry();
    }
  }

  reset(version, source) {
    for (const sheet of [...this.mounted.values()]) this.unmountOne(sheet);
    this.prefetching?.abort();
    this.clearHits();
    this.version = version;
    this.sizes = source.sizes.map(shownSize);
    this.fitted = "evidence";
  }

  // Geometry, in CSS px of the list -------------------------------------------------------------------------------

  layout() {
    const widest = Math.max(...this.sizes.map((size) => size.width));
    const width = Math.max(this.view.clientWidth, Math.ceil(this.zoom * widest) + 2 * DESK_INSET);
    let top = DESK_INSET;
    this.boxes = this.sizes.map((size) => {
      const shown = {
        width: Math.round(size.width * this.zoom),
        height: Math.round(size.height * this.zoom),
      };
      const box = { left: Math.round((width - shown.width) / 2), top, ...shown };
      top += box.height + SHEET_GAP;
      return box;
    });
    this.list.style.width = `${width}px`;
    this.list.style.height = `${top - SHEET_GAP + DESK_INSET}px`;
    for (const sheet of this.mounted.values()) {
      sheet.place(this.boxes[sheet.index], this.sizes[sheet.index].note);
      for (const layer of this.layers) layer.placed?.(sheet);
    }
  }

  /** The zoom of a way to fit: "evidence", "width" or "page". */
  fitZoom(mode, index, citation) {
    if (mode === "evidence") return this.evidenceZoom(citation);
    const { width, height } = this.sizes[index];
    const across = (this.view.clientWidth - 2 * DESK_INSET) / width;
    const down = (this.view.clientHeight - 2 * DESK_INSET) / height;
    return this.sharp(
      Math.min(ZOOM_STEPS.at(-1), mode === "page" ? Math.min(across, down) : across),
      width,
      Math.floor,
    );
  }

  /** Row label, value, column and unit within the width, but not below the least readable zoom. */
  evidenceZoom(citation) {
    const { width } = this.sizes[citation.page];
    const boxes = citation.onPage(citation.page);
    const room = this.view.clientWidth;
    if (!boxes.length)
      return this.sharp(
        Math.min(GREATEST_FIT, Math.max(ZOOM_STEPS[0], (room - 2 * DESK_INSET) / width)),
        width,
        Math.floor,
      );
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.left + box.width));
    const extent = ((right - left) * width) / 100;
    const zoom = Math.min(GREATEST_FIT, (room - 2 * FIT_MARGIN) / extent);
    return zoom < LEAST_FIT ? this.sharp(LEAST_FIT, width, Math.ceil) : this.sharp(zoom, width, Math.floor);
  }

  /** The nearest zoom at which a page `width` points wide has an image of exactly its own device pixels. */
  sharp(zoom, width, round = Math.round) {
    const steps = Math.max(2, round((zoom * width * devicePixelRatio) / WIDTH_STEP));
    return (steps * WIDTH_STEP) / (width * devicePixelRatio);
  }

  /** A piece's box in the list's px. */
  boxOf(piece) {
    const page = this.boxes[piece.page_index];
    const box = pixels(piece, page.width, page.height);
    return {
      left: page.left + box.left,
      right: page.left + box.right,
      top: page.top + box.top,
      bottom: page.top + box.bottom,
    };
  }

  get window() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.view;
    return {
      left: scrollLeft,
      top: scrollTop,
      right: scrollLeft + clientWidth,
      bottom: scrollTop + clientHeight,
      width: clientWidth,
      height: clientHeight,
    };
  }

  isSeen(piece) {
    const box = this.boxOf(piece);
    const seen = this.window;
    return (
      box.right > seen.left + 8 &&
      box.left < seen.right - 8 &&
      box.top >= seen.top - 2 &&
      box.bottom <= seen.bottom + 2
    );
  }

  /** The page at the middle of the view. */
  get pageInView() {
    return this.pageAt((this.window.top + this.window.bottom) / 2);
  }

  pageAt(y) {
    let low = 0;
    let high = this.boxes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.boxes[middle].top <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // Moving --------------------------------------------------------------------------------------------------------

  /** Brings the current stop into view in both axes, with as much of its meaning as the view has room for. */
  goTo() {
    const { citation } = this;
    if (!citation.current) {
      const box = this.boxes[citation.page];
      this.scrollTo((this.list.clientWidth - this.view.clientWidth) / 2, box.top - DESK_INSET);
    } else {
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
    }
    this.mount();
    this.draw();
  }

  roomiest(citation) {
    const views = citation.views(citation.onPage(citation.page), (piece) => this.boxOf(piece));
    return roomiest(
      views.map((pieces) => union(pieces.map((piece) => this.boxOf(piece)))),
      this.window,
    );
  }

  /** Where the marks are, in the window's px. */
  markBoxes() {
    return [...this.list.querySelectorAll(".mark, .tag")].map((mark) => mark.getBoundingClientRect());
  }

  scrollTo(left, top) {
    this.view.scrollTo({ left: Math.max(0, left), top: Math.max(0, top), behavior: "instant" });
  }

  reveal(piece) {
    const box = this.boxOf(piece);
    const { width, height } = this.window;
    this.scrollTo((box.left + box.right - width) / 2, (box.top + box.bottom - height) / 2);
    this.mount();
  }

  /** Zooms about `anchor`, a point of a page and where it is in the view; without one about the evidence, if seen. */
  zoomTo(zoom, anchor = this.anchor()) {
    this.fitted = null;
    this.zoom = Math.min(ZOOM_STEPS.at(-1), Math.max(ZOOM_STEPS[0], zoom));
    this.layout();
    const page = this.boxes[anchor.page];
    this.scrollTo(
      page.left + anchor.x * page.width - anchor.viewX,
      page.top + anchor.y * page.height - anchor.viewY,
    );
    this.mount({ settle: true });
    this.draw();
    this.events.moved();
  }

  anchor(viewX = this.view.clientWidth / 2, viewY = this.view.clientHeight / 2) {
    const seen = this.window;
    const value = this.citation.current?.pieces[0];
    if (value && arguments.length === 0 && this.isSeen(value)) {
      const box = this.boxOf(value);
      viewX = (box.left + box.right) / 2 - seen.left;
      viewY = (box.top + box.bottom) / 2 - seen.top;
    }
    const page = this.pageAt(seen.top + viewY);
    const box = this.boxes[page];
    return {
      page,
      x: (seen.left + viewX - box.left) / box.width,
      y: (seen.top + viewY - box.top) / box.height,
      viewX,
      viewY,
    };
  }

  step(direction) {
    const { width } = this.sizes[this.citation.page];
    const steps = (direction > 0 ? ZOOM_STEPS : [...ZOOM_STEPS].reverse()).map((step) =>
      this.sharp(step, width),
    );
    this.zoomTo(steps.find((step) => (step - this.zoom) * direction > 0.005) ?? this.zoom);
  }

  fit() {
    this.fitTo("evidence");
  }

  /** "evidence" brings the current region back; "width" and "page" keep to the page in view. `fitted` names the mode. */
  fitTo(mode) {
    const index = this.pageInView;
    const zoom = this.fitZoom(mode, index, this.citation);
    if (mode === "evidence") {
      this.zoom = zoom;
      this.layout();
      this.goTo();
    } else {
      this.zoomTo(zoom);
      if (mode === "page") this.goToPage(index);
    }
    this.fitted = mode;
    this.events.moved();
  }

  goToPage(index) {
    const box = this.boxes[index];
    this.scrollTo(box.left + (box.width - this.view.clientWidth) / 2, box.top - DESK_INSET);
    this.mount();
    this.draw();
    this.events.moved();
  }

  /** Where the reader is: the point of a page, in fractions of it, at the middle of the view, and the zoom. */
  position() {
    const { page, x, y } = this.anchor(this.view.clientWidth / 2, this.view.clientHeight / 2);
    return { page, x, y, zoom: this.zoom };
  }

  restore({ page, x, y, zoom }) {
    const { clientWidth, clientHeight } = this.view;
    this.zoomTo(zoom, { page, x, y, viewX: clientWidth / 2, viewY: clientHeight / 2 });
  }

  whenWheeled(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const frame = this.view.getBoundingClientRect();
    this.zoomTo(
      this.zoom * Math.exp(-event.deltaY / 300),
      this.anchor(event.clientX - frame.left, event.clientY - frame.top),
    );
  }

  whenScrolled() {
    if (this.scrolling) return;
    this.scrolling = requestAnimationFrame(() => {
      this.scrolling = 0;
      if (!this.boxes || !this.view.clientHeight) return;
      this.mount();
      this.events.moved();
    });
  }

  whenResized() {
    const { clientWidth, clientHeight } = this.view;
    if (!this.boxes || !clientWidth || (clientWidth === this.width && clientHeight === this.height)) return;
    const isFirst = this.width === undefined;
    const grewOnly = clientWidth === this.width;
    this.width = clientWidth;
    this.height = clientHeight;
    if (isFirst || grewOnly) this.mount();
    else if (this.fitted) this.fitTo(this.fitted);
    else this.zoomTo(this.zoom);
  }

  // Pages ---------------------------------------------------------------------------------------------------------

  /** Pages within one view of the window exist, the cited one first; others give their memory back. */
  mount({ settle = false } = {}) {
    const { top, bottom, height } = this.window;
    const [first, last] = [this.pageAt(top - height), this.pageAt(bottom + height)];
    for (const [index, sheet] of this.mounted) {
      if (index < first || index > last) this.unmountOne(sheet);
    }
    for (let index = first; index <= last; index += 1) if (!this.mounted.has(index)) this.mountOne(index);
    clearTimeout(this.settling);
    if (settle) this.settling = setTimeout(() => this.loadMounted(), ZOOM_SETTLE);
    else this.loadMounted();
  }

  mountOne(index) {
    const label = this.source.labels[index]
      ? `PDF page ${index + 1}, printed ${this.source.labels[index]}`
      : `PDF page ${index + 1}`;
    const sheet = new Sheet(index, label, this.images, {
      drawn: (one) => this.whenDrawn(one),
      failed: (one, problem) => one.index === this.citation.page && this.events.failed(problem),
      refresh: () => this.events.refresh(),
    });
    sheet.place(this.boxes[index], this.sizes[index].note);
    sheet.source = this.source;
    this.mounted.set(index, sheet);
    this.list.insertBefore(sheet.root, this.sheetAfter(index)?.root ?? null);
    for (const layer of this.layers) layer.mount(sheet);
  }

  /** The next mounted page: pages stand in their order, for selections and screen readers. */
  sheetAfter(index) {
    const later = [...this.mounted.keys()].filter((one) => one > index);
    return this.mounted.get(Math.min(...later));
  }

  unmountOne(sheet) {
    this.mounted.delete(sheet.index);
    for (const layer of this.layers) layer.unmount?.(sheet);
    sheet.unmount();
  }

  /** The cited page alone until it is painted: its neighbours must not take the server from it. */
  loadMounted() {
    const target = this.mounted.get(this.citation.page);
    const isWaiting = target && !target.isDrawn && !target.failed;
    const centre = this.pageInView;
    const order = [...this.mounted.values()].sort(
      (one, other) => Math.abs(one.index - centre) - Math.abs(other.index - centre),
    );
    if (target) target.load(this.source, { urgent: true, needsInk: true });
    if (isWaiting) return;
    for (const sheet of order) {
      const urgent = sheet.index === centre;
      if (sheet !== target) sheet.load(this.source, { urgent, needsInk: this.cited.has(sheet.index) });
    }
  }

  whenDrawn(sheet) {
    this.drawOn(sheet);
    if (sheet.index === this.citation.page) this.loadMounted();
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
      const zoom = this.fitted ? this.fitZoom(this.fitted, index, citation) : this.zoom;
      try {
        const width = imageWidth(Math.round(this.sizes[index].width * zoom));
        await this.images.prepare(this.source, index, width, { signal, decode: order < PREDECODED });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof PageProblem)) throw error;
        return; // the page says so itself when it is opened
      }
    }
  }

  disconnect() {
    this.observer.disconnect();
    this.prefetching?.abort();
    for (const sheet of [...this.mounted.values()]) this.unmountOne(sheet);
    this.images.forget();
  }
}
