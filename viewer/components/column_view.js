/**
 * A view that scrolls and zooms a column of pages and knows where the reader is in it. Who extends it says what is
 * shown: `citation`, its `roomiest` box, and `mount` and `draw` after each move.
 */

const ZOOM_SETTLE = 140; // ms before sharper images are fetched after a zoom
const SEEN_MARGIN = 8; // px of a box's width that suffice to have it seen

class ColumnView {
  /** `events`: moved() after scrolling or zooming. */
  constructor(events) {
    this.events = events;
    this.list = element("div", { class: "list" });
    this.view = element("div", { class: "view", tabindex: "0", role: "group" }, this.list);
    this.zoom = 1;
    this.fit = "evidence";
    this.view.addEventListener("scroll", () => this.whenScrolled(), { passive: true });
    this.view.addEventListener("wheel", (event) => this.whenWheeled(event), { passive: false });
    this.observer = new ResizeObserver(() => this.whenResized());
    this.observer.observe(this.view);
  }

  // Geometry, in CSS px of the list -------------------------------------------------------------------------------

  layout() {
    this.column.lay(this.zoom, this.view.clientWidth);
    this.list.style.width = `${this.column.width}px`;
    this.list.style.height = `${this.column.height}px`;
    this.laid = this.size; // a bar to scroll across by may have come with it
  }

  fitZoom(mode, index, citation) {
    return this.column.fitZoom(mode, index, citation, this.window);
  }

  get size() {
    const { clientWidth: width, clientHeight: height } = this.view;
    return { width, height };
  }

  /** Whether the view has another size than its pages were last laid out for, because a panel beside it came or went. */
  get isResized() {
    const { width, height } = this.size;
    return width !== this.laid?.width || height !== this.laid.height;
  }

  get boxes() {
    return this.column?.boxes;
  }

  get sizes() {
    return this.column?.sizes;
  }

