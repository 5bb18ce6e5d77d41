/**
 * The words of a page over its image, invisible: to be selected and copied in reading order.
 *
 * Words come when the browser is idle, after the cited page is painted, and at once for a page under the pointer. They
 * go with their page. A second, hidden text in paragraphs is there for those who hear the page.
 */

const WORDS_AFTER = 250; // ms after the marks are on screen: another click may come first
const WORDS_IDLE = 1500; // ms after which the words come even to a busy browser
const POINTED_AFTER = 60; // ms that the pointer is over a page
const KEPT_TEXTS = 12; // pages whose words are kept, without their elements
const TEXT_PX = 32; // size in which words are measured and then scaled to their boxes
const TEXT_FONT = `${TEXT_PX}px sans-serif`;
const WIDEST_GAP = 3; // heights; a wider room after a word is left unselected
const KEPT_WIDTHS = 5000;

/** Widths of words in TEXT_FONT, as the browser lays them out. */
class TextWidths {
  constructor() {
    this.context = element("canvas").getContext("2d");
    this.context.font = TEXT_FONT;
    this.known = new Map();
  }

  of(text) {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    if (this.known.size >= KEPT_WIDTHS) this.known.clear();
    const { width } = this.context.measureText(text);
    this.known.set(text, width);
    return width;
  }
}

class TextLayer {
  /**
   * `events`: built(index) when a page can be selected, failed(index, problem), left(index) when a page goes, changed()
   * when another filing comes, keeps(index) true for pages whose words must stay known.
   */
  constructor(sheets, events) {
    this.sheets = sheets;
    this.events = events;
    this.widths = new TextWidths();
    this.texts = new Map();
    this.pages = new Map();
    sheets.addLayer(this);
  }

  // As a layer of the sheets ----------------------------------------------------------------------------------------

  mount(sheet) {
    if (this.version !== this.sheets.version) this.reset(this.sheets.version);
    const words = element("div", { class: "page-words", "aria-hidden": "true" });
    const heard = element("div", { class: "heard-text" });
    sheet.root.insertBefore(words, sheet.marks);
    sheet.root.append(heard);
    this.pages.set(sheet.index, { sheet, words, heard, nodes: null, loading: null });
    sheet.root.addEventListener("pointerenter", () => this.whenPointed(sheet.index));
    sheet.root.addEventListener("pointerleave", () => clearTimeout(this.pointing));
    this.placed(sheet);
    this.wait();
  }

  placed(sheet) {
    const page = this.pages.get(sheet.index);
    if (!page) return;
    const { width, height } = this.sizeOf(sheet.index);
    Object.assign(page.words.style, {
      width: `${width}px`,
      height: `${height}px`,
      transform: `scale(${sheet.box.width / width}, ${sheet.box.height / height})`,
    });
  }

  unmount(sheet) {
    const page = this.pages.get(sheet.index);
    if (!page) return;
    this.pages.delete(sheet.index);
    page.aborter?.abort();
    page.words.remove();
    page.heard.remove();
    this.events.left(sheet.index);
  }

  /** Another citation is on its way: nothing may stand between the click and its marks. */
  drawn() {
    clearTimeout(this.waiting);
  }

  reset(version) {
    const isFirst = !this.version;
    this.version = version;
    this.texts.clear();
    if (!isFirst) this.events.changed();
  }

  sizeOf(index) {
    return this.sheets.sizes[index];
  }

  // Words -----------------------------------------------------------------------------------------------------------

  /** Has the words of the pages in view come, one page after another: of others they would only take room. */
  wait() {
    clearTimeout(this.waiting);
    if (!this.sheets.hasPainted || !this.nextPage()) return;
    this.waiting = setTimeout(
      () => requestIdleCallback(() => this.loadNext(), { timeout: WORDS_IDLE }),
      WORDS_AFTER,
    );
  }

