/** Places in a document's text: from non-whitespace offsets of a block to the rectangles of its characters. */

// What Python's str.isspace() calls whitespace. JavaScript's \s differs: it lacks U+001C–1F and U+0085 and has U+FEFF.
const WHITESPACE = /[\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const WORD_SPACE = 0.6; // of the line's height; a wider gap starts another box

/** One live range a text node, covering the characters `start` to `end` (non-whitespace code points) of `block`. */
function rangesIn(block, start, end) {
  const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const ranges = [];
  let counted = 0;
  for (let node = walker.nextNode(); node && counted < end; node = walker.nextNode()) {
    let from = -1;
    let to = -1;
    let offset = 0;
    for (const character of node.data) {
      if (!WHITESPACE.test(character)) {
        if (counted >= start && counted < end) {
          if (from < 0) from = offset;
          to = offset + character.length;
        }
        counted += 1;
      }
      offset += character.length;
    }
    if (from < 0) continue;
    const range = block.ownerDocument.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    ranges.push(range);
  }
  return counted >= end ? ranges : [];
}

function textOf(ranges) {
  return ranges.map((range) => range.toString()).join("");
}

/** Letters and digits only, folded: what a quote is located by. */
function folded(text) {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The boxes of `ranges` in the frame's viewport, one a line piece. */
function lineBoxes(ranges) {
  const rectangles = ranges
    .flatMap((range) => [...range.getClientRects()])
    .filter((one) => one.width > 0 && one.height > 0);
  const boxes = [];
  for (const { left, top, right, bottom } of rectangles) {
    const last = boxes.at(-1);
    const sharesLine =
      last &&
      spanOverlap(last, { top, bottom }, "top", "bottom") >
        0.5 * Math.min(bottom - top, last.bottom - last.top);
    if (sharesLine && left - last.right < WORD_SPACE * (bottom - top) && left >= last.left - 1) {
      Object.assign(last, {
        right: Math.max(last.right, right),
        top: Math.min(last.top, top),
        bottom: Math.max(last.bottom, bottom),
      });
    } else boxes.push({ left, top, right, bottom });
  }
  return boxes;
}
