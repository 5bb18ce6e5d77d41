/** The page at a glance, where it does not fit the view: what is seen of it and where the marks are. */

const MINIMAP_WIDTH = 68;
const MINIMAP_CORNERS = ["bottom-right", "bottom-left", "top-left"];

/** A small copy of a page's canvas. */
function thumbnailOf(image) {
  const canvas = document.createElement("canvas");
  canvas.width = MINIMAP_WIDTH * 2;
  canvas.height = Math.max(1, Math.min(400, Math.round((canvas.width * image.height) / image.width)));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

class Minimap {
  /** `scrollTo(x, y)` centres the view on a point of the page, in fractions of it. */
  constructor(scrollTo) {
    this.scrollTo = scrollTo;
    this.seen = element("u");
    this.root = element("div", {
      class: "minimap",
      hidden: true,
      "aria-hidden": "true",
      onpointerdown: (event) => this.drag(event),
    });
  }

  /** `page` and `view` are boxes in the list's px; `regions` are the citation's pieces of this page. */
  show(sheet, page, view, regions) {
    const thumbnail = fitsView(page, view) ? null : sheet?.thumbnail();
    this.root.hidden = !thumbnail;
    if (!thumbnail) return;
    const scale = MINIMAP_WIDTH / page.width;
    const height = Math.min(110, page.height * scale);
    Object.assign(this.root.style, { width: `${MINIMAP_WIDTH}px`, height: `${height}px` });
    this.draw(
      thumbnail,
      regions.filter((piece) => piece.role === "quote"),
    );
    Object.assign(this.seen.style, seenPart(page, view));
  }

  /** Drawn anew for another page or other marks, not for each step of a scroll. */
  draw(thumbnail, marked) {
    const isSame =
      marked.length === this.marked?.length && marked.every((one, at) => one === this.marked[at]);
    if (isSame && thumbnail.parentElement === this.root) return;
    this.marked = marked;
    this.root.replaceChildren(thumbnail, ...marked.map(tickOf), this.seen);
  }

  /** Takes the first corner where it covers no mark; `marks` and the corner are in the window's px. */
  avoid(marks) {
    if (this.root.hidden) return;
    const covers = () => {
      const box = this.root.getBoundingClientRect();
      return marks.some(
        (mark) => spanOverlap(mark, box, "left", "right") > 0 && spanOverlap(mark, box, "top", "bottom") > 0,
      );
    };
    for (const corner of MINIMAP_CORNERS) {
      this.root.dataset.corner = corner;
      if (!covers()) return;
    }
    this.root.dataset.corner = MINIMAP_CORNERS[0];
  }

  drag(event) {
    event.preventDefault();
    this.root.setPointerCapture(event.pointerId);
    const move = ({ clientX, clientY }) => {
      const box = this.root.getBoundingClientRect();
      this.scrollTo((clientX - box.left) / box.width, (clientY - box.top) / box.height);
    };
    move(event);
    this.root.onpointermove = move;
    this.root.onpointerup = () => (this.root.onpointermove = null);
  }
}

/** Whether a page is seen whole; `page` and `view` are boxes in the list's px. */
function fitsView(page, view) {
  return page.width <= view.width + 1 && page.height <= view.height + 1;
}

/** The part of a page that is seen, as distances from its edges in percent of its size. */
function seenPart(page, view) {
  const share = (value) => `${Math.max(0, Math.min(100, 100 * value))}%`;
  return {
    left: share((view.left - page.left) / page.width),
    top: share((view.top - page.top) / page.height),
    right: share((page.left + page.width - view.left - view.width) / page.width),
    bottom: share((page.top + page.height - view.top - view.height) / page.height),
  };
}

function tickOf(piece) {
  const tick = element("s");
  Object.assign(tick.style, {
    left: `${piece.left}%`,
    top: `${piece.top}%`,
    width: `${Math.max(4, piece.width)}%`,
    height: "3px",
  });
  return tick;
}
