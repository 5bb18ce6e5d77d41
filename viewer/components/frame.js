/**
 * The HTML and text view: the sanitised filing in a frame without scripts, marked from outside.
 *
 * The marks stand inside the frame's document, in a shadow root of their own beside its body: they scroll with the
 * text without lag, the filing's styles cannot reach them, and no listener in the frame is needed.
 */

const FRAME_ZOOMS = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const FRAME_INSET = 34; // px left free beside the text, so that a tag has a margin to stand in
const FRAME_SLOW_AFTER = 10_000;
const TAG_PX = 16;

class FrameProblem extends Error {}

class FrameView {
  /** `events`: painted(), failed(problem), refresh(), moved(), key(event) for keys pressed inside the frame. */
  constructor(events) {
    this.events = events;
    this.zoom = 1;
    this.problem = element("div", { class: "problem", hidden: true });
    this.skeleton = skeleton();
    this.holder = element("div", { class: "holder" });
    this.root = element("div", { class: "framed away" }, this.holder, this.skeleton, this.problem);
    this.observer = new ResizeObserver(() => this.whenResized());
    this.observer.observe(this.holder);
  }

  show(version, source, citation) {
    this.citation = citation;
    citation.labels = source.labels;
    this.hasPainted = false;
    if (version === this.version && this.isLoaded) return this.goTo();
    if (version !== this.version || this.hasFailed) this.preload(version, source);
  }

  /** A filing of megabytes takes its time to parse: the answer's first one is laid out before it is asked for. */
  preload(version, source) {
    this.version = version;
    this.source = source;
    this.load();
  }

  renew(source) {
    this.source = source;
    if (this.hasFailed) this.load();
  }

  /** The frame is loaded anew with what is here; if that failed before, the script is asked for new links first. */
  retry() {
    if (this.hasFailed) this.events.refresh();
    else this.load();
  }

  load() {
    this.isLoaded = false;
    this.hasFailed = false;
    this.problem.hidden = true;
    this.skeleton.hidden = false;
    this.textObserver?.disconnect();
    const frame = element("iframe", {
      sandbox: "allow-same-origin",
      title: "The filing, isolated",
      referrerpolicy: "no-referrer",
    });
    frame.addEventListener("load", () => this.frame === frame && this.whenLoaded());
    this.frame = frame;
    this.resize();
    this.address = new URL(this.source.frame_url, location.href);
    frame.src = this.address.href;
    this.holder.replaceChildren(frame);
    clearTimeout(this.slow);
    this.slow = setTimeout(() => this.say("hourglass", "Still loading this filing."), FRAME_SLOW_AFTER);
  }

  async whenLoaded() {
    clearTimeout(this.slow);
    try {
      this.document = this.openedDocument();
      await this.document.fonts.ready;
    } catch (error) {
      if (!(error instanceof FrameProblem)) throw error;
      return this.fail(error.message);
    }
    this.isLoaded = true;
    this.skeleton.hidden = true;
    this.problem.hidden = true;
    this.prepare();
    this.goTo();
  }

  /** The frame's document, if it is the filing that was asked for. */
  openedDocument() {
    const { contentDocument: opened, contentWindow } = this.frame;
    if (!opened || contentWindow.location.pathname !== this.address.pathname) {
      throw new FrameProblem("The frame left the filing, so nothing is marked in it.");
    }
    const status = contentWindow.performance.getEntriesByType("navigation")[0]?.responseStatus ?? 200;
    if (status >= 400)
      throw new FrameProblem(FRAME_WORDS[status] ?? `The server answered with error ${status}.`);
    if (opened.contentType !== "text/html")
      throw new FrameProblem("The server did not send the filing as a document.");
    return opened;
  }

