/**
 * The marked lines as a picture: strips of the filing with their marks, and a caption that says what they are.
 *
 * A strip is { box, paint(context), marks, page }: a part of a page or document in its own px, what draws that part,
 * the marks over it, each { look, role, box }, and the page's index. The tag and the roles' names stand in a margin, so
 * that nothing is covered.
 */

const PAGE_PX = 1.4; // px of a picture a point: a page as it is read
const PICTURE_SCALE = 2; // device pixels a px of a picture, so that it stays sharp in a document
const PICTURE_MARGIN = 58; // px beside the strips, room for the tag and the roles' names
const PICTURE_INSET = 14; // px around the caption
const STRIP_INSET = 6; // px of paper above and below what is marked: no line beside it is cut in half
const STRIP_GAP = 90; // px: marks further apart than this stand in strips of their own
const STRIP_BREAK = 18; // px between two strips, where lines of the filing are left out
const WHOLE_HEIGHT = 460; // px: what is marked within this height is one strip
const TALLEST_STRIP = 1500;
const NARROWEST_STRIP = 380;
const SIDE_INSET = 28; // px of paper beside what is marked
const PICTURE_FONT = '"Source Sans", "Liberation Sans", system-ui, sans-serif';

/** Fill and border of a mark, as on the page (marks.css): the picture carries its own, on white paper in any theme. */
const PICTURE_LOOKS = {
  value: { fill: "rgba(255,176,0,.66)", line: "#a86200", width: 2 },
  passage: { fill: "rgba(255,190,0,.38)", line: "#a86200", width: 2, isUnder: true },
  other: { fill: "rgba(255,190,0,.26)", line: "#b9821f", width: 1.5 },
  aside: { fill: "rgba(255,190,0,.07)", line: "#a87318", width: 1, dash: [4, 3] },
  distant: { fill: "rgba(255,190,0,.05)", line: "#d8be8c", width: 1, dash: [1, 2] },
};
const PICTURE_INK = { text: "#14181f", aside: "#454e5b", line: "#c9cfd6" };

class PictureProblem extends Error {}

/** The regions that a picture shows: the current one, and what gives it its meaning, wherever that stands. */
function picturedPieces(citation) {
  const current = new Set(citation.current.pieces);
  const isBeside = (piece) => citation.isTabular && (piece.page_index ?? 0) === (citation.page ?? 0);
  return citation.pieces.filter((piece) =>
    piece.role === "quote" ? current.has(piece) || isBeside(piece) : piece.role !== "context",
  );
}

/** What the strips span across, in px: the same for all, so that columns stay in line. */
function acrossOf(marks) {
  const { left, right } = union(marks.map((mark) => mark.box));
  const beside = Math.max(SIDE_INSET, (NARROWEST_STRIP - (right - left)) / 2);
  return { left: Math.floor(left - beside), right: Math.ceil(right + beside) };
}

/** The boxes of the strips that hold `marks` of a page or document, from top to bottom. */
function stripBoxes(marks, across, { width, height }) {
  const all = union(marks.map((mark) => mark.box));
  const sorted = [...marks].sort((one, other) => one.box.top - other.box.top);
  const groups = [];
  for (const { box } of sorted) {
    const last = groups.at(-1);
    const isNear = last && (box.top - last.bottom < STRIP_GAP || all.bottom - all.top < WHOLE_HEIGHT);
    if (isNear) last.bottom = Math.max(last.bottom, box.bottom);
    else groups.push({ top: box.top, bottom: box.bottom });
  }
  const [left, right] = [Math.max(0, across.left), Math.min(width, across.right)];
  return groups.map((group) => {
    const top = Math.max(0, Math.floor(group.top - STRIP_INSET));
    const wanted = Math.min(height, Math.ceil(group.bottom + STRIP_INSET));
    const bottom = Math.min(wanted, top + TALLEST_STRIP);
    return { left, right, top, bottom, isCut: bottom < wanted };
  });
}

