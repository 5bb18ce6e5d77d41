/**
 * Selecting with the mouse. Where a drag begins and ends is told by the words' boxes, because a browser's own way jumps
 * in the room between columns. A finger selects in the browser's own way.
 */

const SCROLL_SHARE = 0.25; // of the distance by which the pointer has left the view, in px a frame
const FASTEST_SCROLL = 48;

/** Scrolls a view towards a pointer { x, y } that has left it; false where it is inside. */
function scrollTowards(view, { x, y }) {
  const frame = view.getBoundingClientRect();
  const step = (at, start, length) => {
    const away = at < start ? at - start : Math.max(0, at - start - length);
    return Math.max(-FASTEST_SCROLL, Math.min(FASTEST_SCROLL, away * SCROLL_SHARE));
  };
  const [across, down] = [step(x, frame.left, view.clientWidth), step(y, frame.top, view.clientHeight)];
  if (across || down) view.scrollBy({ left: across, top: down, behavior: "instant" });
  return Boolean(across || down);
}

class TextDrag {
  /** `selection`: the TextSelection that is told what lies between the two ends of a drag. */
  constructor(selection) {
    this.selection = selection;
    this.layer = selection.layer;
    this.sheets = selection.sheets;
    this.held = this.awaited = null;
    const { view } = this.sheets;
    this.listeners = [
      [view, "pointerdown", (event) => (this.pointer = event.pointerType)],
      [view, "mousedown", (event) => this.whenPressed(event)],
      [window, "mousemove", (event) => this.whenMoved(event)],
      [window, "mouseup", () => this.whenReleased()],
    ];
    for (const [target, name, listener] of this.listeners) target.addEventListener(name, listener);
  }

  /** One click sets an end, two select a word, three a block; with Shift the selection grows. Touch is the browser's. */
  whenPressed(event) {
    if (event.button !== 0 || this.pointer === "touch" || !this.isOnPages(event)) return;
    event.preventDefault();
    this.sheets.view.focus({ preventScroll: true });
    const unit = event.detail === 1 ? "letter" : event.detail === 2 ? "word" : "block";
    const { ends } = this.selection;
    this.awaited = null;
    this.held = { unit, anchor: event.shiftKey && ends ? [ends[0], ends[0]] : null };
    if (!event.shiftKey) this.selection.select(null);
    this.pressed = this.pointOn(event.clientX, event.clientY);
    this.point = { x: event.clientX, y: event.clientY };
    this.begin();
  }

  isOnPages({ clientX, clientY, target }) {
    const { view } = this.sheets;
    const frame = view.getBoundingClientRect();
    const isOnBar = clientX > frame.left + view.clientWidth || clientY > frame.top + view.clientHeight;
    return !isOnBar && this.layer.pages.size > 0 && !target.closest("button, a, input, .problem");
  }

  /** The words of the pressed page may still be on their way; the drag then begins when they are there. */
  begin() {
    const { held, pressed } = this;
    const page = this.layer.pages.get(pressed.index);
    if (!page?.nodes) return this.await(pressed.index);
    if (!held.anchor) {
      const place = this.placeAt(pressed);
      held.anchor = place && this.unitAt(place, held.unit);
    }
    if (held.anchor) this.extend();
  }

  whenMoved({ clientX, clientY, buttons }) {
    if (!this.held || this.held.isReleased) return;
    if (!(buttons & 1)) return this.whenReleased();
    this.point = { x: clientX, y: clientY };
    this.tick ??= requestAnimationFrame(() => this.follow());
  }

  follow() {
    this.tick = null;
    if (!this.held) return;
    if (scrollTowards(this.sheets.view, this.point)) this.tick = requestAnimationFrame(() => this.follow());
    if (this.held.anchor) this.extend();
    else this.begin();
  }

  extend() {
    const pointed = this.pointOn(this.point.x, this.point.y);
    if (!this.layer.pages.get(pointed.index).nodes) return this.await(pointed.index);
    const place = this.placeAt(pointed);
    if (!place) return;
    const { anchor, unit } = this.held;
    const [start, end] = this.unitAt(place, unit);
    if (precedes(start, anchor[0]) < 0) this.selection.select([anchor[1], start]);
    else this.selection.select([anchor[0], precedes(end, anchor[1]) > 0 ? end : anchor[1]]);
  }

  /** A drag over words that are still on their way ends when they are there. */
  whenReleased() {
    if (!this.held) return;
    cancelAnimationFrame(this.tick);
    this.tick = null;
    if (this.awaited === null) this.end();
    else this.held.isReleased = true;
  }

  end() {
    this.held = this.awaited = null;
    this.selection.bringInner();
  }

  /** Has a page's words come for what is held; `awaited` is its index until then. */
  await(index) {
    this.awaited = index;
    this.layer.load(index);
  }

  /** A page's words have come. */
  whenBuilt(index) {
    if (!this.held || this.awaited !== index) return;
    this.awaited = null;
    if (this.held.anchor) this.extend();
    else this.begin();
    if (this.held.isReleased && this.awaited === null) this.end();
  }

  cancel() {
    this.held = this.awaited = null;
  }

  // Places ----------------------------------------------------------------------------------------------------------

  /** The mounted page nearest to a point of the window, and the point in fractions of it (there is one). */
  pointOn(x, y) {
    let [found, least] = [null, Infinity];
    for (const [index, { sheet }] of this.layer.pages) {
      const frame = sheet.root.getBoundingClientRect();
      const { before, after } = outside(y, frame.top, frame.bottom);
      if (before + after >= least) continue;
      least = before + after;
      found = { index, x: (x - frame.left) / frame.width, y: (y - frame.top) / frame.height };
    }
    return found;
  }

  /** The position nearest to a point of a page whose words are there; null where it has none. */
  placeAt({ index, x, y }) {
    const page = this.layer.pages.get(index);
    if (page.text.isEmpty) return null;
    const { width, height } = this.layer.sizeOf(index);
    const { word, place, turns } = page.text.nearest({ x: x * width, y: y * height });
    const { length } = page.text.wordOf(word);
    if (place === "inside") return { index, word, offset: this.letterAt(page, word, turns, { x, y }) };
    const isStart = (place === "before") !== page.text.leftward.has(word);
    return { index, word, offset: isStart ? 0 : length };
  }

  /** How many letters of a word stand before a point of its page, by where the browser laid them out. */
  letterAt(page, word, turns, { x, y }) {
    const frame = page.sheet.root.getBoundingClientRect();
    const at = { x: frame.left + x * frame.width, y: frame.top + y * frame.height };
    const point = alongText(turns, { left: at.x, right: at.x, top: at.y, bottom: at.y }).start;
    const { run, before } = page.text.runOf(word);
    const letters = page.nodes[run].firstChild;
    const isLeftward = page.text.leftward.has(word);
    const range = document.createRange();
    let offset = 0;
    for (const letter of page.text.wordOf(word)) {
      range.setStart(letters, before + offset);
      range.setEnd(letters, before + offset + letter.length);
      const { start, end } = alongText(turns, range.getBoundingClientRect());
      if (isLeftward ? point > (start + end) / 2 : point < (start + end) / 2) return offset;
      offset += letter.length;
    }
    return offset;
  }

  unitAt(place, unit) {
    const { index, word } = place;
    const { text } = this.layer.pages.get(index);
    if (unit === "letter") return [place, place];
    const [start, end] = unit === "word" ? text.whole(word, word) : text.blockAround(word);
    return [
      { index, ...start },
      { index, ...end },
    ];
  }

  disconnect() {
    for (const [target, name, listener] of this.listeners) target.removeEventListener(name, listener);
  }
}
