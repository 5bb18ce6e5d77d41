/**
 * The blocks of a filing in its frame, and the cells and words of each. Every element with an id is a block there.
 *
 * An item is { start, end } in the characters of its block, blanks not counted, with its `text`.
 */

const BREAKING = new Set(["TD", "TH", "BR", "P", "DIV", "LI"]); // words do not go on over these

/** Characters that are no blanks, as the server counts them. */
function inkedLength(text) {
  let count = 0;
  for (const character of text) if (!WHITESPACE.test(character)) count += 1;
  return count;
}

function wordsOfText(text) {
  return text.replace(/\s+/g, " ").trim();
}

class FrameItems {
  constructor(opened) {
    this.document = opened;
  }

  /** Those that say something: a rule of dashes is none to go through. */
  get blocks() {
    this.found ??= [...this.document.body.querySelectorAll("[id]")].filter((one) => /[\p{L}\p{N}]/u.test(one.textContent));
    return this.found;
  }

  blockOf(node) {
    const block = (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest("[id]");
    return block && this.document.body.contains(block) && inkedLength(block.textContent) ? block : null;
  }

  whole(block) {
    const cells = this.cellsOf(block).map(({ text }) => text);
    const text = cells.length ? cells.join(" ") : wordsOfText(block.textContent);
    return { start: 0, end: inkedLength(block.textContent), text };
  }

  /** What a live range covers of a block; null where it covers nothing but blanks. */
  within(block, range) {
    const whole = this.document.createRange();
    whole.selectNodeContents(block);
    const before = whole.cloneRange();
    if (range.compareBoundaryPoints(Range.START_TO_START, whole) > 0)
      before.setEnd(range.startContainer, range.startOffset);
    else before.collapse(true);
    const inside = whole.cloneRange();
    inside.setStart(before.endContainer, before.endOffset);
    if (range.compareBoundaryPoints(Range.END_TO_END, whole) < 0) inside.setEnd(range.endContainer, range.endOffset);
    const start = inkedLength(before.toString());
    const length = inkedLength(inside.toString());
    return length ? { start, end: start + length, text: wordsOfText(inside.toString()) } : null;
  }

  /** The cells of a row that hold something; none of a block that is no row. */
  cellsOf(block) {
    const cells = [...block.querySelectorAll("td, th")].filter((cell) => inkedLength(cell.textContent));
    return cells.map((cell) => {
      const range = this.document.createRange();
      range.selectNodeContents(cell);
      return { ...this.within(block, range), cell };
    });
  }

  wordsOf(block) {
    const walker = this.document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    const words = [];
    let position = 0;
    let open = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType !== Node.TEXT_NODE) {
        if (BREAKING.has(node.tagName)) open = null;
        continue;
      }
      for (const character of node.data) {
        if (WHITESPACE.test(character)) open = null;
        else {
          if (!open) words.push((open = { start: position, end: position, text: "" }));
          position += 1;
          open.end = position;
          open.text += character;
        }
      }
    }
    return words;
  }

  /** The items of `unit` in a block: words where cells are asked for and it has none. */
  itemsOf(block, unit) {
    if (unit === "block") return [this.whole(block)];
    const cells = unit === "cells" ? this.cellsOf(block) : [];
    return cells.length ? cells : this.wordsOf(block);
  }

  hasCells(block) {
    return this.cellsOf(block).length > 0;
  }
}
