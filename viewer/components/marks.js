/** The overlay of one page: percent boxes from the server, told apart by border and caption as well as by colour. */

const MARK_GAP = 3; // px between a box and its border, so that the border never touches the print
const TAG_HEIGHT = 16;
const CAPTION_HEIGHT = 13;
const VIEW_INSET = 8; // px kept free on either side of what a view shows

/** Draws the citation's marks of a page into `layer`, which covers a sheet of `width` by `height` px. */
function drawMarks(layer, citation, pageIndex, { width, height, ink }) {
  const onPage = citation.onPage(pageIndex);
  const current = new Set(citation.current?.pieces ?? []);
  const boxes = new Map(onPage.map((piece) => [piece, pixels(piece, width, height)]));
  const space = new FreeSpace(width, height, ink, [...boxes.values()]);
  const looks = new Map(onPage.map((piece) => [piece, lookOf(piece, current, citation, boxes)]));
  const names = namesOf(citation, onPage);
  const marks = onPage.map((piece) => markOf(piece, looks.get(piece), names.get(piece)));
  const values = onPage.filter((piece) => current.has(piece));
  if (values.length) {
    marks[onPage.indexOf(values[0])].classList.add("first");
    marks[onPage.indexOf(values.at(-1))].classList.add("last");
  }
  layer.replaceChildren(...bandsOf(values, onPage, boxes), ...outlinesOf(onPage, boxes, looks), ...marks);
  if (values.length) {
    const tag = tagOf(
      citation.id,
      values.map((piece) => boxes.get(piece)),
      space,
    );
    tag.title = citation.regionName();
    tag.classList.toggle("read", citation.isRead);
    layer.append(tag);
  }
  layer.append(
    ...captionsOf(
      onPage.filter((piece) => looks.get(piece) === "aside"),
      boxes,
      space,
    ),
    ...numbersOf(citation, names, boxes, space),
  );
}

/** The piece at the head of each region on this page, with the region's number (0-based) and its whole name. */
function namesOf(citation, onPage) {
  const names = new Map();
  citation.stops.forEach((stop, at) => {
    const head = stop.pieces.find((piece) => onPage.includes(piece));
    if (head) names.set(head, { at, words: citation.regionName(at) });
  });
  return names;
}

function pixels(piece, width, height) {
  const left = (piece.left * width) / 100;
  const top = (piece.top * height) / 100;
  return {
    left,
    top,
    right: left + (piece.width * width) / 100,
    bottom: top + (piece.height * height) / 100,
  };
}

/** "value": the cited one; "other": the same quote elsewhere; "aside": gives meaning; "distant": another column's head. */
function lookOf(piece, current, citation, boxes) {
  if (citation.isRead) return "aside";
  if (current.has(piece)) return citation.isTabular ? "value" : "passage";
  if (piece.role === "quote") return "other";
  if (piece.role !== "column_header" || citation.stops.length < 2) return "aside";
  const isOver = (value) =>
    boxes.has(value) && spanOverlap(boxes.get(value), boxes.get(piece), "left", "right") > 0;
  return [...current].some(isOver) ? "aside" : "distant";
}

/** A region is named once, at its head; its words are in the page's text, its row and unit in the view's name. */
function markOf(piece, look, name) {
  const node = element("i", {
    class: `mark ${look}`,
    "data-role": piece.role,
    "data-region": piece.index,
    "data-text": piece.text || null,
    role: name ? "img" : null,
    "aria-label": name?.words,
    "aria-hidden": name ? null : "true",
  });
  node.style.left = `${piece.left}%`;
  node.style.top = `${piece.top}%`;
  node.style.width = `${piece.width}%`;
  node.style.height = `${piece.height}%`;
  return node;
}

/** How far two boxes share an extent; negative where they are apart. */
function spanOverlap(one, other, start, end) {
  return Math.min(one[end], other[end]) - Math.max(one[start], other[start]);
}

/** The lines of one label or head, as a single dashed outline. */
function outlinesOf(onPage, boxes, looks) {
  const groups = [];
  for (const piece of onPage.filter((one) => CONTEXT_ROLES.has(one.role))) {
    const last = groups.at(-1);
    const look = looks.get(piece);
    if (last?.piece.role === piece.role && last.look === look && isNextLine(last.piece, piece))
      Object.assign(last, { piece, ...union([last, boxes.get(piece)]) });
    else groups.push({ piece, look, ...boxes.get(piece) });
  }
  return groups.map((group) => placed(element("i", { class: `outline ${group.look}` }), grown(group)));
}

function grown({ left, top, right, bottom }) {
  return { left: left - MARK_GAP, right: right + MARK_GAP, top: top - 2, bottom: bottom + 2 };
}

