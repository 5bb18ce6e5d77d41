/**
 * The marked lines of an HTML or text filing, painted anew: grounds, borders and text, each where the browser laid it
 * out. Nothing of the filing's markup is copied, so nothing of it can load or run, and the canvas stays readable.
 */

/** The strips of the filing in the frame. Throws PictureProblem where the frame does not show it. */
function frameStrips(pane) {
  const { citation, frame } = pane;
  const { document: opened } = frame;
  if (!opened?.body) throw new PictureProblem("The filing is not shown, so there is no picture of it.");
  const { scrollX, scrollY } = opened.defaultView;
  const places = new Map(
    picturedPieces(citation).map((piece) => {
      const block = opened.getElementById(piece.block);
      const lines = block ? lineBoxes(rangesIn(block, piece.start, piece.end)) : [];
      if (!lines.length) throw new PictureProblem("The marked words are not shown, so there is no picture.");
      return [piece, lines.map((box) => shifted(box, scrollX, scrollY))];
    }),
  );
  const whole = new Map([...places].map(([piece, boxes]) => [piece, union(boxes)]));
  const marks = [...places].flatMap(([piece, boxes]) => picturedMark(piece, boxes, citation, whole));
  const size = {
    width: opened.documentElement.scrollWidth,
    height: opened.documentElement.scrollHeight,
  };
  const boxes = stripBoxes(marks, acrossOf(marks), size);
  return boxes.map((box) => ({ box, marks, paint: paintedPart(opened, box) }));
}

function shifted({ left, right, top, bottom }, x, y) {
  return { left: left + x, right: right + x, top: top + y, bottom: bottom + y };
}

/** What draws the part `box` of a document, in the document's px. The order is the document's: text over grounds. */
function paintedPart(opened, box) {
  return (context) => {
    const { scrollX, scrollY } = opened.defaultView;
    const seen = shifted(box, -scrollX, -scrollY);
    context.save();
    context.translate(scrollX, scrollY);
    paintElement(context, opened.body, seen);
    context.restore();
  };
}

function paintElement(context, node, seen) {
  const own = node.getBoundingClientRect();
  const isLaidOut = own.width > 0 && own.height > 0;
  if (isLaidOut && !isWithin(own, seen)) return;
  const look = node.ownerDocument.defaultView.getComputedStyle(node);
  if (look.display === "none" || look.opacity === "0") return;
  if (look.visibility === "visible" && isLaidOut) paintGround(context, node, look, seen);
  for (const child of node.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) paintElement(context, child, seen);
    else if (child.nodeType === Node.TEXT_NODE && look.visibility === "visible")
      paintText(context, child, look, seen);
  }
}

function isWithin(box, seen) {
  return spanOverlap(box, seen, "left", "right") > 0 && spanOverlap(box, seen, "top", "bottom") > 0;
}

function paintGround(context, node, look, seen) {
  for (const box of node.getClientRects()) {
    if (!isWithin(box, seen)) continue;
    context.fillStyle = look.backgroundColor;
    context.fillRect(box.left, box.top, box.width, box.height);
    for (const side of ["Top", "Right", "Bottom", "Left"]) paintBorder(context, box, look, side);
  }
}

function paintBorder(context, box, look, side) {
  const width = parseFloat(look[`border${side}Width`]);
  const kind = look[`border${side}Style`];
  if (!width || kind === "none" || kind === "hidden") return;
  const isLevel = side === "Top" || side === "Bottom";
  const strokes = kind === "double" && width >= 3 ? [width / 6, (5 * width) / 6] : [width / 2];
  context.save();
  context.strokeStyle = look[`border${side}Color`];
  context.lineWidth = strokes.length > 1 ? width / 3 : width;
  context.setLineDash({ dashed: [3, 3], dotted: [width, width] }[kind] ?? []);
  for (const inset of strokes) {
    const [x, y] = [
      side === "Right" ? box.right - inset : box.left + (isLevel ? 0 : inset),
      side === "Bottom" ? box.bottom - inset : box.top + (isLevel ? inset : 0),
    ];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(isLevel ? box.right : x, isLevel ? y : box.bottom);
    context.stroke();
  }
  context.restore();
}

/** Word by word, each at its own place, so that justified, wrapped and right-to-left text come out as laid out. */
function paintText(context, node, look, seen) {
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  if (![...range.getClientRects()].some((box) => isWithin(box, seen))) return;
  context.save();
  context.font = `${look.fontStyle} ${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  context.letterSpacing = look.letterSpacing === "normal" ? "0px" : look.letterSpacing;
  context.direction = look.direction;
  context.fillStyle = look.color;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const [box, ...broken] = range.getClientRects();
    if (!box || !isWithin(range.getBoundingClientRect(), seen)) continue;
    if (broken.length) paintLetters(context, node, index, word, look);
    else paintWord(context, cased(word, look.textTransform), box, look);
  }
  context.restore();
}

/** A word that is broken over lines. */
function paintLetters(context, node, start, word, look) {
  const range = node.ownerDocument.createRange();
  let offset = start;
  for (const letter of word) {
    range.setStart(node, offset);
    range.setEnd(node, (offset += letter.length));
    const [box] = range.getClientRects();
    if (box) paintWord(context, cased(letter, look.textTransform), box, look);
  }
}

function paintWord(context, word, box, look) {
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(word);
  const baseline = box.top + (box.height - ascent - descent) / 2 + ascent;
  context.fillText(word, box.left, baseline);
  if (look.textDecorationLine.includes("underline"))
    context.fillRect(box.left, baseline + 1.5, box.width, Math.max(1, parseFloat(look.fontSize) / 16));
}

function cased(word, transform) {
  if (transform === "uppercase") return word.toUpperCase();
  if (transform === "lowercase") return word.toLowerCase();
  return transform === "capitalize" ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
