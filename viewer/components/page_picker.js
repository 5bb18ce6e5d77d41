/** Marking the right place on a PDF's pages, by mouse and by keyboard. */

class PagePicker {
  /** `picking`: the Picking tool that is told what to take. One for each reader's pages. */
  constructor(picking, sheets) {
    this.picking = picking;
    this.sheets = sheets;
    this.layer = new PlaceLayer(sheets);
    this.cursor = new PageCursor(sheets, {
      textOf: (index) => this.textOf(index),
      announce: (words) => picking.say(words),
    });
    this.drag = new PageDrag(sheets, {
      isOn: () => picking.isActive && picking.pane.sheets === sheets,
      pressed: () => this.focus(),
      drawn: (index, box) => this.whenDrawn(index, box),
      clicked: (index, point) => picking.attempt(() => this.whenClicked(index, point)),
    });
  }

  textOf(index) {
    const texts = this.picking.pane.tools.find((tool) => tool instanceof TextTool);
    return texts.selections.get(this.sheets).layer.textOf(index);
  }

  show(places) {
    this.layer.show(places);
  }

  // Mouse -----------------------------------------------------------------------------------------------------------

  focus() {
    this.sheets.view.focus({ preventScroll: true });
  }

  whenDrawn(index, box) {
    const { unit } = this.picking;
    this.picking.take([{ page_index: index, unit, box }], unit === "cells" ? "words" : null);
  }

  /** A cell of a table, elsewhere the block; a word where words are chosen. */
  async whenClicked(index, point) {
    const text = await this.textOf(index);
    const near = text.isEmpty ? null : text.nearest(point);
    if (!near || near.distance + near.aside > POINTED_WITHIN)
      return this.picking.complain("missing", "Nothing is printed there. Click a word, or draw around some.");
    const items = new PageItems(text);
    const { unit } = this.picking;
    const meant = unit === "cells" && !items.hasCells(near.word) ? "block" : unit;
    const [start, end] = items.rangeOf(items.itemAt(near.word, meant));
    this.picking.take([{ page_index: index, unit: meant, start, end }]);
  }

  // Keyboard --------------------------------------------------------------------------------------------------------

  get isStanding() {
    return this.cursor.isOn;
  }

  /** Puts the cursor where the reader looks: on the cited region if it is seen, else on the page in view. */
  async place() {
    await this.stand();
    this.showCursor();
  }

  /** Whether it stands on what is cited now. */
  async stand() {
    const { citation } = this.picking.pane;
    const [piece] = citation?.current?.pieces ?? [];
    const isSeen = Boolean(piece?.range) && this.sheets.isSeen(piece);
    const { unit } = this.picking;
    if (isSeen) return this.cursor.goTo(piece.page_index, unit, piece.range[0]);
    await this.cursor.goTo(this.sheets.pageInView, unit);
    return false;
  }

  /** `move(cursor, unit)` moves the cursor: from what is cited, or else from where it is put. */
  async move(move) {
    const isThere = this.cursor.isOn || (await this.stand());
    const before = { ...this.cursor };
    if (isThere) await move(this.cursor, this.picking.unit);
    const hasMoved = ["item", "anchor", "index"].some((name) => this.cursor[name] !== before[name]);
    if (hasMoved || !isThere) this.showCursor();
  }

  toHit({ page_index: index, range }) {
    return this.picking.attempt(async () => {
      await this.cursor.cover(index, ...range, "words");
      this.showCursor();
    });
  }

  showCursor(before = "") {
    if (!this.cursor.isOn) return;
    const { regions } = this.cursor;
    this.layer.showCursor(regions);
    const [head] = this.cursor.headRegions;
    if (!this.sheets.isSeen(head)) this.sheets.reveal(head);
    this.picking.tellCursor(this.cursor.words, `PDF page ${this.cursor.index + 1}`, before);
  }

  reshape(before) {
    if (!this.cursor.isOn) return;
    this.cursor.reshape(this.picking.unit);
    this.showCursor(before);
  }

  bodies() {
    return [this.cursor.body(this.picking.unit)];
  }

  // Going there -----------------------------------------------------------------------------------------------------

  reveal(place) {
    const region = place.regions.find((one) => !isBesidePlace(place, one)) ?? place.regions[0];
    this.sheets.reveal(region);
    this.sheets.events.moved();
  }

  start() {
    this.sheets.root.classList.add("picked");
    this.sheets.view.setAttribute("role", "application"); // or a screen reader keeps the arrows to itself
    this.sheets.view.setAttribute("aria-roledescription", "page to mark on");
  }

  stop() {
    this.sheets.root.classList.remove("picked");
    this.sheets.view.setAttribute("role", "group");
    this.sheets.view.removeAttribute("aria-roledescription");
    this.drag.cancel();
    this.clear();
  }

  clear() {
    this.cursor.clear();
    this.layer.showCursor(null);
  }

  disconnect() {
    this.drag.disconnect();
    this.layer.disconnect();
  }
}
