/** The column of a document's pages: where each one lies at a zoom, and the zooms at which they fit. Geometry alone. */

const SHEET_GAP = 10; // px between pages
const DESK_INSET = 8; // px of desk beside and above a page
const ZOOM_STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
const LEAST_ZOOM = 0.02; // at which the largest page that Acrobat makes fits a small view
const LEAST_FIT = 1.1; // "fit evidence" never gets smaller than this: figures must stay readable
const LEAST_LINE_FIT = 0.75; // except for a cited line that is itself wider than the view: half of one says another thing
const GREATEST_FIT = 1.75;
const FIT_MARGIN = 28; // px beside the evidence, room for a caption; more where its tag needs it
const FIT_STEP = 32; // device pixels between the widths that fits choose: a pane dragged a little has its images already
const GREATEST_SIDE = 14_400; // points, the largest page that Acrobat makes; CSS breaks far below 2^31
const LEAST_SIDE = 24;

/** The size in points that a page is shown with, and a sentence where that is not its own. */
function shownSize([width, height]) {
  const reduction = Math.min(1, GREATEST_SIDE / Math.max(width, height));
  const shown = [Math.max(LEAST_SIDE, width * reduction), Math.max(LEAST_SIDE, height * reduction)];
  if (shown[0] === width && shown[1] === height) return { width, height, note: null };
  const words = [width, height].map((side) => Math.round(side).toLocaleString("en-US")).join(" × ");
  return {
    width: shown[0],
    height: shown[1],
    note: `This page measures ${words} points. It is shown ${reduction < 1 ? "reduced" : "enlarged"}.`,
  };
}

/** CSS px on the grid of the screen's own pixels: an image drawn for them is then shown pixel by pixel. */
function onScreenGrid(length) {
  return Math.round(length * devicePixelRatio) / devicePixelRatio;
}

class PageColumn {
  /** `sizes`: [width, height] of each page in points. */
  constructor(sizes) {
    this.sizes = sizes.map(shownSize);
    this.widest = this.sizes.reduce((widest, size) => Math.max(widest, size.width), 0);
    this.boxes = [];
  }

  /** Lays the pages out for a view `room` px wide; `boxes`, `width` and `height` are then in px of the column. */
  lay(zoom, room) {
    this.width = Math.max(room, Math.ceil(zoom * this.widest) + 2 * DESK_INSET);
    let top = DESK_INSET;
    this.boxes = this.sizes.map((size) => {
      const width = onScreenGrid(size.width * zoom);
      const height = onScreenGrid(size.height * zoom);
      const box = { left: onScreenGrid((this.width - width) / 2), top, width, height };
      top = onScreenGrid(top + height + SHEET_GAP);
      return box;
    });
    this.height = top - SHEET_GAP + DESK_INSET;
  }

  /** The page at `y`, or the one above it where there is none. */
  pageAt(y) {
    let low = 0;
    let high = this.boxes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.boxes[middle].top <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A piece's box. */
  boxOf(piece) {
    const page = this.boxes[piece.page_index];
    const box = pixels(piece, page.width, page.height);
    return {
      left: page.left + box.left,
      right: page.left + box.right,
      top: page.top + box.top,
      bottom: page.top + box.bottom,
    };
  }

  /** A point of the column as a page and fractions of it. */
  pointAt(x, y) {
    const page = this.pageAt(y);
    const box = this.boxes[page];
    return { page, x: (x - box.left) / box.width, y: (y - box.top) / box.height };
  }

  placeOf({ page, x, y }) {
    const box = this.boxes[page];
    return { left: box.left + x * box.width, top: box.top + y * box.height };
  }

  // Zooms ---------------------------------------------------------------------------------------------------------

  /** The zoom of a way to fit, "evidence", "width" or "page", for a page in a view of `room` { width, height } px. */
  fitZoom(mode, index, citation, room) {
    if (mode === "evidence") return this.evidenceZoom(citation, room);
    const { width, height } = this.sizes[index];
    const across = (room.width - 2 * DESK_INSET) / width;
    const down = (room.height - 2 * DESK_INSET) / height;
    return this.sharpFit(mode === "page" ? Math.min(across, down) : across, width, Math.floor);
  }

  /** Row label, value, column and unit within the width; below LEAST_FIT only as far as what is cited needs it. */
  evidenceZoom(citation, room) {
    const { width } = this.sizes[citation.page];
    const boxes = citation.onPage(citation.page);
    if (!boxes.length) {
      const across = (room.width - 2 * DESK_INSET) / width;
      return this.sharpFit(Math.min(GREATEST_FIT, Math.max(ZOOM_STEPS[0], across)), width, Math.floor);
    }
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.left + box.width));
    const extent = ((right - left) * width) / 100;
    const margin = Math.max(FIT_MARGIN, tagRoom(citation.id) + VIEW_INSET);
    const zoom = Math.min(GREATEST_FIT, (room.width - 2 * margin) / extent);
    if (zoom >= LEAST_FIT) return this.sharpFit(zoom, width, Math.floor);
    const least = this.sharpFit(LEAST_FIT, width, Math.ceil);
    const most = (room.width - 2 * margin) / this.citedExtent(citation);
    return most >= least ? least : this.sharpFit(Math.max(LEAST_LINE_FIT, most), width, Math.floor);
  }

  /** The width in points of the widest that a citation's stops mark. */
  citedExtent({ stops }) {
    const extents = stops.map(({ pieces, page }) => {
      const left = Math.min(...pieces.map((piece) => piece.left));
      const right = Math.max(...pieces.map((piece) => piece.left + piece.width));
      return ((right - left) * this.sizes[page].width) / 100;
    });
    return Math.max(...extents);
  }

  sharpFit(zoom, width, round) {
    const bounded = Math.min(ZOOM_STEPS.at(-1), Math.max(LEAST_ZOOM, zoom));
    return sharpZoom(bounded, width, FIT_STEP, round);
  }

  /** The next named zoom in a direction, made sharp for a page. */
  nextZoom(zoom, direction, index) {
    const steps = direction > 0 ? ZOOM_STEPS : [...ZOOM_STEPS].reverse();
    const sharp = steps.map((step) => this.sharp(step, index));
    return sharp.find((step) => (step / zoom - 1) * direction > 0.01) ?? zoom;
  }

  /** The nearest zoom at which a page has an image of exactly its own device pixels. */
  sharp(zoom, index) {
    return sharpZoom(zoom, this.sizes[index].width, WIDTH_STEP);
  }
}

function sharpZoom(zoom, width, step, round = Math.round) {
  const steps = Math.max(1, round((zoom * width * devicePixelRatio) / step));
  return (steps * step) / (width * devicePixelRatio);
}
