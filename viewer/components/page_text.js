/**
 * A page's words as the server tells them: where each stands, which is nearest to a point, and what is copied.
 *
 * Lengths are px of the page at 100 %. A point or box "along" a text runs with its line: at one quarter turn its start
 * is its top. A position is { word, offset }: a word's number and characters of it.
 */

const LINE_END_WEIGHT = 0.04; // room after a line's end belongs to it, unless other text is nearer
const ALONG_WEIGHT = 0.3; // a word beside a point on its line is nearer than one above it
const SOFT_HYPHEN = "\u00ad";
const UNITED_FROM = 4000; // words; a page of more has one element a line

/** A box in the frame of text that makes `turns` quarter turns clockwise. */
function alongText(turns, { left, top, right, bottom }) {
  if (turns === 0) return { start: left, end: right, above: top, below: bottom };
  if (turns === 1) return { start: top, end: bottom, above: -right, below: -left };
  if (turns === 2) return { start: -right, end: -left, above: -bottom, below: -top };
  return { start: -bottom, end: -top, above: left, below: right };
}

/** How far a value lies before or after an extent. */
function outside(value, start, end) {
  return { before: Math.max(0, start - value), after: Math.max(0, value - end) };
}

class PageText {
  /** `told`: the answer to "words"; `size`: the page's width and height at 100 %. */
  constructor(told, { width, height }) {
    this.texts = told.texts;
    this.leftward = new Set(told.leftward);
    this.cells = new Map(told.cells);
    this.kinds = told.blocks.map(([, kind]) => kind);
    const [across, down] = [width / 100, height / 100];
    this.boxes = told.texts.map((_, word) => {
      const [left, top, wide, high] = told.boxes.slice(4 * word, 4 * word + 4);
      return {
        left: left * across,
        top: top * down,
        right: (left + wide) * across,
        bottom: (top + high) * down,
      };
    });
    this.lines = this.readLines(told);
    this.stacks = this.stackLines();
  }

  readLines({ lines, blocks }) {
    const ends = [];
    for (const [count] of blocks) ends.push((ends.at(-1) ?? 0) + count);
    let first = 0;
    let block = 0;
    return lines.map(([count, turns], number) => {
      while (number >= ends[block]) block += 1;
      const last = first + count - 1;
      const boxes = this.boxes.slice(first, last + 1).map((box) => alongText(turns, box));
      const line = { first, last, turns, block, ...this.around(boxes) };
      first += count;
      return line;
    });
  }

  around(boxes) {
    return {
      start: Math.min(...boxes.map((box) => box.start)),
      end: Math.max(...boxes.map((box) => box.end)),
      above: Math.min(...boxes.map((box) => box.above)),
      below: Math.max(...boxes.map((box) => box.below)),
    };
  }

  /** Lines of a block that follow each other down a column; a block that goes on in the next column is two. */
  stackLines() {
    const stacks = [];
    for (const line of this.lines) {
      const stack = stacks.at(-1);
      const above = stack?.lines.at(-1);
      const follows =
        above &&
        above.block === line.block &&
        above.turns === line.turns &&
        line.below > above.above &&
        spanOverlap(line, stack, "start", "end") > 0;
      if (follows) Object.assign(stack, this.around([stack, line]), { lines: [...stack.lines, line] });
      else stacks.push({ ...line, lines: [line] });
    }
    for (const stack of stacks) {
      const words = stack.lines.flatMap(({ first, last }) => [first, last]);
      stack.isLeftward = 2 * words.filter((word) => this.leftward.has(word)).length > words.length;
    }
    return stacks;
  }

  get isUnited() {
    return this.texts.length > UNITED_FROM;
  }

  get isEmpty() {
    return !this.texts.length;
  }

  get end() {
    const word = this.texts.length - 1;
    return { word, offset: this.wordOf(word).length };
  }

  /** A word without the blanks after it. */
  wordOf(word) {
    return this.texts[word].trimEnd();
  }

