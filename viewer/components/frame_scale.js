/** The zoom of a filing's frame: text wraps anew at each, and what is looked at stays where it is. */

const FRAME_ZOOMS = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
const FRAME_LEAST_FIT = 0.75; // below this, a filing's 10 point text is no longer read with ease

class FrameScale {
  constructor(view) {
    this.view = view;
    this.zoom = 1;
    this.mode = "evidence"; // how it is fitted, or null
  }

  get room() {
    return this.view.holder.clientWidth;
  }

  /** The frame itself is scaled, so that text wraps as at a browser's zoom and the marks need no arithmetic. */
  apply() {
    const { frame, holder } = this.view;
    if (!frame) return;
    Object.assign(frame.root.style, {
      width: `${holder.clientWidth / this.zoom}px`,
      height: `${holder.clientHeight / this.zoom}px`,
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

  zoomTo(zoom, point = null) {
    this.mode = null;
    this.keeping(() => this.set(zoom), point);
  }

  /** "width" makes the widest table fit, "evidence" brings the current region back. */
  fitTo(mode) {
    const { view } = this;
    this.mode = mode === "width" ? mode : "evidence";
    if (this.mode === "evidence") return view.goTo();
    const root = view.document?.documentElement;
    if (root) this.keeping(() => this.fit(() => root.scrollWidth, FRAME_ZOOMS[0]));
  }

  /** As large as the text is made, unless `extent()`, in px of the frame, then needs a wider one. */
  fit(extent, least = FRAME_LEAST_FIT) {
    if (this.zoom !== 1) this.set(1);
    const needed = extent();
    if (needed > this.room) this.set(Math.max(least, this.room / needed));
  }

  /** What is looked at stays where it is, as far as it is in sight, else the text at `point` of the view. */
  keeping(change, point = null) {
    const { view } = this;
    if (!view.isLoaded) return change();
    const kept = this.anchor(point);
    const before = kept?.getBoundingClientRect();
    const { zoom } = this;
    change();
    const after = kept?.getBoundingClientRect();
    if (after)
      view.seen.scrollBy(
        after.left - (before.left * zoom) / this.zoom,
        after.top - (before.top * zoom) / this.zoom,
      );
    view.repaint();
  }

  /** The live range to hold on to; null where the view holds no text. */
  anchor(point) {
    const { seen, watched } = this.view;
    if (!point && this.view.isInSight(watched)) return watched[0];
    const { width, height } = seen.room;
    const { x, y } = point ?? { x: width / 2, y: height / 4 };
    return rangeAt(seen.document, x, y);
  }

  whenWheeled(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomTo(this.zoom * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  }

  /** What is looked at is not pushed out of a smaller view. */
  whenResized() {
    const { view } = this;
    if (!this.room || !view.isLoaded) return this.apply();
    if (this.mode === "width") return this.fitTo("width");
    const { watched } = view;
    const wasInSight = view.isInSight(watched);
    this.keeping(() => this.apply());
    if (wasInSight && !view.isWhollyInSight(watched)) view.bringWatched();
  }
}
