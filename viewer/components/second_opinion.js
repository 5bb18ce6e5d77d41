/**
 * The second opinion: the cited pages as the reader's browser draws them itself, from a PDF of these few pages.
 *
 * The script puts the browser's renderer into the column of the pane; it is laid over the pane's pages, whose place and
 * marks stay as they are underneath. The heading above it stays too.
 */

const DRAWN_WITHIN = 20_000; // ms after which it is said that nothing was drawn
const DRAWING_CHECKED = 100; // ms
const RESIZE_SETTLES = 300; // ms: the renderer lays everything out again for a new height

class SecondOpinion {
  /** `events`: closed() when the pane's own pages are back. */
  constructor(pane, events) {
    this.pane = pane;
    this.events = events;
    this.wanted = null;
    this.words = element("p", { class: "second-words" });
    this.back = element(
      "button",
      { class: "button small", type: "button", onclick: () => this.close() },
      "Back to Pincite’s pages",
      element("kbd", {}, "Esc"),
    );
    this.stage = element("div", { class: "second-stage" });
    this.foot = element("p", { class: "second-foot" });
    this.root = element(
      "div",
      { class: "second-opinion", role: "group", "aria-label": "Second opinion, drawn by your browser", hidden: true },
      element(
        "div",
        { class: "second-bar" },
        icon("eye"),
        element("p", { class: "second-title" }, element("b", {}, "Drawn by your browser")),
        this.words,
        this.back,
      ),
      this.stage,
      this.foot,
    );
    pane.overlay(this.root);
    this.whenKeyed = (event) => this.isOpen && this.keyed(event);
    pane.root.addEventListener("keydown", this.whenKeyed, true);
    this.observer = new ResizeObserver(() => this.whenResized());
    this.observer.observe(this.stage);
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** The column of Streamlit's page that holds the pane, and the renderer once the script has drawn it. */
  get column() {
    return this.pane.host.closest('[data-testid="stColumn"]');
  }

  get renderer() {
    return this.column?.querySelector(".st-key-original iframe") ?? null;
  }

  // Opening -------------------------------------------------------------------------------------------------------

  open() {
    const { evidence, citation } = this.pane;
    if (this.isOpen || !citation) return;
    this.cover();
    this.wanted = {
      key: evidence.key,
      place: citation.chosen ? this.pane.choices.get(evidence.key) : null,
      region: citation.current?.pieces[0].index ?? null,
      page: citation.page,
      attempt: 1,
    };
    this.back.focus({ preventScroll: true });
    this.ask();
  }

  /** Over everything below the heading. */
  cover() {
    const { pane } = this;
    this.root.style.top = `${pane.toolbar.root.offsetTop}px`;
    this.root.hidden = false;
    for (const part of this.covered()) part.inert = true;
    this.place();
  }

  covered() {
    const { toolbar, panels, desk, feet } = this.pane;
    return [toolbar.root, panels, desk, feet];
  }

  ask() {
    this.scrolled = this.pane.stage.scroller.scrollTop;
    const page = `PDF page ${this.wanted.page + 1}`;
    this.column.dataset.original = "loading";
    this.stage.replaceChildren(skeleton());
    this.words.textContent = "A second opinion by another renderer";
    this.foot.textContent = `Drawing ${page} and its neighbours…`;
    this.pane.announce(`Your browser draws ${page}`);
    this.pane.request("original", { ...this.wanted, height: this.stage.clientHeight });
    clearInterval(this.watching);
    const since = performance.now();
    this.watching = setInterval(() => this.watch(since), DRAWING_CHECKED);
  }

  watch(since) {
    const { renderer } = this;
    const page = renderer?.contentDocument;
    if (page?.documentElement && page !== this.known) this.know(renderer, page);
    const drawn = page?.querySelectorAll("#pdfViewer .page").length ?? 0;
    const { original } = this.pane.data;
    if (this.isAnswered(original) && original.pages.length && drawn >= original.pages.length)
      this.show(original.pages);
    else if (performance.now() - since > DRAWN_WITHIN && this.column.dataset.original === "loading")
      this.say("Your browser’s own renderer has drawn nothing within 20 seconds.");
  }

  isAnswered(original) {
    return ["key", "place", "attempt"].every((name) => original?.[name] === this.wanted?.[name]);
  }

  /**
   * The renderer says its errors in a dialog of the browser, and keeps its keys: here both come to the pane. A frame has
   * an empty page first, and between two pages one without an element: each page is known anew.
   */
  know(renderer, page) {
    this.known = page;
    renderer.title = "The cited pages, drawn by your browser";
    const { contentWindow } = renderer;
    page.documentElement.style.background = getComputedStyle(this.stage).getPropertyValue("--desk");
    contentWindow.alert = (words) => this.fail(`Your browser’s own renderer failed: ${words}`);
    contentWindow.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** The renderer scrolls its outline into view, and with it everything around: the page is put back. */
  show(pages) {
    clearInterval(this.watching);
    this.pane.stage.scroller.scrollTop = this.scrolled;
    this.column.dataset.original = "shown";
    this.stage.replaceChildren();
    const count = this.pane.source.page_count;
    const which = `PDF ${pages.length > 1 ? "pages" : "page"} ${pagesInWords(pages)} of ${count}`;
    const { citation_id: id, is_read: isRead } = this.pane.evidence;
    this.foot.textContent = isRead ? `${which}.` : `${which}. Outlined: the regions of ${id}.`;
    this.pane.announce(`${which}, drawn by your browser`);
  }

  fail(words) {
    clearInterval(this.watching);
    this.say(words);
  }

  say(words) {
    this.column.dataset.original = "failed";
    const said = problemWords("broken", words, OTHER_WAYS, () => this.again());
    this.stage.replaceChildren(element("div", { class: "problem" }, said));
    this.foot.textContent = "";
    this.pane.announce(words);
  }

  again() {
    this.back.focus({ preventScroll: true });
    this.wanted.attempt += 1; // tells the same answer from the last time's
    this.ask();
  }

  // What the pane tells --------------------------------------------------------------------------------------------

  /** New data: the script has drawn, or says why it has not. What nobody wants any more is sent back. */
  renewed() {
    const { original } = this.pane.data;
    if (!original) this.isGivenBack = false;
    else if (!this.wanted) this.giveBack();
    else if (this.isAnswered(original) && original.problem) this.fail(original.problem);
  }

  /** Another evidence is open, or its page may no longer be shown: that is what the reader is to see. */
  opened() {
    const { evidence, viewer } = this.pane;
    if (this.isOpen && (evidence?.key !== this.wanted.key || !viewer)) this.close({ focus: false });
  }

  close({ focus = true } = {}) {
    if (!this.isOpen) return;
    clearInterval(this.watching);
    this.wanted = this.known = null;
    this.root.hidden = true;
    delete this.column.dataset.original;
    this.stage.replaceChildren();
    for (const part of this.covered()) part.inert = false;
    if (focus) {
      this.events.closed();
      this.pane.announce("Back to Pincite’s pages");
    }
    this.giveBack();
  }

  giveBack() {
    if (this.isGivenBack) return;
    this.isGivenBack = true;
    this.pane.request("original", { key: null });
  }

  /** The pane's keys are about its own pages: but for those to other evidence they rest meanwhile. */
  keyed(event) {
    if (event.key === "[" || event.key === "]") return;
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.close();
  }

  // Its place -----------------------------------------------------------------------------------------------------

  /** Where the renderer stands in the column, as the page's style (layout.css) takes it. */
  place() {
    const { column } = this;
    const [outer, inner] = [column.getBoundingClientRect(), this.stage.getBoundingClientRect()];
    const box = {
      left: inner.left - outer.left,
      top: inner.top - outer.top,
      width: inner.width,
      height: inner.height,
    };
    for (const [side, length] of Object.entries(box))
      column.style.setProperty(`--original-${side}`, `${length}px`);
    column.style.setProperty(
      "--original-filter",
      getComputedStyle(this.pane.root).getPropertyValue("--page-filter"),
    );
  }

  whenResized() {
    if (!this.isOpen || !this.stage.clientHeight) return;
    this.place();
    clearTimeout(this.resizing);
    const { clientHeight } = this.stage;
    if (clientHeight === this.height) return;
    const isFirst = this.height === undefined;
    this.height = clientHeight;
    if (isFirst || this.column.dataset.original !== "shown") return;
    this.resizing = setTimeout(
      () => this.wanted && this.pane.request("original", { ...this.wanted, height: clientHeight }),
      RESIZE_SETTLES,
    );
  }

  disconnect() {
    clearInterval(this.watching);
    clearTimeout(this.resizing);
    this.observer.disconnect();
    this.pane.root.removeEventListener("keydown", this.whenKeyed, true);
    if (this.column) delete this.column.dataset.original;
  }
}

const OTHER_WAYS = "Pincite’s own pages are still here, and “Original” opens the file itself.";

/** "12, 40–43" of 0-based pages in order. */
function pagesInWords(pages) {
  const runs = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run?.at(-1) === page - 1) run.push(page);
    else runs.push([page]);
  }
  return runs
    .map((run) => (run.length > 1 ? `${run[0] + 1}–${run.at(-1) + 1}` : `${run[0] + 1}`))
    .join(", ");
}
