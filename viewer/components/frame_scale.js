/** The zoom of a filing's frame: text wraps anew at each, and what is looked at stays where it is. */

const FRAME_ZOOMS = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
const FRAME_LEAST_FIT = 0.75; // below this, a filing's 10 point text is no longer read with ease

class FrameScale {
  /** `holder` is the room for the frame. */
  constructor(holder) {
    this.holder = holder;
    this.zoom = 1;
    this.frame = null;
  }

  /** The frame itself is scaled, so that text wraps as at a browser's zoom and the marks need no arithmetic. */
  apply() {
    if (!this.frame) return;
    const { clientWidth, clientHeight } = this.holder;
    Object.assign(this.frame.style, {
      width: `${clientWidth / this.zoom}px`,
      height: `${clientHeight / this.zoom}px`,
      transform: `scale(${this.zoom})`,
    });
  }

  set(zoom) {
    this.zoom = Math.min(FRAME_ZOOMS.at(-1), Math.max(FRAME_ZOOMS[0], zoom));
    this.apply();
  }

  /** The next zoom of the steps in a direction, or the present one at their end. */
  next(direction) {
    const steps = direction > 0 ? FRAME_ZOOMS : [...FRAME_ZOOMS].reverse();
    return steps.find((step) => (step - this.zoom) * direction > 0.005) ?? this.zoom;
  }

  /** As large as the text is made, unless `extent()`, in px of the frame, then needs a wider one. */
  fit(extent, least = FRAME_LEAST_FIT) {
    if (this.zoom !== 1) this.set(1);
    const needed = extent();
    if (needed > this.holder.clientWidth) this.set(Math.max(least, this.holder.clientWidth / needed));
  }

  /** Changes the zoom or the room, and scrolls so that a live range stays at its point of the screen. */
  keeping(range, seen, change) {
    const before = range?.getBoundingClientRect();
    const { zoom } = this;
    change();
    const after = range?.getBoundingClientRect();
    if (!after) return;
    seen.scrollBy(
      after.left - (before.left * zoom) / this.zoom,
      after.top - (before.top * zoom) / this.zoom,
    );
  }
}
