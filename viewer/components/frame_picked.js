/** Places that a reviewer marked in a filing, and the keyboard's cursor, as ranges of elements; drawn by FrameMarks. */

class FramePicked {
  constructor(view) {
    this.view = view;
    this.places = [];
    this.cursor = [];
  }

  /** Places `{ id, ranges: [{ block, start, end, role }], unit, label, name }`. */
  show(places) {
    this.places = places;
    this.repaint();
  }

  /** Ranges `{ block, start, end }` under the cursor; none to take it away. */
  showCursor(ranges) {
    this.cursor = ranges;
    this.repaint();
  }

  repaint() {
    if (!this.view.isLoaded) return;
    this.draw();
    this.view.repaint();
  }

  /** Hands on what is to be drawn. */
  draw() {
    const { marks } = this.view;
    marks.places = this.places.map((place) => ({
      place,
      parts: place.ranges
        .map((range) => ({ ranges: marks.rangesOf(range), isBeside: isBesidePlace(place, range) }))
        .filter(({ isBeside }) => place.isCurrent || !isBeside),
    }));
    marks.cursor = this.cursor.map((range) => marks.rangesOf(range));
  }

  /** The live ranges of a place's own words. */
  rangesOf(place) {
    const own = place.ranges.filter((range) => !isBesidePlace(place, range));
    return own.flatMap((range) => this.view.marks?.rangesOf(range) ?? []);
  }
}
