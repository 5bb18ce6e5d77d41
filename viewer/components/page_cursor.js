/** A cursor for the keyboard over the words of PDF pages: by row and block up and down, by cell and word along. */

const NO_WORDS = "has no words that could be marked. It is a picture, or empty";

class PageCursor {
  /** `textOf(index)` brings a page's PageText; rejects as `requested`. `announce(words)` is told of every step. */
  constructor(sheets, { textOf, announce }) {
    this.sheets = sheets;
    this.events = { textOf, announce };
    this.clear();
  }

  get isOn() {
    return this.item !== null;
  }

  clear() {
    this.item = this.anchor = this.items = null;
    this.goal = null;
  }

  /** From the anchor of a growing selection to where the cursor is. */
  get span() {
    const { item, anchor } = this;
    if (!anchor) return item;
    return { first: Math.min(item.first, anchor.first), last: Math.max(item.last, anchor.last) };
  }

  /** What is sent to be snapped. */
  body(unit) {
    const [start, end] = this.items.rangeOf(this.span);
    return { page_index: this.index, start, end, unit: this.items.unitAt(this.item.first, unit) };
  }

  get regions() {
    return this.item && this.items.regionsOf(this.span, this.index, this.sheets.sizes[this.index]);
  }

  /** Those of where the cursor is, at one end of a growing selection. */
  get headRegions() {
    return this.items.regionsOf(this.item, this.index, this.sheets.sizes[this.index]);
  }

  get words() {
    const { items, span } = this;
    return [items.rowOf(span), items.wordsOf(span)].filter(Boolean).join(" · ");
  }

  // Moving ----------------------------------------------------------------------------------------------------------

  /** Onto a character of a page, or its first word. False where the page has no words. */
  async goTo(index, unit, position = 0) {
    const text = await this.events.textOf(index);
    if (text.isEmpty) {
      this.events.announce(`PDF page ${index + 1} ${NO_WORDS}.`);
      return false;
    }
    this.items = new PageItems(text);
    this.index = index;
    this.anchor = null;
    this.stand(this.items.itemAt(this.items.wordAt(position), unit));
    return true;
  }

  /** Over the characters from `start` to `end`, such as a hit's. */
  async cover(index, start, end, unit) {
    if (!(await this.goTo(index, unit, start))) return false;
    this.anchor = { first: this.items.wordAt(start), last: this.items.wordAt(Math.max(start, end - 1)) };
    this.item = this.anchor;
    return true;
  }

  stand(item, { goal = true } = {}) {
    this.item = item;
    if (goal) this.goal = this.items.middleOf(item);
  }

  /** Along the line; a script that is written leftwards is gone through that way. */
  async along(by, unit, extend) {
    const isLeftward = this.items.text.leftward.has(this.item.first);
    await this.step(isLeftward ? -by : by, unit, extend, (step) => this.items.beside(this.item, step, unit));
  }

  async across(by, unit, extend) {
    const beyond = (step) => this.items.beyond(this.item, step, unit, this.goal);
    await this.step(by, unit, extend, beyond, { goal: false });
  }

  async step(by, unit, extend, next, standing) {
    const found = next(by);
    if (!found && extend) return this.events.announce(`A place stands on one page: this is the edge of PDF page ${this.index + 1}.`);
    if (!found) return this.overPage(by, unit);
    this.anchor = extend ? (this.anchor ?? this.item) : null;
    this.stand(found, standing);
  }

  /** On to the next page that has words. */
  async overPage(by, unit) {
    for (let index = this.index + by; index >= 0 && index < this.sheets.sizes.length; index += by) {
      const text = await this.events.textOf(index);
      if (text.isEmpty) continue;
      return this.goTo(index, unit, by > 0 ? 0 : Infinity);
    }
    this.events.announce(by > 0 ? "This is the filing’s last word." : "This is the filing’s first word.");
  }

  async toPage(by, unit) {
    const index = Math.min(this.sheets.sizes.length - 1, Math.max(0, this.index + by));
    if (index === this.index) return this.events.announce(by > 0 ? "This is the last page." : "This is the first page.");
    await this.goTo(index, unit);
  }

  toEdge(by, unit, extend) {
    this.anchor = extend ? (this.anchor ?? this.item) : null;
    this.stand(this.items.itemAt(by > 0 ? this.items.count - 1 : 0, unit));
  }

  /** Another unit at the same place. */
  reshape(unit) {
    this.anchor = null;
    this.stand(this.items.itemAt(this.item.first, unit));
  }
}
