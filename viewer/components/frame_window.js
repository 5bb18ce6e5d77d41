/** What is seen of a filing in its frame, and where its sections are. Boxes are in px of the frame's viewport. */

const FRAME_MARGIN = 12; // px kept free beside what is brought into view

class FrameWindow {
  constructor(opened) {
    this.document = opened;
    this.window = opened.defaultView;
    this.sections = null;
  }

  get room() {
    const { clientWidth: width, clientHeight: height } = this.document.documentElement;
    return { width, height };
  }

  scrollBy(left, top) {
    this.window.scrollBy({ left, top, behavior: "instant" });
  }

  /** Scrolls a box into the upper part of the view, with this share of the height above it, where it has room. */
  bring(box, share = 0.16) {
    const { width, height } = this.room;
    const isOutside = box.right > width - FRAME_MARGIN || box.left < FRAME_MARGIN;
    const spare = height - (box.bottom - box.top);
    this.scrollBy(
      isOutside ? (box.left + box.right - width) / 2 : 0,
      box.top - Math.max(FRAME_MARGIN, Math.min(spare * 0.4, height * share)),
    );
  }

  /** Wide tables may scroll inside the document. */
  bringWithin(range) {
    const { left } = range.getBoundingClientRect();
    const { body } = this.document;
    for (let node = range.startContainer.parentElement; node && node !== body; node = node.parentElement) {
      if (node.scrollWidth > node.clientWidth + 1)
        node.scrollLeft += left - node.getBoundingClientRect().left - node.clientWidth / 2;
    }
  }

  /** Whether a box of the whole document is seen: all of its height, and some of its width. */
  isInView(box) {
    const { left, right, top, bottom } = this.extent;
    return box.top >= top && box.bottom <= bottom && box.right > left && box.left < right;
  }

  isWholeInView(box) {
    return this.isInView(box) && isAcross(box, this.extent);
  }

  /** What is seen of the whole document, without the bars that it is scrolled by. */
  get extent() {
    const { scrollX: left, scrollY: top } = this.window;
    const { width, height } = this.room;
    return { left, top, right: left + width, bottom: top + height };
  }

  /** A box of the whole document in px of the browser's window, with the frame's own corner and zoom. */
  toWindow(box, { left, top }, zoom) {
    const { scrollX, scrollY } = this.window;
    return {
      left: left + (box.left - scrollX) * zoom,
      right: left + (box.right - scrollX) * zoom,
      top: top + (box.top - scrollY) * zoom,
      bottom: top + (box.bottom - scrollY) * zoom,
    };
  }

  // Sections ------------------------------------------------------------------------------------------------------

  /** `starts`: the id of the element that each section begins with, null for one that holds nothing. */
  setSections(starts) {
    this.sections = starts.map((id) => (id === null ? null : this.document.getElementById(id)));
  }

  /** Where a section begins: an empty one where the next that holds something does. */
  topOf(index) {
    const element = this.sections.slice(index).find(Boolean);
    return element ? element.getBoundingClientRect().top : this.end;
  }

  get end() {
    return this.document.documentElement.scrollHeight - this.window.scrollY;
  }

  extentOf(index) {
    const top = this.topOf(index);
    return { top, bottom: Math.max(top + 1, this.topOf(index + 1)) };
  }

  /** The section in the middle of the view. */
  get sectionInView() {
    const y = this.room.height / 2;
    let low = 0;
    let high = this.sections.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.topOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** False for a section that the filing has not. */
  goToSection(index) {
    if (!this.sections || index < 0 || index >= this.sections.length) return false;
    this.scrollBy(-this.window.scrollX, this.topOf(index) - FRAME_MARGIN);
    return true;
  }

  /** The point in the middle of the view, in fractions of its section's height and of the document's width. */
  get point() {
    const { width, height } = this.room;
    const page = this.sectionInView;
    const { top, bottom } = this.extentOf(page);
    const x = (this.window.scrollX + width / 2) / this.document.documentElement.scrollWidth;
    return { page, x, y: (height / 2 - top) / (bottom - top) };
  }

  goToPoint({ page, x, y }) {
    const { width, height } = this.room;
    const { top, bottom } = this.extentOf(page);
    const left = x * this.document.documentElement.scrollWidth - width / 2;
    this.scrollBy(left - this.window.scrollX, top + y * (bottom - top) - height / 2);
  }
}

/** A live range over the character at a point of a document's viewport; null where no text is. */
function rangeAt(opened, x, y) {
  const position = opened.caretPositionFromPoint?.(x, y);
  const caret = position ? null : opened.caretRangeFromPoint?.(x, y);
  const node = position?.offsetNode ?? caret?.startContainer;
  if (node?.nodeType !== Node.TEXT_NODE || !node.length) return null;
  const start = Math.min(position?.offset ?? caret.startOffset, node.length - 1);
  const range = opened.createRange();
  range.setStart(node, start);
  range.setEnd(node, start + 1);
  return range.getClientRects().length ? range : null;
}
