/** Marking on PDF pages with the mouse: a box that is drawn, or the cell, block or word that is clicked. */

const DRAG_FROM = 4; // px; a shorter one is a click
const POINTED_WITHIN = 18; // px of a page at 100 %: a click further from every word means none

class PageDrag {
  /**
   * `events`: isOn(), pressed(), drawn(index, box) in percent of the page, clicked(index, point) in px of the page at
   * 100 %.
   */
  constructor(sheets, events) {
    this.sheets = sheets;
    this.events = events;
    this.held = null;
    this.rubber = element("i", { class: "rubber", "aria-hidden": "true" });
    this.listeners = [
      [sheets.root, "pointerdown", (event) => (this.pointer = event.pointerType)],
      [sheets.root, "mousedown", (event) => this.whenPressed(event)],
      [window, "mousemove", (event) => this.whenMoved(event)],
      [window, "mouseup", (event) => this.whenReleased(event)],
    ];
    for (const [target, name, listener] of this.listeners) target.addEventListener(name, listener, true);
  }

  /** Before the pages' text hears of it. A finger scrolls, and marks by a tap. */
  whenPressed(event) {
    const { target, button, clientX, clientY } = event;
    const root = target.closest?.(".sheet");
    if (button !== 0 || !root || !this.events.isOn() || target.closest("button, a, .problem")) return;
    event.preventDefault();
    event.stopPropagation();
    this.events.pressed();
    const index = Number(root.dataset.page);
    const from = this.pointOn(index, clientX, clientY);
    this.held = { index, from, to: from, x: clientX, y: clientY, isDrag: false };
  }

  get sheet() {
    return this.sheets.mounted.get(this.held.index);
  }

  /** In fractions of a page, within it. */
  pointOn(index, x, y) {
    const frame = this.sheets.mounted.get(index).root.getBoundingClientRect();
    const within = (value, start, length) => Math.min(1, Math.max(0, (value - start) / length));
    return { x: within(x, frame.left, frame.width), y: within(y, frame.top, frame.height) };
  }

  whenMoved(event) {
    const { held } = this;
    if (!held || this.pointer === "touch") return;
    event.stopPropagation();
    if (!(event.buttons & 1)) return this.cancel();
    this.at = { x: event.clientX, y: event.clientY };
    held.isDrag ||= Math.hypot(this.at.x - held.x, this.at.y - held.y) >= DRAG_FROM;
    if (held.isDrag) this.tick ??= requestAnimationFrame(() => this.follow());
  }

  follow() {
    this.tick = null;
    if (!this.held) return;
    if (scrollTowards(this.sheets.view, this.at)) this.tick = requestAnimationFrame(() => this.follow());
    if (!this.sheet) return this.cancel();
    this.held.to = this.pointOn(this.held.index, this.at.x, this.at.y);
    this.sheet.root.append(this.rubber);
    for (const [side, length] of Object.entries(this.box)) this.rubber.style[side] = `${length}%`;
  }

  /** What is drawn, in percent of its page. */
  get box() {
    const { from, to } = this.held;
    return {
      left: 100 * Math.min(from.x, to.x),
      top: 100 * Math.min(from.y, to.y),
      width: 100 * Math.abs(from.x - to.x),
      height: 100 * Math.abs(from.y - to.y),
    };
  }

  whenReleased(event) {
    const { held } = this;
    if (!held) return;
    event.stopPropagation();
    if (held.isDrag && this.sheet) held.to = this.pointOn(held.index, event.clientX, event.clientY);
    const { box } = this;
    this.cancel();
    const { width, height } = this.sheets.sizes[held.index];
    if (held.isDrag && box.width > 0 && box.height > 0) this.events.drawn(held.index, box);
    else this.events.clicked(held.index, { x: held.from.x * width, y: held.from.y * height });
  }

  cancel() {
    cancelAnimationFrame(this.tick);
    this.tick = this.held = null;
    this.rubber.remove();
  }

  disconnect() {
    this.cancel();
    for (const [target, name, listener] of this.listeners) target.removeEventListener(name, listener, true);
  }
}
