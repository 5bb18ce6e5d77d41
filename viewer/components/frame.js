/** The HTML and text view: the sanitised filing in a frame without scripts, marked from outside. */

const FRAME_INSET = 34; // px left free beside the text, so that a tag has a margin to stand in
const FRAME_SLOW_AFTER = 10_000;
const FRAME_MOVED_WORDS =
  "The quoted words do not stand at their stored place in this filing, so nothing is marked.";

class FrameView {
  /** `events`: painted(), failed(problem), refresh(), moved(), key(event) for keys pressed inside the frame. */
  constructor(events) {
    this.events = events;
    this.problem = element("div", { class: "problem", hidden: true });
    this.skeleton = skeleton();
    this.holder = element("div", { class: "holder" });
    this.root = element("div", { class: "framed away" }, this.holder, this.skeleton, this.problem);
    this.scale = new FrameScale(this);
    this.forget();
    this.observer = new ResizeObserver(() => this.scale.whenResized());
    this.observer.observe(this.holder);
  }

  // Loading -------------------------------------------------------------------------------------------------------

  show(version, source, citation) {
    this.citation = citation;
    citation.labels = source.labels;
    this.hasPainted = false;
    if (version === this.version && this.isLoaded) return this.goTo();
    if (version !== this.version || this.hasFailed) this.preload(version, source);
  }

  /** A filing of megabytes takes its time to parse: the answer's first one is laid out before it is asked for. */
  preload(version, source) {
    if (version !== this.version) this.forget();
    this.version = version;
    this.source = source;
    this.load();
  }

  /** What belongs to one filing: what was found and marked in it, what stands around, a place still to be gone to. */
  forget() {
    this.found = new FrameFound(this);
    this.places = new FramePlaces(this);
    this.picked = new FramePicked(this);
  }

  renew(source) {
    this.source = source;
    if (this.hasFailed) this.load();
  }

  load() {
    this.unload();
    this.hasFailed = this.hasPainted = false;
    this.problem.hidden = true;
    this.skeleton.hidden = false;
    const again = { icon: "retry", words: "Open the filing again", action: () => this.load() };
    const frame = new IsolatedFrame(this.source.frame_url, {
      opened: (opened) => this.whenOpened(opened),
      failed: (problem) => this.whenFailed(problem),
      left: () => this.fail("shieldAlert", FRAME_LEFT, again),
      key: (event) => this.events.key(event),
      wheel: (event) => this.scale.whenWheeled(event),
      scrolled: (isWhole) => (isWhole ? this.whenScrolled() : this.checkSoon()),
      stirred: () => this.checkSoon(),
    });
    this.frame = frame;
    this.scale.apply();
    this.holder.replaceChildren(frame.root);
    this.slow = setTimeout(() => this.say("hourglass", "Still loading this filing."), FRAME_SLOW_AFTER);
  }

  unload() {
    clearTimeout(this.slow);
    this.isLoaded = false;
    this.textObserver?.disconnect();
    this.frame?.close();
    this.frame = this.seen = this.marks = null;
  }

  whenOpened(opened) {
    clearTimeout(this.slow);
    this.isLoaded = true;
    this.skeleton.hidden = this.problem.hidden = true;
    this.seen = new FrameWindow(opened);
    this.marks = new FrameMarks(opened);
    if (opened.body.getBoundingClientRect().left < FRAME_INSET)
      opened.body.style.setProperty("margin-left", `${FRAME_INSET}px`, "important");
    opened.documentElement.tabIndex = 0;
    opened.fonts.addEventListener("loadingdone", () => this.repaint());
    this.textObserver = new ResizeObserver(() => this.repaint());
    this.textObserver.observe(opened.body);
    this.goTo();
    this.places.read();
  }

  /** A link that has ended is renewed without a word, if the script sends a new one: then the frame is another. */
  async whenFailed({ message, status }) {
    const { frame, source } = this;
    if (source.token && REFUSALS.includes(status)) {
      this.hasFailed = true;
      await LinkRenewal.after(source.token, status);
      if (frame !== this.frame) return;
    }
    this.fail("broken", message);
  }

  fail(iconName, words, next = null) {
    const hadFocus = this.frame.isFocused;
    this.unload();
    this.hasFailed = true;
    this.skeleton.hidden = true;
    this.holder.replaceChildren();
    this.say(iconName, words, next);
    if (hadFocus) this.problem.querySelector("button").focus({ preventScroll: true });
    if (this.citation) this.events.failed({ message: words });
  }

  /** `next` is the step offered: by default to load anew, with new links from the script if the old ones failed. */
  say(iconName, words, next = null) {
    const again = () => (this.hasFailed ? this.events.refresh() : this.load());
    this.problem.replaceChildren(problemWords(iconName, words, null, next?.action ?? again));
    if (next) this.problem.querySelector("button").replaceChildren(icon(next.icon), next.words);
    this.problem.hidden = false;
  }

  // Evidence ------------------------------------------------------------------------------------------------------

  /** Live ranges of every piece. Throws FrameProblem where the document does not hold the quoted words at its place. */
  located() {
    const quote = folded(this.citation.quote?.text ?? "");
    return new Map(
      this.citation.pieces.map((piece) => {
        const ranges = this.marks.rangesOf(piece);
        const text = textOf(ranges);
        if (!ranges.length || (piece.role === "quote" && !quote.includes(folded(text))))
          throw new FrameProblem(FRAME_MOVED_WORDS);
        piece.text ||= text.replace(/\s+/g, " ").trim();
        return [piece, ranges];
      }),
    );
  }

