/**
 * What is drawn into a filing's frame: the evidence, what a search found, and the blocks around.
 *
 * It stands inside the frame's document, in shadow roots of its own beside the body: it scrolls with the text without
 * lag, and the filing's styles cannot reach it. Fills are multiplied with the text below them, so that they never hide
 * it; lines and tags are drawn as they are, so that they can be seen on any ground.
 */

const TAG_PX = 16;
const WATCHED_HITS = 40; // of a thousand: what moves one of them mostly moves others too
const FRAME_STYLES = `
  i, b, u, s {
    position: absolute;
    box-sizing: border-box;
    text-decoration: none;
  }
  .value { background: rgba(255, 176, 0, 0.66); }
  .passage { background: rgba(255, 190, 0, 0.38); }
  .other { background: rgba(255, 190, 0, 0.26); }
  .aside { background: rgba(255, 190, 0, 0.07); }
  .band { background: rgba(255, 190, 0, 0.13); }
  .hit { background: rgba(56, 120, 214, 0.2); }
  .hit.current { background: rgba(56, 120, 214, 0.34); }
  .edge { background: none; border-radius: 3px; }
  .edge.value { border: 2px solid #a86200; box-shadow: 0 0 0 3px rgba(244, 180, 26, 0.3); }
  .edge.passage { border-bottom: 2px solid #a86200; border-radius: 0; }
  .edge.other { border: 1.5px solid #b9821f; }
  .edge.aside { border: 1px dashed #a87318; border-radius: 2px; }
  .edge.distant { border: 1px dotted #d8be8c; border-radius: 2px; }
  .edge.hit { background: none; border-bottom: 1.5px solid rgba(31, 78, 140, 0.75); border-radius: 0; }
  .edge.hit.current { border: 2px solid #1f4e8c; border-radius: 2px; }
  .edge.around { border: 1px dotted #7b8695; border-left: 3px solid #7b8695; }
  .tag, .number {
    font: 600 11px/14px "Source Sans", "Liberation Sans", system-ui, sans-serif;
    text-align: center;
    border-radius: 3px;
  }
  .tag { color: #241700; background: #f4b41a; border: 1px solid #a86200; }
  .tag.read { color: #5e3c00; background: #ffffff; border-style: dashed; }
  .number { color: #fff; background: #1f4e8c; border: 1px solid #1f4e8c; }
  .place { background: rgba(123, 63, 190, 0.13); }
  .edge.place { background: none; border: 2px dashed #6b2fa8; }
  .edge.place.beside { border: 1px dotted #6b2fa8; }
  .edge.cursor { background: none; border: 2px solid #6b2fa8; outline: 2px solid #fff; }
  .place-label { color: #fff; background: #6b2fa8; border: 1px solid #6b2fa8; }
  @media (forced-colors: active) {
    i, b, u, s { forced-color-adjust: none; }
    .ground { display: none; }
    .edge.value { border: 3px solid Highlight; box-shadow: none; }
    .edge.passage { border-bottom: 3px solid Highlight; }
    .edge.other { border-color: Highlight; }
    .edge.aside, .edge.distant, .edge.around { border-color: CanvasText; }
    .edge.hit { border-bottom: 2px solid LinkText; }
    .edge.hit.current { border: 3px double LinkText; }
    .tag { color: HighlightText; background: Highlight; border-color: CanvasText; }
    .number { color: Canvas; background: LinkText; border-color: CanvasText; }
    .edge.place { border-color: CanvasText; }
    .edge.cursor { border-color: Highlight; outline-color: Canvas; }
    .place-label { color: Canvas; background: CanvasText; border-color: CanvasText; }
  }
`;
const FRAME_LAYER = {
  all: "initial",
  position: "absolute",
  left: "0",
  top: "0",
  width: "0",
  height: "0",
  "z-index": "2147483647",
  "pointer-events": "none",
  display: "block",
};

class FrameMarks {
  constructor(opened) {
    this.document = opened;
    this.window = opened.defaultView;
    this.ground = this.layer("ground", { "mix-blend-mode": "multiply" });
    this.lines = this.layer("lines", {});
    this.clear();
  }

  layer(name, look) {
    const host = this.document.createElement("div");
    host.setAttribute("aria-hidden", "true");
    for (const [property, value] of Object.entries({ ...FRAME_LAYER, ...look }))
      host.style.setProperty(property, value, "important");
    const root = host.attachShadow({ mode: "open" });
    const styles = this.document.createElement("style");
    styles.textContent = FRAME_STYLES;
    const held = this.document.createElement("div");
    held.className = name;
    root.append(styles, held);
    this.document.documentElement.append(host);
    return held;
  }

