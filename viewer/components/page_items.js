/**
 * The words of a PDF page as what can be marked: words, cells of a table's rows, blocks.
 *
 * An item is { first, last } of the page's words; characters are code points of the page's canonical text, as the
 * server counts them.
 */

class PageItems {
  /** `text`: the page's PageText. */
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (const word of text.texts) this.starts.push(this.starts.at(-1) + lengthOf(word));
  }

  get count() {
    return this.text.texts.length;
  }

  /** The characters of words `first` to `last`, without the blanks after them. */
  rangeOf({ first, last }) {
    return [this.starts[first], this.starts[last] + lengthOf(this.text.wordOf(last))];
  }

  /** The word at a character; of the blank between two the first. */
  wordAt(position) {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  blockOf(word) {
    return this.text.lineOf(word).block;
  }

  /** The first and last word of the block that holds a word. */
  wholeBlock(word) {
    const [from, to] = this.text.blockAround(word);
    return { first: from.word, last: to.word };
  }

  /** Whether a block is a row that is divided into cells. */
  hasCells(word) {
    const { first, last } = this.wholeBlock(word);
    for (let at = first; at <= last; at += 1) if (this.text.cells.has(at)) return true;
    return false;
  }

  /** What is one of `unit` at a word: its cell, block, or the word itself, also where cells are asked for and none are. */
  itemAt(word, unit) {
    if (unit === "block") return this.wholeBlock(word);
    if (unit !== "cells" || !this.hasCells(word)) return { first: word, last: word };
    const block = this.wholeBlock(word);
    const isStart = (at) => at === block.first || this.text.cells.has(at);
    let [first, last] = [word, word];
    while (!isStart(first)) first -= 1;
    while (last < block.last && !isStart(last + 1)) last += 1;
    return { first, last };
  }

  /** The unit that an item at a word really is of. */
  unitAt(word, unit) {
    return unit === "cells" && !this.hasCells(word) ? "words" : unit;
  }

  /** Where an item stands along its line. */
  middleOf({ first, last }) {
    const { turns } = this.text.lineOf(first);
    const boxes = [first, last].map((word) => alongText(turns, this.text.boxes[word]));
    return (boxes[0].start + boxes[1].end) / 2;
  }

  /** The item above or below another, in the same column of a table or nearest to `goal`; null beyond the page. */
  beyond(item, by, unit, goal) {
    const { lines } = this.text;
    const edge = this.text.lineOf(by > 0 ? item.last : item.first);
    const isRow = unit === "cells" && this.hasCells(item.first);
    let number = lines.indexOf(edge) + by;
    while (isRow && lines[number]?.block === edge.block) number += by;
    const line = lines[number];
    if (!line) return null;
    if (unit === "block") return this.wholeBlock(line.first);
    const column = isRow ? this.text.columnOf(item.first) : undefined;
    const words = unit === "cells" && this.hasCells(line.first) ? this.wholeBlock(line.first) : line;
    return this.nearest(words, unit, goal, column);
  }

  nearest({ first, last }, unit, goal, column) {
    let best = null;
    for (let word = first; word <= last; word += 1) {
      const item = this.itemAt(word, unit);
      const isSame = column !== undefined && this.hasCells(word) && this.text.columnOf(item.first) === column;
      const distance = isSame ? -1 : Math.abs(this.middleOf(item) - goal);
      if (!best || distance < best.distance) best = { item, distance };
      word = item.last;
    }
    return best.item;
  }

  /** The item before or after another; null beyond the page. */
  beside(item, by, unit) {
    const word = by > 0 ? item.last + 1 : item.first - 1;
    return word < 0 || word >= this.count ? null : this.itemAt(word, unit);
  }

  wordsOf({ first, last }) {
    const [from, to] = this.text.whole(first, last);
    return this.text.textBetween(from, to).replace(/\s+/g, " ");
  }

  /** What a row is called, for who hears one of its cells; "" outside of rows, and for the label itself. */
  rowOf({ first }) {
    if (!this.hasCells(first)) return "";
    const label = this.itemAt(this.wholeBlock(first).first, "cells");
    return label.first === first || this.text.columnOf(label.first) !== null ? "" : this.wordsOf(label);
  }

  /** The boxes of an item in percent of the page, one a line. */
  regionsOf({ first, last }, index, { width, height }) {
    const lines = new Map();
    for (let word = first; word <= last; word += 1) {
      const line = this.text.lineOf(word);
      lines.set(line, union([...(lines.has(line) ? [lines.get(line)] : []), this.text.boxes[word]]));
    }
    return [...lines.values()].map(({ left, top, right, bottom }) => ({
      page_index: index,
      left: (100 * left) / width,
      top: (100 * top) / height,
      width: (100 * (right - left)) / width,
      height: (100 * (bottom - top)) / height,
    }));
  }
}

/** In characters as the server counts them. */
function lengthOf(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
