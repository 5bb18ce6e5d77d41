/** What a search found in a filing, and the blocks around a citation: given as ranges of elements, drawn by FrameMarks. */

const FRAME_HIT_SHARE = 0.35; // of the view above a hit, so that it is seen with what leads to it

class FrameFound {
  constructor(view) {
    this.view = view;
    this.hits = [];
    this.at = null;
    this.around = [];
  }

  /**
   * Hits [{ number, ranges: [{ block, start, end }] }] are outlined; the one at `at` is current, and brought into view
   * unless `scroll` is false.
   */
  show(hits, at, { scroll = true } = {}) {
    Object.assign(this, { hits, at });
    const { view } = this;
    if (!view.isLoaded) return;
    this.draw();
    const { current } = this;
    if (current.length && scroll) {
      view.seen.bringWithin(current[0]);
      if (!view.marks.pageBoxes(current).every((box) => view.seen.isInView(box))) this.bring();
    }
    view.repaint();
  }

  bring() {
    this.view.seen.bring(union(lineBoxes(this.current)), FRAME_HIT_SHARE);
  }

  /** The live ranges of the current hit; none where there is none. */
  get current() {
    return this.view.marks.hits[this.at] ?? [];
  }

  /** The blocks around the current region; none to take them away. */
  showAround(ranges) {
    this.around = ranges;
    if (!this.view.isLoaded) return;
    this.draw();
    this.view.repaint();
  }

  /** Hands on what is to be drawn. Hits are looked up once, however often the marks are painted. */
  draw() {
    const { marks } = this.view;
    if (marks.given !== this.hits)
      marks.hits = this.hits.map((hit) => hit.ranges.flatMap((range) => marks.rangesOf(range)));
    Object.assign(marks, { given: this.hits, at: this.at, hitNumber: this.hits[this.at]?.number });
    marks.around = this.around.map((range) => marks.rangesOf(range));
  }
}