  /** Nothing is drawn: the parts hold live ranges, so that a reflow costs new boxes only. */
  clear() {
    this.citation = null;
    this.ranges = new Map();
    this.hits = [];
    this.at = null;
    this.around = [];
    this.places = [];
    this.cursor = [];
    this.boxes = new Map();
    this.painted = new Map();
    this.tagged = []; // where tags and numbers stand
  }

  // Places --------------------------------------------------------------------------------------------------------

  /** The live ranges of a piece or hit's range; none where its element is gone or shorter than it. */
  rangesOf({ block, start, end }) {
    const found = this.document.getElementById(block);
    return found ? rangesIn(found, start, end) : [];
  }

  /** The boxes of ranges on the document, one a line piece. */
  pageBoxes(ranges) {
    return lineBoxes(ranges).map((box) => this.toPage(box));
  }

  toPage({ left, top, right, bottom }) {
    const { scrollX, scrollY } = this.window;
    return { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY };
  }

  /** True when the text has moved under the marks since they were painted. */
  get isStale() {
    return [...this.painted].some(([range, before]) => {
      const now = this.toPage(range.getBoundingClientRect());
      return ["left", "top", "right", "bottom"].some((side) => Math.abs(now[side] - before[side]) > 0.5);
    });
  }

  // Painting ------------------------------------------------------------------------------------------------------

  paint() {
    this.boxes = new Map([...this.ranges].map(([piece, ranges]) => [piece, this.pageBoxes(ranges)]));
    const watched = [
      ...this.ranges.values(),
      ...this.hits.slice(0, WATCHED_HITS),
      this.hits[this.at] ?? [],
      ...this.places.flatMap(({ parts }) => parts.map(({ ranges }) => ranges)),
      ...this.cursor,
    ];
    const firsts = watched.flatMap(([first]) => first ?? []);
    this.painted = new Map(firsts.map((range) => [range, this.toPage(range.getBoundingClientRect())]));
    const current = new Set(this.citation?.current?.pieces ?? []);
    const evidence = this.evidenceParts(current);
    this.tagged = [];
    const tags = this.tags(current);
    const found = this.hits.map((ranges, index) => this.hitParts(ranges, index));
    const places = this.places.map((place) => this.placeParts(place));
    this.ground.replaceChildren(
      ...this.bands(current),
      ...evidence.map(([fill]) => fill),
      ...found.flatMap(({ fills }) => fills),
      ...places.flatMap(({ fills }) => fills),
    );
    this.lines.replaceChildren(
      ...this.aroundParts(),
      ...evidence.map(([, edge]) => edge),
      ...found.flatMap(({ edges }) => edges),
      ...places.flatMap(({ edges }) => edges),
      ...tags,
      ...this.cursorParts(),
    );
  }

  node(tag, name, { left, top, right, bottom }) {
    const node = this.document.createElement(tag);
    node.className = name;
    node.style.cssText = `left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px`;
    return node;
  }

  /** The fill is the cited box to the pixel; its edge stands around it. */
  evidenceParts(current) {
    const first = new Map([...this.boxes].map(([piece, boxes]) => [piece, boxes[0]]));
    return [...this.boxes].flatMap(([piece, boxes]) => {
      const look = lookOf(piece, current, this.citation, first);
      return boxes.map((box) => {
        const fill = this.node("i", look, box);
        Object.assign(fill.dataset, { role: piece.role, region: piece.index, look });
        return [fill, this.node("s", `edge ${look}`, grown(box))];
      });
    });
  }

  bands(current) {
    const labels = [...this.boxes]
      .filter(([piece]) => piece.role === "row_label")
      .flatMap(([, boxes]) => boxes);
    const values = [...this.boxes].filter(([piece]) => current.has(piece)).flatMap(([, boxes]) => boxes);
    return labels.flatMap((label) =>
      values
        .filter((value) => spanOverlap(label, value, "top", "bottom") > 0)
        .map((value) => this.node("i", "band", between(label, value))),
    );
  }

  /** A hit is outlined; the current one has its number beside it as well. */
  hitParts(ranges, index) {
    const name = index === this.at ? "hit current" : "hit";
    const boxes = this.pageBoxes(ranges);
    const fills = boxes.map((box) => this.node("i", name, box));
    const edges = boxes.map((box) => this.node("s", `edge ${name}`, { ...grown(box), top: box.top - 1 }));
    fills.forEach((fill) => (fill.dataset.hit = index));
    if (index === this.at && boxes.length)
      edges.push(this.number(ranges[0], boxes[0], (this.hitNumber ?? index + 1).toLocaleString("en-US")));
    return { fills, edges };
  }