  boxOf(piece) {
    return this.column.boxOf(piece);
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

  /** A part of the width suffices; `isWhole` asks for all of it. */
  isSeen(piece) {
    const box = this.boxOf(piece);
    const seen = this.window;
    return (
      box.right > seen.left + SEEN_MARGIN &&
      box.left < seen.right - SEEN_MARGIN &&
      box.top >= seen.top - 2 &&
      box.bottom <= seen.bottom + 2
    );
  }

  isWhole(piece) {
    return this.isSeen(piece) && isAcross(this.boxOf(piece), this.window);
  }

  /** The page at the middle of the view. */
  get pageInView() {
    return this.column.pageAt((this.window.top + this.window.bottom) / 2);
  }

  // Moving -------------------------------------------------------------------------------------------------------

  goToPage(index) {
    this.toPage(index);
    this.events.moved();
  }

  toPage(index) {
    this.catchUp();
    const box = this.boxes[index];
    const spare = this.view.clientWidth - box.width;
    this.scrollTo(box.left - Math.max(DESK_INSET, spare / 2), box.top - DESK_INSET);
    this.arrive();
  }

  /** Into the middle of the view; across the page only where it must, so that the beginnings of lines stay in view. */
  reveal(piece) {
    this.catchUp();
    const box = this.boxOf(piece);
    const { left, right, width, height } = this.window;
    const isAcross = box.left >= left + SEEN_MARGIN && box.right <= right - SEEN_MARGIN;
    this.scrollTo(isAcross ? left : (box.left + box.right - width) / 2, (box.top + box.bottom - height) / 2);
    this.arrive();
  }

  scrollTo(left, top) {
    this.view.scrollTo({ left: Math.max(0, left), top: Math.max(0, top), behavior: "instant" });
  }

  /** After every move that is not the reader's own scrolling. */
  arrive(options) {
    this.mount(options);
    this.draw();
  }

  // Zooming -------------------------------------------------------------------------------------------------------

  /** Zooms about the evidence, if seen, else the middle of the view; to the nearest zoom at which pages are sharp. */
  zoomTo(zoom) {
    const anchor = this.anchor();
    this.zoomAbout(this.column.sharp(this.boundedZoom(zoom), anchor.page), anchor);
  }

  /** Zooms about a point of a page, which stays where it is in the view. */
  zoomAbout(zoom, anchor) {
    this.fit = null;
    this.zoom = zoom;
    this.keep(anchor);
    this.events.moved();
  }

  boundedZoom(zoom) {
    return Math.min(ZOOM_STEPS.at(-1), Math.max(Math.min(this.zoom, ZOOM_STEPS[0]), zoom));
  }

  /** Lays the pages out anew with the anchor's point where it was in the view. */
  keep(anchor) {
    this.layout();
    this.place(anchor);
    this.arrive({ settle: true });
  }

  place(anchor) {
    const { left, top } = this.column.placeOf(anchor);
    this.scrollTo(left - anchor.viewX, top - anchor.viewY);
  }

  /** Zooming by wheel stops anywhere: by less than half a percent the pages come to a zoom at which they are sharp. */
  settleZoom() {
    const anchor = this.anchor();
    const zoom = this.fit ? this.zoom : this.column.sharp(this.zoom, anchor.page);
    if (zoom === this.zoom) return;
    this.zoom = zoom;
    this.layout();
    this.place(anchor);
    this.draw();
  }

  /** A point of a page and where it is in the view: without arguments of the evidence, if seen, else of the middle. */
  anchor(viewX, viewY) {
    const seen = this.window;
    const value = this.citation.current?.pieces[0];
    if (viewX === undefined && value && this.isSeen(value)) {
      const box = this.boxOf(value);
      viewX = (box.left + box.right) / 2 - seen.left;
      viewY = (box.top + box.bottom) / 2 - seen.top;
    }
    viewX ??= seen.width / 2;
    viewY ??= seen.height / 2;
    return { ...this.column.pointAt(seen.left + viewX, seen.top + viewY), viewX, viewY };
  }

  step(direction) {
    const anchor = this.anchor();
    this.zoomAbout(this.column.nextZoom(this.zoom, direction, anchor.page), anchor);
  }

  /** "evidence" brings the current region back; "width" and "page" keep to the page in view. `fit` names the mode. */
  fitTo(mode) {
    if (this.rest) this.catchUp();
    const index = this.pageInView;
    const anchor = this.anchor();
    this.zoom = this.fitZoom(mode, index, this.citation);
    if (mode === "width") this.keep(anchor);
    else {
      this.layout();
      if (mode === "page") this.toPage(index);
      else this.goTo();
    }
    this.fit = mode;
    this.events.moved();
  }

  /** Where the reader is: the point of a page, in fractions of it, at the middle of the view, and the zoom. */
  position() {
    const { page, x, y } = this.anchor(this.view.clientWidth / 2, this.view.clientHeight / 2);
    return { page, x, y, zoom: this.zoom };
  }

  restore({ page, x, y, zoom }) {
    const { clientWidth, clientHeight } = this.view;
    this.zoomAbout(zoom, { page, x, y, viewX: clientWidth / 2, viewY: clientHeight / 2 });
  }

  whenWheeled(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const frame = this.view.getBoundingClientRect();
    this.zoomAbout(
      this.boundedZoom(this.zoom * Math.exp(-event.deltaY / 300)),
      this.anchor(event.clientX - frame.left, event.clientY - frame.top),
    );
  }

  // The view changes ----------------------------------------------------------------------------------------------

  whenScrolled() {
    if (this.scrolling) return;
    this.scrolling = requestAnimationFrame(() => {
      this.scrolling = 0;
      if (!this.boxes || !this.view.clientHeight) return;
      if (this.isResized) return this.whenResized();
      this.mount();
      this.events.moved();
    });
  }

  /**
   * The browser tells of a new size after it tells of scrolling, and after all that a script does at once: nothing may
   * measure the new view by its old layout, nor remember that.
   */
  catchUp() {
    if (this.isCatchingUp || !this.boxes || !this.isResized) return;
    this.isCatchingUp = true; // one turn must do: a bar to scroll by may come with a size and go with the next
    this.whenResized();
    this.isCatchingUp = false;
  }

  /** What was at a point of the view stays at that part of it; evidence that was seen is seen again. */
  whenResized() {
    const { clientWidth, clientHeight } = this.view;
    if (!this.boxes || !clientWidth || !clientHeight) return;
    const { rest } = this;
    if (!rest) return this.fitTo(this.fit ?? "evidence");
    if (!this.isResized) return;
    const isOnlyHigher = clientWidth === this.laid.width && this.fit !== "page";
    if (isOnlyHigher) {
      this.laid = this.size;
      this.arrive();
    } else {
      if (this.fit) this.zoom = this.fitZoom(this.fit, rest.anchor.page, this.citation);
      const { viewX, viewY } = rest.anchor;
      this.keep({
        ...rest.anchor,
        viewX: (viewX * clientWidth) / rest.width,
        viewY: (viewY * clientHeight) / rest.height,
      });
    }
    if (rest.isOnEvidence && !this.showsEvidence()) this.goTo();
    this.events.moved();
  }

  /** Whether all of the current value is in view; where the view is fitted to the evidence, with all that has room beside it. */
  showsEvidence() {
    const value = this.citation.current?.pieces[0];
    if (!value || this.fit !== "evidence") return !value || this.isWhole(value);
    const wanted = this.roomiest(this.citation);
    const { left, right, top, bottom } = this.window;
    return wanted.left >= left && wanted.right <= right && wanted.top >= top && wanted.bottom <= bottom;
  }

  /** Remembers where the view is, to be there again when its size has changed. */
  rememberRest() {
    if (this.isResized) return;
    const { width, height } = this.window;
    const value = this.citation.current?.pieces[0];
    this.rest = { width, height, anchor: this.anchor(), isOnEvidence: Boolean(value) && this.isSeen(value) };
  }
}