  /** Draws the marks and brings the current stop into view. */
  goTo() {
    if (!this.isLoaded || !this.citation) return;
    const { marks, citation } = this;
    marks.citation = citation;
    try {
      marks.ranges = this.located();
    } catch (error) {
      if (!(error instanceof FrameProblem)) throw error;
      marks.ranges = new Map();
      this.picked.draw();
      marks.paint();
      this.events.failed({ message: error.message, isQuote: true });
      return;
    }
    this.frame.root.setAttribute("aria-label", `The filing, isolated. ${citation.words()}.`);
    this.found.draw();
    this.picked.draw();
    if (citation.current) this.bringCurrent();
    else if (!this.hasPainted) this.seen.goToSection(citation.pageIndex);
    this.repaint();
    if (this.hasPainted) return;
    this.hasPainted = true;
    this.events.painted();
  }

  /** With as much of its meaning as the view has room for; a fitted view is made smaller for that. */
  bringCurrent() {
    this.seen.bringWithin(this.marks.ranges.get(this.citation.current.pieces[0])[0]);
    if (this.fit === "evidence") {
      this.scale.fit(() => {
        const [, , valueRowAndHead] = this.viewBoxes();
        return valueRowAndHead.right - valueRowAndHead.left + 2 * FRAME_MARGIN;
      });
    }
    this.seen.bring(roomiest(this.viewBoxes(), this.seen.room));
  }

  /** Brings what is looked at back into view: the current hit, else the current region. */
  bringWatched() {
    if (this.found.current.length) this.found.bring();
    else this.bringCurrent();
    this.events.moved();
  }

  /** The ranges of what the reader looks at; none where there is neither hit nor region. */
  get watched() {
    const { current } = this.found;
    return current.length ? current : (this.marks.ranges.get(this.citation?.current?.pieces[0]) ?? []);
  }

  isInSight(ranges) {
    const [box] = this.marks.pageBoxes(ranges.slice(0, 1));
    return Boolean(box) && this.seen.isInView(box);
  }

  isWhollyInSight(ranges) {
    const [box] = this.marks.pageBoxes(ranges.slice(0, 1));
    return Boolean(box) && this.seen.isWholeInView(box);
  }

  /** The boxes of the citation's views, from the most to the least. */
  viewBoxes() {
    const boxOf = (piece) => union(lineBoxes(this.marks.ranges.get(piece)));
    return this.citation.views(this.citation.pieces, boxOf);
  }

  reveal(piece) {
    const ranges = this.marks.ranges.get(piece);
    this.seen.bringWithin(ranges[0]);
    this.seen.bring(union(lineBoxes(ranges)));
    this.repaint();
  }

  isSeen(piece) {
    const box = this.marks?.boxes.get(piece)?.[0];
    return !box || this.seen.isInView(box);
  }

  isWhole(piece) {
    const box = this.marks?.boxes.get(piece)?.[0];
    return !box || this.seen.isWholeInView(box);
  }

  /** Where the marks and the current hit are, in the window's px. */
  markBoxes() {
    if (!this.isLoaded) return [];
    const corner = this.frame.root.getBoundingClientRect();
    const boxes = [...this.marks.boxes.values(), this.marks.pageBoxes(this.found.current)];
    return boxes.flat().map((box) => this.seen.toWindow(box, corner, this.zoom));
  }

  /** Without room, as when the app leaves the page, nothing has a box. */
  repaint() {
    if (!this.isLoaded || !this.holder.clientWidth) return;
    this.marks.paint();
    this.events.moved();
  }

  /** At the next frame: many things that happen may move text, and few do. */
  checkSoon() {
    this.checking ??= requestAnimationFrame(() => {
      this.checking = null;
      if (this.isLoaded && this.holder.clientWidth && this.marks.isStale) this.repaint();
    });
  }

  whenScrolled() {
    this.scrolling ??= requestAnimationFrame(() => {
      this.scrolling = null;
      if (this.isLoaded) this.events.moved();
    });
  }

  // What was found, and what stands around ------------------------------------------------------------------------

  showHits(hits, at, options) {
    this.found.show(hits, at, options);
  }

  clearHits() {
    this.found.show([], null);
  }

  showContext(ranges) {
    this.found.showAround(ranges);
  }

  // Places --------------------------------------------------------------------------------------------------------

  goToPage(index) {
    this.places.goTo(index);
  }

  /** The section in the middle of the view; the cited one until it is known where they begin. */
  get pageInView() {
    return this.seen?.sections ? this.seen.sectionInView : (this.citation?.page ?? 0);
  }

  /** Where the reader is: the point of a section, in fractions of it, at the middle of the view, and the zoom. */
  position() {
    const point = this.seen?.sections ? this.seen.point : { page: this.pageInView, x: 0, y: 0 };
    return { ...point, zoom: this.zoom };
  }

  restore(place) {
    this.scale.mode = null;
    this.scale.set(place.zoom);
    this.places.restore(place);
  }

  /** The filing's document while it is shown, else null. */
  get document() {
    return this.seen?.document ?? null;
  }

  // Size ----------------------------------------------------------------------------------------------------------

  get zoom() {
    return this.scale.zoom;
  }

  step(direction) {
    this.zoomTo(this.scale.next(direction));
  }

  get fit() {
    return this.scale.mode;
  }

  zoomTo(zoom) {
    this.scale.zoomTo(zoom);
  }

  fitTo(mode) {
    this.scale.fitTo(mode);
  }

  /** Out of sight but laid out, so that opening it costs no layout. */
  setShown(isShown) {
    this.root.classList.toggle("away", !isShown);
  }

  disconnect() {
    this.observer.disconnect();
    this.unload();
    this.holder.replaceChildren();
  }
}
