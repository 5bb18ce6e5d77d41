/**
 * Places that a reviewer marked as the right ones, and the one that the keyboard's cursor stands on, over the pages.
 *
 * They are violet and dashed, and each says "right place": amber belongs to what was cited, blue to what was found.
 */

const PLACE_LABEL = "right place";

/** Whether a piece of a marked place gives it its meaning only: a row's label, a column's head, a unit. */
function isBesidePlace(place, { role }) {
  return place.unit !== "passage" && CONTEXT_ROLES.has(role);
}

/** Whether a place is outlined as a whole, and not line by line. */
function isOnePiece({ unit }) {
  return unit === "passage" || unit === "block";
}

/**
 * A layer of Sheets. A place: `{ id, unit, regions, name, tags, isCurrent }`, its regions in percent of their pages, its tags
 * from the longest to the shortest. What gives a place its meaning is outlined for the current one only: of many places it would hide the page.
 */
class PlaceLayer {
  constructor(sheets) {
    this.sheets = sheets;
    this.layers = new Map();
    this.places = [];
    this.cursor = null;
    sheets.addLayer(this);
  }

  /** Over the marks of the evidence: they are lines and a thin wash, and hide nothing. */
  mount(sheet) {
    const layer = element("div", { class: "marked-places" });
    this.layers.set(sheet, layer);
    sheet.marks.after(layer);
    this.draw(sheet);
  }

  placed(sheet) {
    this.draw(sheet);
  }

  imaged(sheet) {
    this.draw(sheet);
  }

  unmount(sheet) {
    this.layers.get(sheet)?.remove();
    this.layers.delete(sheet);
  }

  show(places) {
    this.places = places;
    this.drawAll();
  }

  /** `regions` under the keyboard's cursor, `[{ page_index, left, top, width, height }]`; null where there is none. */
  showCursor(regions) {
    this.cursor = regions;
    this.drawAll();
  }

  drawAll() {
    for (const sheet of this.layers.keys()) this.draw(sheet);
  }

  draw(sheet) {
    const layer = this.layers.get(sheet);
    if (!layer) return;
    const onPage = (regions) => regions.filter((region) => region.page_index === sheet.index);
    const places = this.places
      .map((place) => ({ place, regions: onPage(place.regions) }))
      .filter(({ regions }) => regions.length);
    const boxes = places.flatMap(({ place, regions }) => this.boxes(place, regions));
    const cursor = onPage(this.cursor ?? []).map((region) => percentBox("marked-place cursor", region));
    layer.replaceChildren(...boxes, ...cursor, ...this.labels(sheet, places));
  }

  /** A place is named once, at its first own region or its outline. */
  boxes(place, regions) {
    const own = regions.filter((region) => !isBesidePlace(place, region));
    const beside = place.isCurrent ? regions.filter((region) => isBesidePlace(place, region)) : [];
    const isWhole = isOnePiece(place) && own.length > 0;
    const nodes = own.map((region) => percentBox(isWhole ? "marked-place wash" : "marked-place", region));
    const heads = isWhole ? [percentBox("marked-place around", unionOf(own))] : nodes;
    heads[0]?.setAttribute("role", "img");
    heads[0]?.setAttribute("aria-label", place.name);
    for (const node of nodes) node.dataset.place = place.id;
    return [...beside.map((region) => percentBox("marked-place beside", region)), ...nodes, ...(isWhole ? heads : [])];
  }

  /** Each label stands where nothing is printed or marked, else in the page's margin; the longest that has room. */
  labels(sheet, places) {
    if (!places.length || !sheet.isDrawn) return [];
    sheet.ink ??= new Ink(sheet.canvas);
    const { width, height } = sheet.box;
    const own = places.map(({ place, regions }) =>
      regions.filter((region) => !isBesidePlace(place, region)).map((one) => pixels(one, width, height)),
    );
    const space = new FreeSpace(width, height, sheet.ink, [...own.flat(), ...marksOn(sheet, width, height)]);
    return places.flatMap(({ place }, at) => {
      if (!own[at].length) return [];
      const labels = place.tags.map((tag) => tagOf(tag, own[at], space));
      const isNear = ({ classList }) => !classList.contains("margin") && !classList.contains("outside");
      const label = labels.find(isNear) ?? labels.at(-1);
      label.classList.add("place-label");
      label.title = place.name;
      return [label];
    });
  }

  disconnect() {
    this.sheets.removeLayer(this);
  }
}

/** The region around regions of one page. */
function unionOf(regions) {
  const { left, top, right, bottom } = union(
    regions.map((one) => ({ ...one, right: one.left + one.width, bottom: one.top + one.height })),
  );
  return { left, top, width: right - left, height: bottom - top };
}

function percentBox(name, region) {
  const node = element("i", { class: name });
  for (const side of ["left", "top", "width", "height"]) node.style[side] = `${region[side]}%`;
  return node;
}

/** Where the evidence is marked on a sheet, in its px: boxes, tag and captions. */
function marksOn(sheet) {
  const drawn = sheet.marks.hidden ? [] : sheet.marks.querySelectorAll(".mark, .tag, .caption");
  return [...drawn].map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => ({
    left: offsetLeft,
    top: offsetTop,
    right: offsetLeft + offsetWidth,
    bottom: offsetTop + offsetHeight,
  }));
}
