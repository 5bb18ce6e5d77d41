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
const SLOW_AFTER = 10_000; // ms until a page that still loads offers "Try again"

class Sheet {
  /** `events`: drawn(sheet), failed(sheet, problem), refresh() for problems that need new links. */
  constructor(index, label, images, events) {
    this.index = index;
    this.images = images;
    this.events = events;
    this.canvas = element("canvas", { class: "image", "aria-hidden": "true" });
    this.skeleton = skeleton();
    this.problem = element("div", { class: "problem", hidden: true });
    this.marks = element("div", { class: "marks", hidden: true });
    this.note = element("p", { class: "note", hidden: true });
    this.root = element(
      "div",
      { class: "sheet", "data-page": index, role: "group", "aria-label": label, "aria-busy": "true" },
      this.canvas,
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
    ].filter(Boolean);
    this.note.hidden = !words.length;
    this.note.textContent = words.join(" ");
  }

  /** Fetches, decodes and shows the image that fits the present size; keeps what is shown until then. */
  async load(source, { urgent, needsInk }) {
    const width = imageWidth(this.box.width);
    this.needsInk = needsInk;
    if (width === this.wanted && !this.failed) return;
    this.abort();
    this.wanted = width;
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
    this.canvas.width = bitmap.width;
    this.canvas.height = bitmap.height;
    this.canvas.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
    this.loadedWidth = width;
    this.skeleton.hidden = true;
    this.root.removeAttribute("aria-busy");
    this.tell();
    this.events.drawn(this);
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

  /** Leaves the page: no request and no decoded bitmap stays behind. Giving memory back takes its time and can wait. */
  unmount() {
    this.abort();
    this.root.remove();
    if (this.isDrawn) requestIdleCallback(() => this.free());
  }

  free() {
    this.canvas.getContext("bitmaprenderer").transferFromImageBitmap(null);
    this.canvas.width = this.canvas.height = 0;
  }
}