  number(range, box, words) {
    const block = range.startContainer.parentElement.closest("[id]") ?? this.document.body;
    const node = this.node("b", "number", this.besides(block, box, 9 + 7 * words.length));
    node.textContent = words;
    return node;
  }

  /** What a reviewer marked as the right place: its own words washed, outlined and labelled, the rest only outlined. */
  placeParts({ place, parts }) {
    const boxed = parts.map((part) => ({ ...part, boxes: this.pageBoxes(part.ranges) }));
    const own = boxed.filter(({ isBeside }) => !isBeside);
    const fills = own.flatMap(({ boxes }) => boxes.map((box) => this.node("i", "place", box)));
    for (const fill of fills) fill.dataset.place = place.id;
    const edges = boxed.flatMap(({ boxes, isBeside }) => {
      if (isBeside) return boxes.map((box) => this.node("s", "edge place beside", grown(box)));
      return isOnePiece(place) ? [] : boxes.map((box) => this.node("s", "edge place", grown(box)));
    });
    if (isOnePiece(place) && fills.length) {
      const whole = union(own.flatMap(({ boxes }) => boxes));
      edges.push(this.node("s", "edge place", grown(whole)));
    }
    const seen = own.filter(({ boxes }) => boxes.length);
    if (seen.length) edges.push(this.label(seen[0].ranges[0], seen[0].boxes[0], seen.at(-1).boxes.at(-1), place.tags));
    return { fills, edges };
  }

  /** Left of the place's first line, right of its last one, else the shortest of `tags` in the margin. */
  label(range, first, last, tags) {
    const block = range.startContainer.parentElement.closest("[id]") ?? this.document.body;
    const widthOf = (words) => 11 + 6.2 * words.length;
    const free = tags.flatMap((words) => {
      const box = this.freeBeside(block, [first, last], widthOf(words));
      return box ? [{ words, box }] : [];
    });
    const shortest = tags.at(-1);
    const { words, box } = free[0] ?? { words: shortest, box: this.besides(block, first, widthOf(shortest)) };
    this.tagged.push(box);
    const node = this.node("b", "tag place-label", box);
    node.textContent = words;
    return node;
  }

  cursorParts() {
    const boxes = this.cursor.flatMap((ranges) => this.pageBoxes(ranges));
    return boxes.map((box) => this.node("s", "edge cursor", grown(box)));
  }

  aroundParts() {
    const boxes = this.around.map((ranges) => this.pageBoxes(ranges)).filter((one) => one.length);
    if (!boxes.length) return [];
    const { left, top, right, bottom } = union(boxes.flat());
    return [
      this.node("s", "edge around", { left: left - 7, top: top - 5, right: right + 7, bottom: bottom + 5 }),
    ];
  }

  tags(current) {
    const first = [...this.boxes].find(([piece]) => current.has(piece));
    if (!first) return [];
    const [piece, [value]] = first;
    if (!value) return [];
    const block = this.document.getElementById(piece.block);
    const tag = this.node("b", this.citation.isRead ? "tag read" : "tag", this.besides(block, value, 11 + 7 * this.citation.id.length));
    tag.textContent = this.citation.id;
    return [tag];
  }

  /** Where no text of the row stands: left of a box, right of it, or in the document's margin. */
  besides(block, box, width) {
    const texts = this.textAround(block);
    const left = Math.max(1, Math.min(...texts.map((text) => text.left)) - width - 6);
    const place = this.freeBeside(block, [box, box], width) ?? tagPlace(box, left, width);
    this.tagged.push(place);
    return place;
  }

  /** Left of the first of two boxes or right of the last; null where text of the row stands there. */
  freeBeside(block, [first, last], width) {
    const texts = [...this.textAround(block), ...this.tagged];
    const edge = this.document.documentElement.clientWidth + this.window.scrollX;
    const isFree = (place) =>
      place.left >= 0 &&
      place.right <= edge &&
      !texts.some(
        (text) => spanOverlap(place, text, "left", "right") > 0 && spanOverlap(place, text, "top", "bottom") > 1,
      );
    const places = [tagPlace(first, first.left - 3 - width, width), tagPlace(last, last.right + 3, width)];
    return places.find(isFree) ?? null;
  }

  textAround(block) {
    const walker = this.document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const boxes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim()) continue;
      const range = this.document.createRange();
      range.selectNodeContents(node);
      boxes.push(...[...range.getClientRects()].map((box) => this.toPage(box)));
    }
    return boxes;
  }
}

/** A tag beside a box, in the middle of its height. */
function tagPlace(box, left, width) {
  const top = (box.top + box.bottom - TAG_PX) / 2;
  return { left, right: left + width, top, bottom: top + TAG_PX };
}
