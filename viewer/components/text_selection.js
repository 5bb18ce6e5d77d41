/**
 * What of the pages' words is selected, and copying it.
 *
 * It is kept as two positions { index, word, offset } and outlives its pages; the browser's own selection shows as much
 * of it as is mounted.
 */

const MOST_COPIED = 100; // pages

function precedes(one, other) {
  return one.index - other.index || one.word - other.word || one.offset - other.offset;
}

class TextSelection {
  /** `events`: say(icon, words), announce(words). */
  constructor(sheets, events) {
    this.sheets = sheets;
    this.events = events;
    this.ends = null;
    this.applied = null;
    this.layer = new TextLayer(sheets, {
      built: (index) => this.whenBuilt(index),
      failed: (index, problem) => this.whenFailed(index, problem),
      left: (index) => this.whenLeft(index),
      changed: () => this.select(null),
      keeps: (index) => this.covers(index),
    });
    this.drag = new TextDrag(this);
    this.listeners = [
      ["selectionchange", () => this.whenChanged()],
      ["copy", (event) => this.whenCopied(event)],
    ];
    for (const [name, listener] of this.listeners) document.addEventListener(name, listener);
  }

  /** The selection's two positions; null where there is none, or where it is one of another document. */
  get ends() {
    return this.version === this.sheets.version ? this.positions : null;
  }

  set ends(positions) {
    this.positions = positions;
    this.version = this.sheets.version;
  }

  /** Two positions, from where the selection began to where it ends, or null. */
  select(ends) {
    this.ends = ends && precedes(...ends) !== 0 ? ends : null;
    this.apply();
  }

  get ordered() {
    return precedes(...this.ends) <= 0 ? this.ends : [this.ends[1], this.ends[0]];
  }

  covers(index) {
    if (!this.ends) return false;
    const [from, to] = this.ordered;
    return from.index <= index && index <= to.index;
  }

  /** Shows the selection on the pages that are mounted and have their words. */
  apply() {
    const selection = document.getSelection();
    const shown = this.ends ? this.shown() : null;
    this.markPages();
    if (shown) {
      const isBackward = precedes(...this.ends) > 0;
      const [anchor, focus] = isBackward ? [shown[1], shown[0]] : shown;
      this.applied = [...anchor, ...focus];
      selection.setBaseAndExtent(...this.applied);
    } else if (this.applied) {
      this.applied = null;
      selection.removeAllRanges();
    }
  }

  /** The two ends of what is mounted of the selection, each as a node and an offset. */
  shown() {
    const [from, to] = this.ordered;
    const built = [...this.layer.pages.values()]
      .filter(({ nodes, sheet, text }) => nodes && this.covers(sheet.index) && !text.isEmpty)
      .sort((one, other) => one.sheet.index - other.sheet.index);
    if (!built.length) return null;
    const [first, last] = [built[0], built.at(-1)];
    return [
      this.pointIn(first, first.sheet.index === from.index ? from : first.text.start),
      this.pointIn(last, last.sheet.index === to.index ? to : last.text.end),
    ];
  }

  pointIn({ nodes, text }, { word, offset }) {
    const { run, before } = text.runOf(word);
    const letters = nodes[run].firstChild;
    return [letters, Math.min(before + offset, letters.length)];
  }

  markPages() {
    for (const [index, { words }] of this.layer.pages)
      words.classList.toggle("selected", this.covers(index));
  }

  // The browser's own selection -------------------------------------------------------------------------------------

  /** Followed where the keyboard or a finger changes it, shown anew where a page took an end away, given up elsewhere. */
  whenChanged() {
    const selection = this.browsers();
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection ?? {};
    const now = [anchorNode, anchorOffset, focusNode, focusOffset];
    if (!this.ends && !this.applied && !this.holds(anchorNode)) return;
    if (this.applied?.every((one, at) => one === now[at])) return;
    const ends = [this.positionOf(anchorNode, anchorOffset), this.positionOf(focusNode, focusOffset)];
    if (ends.every(Boolean)) {
      this.ends = precedes(...ends) ? ends : null;
      this.applied = this.ends && now;
      this.markPages();
    } else if (this.ends && (this.holds(anchorNode) || this.holds(focusNode))) this.apply();
    else if (this.applied || (anchorNode && !selection.isCollapsed)) {
      this.ends = this.applied = null;
      this.markPages();
    }
  }

