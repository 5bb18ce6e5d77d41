/** Show context: the blocks around the current region, drawn lightly over the pages and never as evidence. */

ICONS.context = ["M4 4.5h16", "M4 19.5h16", "M7 9.5h10v5H7z"];

const CONTEXT_WORDS = 60; // characters of a neighbour that are read out
const CONTEXT_CAPTION = 46; // px

class Wider {
  constructor(pane) {
    this.pane = pane;
    this.button = toolButton("context", "Show context", "C", () => this.toggle());
    this.button.setAttribute("aria-pressed", "false");
    this.control = element("div", { class: "tools" }, this.button);
    this.slot = "citation";
    this.keys = [{ key: "c", words: "Show or hide the context", action: () => this.toggle() }];
    this.layers = new WeakMap();
  }

  get isOn() {
    return Boolean(this.pane.citation?.wider.length);
  }

  opened() {
    this.asking?.abort();
    this.isWanted = this.isOn;
    this.stop = this.isOn ? this.pane.citation.current : null;
    this.show();
  }

  closed() {
    this.asking?.abort();
    this.isWanted = false;
  }

  /** Another region has other neighbours. */
  moved() {
    const { citation } = this.pane;
    if (this.isWanted && citation.current !== this.stop) this.look({ isQuiet: true });
  }

  toggle() {
    if (this.button.getAttribute("aria-disabled") === "true") return;
    if (this.isWanted) return this.hide();
    this.isWanted = true;
    this.look();
  }

  hide() {
    this.asking?.abort();
    this.isWanted = false;
    this.pane.citation.wider = [];
    this.show();
    this.pane.announce("Context hidden");
  }

  async look({ isQuiet = false } = {}) {
    const { pane } = this;
    const { citation, source, reader } = pane;
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    this.stop = citation.current;
    this.showButton();
    try {
      const { blocks } = await storedOf(source, "context", citation.range, { signal });
      if (signal.aborted || reader !== pane.reader || citation !== pane.citation) return;
      citation.wider = blocks;
      this.show();
      if (!isQuiet) pane.announce(contextWords(blocks));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PageProblem)) throw error;
      this.isWanted = false;
      this.show();
      this.fail(error);
    }
  }

  fail(problem) {
    const words = `The context could not be read. ${problem.detail ?? problem.message}`;
    const again = element(
      "button",
      { class: "button small", type: "button", onclick: () => this.retry(problem) },
      icon("retry"),
      "Try again",
    );
    this.pane.say(problem.icon, words, again);
    this.pane.announce(words);
  }

  retry(problem) {
    this.pane.reader.silence();
    this.pane.focusView();
    if (problem.refresh) this.pane.request("retry", this.pane.evidence.key);
    else this.toggle();
  }

  show() {
    const { citation, viewer } = this.pane;
    if (viewer && viewer === this.pane.sheets) this.layerOf(viewer).show(citation?.wider ?? []);
    else viewer?.showContext?.(citation.wider.flatMap((block) => block.ranges));
    this.showButton();
  }

  showButton() {
    this.button.setAttribute("aria-pressed", String(Boolean(this.isWanted)));
    setEnabled(this.button, Boolean(this.pane.viewer && this.pane.citation?.range && this.pane.source?.stored_url));
  }

  layerOf(sheets) {
    if (!this.layers.has(sheets)) {
      this.layers.set(sheets, new ContextLayer());
      sheets.addLayer(this.layers.get(sheets));
    }
    return this.layers.get(sheets);
  }

  disconnect() {
    this.asking?.abort();
  }
}

/** What stands before and after, shortly, for who listens. */
function contextWords(blocks) {
  const said = (part) =>
    shortened(
      blocks
        .filter((block) => block.part === part)
        .map((block) => block.text)
        .join(" "),
      CONTEXT_WORDS,
    );
  const parts = [
    ["Before", said("before")],
    ["After", said("after")],
  ].flatMap(([where, words]) => (words ? [`${where}: ${words}`] : []));
  return ["Context shown", ...parts].join(". ");
}

/** A layer of the PDF view: one outline around each run of neighbouring blocks, named where nothing is printed. */
class ContextLayer {
  constructor() {
    this.blocks = [];
    this.sheets = new Map();
  }

  show(blocks) {
    this.blocks = blocks;
    for (const sheet of this.sheets.keys()) this.draw(sheet);
  }

  mount(sheet) {
    const root = element("div", { class: "wider", "aria-hidden": "true" });
    this.sheets.set(sheet, root);
    sheet.root.insertBefore(root, sheet.marks);
    this.draw(sheet);
  }

  placed(sheet) {
    if (this.sheets.has(sheet)) this.draw(sheet);
  }

  unmount(sheet) {
    this.sheets.get(sheet).remove();
    this.sheets.delete(sheet);
  }

  draw(sheet) {
    const { width, height } = sheet.box;
    const boxes = this.blocks
      .filter((block) => block.page_index === sheet.index && block.regions.length)
      .map((block) => union(block.regions.map((region) => pixels(region, width, height))));
    const frames = runsOf(boxes);
    const space = sheet.ink && new FreeSpace(width, height, sheet.ink, []);
    const captions = space ? frames.map((frame) => contextCaption(frame, space)) : [];
    const nodes = frames.map((frame) => placed(element("i"), frame));
    this.sheets.get(sheet).replaceChildren(...nodes, ...captions.filter(Boolean));
  }
}

/** Blocks one below the other become one frame; blocks of two columns stay apart. */
function runsOf(boxes) {
  const runs = [];
  for (const box of boxes) {
    const last = runs.at(-1);
    const isBelow =
      last &&
      box.top >= last.top &&
      spanOverlap(last, box, "left", "right") > 0.5 * Math.min(last.right - last.left, box.right - box.left);
    if (isBelow) Object.assign(last, union([last, box]));
    else runs.push({ ...box });
  }
  return runs;
}

/** The frame's name where nothing is printed: beside it, at its corners, or in a blank of its own; null without room. */
function contextCaption({ left, top, right, bottom }, space) {
  const at = (x, y) => ({ left: x, top: y, right: x + CONTEXT_CAPTION, bottom: y + CAPTION_HEIGHT });
  const rows = Array.from({ length: 8 }, (_, row) => top + (row * (bottom - top - CAPTION_HEIGHT)) / 7);
  const places = [
    at(right + 10, top),
    at(left - 12 - CONTEXT_CAPTION, top),
    at(right - CONTEXT_CAPTION, top - 4 - CAPTION_HEIGHT),
    at(right - CONTEXT_CAPTION, bottom + 4),
    ...rows.flatMap((row) => [0.25, 0.5, 0.75].map((share) => at(left + share * (right - left), row))),
  ];
  const place = places.find((one) => space.isFree(one));
  if (!place) return null;
  space.take(place);
  return placed(element("span", { class: "caption" }, ROLE_WORDS.context), place);
}

PANE_TOOLS.push((pane) => new Wider(pane));
