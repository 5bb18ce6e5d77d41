/** Marking the right place in an HTML or text filing: by selecting or clicking, and block by block with the keyboard. */

const MOST_BLOCKS = 24; // of one selection, each a place of its own

class FramePicker {
  /** `picking`: the Picking tool that is told what to take. One for each reader's frame. */
  constructor(picking, view) {
    this.picking = picking;
    this.view = view;
    this.heard = new WeakSet();
    this.clear();
  }

  show(places) {
    this.view.picked.show(places);
  }

  /** The filing runs no script: its own document is listened to from here, once it is there. */
  listen() {
    const opened = this.view.document;
    if (!opened || this.heard.has(opened)) return;
    this.heard.add(opened);
    this.items = new FrameItems(opened);
    opened.addEventListener("mouseup", (event) => this.isOn(opened) && this.whenReleased(event));
    if (this.picking.isActive) this.point();
  }

  isOn(opened) {
    return this.picking.isActive && this.picking.pane.frame === this.view && this.view.document === opened;
  }

  /** The pointer says that it marks. */
  point() {
    const style = this.view.document?.documentElement.style;
    if (this.picking.isActive) style?.setProperty("cursor", "crosshair", "important");
    else style?.removeProperty("cursor");
  }

  // Mouse -----------------------------------------------------------------------------------------------------------

  whenReleased(event) {
    if (event.button !== 0) return;
    const selection = this.view.document.getSelection();
    if (selection.isCollapsed) return this.whenClicked(event);
    const range = selection.getRangeAt(0);
    const blocks = this.items.blocks.filter((block) => range.intersectsNode(block));
    const parts = blocks.map((block) => [block, this.items.within(block, range)]).filter(([, part]) => part);
    selection.removeAllRanges();
    if (!parts.length) return this.picking.complain("missing", "Nothing but blanks is selected there.");
    if (parts.length > MOST_BLOCKS)
      return this.picking.complain("warning", `${parts.length} blocks are selected; at most ${MOST_BLOCKS} can be marked at once.`);
    const { unit } = this.picking;
    this.send(parts.map(([block, part]) => this.body(block, part, unit)), unit === "cells" ? "words" : null);
  }

  /** A cell of a row, elsewhere the block; a word where words are chosen. */
  whenClicked({ target, clientX, clientY }) {
    const block = this.items.blockOf(target);
    const { unit } = this.picking;
    const letter = block && rangeAt(this.view.document, clientX, clientY);
    const cell = block && this.items.cellsOf(block).find((one) => one.cell.contains(target));
    const at = letter && block.contains(letter.startContainer) ? this.items.within(block, letter) : null;
    const part = unit === "block" ? block && this.items.whole(block) : ((unit === "cells" && cell) || at);
    if (!part) return this.picking.complain("missing", "Nothing stands there. Click a word, a cell or a block of text.");
    this.send([this.body(block, part, unit)], unit === "cells" ? "block" : null);
  }

  // Keyboard --------------------------------------------------------------------------------------------------------

  get isStanding() {
    return this.block !== null;
  }

  clear() {
    this.block = this.at = this.anchor = null;
    this.view.picked.showCursor([]);
  }

  /** Puts the cursor on the cited block if it is seen, else on the first in view. */
  async place() {
    if (!this.items) return this.picking.say("The filing is still loading.");
    this.stand(this.citedInView ?? this.firstInView());
  }

  get citedInView() {
    const { view } = this;
    const cited = view.watched[0]?.startContainer.parentElement.closest("[id]");
    return cited && view.isInSight(view.watched) ? cited : null;
  }

  firstInView() {
    const { blocks } = this.items;
    const { height } = this.view.seen.room;
    return blocks.find((block) => {
      const { top, bottom } = block.getBoundingClientRect();
      return bottom > 0 && top < height && bottom > top;
    }) ?? blocks[0];
  }

  stand(block, at = null) {
    Object.assign(this, { block, at, anchor: null });
    this.showCursor();
  }

  /** From what is cited, or else from where the cursor is put. */
  async move(move) {
    if (this.block) return move(this, this.picking.unit);
    this.block = this.citedInView;
    if (this.block) move(this, this.picking.unit);
    else await this.place();
  }