  browsers() {
    const root = this.sheets.view.getRootNode();
    return root.getSelection ? root.getSelection() : document.getSelection();
  }

  holds(node) {
    return Boolean(node) && this.sheets.view.contains(node);
  }

  positionOf(node, offset) {
    const span = node?.parentElement;
    if (span?.run === undefined || !this.holds(node)) return null;
    const index = Number(span.closest(".sheet").dataset.page);
    const page = this.layer.pages.get(index);
    if (!page?.nodes) return null;
    return { index, ...page.text.positionIn(page.runs[span.run], offset) };
  }

  // Pages that come and go ------------------------------------------------------------------------------------------

  whenBuilt(index) {
    this.drag.whenBuilt(index);
    if (this.covers(index)) this.apply();
  }

  whenLeft(index) {
    if (!this.covers(index) && !this.applied) return;
    queueMicrotask(() => this.apply());
  }

  whenFailed(index, problem) {
    if (this.drag.awaited !== index && !this.covers(index)) return;
    this.drag.cancel();
    this.events.say(
      problem.icon,
      `The words of PDF page ${index + 1} cannot be selected just now: ${problem.message} ` +
        "Point at the page again to try again.",
    );
  }

  // Copying ---------------------------------------------------------------------------------------------------------

  /** The words of pages inside the selection that are not mounted any more are fetched before they are copied. */
  async bringInner() {
    if (!this.ends) return;
    const [from, to] = this.ordered;
    if (to.index - from.index >= MOST_COPIED) return;
    const { ends } = this;
    for (let index = from.index; index <= to.index && this.ends === ends; index += 1) {
      try {
        await this.layer.textOf(index);
      } catch (error) {
        if (!(error instanceof PageProblem)) throw error;
        return; // told when the words are copied
      }
    }
  }

  whenCopied(event) {
    const [target] = event.composedPath();
    if (!this.ends || target.closest?.("input, textarea, select")) return;
    if (!this.applied && !this.holds(target)) return;
    event.preventDefault();
    const copy = this.copied();
    if (copy.problem) return this.events.say("warning", copy.problem);
    const words = copy.parts.map((part) => part.text.textBetween(part.from, part.to)).join("\n");
    const tables = tablesOf(copy.parts);
    event.clipboardData.setData("text/plain", words);
    if (tables) event.clipboardData.setData("text/html", tables);
    this.events.announce("Copied");
  }

  /** What is selected of each page, in `parts`, or in `problem` why it cannot be copied. */
  copied() {
    const [from, to] = this.ordered;
    const count = to.index - from.index + 1;
    if (count > MOST_COPIED)
      return {
        problem: `The selection has ${count} pages; at most ${MOST_COPIED} can be copied at once. Select fewer.`,
      };
    const parts = [];
    for (let { index } = from; index <= to.index; index += 1) {
      const text = this.layer.texts.get(index);
      if (!text) {
        this.bringInner();
        const words = `The words of PDF page ${index + 1} are still on their way. Copy again in a moment.`;
        return { problem: words };
      }
      if (text.isEmpty) continue;
      parts.push({
        text,
        from: index === from.index ? from : text.start,
        to: index === to.index ? to : text.end,
      });
    }
    return { parts };
  }

  // By the keyboard -------------------------------------------------------------------------------------------------

  /** Selects the words of the page in view. */
  async selectPage() {
    const index = this.sheets.pageInView;
    if (!(await this.layer.load(index))) return;
    const { text } = this.layer.pages.get(index);
    const page = `PDF page ${index + 1}`;
    if (text.isEmpty) return this.events.announce(`${page} has no text to select`);
    this.select([
      { index, ...text.start },
      { index, ...text.end },
    ]);
    this.events.announce(`The text of ${page} is selected`);
  }

  disconnect() {
    for (const [name, listener] of this.listeners) document.removeEventListener(name, listener);
    this.drag.disconnect();
    this.layer.disconnect();
  }
}