function union(boxes) {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** Whether all of a box's width is in a view; of one wider than the view, whether it fills it. */
function isAcross(box, { left, right }) {
  const isWider = box.right - box.left > right - left;
  return isWider
    ? box.left <= left + 1 && box.right >= right - 1
    : box.left >= left - 1 && box.right <= right + 1;
}

/** The first box that fits into a view, else the last and smallest. */
function roomiest(boxes, { width, height }) {
  return (
    boxes.find((box) => box.right - box.left <= width - 2 * VIEW_INSET && box.bottom - box.top <= height - 24) ??
    boxes.at(-1)
  );
}

/** A faint band from the row's label, and one from the nearest head, to the value; either may run any way on the page. */
function bandsOf(values, onPage, boxes) {
  return values.flatMap((value) =>
    ["row_label", "column_header"].flatMap((role) => {
      const bands = onPage
        .filter((piece) => piece.role === role)
        .map((piece) => between(boxes.get(piece), boxes.get(value)))
        .filter(Boolean);
      const shortest = bands.sort(
        (one, other) =>
          one.bottom - one.top + one.right - one.left - (other.bottom - other.top + other.right - other.left),
      )[0];
      return shortest ? [placed(element("i", { class: "band" }), shortest)] : [];
    }),
  );
}

function between(label, value) {
  if (spanOverlap(label, value, "top", "bottom") > 0) {
    const [left, right] = [Math.min(label.left, value.left), Math.max(label.right, value.right)];
    return { left: left - MARK_GAP, right: right + MARK_GAP, top: value.top - 1, bottom: value.bottom + 1 };
  }
  if (spanOverlap(label, value, "left", "right") > 0) {
    const [top, bottom] = label.bottom <= value.top ? [label.bottom, value.top] : [value.bottom, label.top];
    return bottom > top
      ? { left: value.left - 2, right: value.right + 2, top: top + MARK_GAP, bottom }
      : null;
  }
  return null;
}

function placed(node, box) {
  node.style.left = `${box.left}px`;
  node.style.top = `${box.top}px`;
  node.style.width = `${box.right - box.left}px`;
  node.style.height = `${box.bottom - box.top}px`;
  return node;
}

function tagWidth(id) {
  return 11 + 7 * id.length;
}

/** px that a tag takes beside its value. */
function tagRoom(id) {
  return MARK_GAP + tagWidth(id);
}

/** The first free place: left of the value, inside a wide cell, right of its end, above, below, the page's margins. */
function tagOf(id, values, space) {
  const [value, last] = [values[0], values.at(-1)];
  const width = tagWidth(id);
  const height = Math.max(TAG_HEIGHT, Math.min(22, value.bottom - value.top + 2 * MARK_GAP));
  const middle = (value.top + value.bottom - height) / 2;
  const at = (name, left, top) => ({ name, left, top, right: left + width, bottom: top + height });
  const places = [
    at("left", value.left - MARK_GAP - width, middle),
    at("inside", value.left, middle),
    at("right", last.right + MARK_GAP, (last.top + last.bottom - height) / 2),
    at("above", value.left - MARK_GAP, value.top - MARK_GAP - height),
    at("below", value.left - MARK_GAP, last.bottom + MARK_GAP),
    at("margin", 2, middle),
    at("margin", space.width - width - 2, middle),
  ];
  const place = places.find((one) => space.isFree(one)) ?? at("outside", -width - 1, middle);
  space.take(place);
  return placed(element("b", { class: `tag ${place.name}`, "aria-hidden": "true" }, id), place);
}

/** One caption a role, beside its first box that has room; without room the dashed outline must do. */
function captionsOf(asides, boxes, space) {
  const captions = [];
  for (const role of ["row_label", "column_header", "unit", "footnote"]) {
    const word = ROLE_WORDS[role];
    for (const piece of asides.filter((one) => one.role === role)) {
      const place = captionPlaces(boxes.get(piece), 9 + 5.2 * word.length).find((one) => space.isFree(one));
      if (!place) continue;
      space.take(place);
      captions.push(placed(element("span", { class: "caption", "aria-hidden": "true" }, word), place));
      break;
    }
  }
  return captions;
}

/** The numbers of the other regions, each beside its own where there is room; pressed, they lead there. */
function numbersOf(citation, names, boxes, space) {
  return [...names].flatMap(([piece, { at, words }]) => {
    if (at === citation.at) return [];
    const number = String(at + 1);
    const place = captionPlaces(boxes.get(piece), 8 + 6 * number.length).find((one) => space.isFree(one));
    if (!place) return [];
    space.take(place);
    const attributes = { class: "caption number", "data-stop": at, "aria-hidden": "true", title: words };
    return [placed(element("span", attributes, number), place)];
  });
}

function captionPlaces(box, width) {
  const middle = (box.top + box.bottom - CAPTION_HEIGHT) / 2;
  const at = (left, top) => ({ left, top, right: left + width, bottom: top + CAPTION_HEIGHT });
  return [
    at(box.right + MARK_GAP + 2, middle),
    at(box.left - MARK_GAP - 2 - width, middle),
    at(box.left - MARK_GAP, box.top - MARK_GAP - CAPTION_HEIGHT),
    at(box.left - MARK_GAP, box.bottom + MARK_GAP),
  ];
}

/** What of a page is neither printed on nor marked. */
class FreeSpace {
  constructor(width, height, ink, taken) {
    Object.assign(this, { width, height, ink, taken });
  }

  isFree(box) {
    if (
      box.left < -DESK_INSET ||
      box.top < 0 ||
      box.right > this.width + DESK_INSET ||
      box.bottom > this.height
    )
      return false;
    const isMarked = this.taken.some(
      (other) => spanOverlap(box, other, "left", "right") > 0 && spanOverlap(box, other, "top", "bottom") > 0,
    );
    return (
      !isMarked &&
      this.ink.isFree({
        left: box.left / this.width,
        right: box.right / this.width,
        top: (box.top + 2) / this.height,
        bottom: (box.bottom - 2) / this.height,
      })
    );
  }

  take(box) {
    this.taken = [...this.taken, box];
  }
}
