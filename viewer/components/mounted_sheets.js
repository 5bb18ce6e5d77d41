/** The pages that exist: those near the view, few enough for memory. All others are only room in the column. */

const LIVE_PAGES = 9;
const FULL_PIXELS = 12_000_000; // 48 MB decoded; beyond it pages that are not seen come smaller
const SMALL_WIDTH = 1024; // device pixels of such a page
const PAPERS_AT_MOST = 200;

class MountedSheets {
  /** `list` holds the pages. `events`: drawn(sheet), failed(sheet, problem), refresh(). */
  constructor(list, images, events) {
    this.list = list;
    this.images = images;
    this.events = events;
    this.pages = new Map();
    this.papers = new Map();
    this.layers = [];
  }

  // Layers --------------------------------------------------------------------------------------------------------

  addLayer(layer) {
    this.layers.push(layer);
    for (const sheet of this.pages.values()) layer.mount(sheet);
  }

  removeLayer(layer) {
    this.layers = this.layers.filter((one) => one !== layer);
    for (const sheet of this.pages.values()) layer.unmount?.(sheet);
  }

  // Pages ---------------------------------------------------------------------------------------------------------

  /** Takes the sizes of a column that was laid out anew. */
  place(column) {
    for (const sheet of this.pages.values()) {
      sheet.place(column.boxes[sheet.index], column.sizes[sheet.index].note);
      for (const layer of this.layers) layer.placed?.(sheet);
    }
    for (const [index, paper] of this.papers) placePaper(paper, column.boxes[index]);
  }

  /**
   * Has the pages around `view` { top, bottom } of the column exist, `target` and then the nearest first, and those that
   * a selection begins or ends in, LIVE_PAGES in all. Pages that are seen beyond these are sheets of paper that say
   * their number.
   */
  mount(column, view, source, target) {
    const room = view.bottom - view.top;
    const held = selectedPages(this.list).filter((index) => this.pages.has(index));
    const distance = (index) => (index === target ? -1 : distanceTo(column.boxes[index], view));
    const near = indexesBetween(column.pageAt(view.top - room), column.pageAt(view.bottom + room))
      .filter((index) => !held.includes(index))
      .sort((one, other) => distance(one) - distance(other));
    const live = new Set([...held, ...near.slice(0, LIVE_PAGES - held.length)]);
    for (const [index, sheet] of this.pages) if (!live.has(index)) this.unmount(sheet);
    for (const index of live) if (!this.pages.has(index)) this.mountOne(index, column, source);
    this.showPapers(
      near.filter((index) => !live.has(index) && isInView(column.boxes[index], view)),
      column,
    );
  }

  mountOne(index, column, source) {
    const sheet = new Sheet(index, this.nameOf(index, source), this.images, this.events);
    sheet.source = source;
    sheet.place(column.boxes[index], column.sizes[index].note);
    this.pages.set(index, sheet);
    this.list.insertBefore(sheet.root, this.sheetAfter(index)?.root ?? null);
    for (const layer of this.layers) layer.mount(sheet);
  }

  nameOf(index, source) {
    const label = source.labels[index];
    return label ? `PDF page ${index + 1}, printed ${label}` : `PDF page ${index + 1}`;
  }

  /** The next page that exists: they stand in their order, for selections and screen readers. */
  sheetAfter(index) {
    const later = [...this.pages.keys()].filter((one) => one > index);
    return this.pages.get(Math.min(...later));
  }

  unmount(sheet) {
    this.pages.delete(sheet.index);
    for (const layer of this.layers) layer.unmount?.(sheet);
    sheet.unmount();
  }

  unmountAll() {
    for (const sheet of [...this.pages.values()]) this.unmount(sheet);
    this.showPapers([]);
  }

  showPapers(indexes, column) {
    const wanted = new Set(indexes.slice(0, PAPERS_AT_MOST));
    for (const [index, paper] of this.papers) {
      if (wanted.has(index)) continue;
      paper.remove();
      this.papers.delete(index);
    }
    for (const index of wanted) {
      if (this.papers.has(index)) continue;
      const paper = element("div", { class: "paper" }, `PDF page ${index + 1}`);
      placePaper(paper, column.boxes[index]);
      this.papers.set(index, paper);
      this.list.append(paper);
    }
  }

  // Images --------------------------------------------------------------------------------------------------------

  /**
   * Loads what is missing. The page `target` comes alone until it is painted: its neighbours must not take the server
   * from it. `needsInk(index)` tells where marks will stand.
   */
  load(source, view, { target, needsInk }) {
    const cited = this.pages.get(target);
    const order = this.nearestFirst(view);
    let pixels = 0;
    const loadOne = (sheet, isSeen) => {
      const full = sheet.imageWidth();
      const size = (full * full * sheet.box.height) / sheet.box.width;
      const most = isSeen || pixels + size <= FULL_PIXELS ? GREATEST_WIDTH : SMALL_WIDTH;
      pixels += size * Math.min(1, most / full) ** 2;
      sheet.load(source, { urgent: isSeen, needsInk: needsInk(sheet.index), most });
    };
    if (cited) loadOne(cited, true);
    if (cited && !cited.isDrawn && !cited.failed) return;
    for (const sheet of order) if (sheet !== cited) loadOne(sheet, isInView(sheet.box, view));
    this.sharpen(view);
  }

  /** Lays tiles where a page is seen larger than its image. */
  sharpen(view) {
    for (const sheet of this.pages.values()) sheet.sharpen(seenOf(sheet.box, view));
  }

  nearestFirst(view) {
    const sheets = [...this.pages.values()];
    return sheets.sort((one, other) => distanceTo(one.box, view) - distanceTo(other.box, view));
  }

  renew(source) {
    for (const sheet of this.pages.values()) sheet.renew(source);
  }
}

function indexesBetween(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** How far a page's middle is from the view's; a page that is seen is nearer than any that is not. */
function distanceTo(box, view) {
  const distance = Math.abs(box.top + box.height / 2 - (view.top + view.bottom) / 2);
  return isInView(box, view) ? distance : distance + 1e9;
}

function isInView(box, view) {
  return box.top < view.bottom && box.top + box.height > view.top;
}

/** What is seen of a page, in fractions of it; null where nothing is. */
function seenOf(box, view) {
  const seen = {
    left: Math.max(0, (view.left - box.left) / box.width),
    top: Math.max(0, (view.top - box.top) / box.height),
    right: Math.min(1, (view.right - box.left) / box.width),
    bottom: Math.min(1, (view.bottom - box.top) / box.height),
  };
  return seen.left < seen.right && seen.top < seen.bottom ? seen : null;
}

function placePaper(paper, { left, top, width, height }) {
  Object.assign(paper.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}

/** The pages in which the reader's selection begins and ends: they stay, or the selection would be lost with them. */
function selectedPages(list) {
  return selectionEnds(list.getRootNode())
    .map((node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest(".sheet"))
    .filter((sheet) => sheet && list.contains(sheet))
    .map((sheet) => Number(sheet.dataset.page))
    .filter((index, at, all) => all.indexOf(index) === at);
}

function selectionEnds(root) {
  if (root.getSelection) {
    const selection = root.getSelection();
    return selection && !selection.isCollapsed ? [selection.anchorNode, selection.focusNode] : [];
  }
  const [range] = document.getSelection()?.getComposedRanges?.({ shadowRoots: [root] }) ?? [];
  return range && !range.collapsed ? [range.startContainer, range.endContainer] : [];
}