  prepare() {
    const { document: opened } = this;
    this.layer = opened.createElement("div");
    this.layer.attachShadow({ mode: "open" });
    style(
      this.layer,
      {
        all: "initial",
        position: "absolute",
        left: "0",
        top: "0",
        width: "0",
        height: "0",
        "z-index": "2147483647",
        "pointer-events": "none",
        "mix-blend-mode": "multiply",
        display: "block",
      },
      "important",
    );
    opened.documentElement.append(this.layer);
    if (opened.body.getBoundingClientRect().left < FRAME_INSET)
      style(opened.body, { "margin-left": `${FRAME_INSET}px` }, "important");
    opened.documentElement.tabIndex = 0;
    opened.addEventListener("keydown", (event) => this.events.key(event));
    this.textObserver = new ResizeObserver(() => this.repaint());
    this.textObserver.observe(opened.body);
  }

  fail(words) {
    this.hasFailed = true;
    this.isLoaded = false;
    this.skeleton.hidden = true;
    this.holder.replaceChildren();
    this.say("broken", words);
    if (this.citation) this.events.failed({ message: words });
  }

  say(iconName, words) {
    this.problem.replaceChildren(problemWords(iconName, words, null, () => this.retry()));
    this.problem.hidden = false;
  }

  // Marks ---------------------------------------------------------------------------------------------------------

  /** Live ranges of every piece. Throws FrameProblem where the document does not hold the quoted words at its place. */
  located() {
    const quote = folded(this.citation.quote?.text ?? "");
    return new Map(
      this.citation.pieces.map((piece) => {
        const block = this.document.getElementById(piece.block);
        const ranges = block ? rangesIn(block, piece.start, piece.end) : [];
        const text = textOf(ranges);
        if (!ranges.length || (piece.role === "quote" && !quote.includes(folded(text)))) {
          throw new FrameProblem(
            "The quoted words do not stand at their stored place in this filing, so nothing is marked.",
          );
        }
        piece.text ||= text.replace(/\s+/g, " ").trim();
        return [piece, ranges];
      }),
    );
  }

  /** Draws the marks and brings the current stop into view. */
  goTo() {
    if (!this.isLoaded || !this.citation) return;
    try {
      this.ranges = this.located();
    } catch (error) {
      if (!(error instanceof FrameProblem)) throw error;
      this.ranges = new Map();
      this.layer.shadowRoot.replaceChildren();
      this.events.failed({ message: error.message, isQuote: true });
      return;
    }
    if (this.citation.current) {
      this.scrollIntoTables(this.citation.current.pieces[0]);
      const boxes = new Map([...this.ranges].map(([piece, ranges]) => [piece, union(lineBoxes(ranges))]));
      const views = this.citation.views(this.citation.pieces, (piece) => boxes.get(piece));
      this.bring(
        roomiest(
          views.map((pieces) => union(pieces.map((piece) => boxes.get(piece)))),
          this.room(),
        ),
      );
    }
    this.repaint();
    if (this.hasPainted) return;
    this.hasPainted = true;
    this.events.painted();
  }

  reveal(piece) {
    this.scrollIntoTables(piece);
    this.bring(union(lineBoxes(this.ranges.get(piece))));
    this.repaint();
  }

  /** Wide tables may scroll inside the document. */
  scrollIntoTables(piece) {
    const ranges = this.ranges.get(piece);
    for (
      let node = ranges[0].startContainer.parentElement;
      node && node !== this.document.body;
      node = node.parentElement
    ) {
      if (node.scrollWidth > node.clientWidth + 1)
        node.scrollLeft +=
          ranges[0].getBoundingClientRect().left - node.getBoundingClientRect().left - node.clientWidth / 2;
    }
  }

  /** Scrolls a box of the frame's viewport into its upper part. */
  bring(box) {
    const { width, height } = this.room();
    const isOutside = box.right > width - 12 || box.left < 12;
    const spare = height - (box.bottom - box.top);
    this.frame.contentWindow.scrollBy({
      left: isOutside ? (box.left + box.right - width) / 2 : 0,
      top: box.top - Math.max(12, Math.min(spare * 0.3, height * 0.16)),
      behavior: "instant",
    });
  }

