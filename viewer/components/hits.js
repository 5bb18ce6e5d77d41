/** What a search found, marked over the pages: never in amber, which belongs to evidence. */

const HIT_NUMBER_HEIGHT = 16; // px
const HIT_GAP = 3; // px between the current hit and its number

/** A layer of Sheets. A hit: `{ page_index, number, regions }`; `regions` are empty until they are known. */
class HitLayer {
  constructor() {
    this.layers = new Map();
    this.clear();
  }

  /** Below the marks of the evidence, so that a hit never hides one. */
  mount(sheet) {
    const layer = element("div", { class: "hits", "aria-hidden": "true" });
    this.layers.set(sheet, layer);
    sheet.marks.before(layer);
    this.draw(sheet);
  }

  placed(sheet) {
    if (this.current?.page_index === sheet.index) this.draw(sheet);
  }

  unmount(sheet) {
    this.layers.get(sheet)?.remove();
    this.layers.delete(sheet);
  }

  show(hits, at) {
    this.current = at === null ? null : hits[at];
    this.pages = Map.groupBy(hits, (hit) => hit.page_index);
    for (const sheet of this.layers.keys()) this.draw(sheet);
  }

  clear() {
    this.current = null;
    this.pages = new Map();
    for (const layer of this.layers.values()) layer.replaceChildren();
  }

  draw(sheet) {
    const hits = this.pages.get(sheet.index) ?? [];
    const nodes = hits.flatMap((hit) => hit.regions.map((region) => this.box(region, hit === this.current)));
    const number = hits.includes(this.current) ? this.numberOf(sheet) : null;
    this.layers.get(sheet).replaceChildren(...nodes, ...(number ? [number] : []));
  }

  box(region, isCurrent) {
    const node = element("i", { class: isCurrent ? "hit current" : "hit" });
    for (const side of ["left", "top", "width", "height"]) node.style[side] = `${region[side]}%`;
    return node;
  }

  /** The current hit's number beside it, where nothing is printed; else it stands in the page's margin. */
  numberOf(sheet) {
    const { regions, number } = this.current;
    if (!regions.length) return null;
    const { width, height } = sheet.box;
    const boxes = regions.map((region) => pixels(region, width, height));
    const [first, last] = [boxes[0], boxes.at(-1)];
    const words = number.toLocaleString("en-US");
    const wide = 12 + 7 * words.length;
    const at = (left, { top, bottom }) => {
      const upper = (top + bottom - HIT_NUMBER_HEIGHT) / 2;
      return { left, right: left + wide, top: upper, bottom: upper + HIT_NUMBER_HEIGHT };
    };
    const space = new FreeSpace(width, height, sheet.ink, boxes);
    const places = [at(first.left - HIT_GAP - wide, first), at(last.right + HIT_GAP, last)];
    const place = (sheet.ink && places.find((one) => space.isFree(one))) || at(2, first);
    return placed(element("b", { class: "hit-number" }, words), place);
  }
}
