/** One mounted page: its image on a canvas whose memory can be given back, its marks, its problem in words. */

/** What went wrong and the way to try again; it stays in view however far the page around it is scrolled. */
function problemWords(iconName, words, detail, again) {
  return element(
    "div",
    { class: "words" },
    icon(iconName),
    element("p", {}, words),
    detail && detail !== words && element("p", { class: "detail" }, detail),
    element("button", { class: "button small", type: "button", onclick: again }, icon("retry"), "Try again"),
  );
}

const NO_FONTS =
  "Some characters of this page are missing here: the server has no font for them. Install one there (Debian: " +
  "fonts-wqy-microhei) or set PINCITE_FONTS.";
const NO_TEXT = "No text on this page: it is a picture. It can be read here, but not searched or cited.";
const TILED_BASE = 1024; // device pixels of the image below tiles: for what is not seen, and until they come
const SLOW_AFTER = 10_000; // ms until a page that still loads offers "Try again"

class Sheet {
  /** `events`: drawn(sheet), failed(sheet, problem), refresh() for problems that need new links. */
  constructor(index, label, images, events) {
    this.index = index;
    this.images = images;
    this.events = events;
    this.canvas = element("canvas", { class: "image", "aria-hidden": "true" });
    this.tiles = new Tiles(images, (problem) => this.whenBlurred(problem));
    this.skeleton = skeleton();
    this.problem = element("div", { class: "problem", hidden: true });
    this.marks = element("div", { class: "marks", hidden: true });
    this.note = element("p", { class: "note", hidden: true });
    this.root = element(
      "div",
      { class: "sheet", "data-page": index, role: "group", "aria-label": label, "aria-busy": "true" },
      this.canvas,
      this.tiles.root,
      this.skeleton,
      this.problem,
      this.marks,
      this.note,
    );
    this.loadedWidth = 0;
    this.ink = null;
  }

  get isDrawn() {
    return this.loadedWidth > 0;
  }

  place(box, note) {
    this.box = box;
    Object.assign(this.root.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    this.sizeNote = note;
    this.tell();
  }

  /** What a reader must know of the page, below its upper edge. */
  tell() {
    const { source, index } = this;
    const words = [
      this.sizeNote,
      source?.textless?.includes(index) && NO_TEXT,
      source && this.images.lacksFonts(source, index) && NO_FONTS,
      this.blurred && `Shown less sharp than it could be: ${this.blurred.message}`,
    ].filter(Boolean);
    this.note.hidden = !words.length;
    this.note.textContent = words.join(" ");
  }

  /** The width in device pixels at which nothing of the page is lost at its present size. */
  get sharpWidth() {
    return imageWidth(this.box.width, GREATEST_TILED_WIDTH);
  }

  /** The width of the image to have, `most` at most; a larger one that is here already is as good below tiles. */
  imageWidth(most = GREATEST_WIDTH) {
    const width = this.sharpWidth;
    if (width <= most) return width;
    return Math.max(Math.min(most, TILED_BASE), this.loadedWidth);
  }

  /**
   * Fetches, decodes and shows the image that fits the present size, `most` device pixels wide at most; keeps what is
   * shown until then.
   */
  async load(source, { urgent, needsInk, most }) {
    const width = this.imageWidth(most);
    this.needsInk = needsInk;
    const isHurried = urgent && !this.isUrgent && this.loadedWidth !== width;
    if (width === this.wanted && !this.failed && !isHurried) return;
    this.abort();
    this.wanted = width;
    this.isUrgent = urgent;
    this.source = source;
    const again = this.failed;
    this.failed = false;
    const aborter = (this.aborter = new AbortController());
    this.problem.hidden = true;
    this.skeleton.hidden = this.isDrawn;
    this.slow = setTimeout(() => this.offerRetry(), SLOW_AFTER);
    try {
      const bitmap = await this.images.bitmap(source, this.index, width, {
        signal: aborter.signal,
        urgent,
        again,
      });
      if (aborter.signal.aborted) bitmap.close();
      else this.show(bitmap, width);
    } catch (error) {
      if (aborter.signal.aborted) return;
      if (!(error instanceof PageProblem)) throw error;
      this.fail(error);
    } finally {
      if (this.aborter === aborter) clearTimeout(this.slow);
    }
  }

  show(bitmap, width) {
    if (this.needsInk) this.ink ??= new Ink(bitmap);
    showBitmap(this.canvas, bitmap);
    this.loadedWidth = width;
    this.skeleton.hidden = true;
    this.root.removeAttribute("aria-busy");
    this.tell();
    this.events.drawn(this);
  }

  /**
   * Lays tiles over what is `seen` of the page, in fractions of it (null: nothing), where its image is not sharp: there
   * is none as large, or the server made it smaller.
   */
  sharpen(seen) {
    const width = this.sharpWidth;
    const isSharp = width <= GREATEST_WIDTH && (this.loadedWidth !== width || this.canvas.width >= width);
    if (isSharp || !seen || !this.isDrawn) return this.tiles.clear();
    const grid = { width, height: Math.round((width * this.box.height) / this.box.width) };
    this.tiles.show(this.source, this.index, grid, seen);
  }

  whenBlurred(problem) {
    this.blurred = problem;
    this.tell();
  }

  fail(problem) {
    this.failed = true;
    this.skeleton.hidden = true;
    this.root.removeAttribute("aria-busy");
    this.say(problem.icon, problem.message, problem.detail, () =>
      problem.refresh ? this.events.refresh() : this.retry(),
    );
    this.events.failed(this, problem);
  }

  offerRetry() {
    if (!this.isDrawn) this.say("hourglass", "Still loading this page.", null, () => this.retry());
  }

  /** New links for the same page: what failed is asked for again with them. */
  renew(source) {
    this.source = source;
    if (this.failed) this.retry();
    if (!this.blurred) return;
    this.blurred = null;
    this.tiles.clear();
    this.tell();
  }

  retry() {
    this.wanted = 0;
    return this.load(this.source, { urgent: true, needsInk: this.needsInk });
  }

  say(iconName, words, detail, again) {
    this.problem.replaceChildren(problemWords(iconName, words, detail, again));
    this.problem.hidden = false;
  }

  abort() {
    this.aborter?.abort();
    clearTimeout(this.slow);
  }

  /** A small copy for the minimap, made when it is first wanted; null until then. */
  thumbnail() {
    if (this.small || !this.isDrawn) return this.small ?? null;
    this.small = thumbnailOf(this.canvas);
    return this.small;
  }

  /** Leaves the page: no request and no decoded bitmap stays behind. */
  unmount() {
    this.abort();
    this.tiles.clear();
    this.root.remove();
    if (this.isDrawn) removeCanvas(this.canvas);
  }
}