  room() {
    const { clientWidth: width, clientHeight: height } = this.document.documentElement;
    return { width, height };
  }

  /** Where the marks are, in the window's px. */
  markBoxes() {
    if (!this.boxes) return [];
    const { left, top } = this.frame.getBoundingClientRect();
    const { scrollX, scrollY } = this.frame.contentWindow;
    const toWindow = (box) => ({
      left: left + (box.left - scrollX) * this.zoom,
      right: left + (box.right - scrollX) * this.zoom,
      top: top + (box.top - scrollY) * this.zoom,
      bottom: top + (box.bottom - scrollY) * this.zoom,
    });
    return [...this.boxes.values()].flat().map(toWindow);
  }

  /** Without room, as when the app leaves the page, nothing has a box. */
  repaint() {
    if (!this.isLoaded || !this.ranges?.size || !this.holder.clientWidth) return;
    const { scrollX, scrollY } = this.frame.contentWindow;
    const toPage = (box) => ({
      left: box.left + scrollX,
      right: box.right + scrollX,
      top: box.top + scrollY,
      bottom: box.bottom + scrollY,
    });
    const current = new Set(this.citation.current?.pieces ?? []);
    const nodes = [];
    this.boxes = new Map([...this.ranges].map(([piece, ranges]) => [piece, lineBoxes(ranges).map(toPage)]));
    const first = new Map([...this.boxes].map(([piece, boxes]) => [piece, boxes[0]]));
    for (const [piece, boxes] of this.boxes) {
      const look = lookOf(piece, current, this.citation, first);
      nodes.push(...boxes.map((box) => this.mark(piece, look, box)));
    }
    this.layer.shadowRoot.replaceChildren(...this.bands(current), ...nodes, ...this.tags(current));
    this.events.moved();
  }

  mark(piece, look, box) {
    const fill = this.box(box, FRAME_LOOKS[look].fill);
    const edge = this.box(
      { left: -3, top: -2, right: box.right - box.left + 3, bottom: box.bottom - box.top + 2 },
      FRAME_LOOKS[look].edge,
    );
    fill.dataset.role = piece.role;
    fill.dataset.region = piece.index;
    fill.dataset.look = look;
    fill.append(edge);
    return fill;
  }

  bands(current) {
    const labels = [...this.boxes]
      .filter(([piece]) => piece.role === "row_label")
      .flatMap(([, boxes]) => boxes);
    const values = [...this.boxes].filter(([piece]) => current.has(piece)).flatMap(([, boxes]) => boxes);
    return labels.flatMap((label) =>
      values
        .filter((value) => spanOverlap(label, value, "top", "bottom") > 0)
        .map((value) => this.box(between(label, value), { background: "rgba(255,190,0,.13)" })),
    );
  }

  /** The tag stands where no text of the row stands: left, right, or the document's margin. */
  tags(current) {
    const first = [...this.boxes].find(([piece]) => current.has(piece));
    if (!first) return [];
    const [piece, [value]] = first;
    const width = 11 + 7 * this.citation.id.length;
    const top = (value.top + value.bottom - TAG_PX) / 2;
    const at = (left) => ({ left, right: left + width, top, bottom: top + TAG_PX });
    const texts = this.textAround(piece);
    const edge = this.document.documentElement.clientWidth + this.frame.contentWindow.scrollX;
    const isFree = (box) =>
      box.left >= 0 &&
      box.right <= edge &&
      !texts.some(
        (text) => spanOverlap(box, text, "left", "right") > 0 && spanOverlap(box, text, "top", "bottom") > 1,
      );
    const margin = at(Math.max(1, Math.min(...texts.map((text) => text.left)) - width - 6));
    const place = [at(value.left - 3 - width), at(value.right + 3), margin].find(isFree) ?? margin;
    const tag = this.box(place, FRAME_LOOKS.tag);
    tag.textContent = this.citation.id;
    return [tag];
  }