  /** Block by block; in a table's column where a cell was stood on. */
  across(by, unit, extend) {
    if (extend) return this.picking.say("A place stands in one block. Take this one, then the next.");
    const { blocks } = this.items;
    const next = blocks[blocks.indexOf(this.block) + by];
    if (!next) return this.picking.say(by > 0 ? "This is the filing’s last block." : "This is the filing’s first block.");
    const isCell = this.at !== null && unit === "cells" && this.items.hasCells(this.block) && this.items.hasCells(next);
    const last = this.items.itemsOf(next, unit).length - 1;
    this.stand(next, isCell ? Math.min(this.at, last) : null);
  }

  along(by, unit, extend) {
    if (unit === "block") return this.across(by, unit, false);
    const count = this.items.itemsOf(this.block, unit).length;
    const to = this.at === null ? (by > 0 ? 0 : count - 1) : this.at + by;
    if (to < 0 || to >= count) return this.picking.say("This is the edge of the block.");
    this.anchor = extend ? (this.anchor ?? this.at ?? to) : null;
    this.at = to;
    this.showCursor();
  }

  toPage(by) {
    const index = this.sectionOf(this.block) + by;
    const start = this.view.seen.sections?.[index];
    if (!start) return this.picking.say(by > 0 ? "There is no section further down." : "There is no section above.");
    this.stand(start);
  }

  toEdge(by, unit, extend) {
    const last = this.items.itemsOf(this.block, unit).length - 1;
    this.anchor = extend ? (this.anchor ?? this.at ?? 0) : null;
    this.at = by > 0 ? last : 0;
    this.showCursor();
  }

  get part() {
    if (this.at === null) return this.items.whole(this.block);
    const items = this.items.itemsOf(this.block, this.picking.unit);
    const [from, to] = [this.at, this.anchor ?? this.at].sort((one, other) => one - other);
    const texts = items.slice(from, to + 1).map((one) => one.text);
    return { start: items[from].start, end: items[to].end, text: texts.join(" ") };
  }

  showCursor(before = "") {
    const { block, part, view } = this;
    view.picked.showCursor([{ block: block.id, start: part.start, end: part.end }]);
    const [range] = view.marks.rangesOf({ block: block.id, ...part });
    view.seen.bringWithin(range);
    const [box] = view.marks.pageBoxes([range]);
    if (box && !view.seen.isInView(box)) view.seen.bring(union(lineBoxes([range])), 0.35);
    view.repaint();
    const index = this.sectionOf(block);
    this.picking.tellCursor(part.text, `section ${index + 1}`, before);
  }

  reshape(before) {
    if (!this.block) return;
    Object.assign(this, { at: this.picking.unit === "block" ? null : 0, anchor: null });
    this.showCursor(before);
  }

  toHit({ ranges: [range] = [] }) {
    const block = range && this.view.document.getElementById(range.block);
    if (!block) return;
    const words = this.items.itemsOf(block, "words");
    const inside = words.flatMap((one, at) => (one.start < range.end && one.end > range.start ? [at] : []));
    this.clear();
    this.picking.setUnit("words");
    Object.assign(this, { block, anchor: inside[0], at: inside.at(-1) });
    this.showCursor();
  }

  bodies() {
    const isWhole = this.at === null;
    const unit = this.picking.unit === "cells" && !this.items.hasCells(this.block) ? "words" : this.picking.unit;
    return [this.body(this.block, this.part, isWhole ? "block" : unit)];
  }

  /** The section that holds a block: the last that begins at it or before it. */
  sectionOf(block) {
    const starts = this.view.seen.sections ?? [];
    const isAfter = (start) =>
      start && start !== block && !(start.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING);
    const next = starts.findIndex(isAfter);
    const before = next < 0 ? starts : starts.slice(0, next);
    return Math.max(0, before.findLastIndex(Boolean));
  }

  body(block, { start, end }, unit) {
    return { page_index: this.sectionOf(block), block: block.id, start, end, unit };
  }

  send(bodies, otherwise) {
    this.picking.take(bodies, otherwise);
  }

  // Going there -----------------------------------------------------------------------------------------------------

  focus() {
    this.view.frame?.root.focus({ preventScroll: true });
  }

  reveal(place) {
    const ranges = this.view.picked.rangesOf(place);
    if (!ranges.length) return;
    this.view.seen.bringWithin(ranges[0]);
    this.view.seen.bring(union(lineBoxes(ranges)));
    this.view.repaint();
  }

  start() {
    this.listen();
    this.point();
  }

  stop() {
    this.point();
    this.clear();
  }

  disconnect() {}
}