/** The strips of a PDF's pages. Rejects with PageProblem where a page's image does not come. */
async function pageStrips(pane, signal) {
  const { citation, source, sheets } = pane;
  const pieces = Map.groupBy(picturedPieces(citation), (piece) => piece.page_index);
  const pages = [...pieces.keys()].sort((one, other) => one - other).map((index) => {
    const size = shownSize(source.sizes[index]);
    const [width, height] = [PAGE_PX * size.width, PAGE_PX * size.height];
    const boxes = new Map(citation.onPage(index).map((piece) => [piece, pixels(piece, width, height)]));
    const marked = (piece) => picturedMark(piece, [boxes.get(piece)], citation, boxes);
    return { index, width, height, marks: pieces.get(index).flatMap(marked) };
  });
  const across = acrossOf(pages.flatMap((page) => page.marks));
  const strips = [];
  for (const { index, width, height, marks } of pages) {
    const steps = Math.ceil((PICTURE_SCALE * width) / WIDTH_STEP);
    const asked = Math.min(GREATEST_WIDTH, Math.max(LEAST_WIDTH, steps * WIDTH_STEP));
    const bitmap = await decoded(await sheets.images.blob(source, index, asked, { signal, urgent: true }));
    const paint = (context) => context.drawImage(bitmap, 0, 0, width, height);
    const free = () => bitmap.close();
    const boxes = stripBoxes(marks, across, { width, height });
    strips.push(...boxes.map((box) => ({ box, paint, marks, free, page: index })));
  }
  return strips;
}

function picturedMark(piece, boxes, citation, places) {
  const look = lookOf(piece, new Set(citation.current.pieces), citation, places);
  return boxes.map((box) => ({ look, role: piece.role, box }));
}

/** Draws strips and caption; a PNG, as a Blob. `id` is the citation's, `lines` of the caption are { text, strong }. */
async function pictureOf(strips, id, lines) {
  try {
    const canvas = composed(strips, id, lines);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    canvas.width = canvas.height = 0;
    if (!blob) throw new PictureProblem("The browser cannot draw a picture of this size.");
    return blob;
  } finally {
    for (const strip of strips) strip.free?.();
  }
}

function composed(strips, id, lines) {
  const width = PICTURE_MARGIN + Math.max(...strips.map(({ box }) => box.right - box.left)) + PICTURE_INSET;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const caption = captionLines(context, lines, width - 2 * PICTURE_INSET);
  const heights = strips.map(({ box }) => box.bottom - box.top);
  const height =
    heights.reduce((sum, one) => sum + one, 0) +
    STRIP_BREAK * (strips.length - 1) +
    caption.reduce((sum, line) => sum + line.height, 3 * PICTURE_INSET);
  canvas.width = Math.round(PICTURE_SCALE * width);
  canvas.height = Math.round(PICTURE_SCALE * height);
  context.scale(PICTURE_SCALE, PICTURE_SCALE);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  let top = PICTURE_INSET;
  const named = new Set();
  for (const [at, strip] of strips.entries()) {
    if (at > 0) drawBreak(context, width, (top += STRIP_BREAK) - STRIP_BREAK);
    drawPicturedStrip(context, strip, top, id, named);
    top += heights[at];
  }
  drawCaption(context, caption, width, top + PICTURE_INSET);
  return canvas;
}

function drawPicturedStrip(context, { box, paint, marks }, top, id, named) {
  const inside = marks.filter((mark) => mark.box.bottom > box.top && mark.box.top < box.bottom);
  context.save();
  context.translate(PICTURE_MARGIN - box.left, top - box.top);
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  context.clip();
  paint(context);
  for (const mark of inside) fillMark(context, mark);
  for (const mark of joinedMarks(inside)) outlineMark(context, mark);
  context.restore();
  drawMargin(context, inside, box, id, named);
  context.restore();
}

function fillMark(context, { look, box }) {
  context.save();
  context.globalCompositeOperation = "multiply";
  context.fillStyle = PICTURE_LOOKS[look].fill;
  context.fillRect(box.left - 2, box.top - 1, box.right - box.left + 4, box.bottom - box.top + 2);
  context.restore();
}