  textAround(piece) {
    const block = this.document.getElementById(piece.block);
    const { scrollX, scrollY } = this.frame.contentWindow;
    const walker = this.document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const boxes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim()) continue;
      const range = this.document.createRange();
      range.selectNodeContents(node);
      boxes.push(
        ...[...range.getClientRects()].map((box) => ({
          left: box.left + scrollX,
          right: box.right + scrollX,
          top: box.top + scrollY,
          bottom: box.bottom + scrollY,
        })),
      );
    }
    return boxes;
  }

  box({ left, top, right, bottom }, look) {
    const node = this.document.createElement("div");
    style(node, {
      position: "absolute",
      "box-sizing": "border-box",
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
      ...look,
    });
    return node;
  }

  isSeen(piece) {
    const box = this.boxes?.get(piece)?.[0];
    if (!box) return true;
    const { scrollX, scrollY, innerWidth, innerHeight } = this.frame.contentWindow;
    return (
      box.top >= scrollY &&
      box.bottom <= scrollY + innerHeight &&
      box.right > scrollX &&
      box.left < scrollX + innerWidth
    );
  }

  // Size ----------------------------------------------------------------------------------------------------------

  step(direction) {
    const steps = direction > 0 ? FRAME_ZOOMS : [...FRAME_ZOOMS].reverse();
    this.zoomTo(steps.find((step) => (step - this.zoom) * direction > 0.005) ?? this.zoom);
  }

  fit() {
    this.zoomTo(1);
  }

  zoomTo(zoom) {
    this.zoom = zoom;
    this.resize();
    this.goTo();
    this.events.moved();
  }

  /** The frame itself is scaled, so that text wraps as at a browser's zoom and the marks need no arithmetic. */
  resize() {
    if (!this.frame) return;
    const { clientWidth, clientHeight } = this.holder;
    Object.assign(this.frame.style, {
      width: `${clientWidth / this.zoom}px`,
      height: `${clientHeight / this.zoom}px`,
      transform: `scale(${this.zoom})`,
    });
  }

  whenResized() {
    if (!this.holder.clientWidth) return;
    this.resize();
    this.repaint();
  }

  /** Out of sight but laid out, so that opening it costs no layout. */
  setShown(isShown) {
    this.root.classList.toggle("away", !isShown);
  }

  disconnect() {
    this.observer.disconnect();
    this.textObserver?.disconnect();
    clearTimeout(this.slow);
    this.holder.replaceChildren();
  }
}

const FRAME_WORDS = {
  403: "You no longer have access to this filing.",
  404: "This filing is not stored here.",
  410: "The link to this filing has expired.",
  503: "The filing could not be read just now.",
};
const FRAME_LOOKS = {
  value: {
    fill: { background: "rgba(255,176,0,.66)" },
    edge: {
      border: "2px solid #A86200",
      "border-radius": "3px",
      "box-shadow": "0 0 0 3px rgba(244,180,26,.3)",
    },
  },
  passage: { fill: { background: "rgba(255,190,0,.38)" }, edge: { "border-bottom": "2px solid #A86200" } },
  other: {
    fill: { background: "rgba(255,190,0,.26)" },
    edge: { border: "1.5px solid #B9821F", "border-radius": "3px" },
  },
  aside: {
    fill: { background: "rgba(255,190,0,.07)" },
    edge: { border: "1px dashed #A87318", "border-radius": "2px" },
  },
  distant: { fill: {}, edge: { border: "1px dotted #D8BE8C", "border-radius": "2px" } },
  tag: {
    background: "#F4B41A",
    color: "#241700",
    font: '600 11px/14px "Source Sans", "Liberation Sans", system-ui, sans-serif',
    "text-align": "center",
    border: "1px solid #A86200",
    "border-radius": "3px",
  },
};

function style(node, properties, priority = "") {
  for (const [name, value] of Object.entries(properties)) node.style.setProperty(name, value, priority);
}