  nextPage() {
    const centre = this.sheets.pageInView;
    const waiting = [...this.pages.values()].filter(
      (page) =>
        !page.nodes && !page.loading && !page.failed && isInView(page.sheet.box, this.sheets.window),
    );
    const distance = ({ sheet }) => Math.abs(sheet.index - centre);
    return waiting.sort((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  async loadNext() {
    const page = this.sheets.hasPainted ? this.nextPage() : null;
    if (!page) return;
    await this.load(page.sheet.index);
    this.wait();
  }

  /** A page on which the pointer rests is likely to be selected from; those that scroll by under it are not. */
  whenPointed(index) {
    clearTimeout(this.pointing);
    if (this.sheets.hasPainted) this.pointing = setTimeout(() => this.load(index), POINTED_AFTER);
  }

  /** Brings a mounted page's words now; false where they cannot come. Never rejects: a problem is told by `failed`. */
  async load(index) {
    const page = this.pages.get(index);
    if (!page || page.nodes) return Boolean(page?.nodes);
    page.loading ??= this.bring(page, index);
    const isBuilt = await page.loading;
    page.loading = null;
    return isBuilt;
  }

  async bring(page, index) {
    page.aborter = new AbortController();
    try {
      const text = await this.textOf(index, page.aborter.signal);
      if (this.pages.get(index) !== page) return false;
      this.build(page, text);
      page.failed = false;
      this.events.built(index);
      return true;
    } catch (error) {
      if (page.aborter.signal.aborted) return false;
      if (!(error instanceof PageProblem)) throw error;
      page.failed = true;
      this.events.failed(index, error);
      return false;
    }
  }

  /** A page's words, mounted or not. Rejects with PageProblem, or AbortError when aborted. */
  async textOf(index, signal) {
    const known = this.texts.get(index);
    if (known) return known;
    const { source, version } = this.sheets;
    const told = await storedOf(source, "words", { page: index }, { signal });
    const text = new PageText(told, this.sizeOf(index));
    if (version !== this.version) return text;
    this.texts.set(index, text);
    this.forget();
    return text;
  }

  /** Keeps the words of some pages; those that `keeps` names stay whatever their number. */
  forget() {
    for (const index of this.texts.keys()) {
      if (this.texts.size <= KEPT_TEXTS) return;
      if (!this.pages.has(index) && !this.events.keeps(index)) this.texts.delete(index);
    }
  }

  // Elements --------------------------------------------------------------------------------------------------------

  build(page, text) {
    page.text = text;
    page.runs = [...text.runs()];
    page.nodes = page.runs.map((run) => this.node(run));
    page.nodes.forEach((node, number) => (node.run = number));
    page.words.replaceChildren(...page.nodes);
    page.heard.replaceChildren(...this.heard(page, text));
  }

  /** A word, scaled from its measured size to its box and turned with its line. */
  node({ text, turns, box, gap, isLeftward }) {
    const [length, height] = [box.end - box.start, box.below - box.above];
    const along = length / (this.widths.of(text) || 1);
    const room = gap !== null && gap < WIDEST_GAP * height ? gap : 0;
    const node = element("span", { dir: isLeftward ? "rtl" : null }, gap === null ? text : `${text} `);
    const shift = isLeftward && gap !== null ? room : 0;
    node.style.transform = textMatrix(turns, { ...box, start: box.start - shift }, along, height / TEXT_PX);
    if (gap !== null) node.style.wordSpacing = `${(room / along - this.widths.of(" ")).toFixed(2)}px`;
    return node;
  }

  heard({ sheet }, text) {
    if (text.isEmpty) return [];
    const blocks = [...text.blocksBetween(text.start, text.end)].map(({ kind, from, to }) => {
      const role = kind === "heading" ? { role: "heading", "aria-level": "4" } : {};
      return element("p", role, text.textBetween(from, to));
    });
    return [element("div", { role: "group", "aria-label": `Text of PDF page ${sheet.index + 1}` }, blocks)];
  }

  disconnect() {
    clearTimeout(this.waiting);
    clearTimeout(this.pointing);
    this.sheets.removeLayer(this);
  }

  /** New links: pages whose words could not come try again. */
  renew() {
    for (const page of this.pages.values()) page.failed = false;
    this.wait();
  }
}

/** From a word's own px, right and down from its start, to the page's. */
function textMatrix(turns, { start, above }, along, across) {
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][turns];
  const left = cos * start - sin * above;
  const top = sin * start + cos * above;
  const numbers = [cos * along, sin * along, -sin * across, cos * across, left, top];
  return `matrix(${numbers.map((number) => number.toFixed(4)).join(",")})`;
}