function outlineMark(context, { look, box }) {
  const { line, width, dash, isUnder } = PICTURE_LOOKS[look];
  context.save();
  context.strokeStyle = line;
  context.lineWidth = width;
  context.setLineDash(dash ?? []);
  context.beginPath();
  if (isUnder) {
    context.moveTo(box.left - 2, box.bottom + 2);
    context.lineTo(box.right + 2, box.bottom + 2);
  } else {
    const { left, top, right, bottom } = grown(box);
    context.roundRect(left, top, right - left, bottom - top, 2);
  }
  context.stroke();
  context.restore();
}

/** The lines of one label or head under a single outline, as on the page. */
function joinedMarks(marks) {
  const joined = [];
  for (const mark of marks) {
    const isAside = mark.look === "aside" || mark.look === "distant";
    const last =
      isAside &&
      joined.find(
        (one) =>
          one.look === mark.look &&
          one.role === mark.role &&
          Math.abs(mark.box.top - one.box.bottom) < 0.6 * (mark.box.bottom - mark.box.top) &&
          spanOverlap(one.box, mark.box, "left", "right") > 0,
      );
    if (last) last.box = union([last.box, mark.box]);
    else joined.push({ ...mark });
  }
  return joined;
}

/** The tag beside the first current mark, then one name a role, where the margin is still free. */
function drawMargin(context, marks, box, id, named) {
  const isCurrent = (mark) => mark.look === "value" || mark.look === "passage";
  const right = box.left - 8;
  const taken = [];
  const middle = (mark) => (mark.box.top + mark.box.bottom) / 2;
  const value = marks.find(isCurrent);
  context.save();
  context.textBaseline = "middle";
  context.textAlign = "right";
  if (value && !named.has("tag")) {
    named.add("tag");
    taken.push(middle(value));
    drawTag(context, id, right, middle(value));
  }
  context.font = `500 11px ${PICTURE_FONT}`;
  context.fillStyle = "#6e4500";
  for (const role of ["column_header", "unit", "footnote", "row_label"]) {
    const mark = marks.find((one) => one.role === role && one.look === "aside");
    if (!mark || named.has(role) || taken.some((other) => Math.abs(other - middle(mark)) < 15)) continue;
    named.add(role);
    taken.push(middle(mark));
    context.fillText(ROLE_WORDS[role], right, middle(mark));
  }
  context.restore();
}

function drawTag(context, id, right, middle) {
  context.font = `600 12px ${PICTURE_FONT}`;
  const width = context.measureText(id).width + 12;
  context.beginPath();
  context.roundRect(right - width, middle - 9, width, 18, 3);
  context.fillStyle = "#f4b41a";
  context.fill();
  context.strokeStyle = "#a86200";
  context.stroke();
  context.fillStyle = "#241700";
  context.fillText(id, right - 6, middle + 0.5);
}

/** Between strips: lines of the filing are left out here. */
function drawBreak(context, width, top) {
  context.save();
  context.strokeStyle = PICTURE_INK.line;
  context.setLineDash([2, 4]);
  context.beginPath();
  context.moveTo(PICTURE_INSET, top + STRIP_BREAK / 2);
  context.lineTo(width - PICTURE_INSET, top + STRIP_BREAK / 2);
  context.stroke();
  context.restore();
}

/** The caption's lines as they fit into `width` px: { text, font, colour, height }. */
function captionLines(context, lines, width) {
  return lines.flatMap(({ text, strong }) => {
    const look = strong
      ? { font: `600 14px ${PICTURE_FONT}`, colour: PICTURE_INK.text, height: 20 }
      : { font: `400 13px ${PICTURE_FONT}`, colour: PICTURE_INK.aside, height: 18 };
    context.font = look.font;
    return wrapped(context, text, width).map((line) => ({ text: line, ...look }));
  });
}

function wrapped(context, text, width) {
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function drawCaption(context, lines, width, top) {
  context.strokeStyle = PICTURE_INK.line;
  context.beginPath();
  context.moveTo(PICTURE_INSET, top - 0.5);
  context.lineTo(width - PICTURE_INSET, top - 0.5);
  context.stroke();
  context.textBaseline = "top";
  let y = top + 9;
  for (const line of lines) {
    context.font = line.font;
    context.fillStyle = line.colour;
    context.fillText(line.text, PICTURE_INSET, y);
    y += line.height;
  }
}