  lineOf(word) {
    let [low, high] = [0, this.lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle].first <= word) low = middle;
      else high = middle - 1;
    }
    return this.lines[low];
  }

  // Near a point ----------------------------------------------------------------------------------------------------

  /** The word nearest to a point, and where the point lies on it along its line: before, inside or after. */
  nearest({ x, y }) {
    let best = null;
    for (const stack of this.stacks) {
      const point = alongText(stack.turns, { left: x, top: y, right: x, bottom: y });
      const distance = this.distanceTo(stack, point);
      if (best && distance > best.distance) continue;
      const found = this.inStack(stack, point);
      if (!best || distance < best.distance || found.aside < best.aside) best = { ...found, distance };
    }
    return best;
  }

  distanceTo(stack, point) {
    const along = outside(point.start, stack.start, stack.end);
    const across = outside(point.above, stack.above, stack.below);
    const [toStart, toEnd] = stack.isLeftward ? [along.after, along.before] : [along.before, along.after];
    return toStart + LINE_END_WEIGHT * toEnd + across.before + across.after;
  }

  /** The word of a stack nearest to a point. The words decide, not their lines: those of a skewed scan overlap. */
  inStack(stack, point) {
    const found = stack.lines.map((line) => this.inLine(line, point));
    return found.reduce((best, one) => (one.aside < best.aside ? one : best));
  }

  /** `aside`: how far the point is from the word across the line, then along it, then from the word's middle. */
  inLine(line, point) {
    let found = null;
    for (let word = line.first; word <= line.last; word += 1) {
      const box = alongText(line.turns, this.boxes[word]);
      const { before, after } = outside(point.start, box.start, box.end);
      const above = outside(point.above, box.above, box.below);
      const [along, across] = [before + after, above.before + above.after];
      const distance = across + ALONG_WEIGHT * along;
      if (found && distance >= found.distance) continue;
      const middle = Math.abs(point.above - (box.above + box.below) / 2);
      const aside = across + 0.001 * along + 0.01 * middle;
      found = { word, distance, aside, place: before ? "before" : after ? "after" : "inside" };
    }
    return { ...found, turns: line.turns };
  }

  // Words as text ---------------------------------------------------------------------------------------------------

  get start() {
    return { word: 0, offset: 0 };
  }

  /** The first and last position of the block that holds a word. */
  blockAround(word) {
    const { block } = this.lineOf(word);
    const own = this.lines.filter((line) => line.block === block);
    return this.whole(own[0].first, own.at(-1).last);
  }

  whole(first, last) {
    return [
      { word: first, offset: 0 },
      { word: last, offset: this.wordOf(last).length },
    ];
  }

  /** What stands between two positions: lines of a paragraph run on, blocks begin lines of their own. */
  textBetween(from, to) {
    const parts = [];
    for (let word = from.word; word <= to.word; word += 1) {
      const whole = this.texts[word];
      const end = word === to.word ? to.offset : whole.length;
      parts.push(this.joined(word, whole.slice(word === from.word ? from.offset : 0, end)));
    }
    return parts.join("").trimEnd();
  }

  /** A hyphen that a line's end put into a word goes; one inside a line is printed there. */
  joined(word, text) {
    if (!text.includes(SOFT_HYPHEN)) return text;
    const isAtEnd = this.lineOf(word).last === word && text.endsWith(SOFT_HYPHEN);
    return (isAtEnd ? text.slice(0, -1) : text).replaceAll(SOFT_HYPHEN, "-");
  }

  /** The blocks between two positions, each from where to where. */
  *blocksBetween(from, to) {
    const last = this.lineOf(to.word);
    let start = from;
    for (let number = this.lines.indexOf(this.lineOf(from.word)); this.lines[number] !== last; number += 1) {
      const line = this.lines[number];
      if (this.lines[number + 1].block === line.block) continue;
      yield { kind: this.kinds[line.block], from: start, to: this.whole(line.last, line.last)[1] };
      start = { word: line.last + 1, offset: 0 };
    }
    yield { kind: this.kinds[last.block], from: start, to };
  }

  /** The cells between two positions of a row: their columns, null for the row's label, and what of them is there. */
  cellsBetween(from, to) {
    const starts = [from.word];
    for (let word = from.word + 1; word <= to.word; word += 1) if (this.cells.has(word)) starts.push(word);
    return starts.map((word, number) => {
      const next = starts[number + 1];
      const end = next === undefined ? to : this.whole(word, next - 1)[1];
      return { column: this.columnOf(word), text: this.textBetween(number ? { word, offset: 0 } : from, end) };
    });
  }

  columnOf(word) {
    const { block } = this.lineOf(word);
    let first = word;
    while (first > 0 && !this.cells.has(first) && this.lineOf(first - 1).block === block) first -= 1;
    return this.cells.get(first) ?? null;
  }

  // Elements --------------------------------------------------------------------------------------------------------

  /** What is drawn as one element: a word with the room up to the next one on its line; on vast pages a whole line. */
  *runs() {
    for (const line of this.lines) {
      if (this.isUnited) yield this.run(line, line.first, line.last);
      else for (let word = line.first; word <= line.last; word += 1) yield this.run(line, word, word);
    }
  }

  /** The number of the run that holds a word, and the letters of the run before it. */
  runOf(word) {
    if (!this.isUnited) return { run: word, before: 0 };
    const line = this.lineOf(word);
    return { run: this.lines.indexOf(line), before: this.texts.slice(line.first, word).join("").length };
  }

  /** The position that is `letters` into a run. */
  positionIn({ first, last }, letters) {
    let word = first;
    while (word < last && letters >= this.texts[word].length) {
      letters -= this.texts[word].length;
      word += 1;
    }
    return { word, offset: Math.min(letters, this.texts[word].length) };
  }

  run(line, first, last) {
    const boxes = this.boxes.slice(first, last + 1).map((box) => alongText(line.turns, box));
    const box = this.around(boxes);
    const text = this.texts.slice(first, last + 1).join("").trimEnd();
    const next = last < line.last ? alongText(line.turns, this.boxes[last + 1]) : null;
    const isBlank = next && /\s$/.test(this.texts[last]);
    const isLeftward = next ? next.start < box.start : this.leftward.has(last);
    const gap = isBlank ? Math.max(0, isLeftward ? box.start - next.end : next.start - box.end) : null;
    return { first, last, text, turns: line.turns, box, gap, isLeftward };
  }
}
