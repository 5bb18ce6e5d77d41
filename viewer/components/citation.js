/** A citation's places: which pieces are the quote, which of them the reader steps through, and what gives them meaning. */

const CONTEXT_ROLES = new Set(["row_label", "column_header", "unit", "footnote", "context"]);
const ROLE_WORDS = {
  row_label: "row",
  column_header: "column",
  unit: "unit",
  footnote: "note",
  context: "context",
};
const PLACE_WORDS = { pdf: "PDF page", html: "section", text: "text page" };

class InvalidPlace extends Error {}

class Citation {
  /**
   * `place` is the evidence itself or one of its candidates. A table row is stepped through cell by cell, and its label
   * is no stop; a sentence is one stop a page, however many lines it takes, and so is a passage that was read, of which
   * nothing is a quote. `labels` are what is printed on the pages,
   * `wider` the blocks around the current stop while the reader looks at them: neither is part of what is cited.
   * Throws InvalidPlace for a box that is not on its page: a box is refused, never clamped.
   */
  constructor(evidence, place, chosen) {
    this.key = evidence.key;
    this.id = evidence.citation_id;
    this.media = evidence.media;
    this.pageIndex = place.page_index ?? evidence.page_index;
    this.quote = place.quote ?? evidence.quote;
    this.chosen = chosen;
    this.isRead = Boolean(evidence.is_read);
    this.labels = [];
    this.wider = [];
    this.isTabular = (this.quote?.cells ?? []).length > 1;
    this.pieces = (this.media === "pdf" ? place.regions : place.ranges).map((piece, index) => ({
      ...piece,
      index,
    }));
    if (this.media === "pdf") this.pieces.forEach(requireBox);
    this.context = this.isRead ? [] : this.pieces.filter((piece) => CONTEXT_ROLES.has(piece.role));
    const quotes = this.isRead ? this.pieces : this.pieces.filter((piece) => piece.role === "quote");
    this.stops = this.stopsOf(quotes);
    this.at = Math.max(
      0,
      this.stops.findIndex((stop) => stop.pieces.some((piece) => piece.cited)),
    );
  }

  stopsOf(quotes) {
    const cells = this.quote?.cells ?? [];
    if (!this.isTabular)
      return Object.values(Object.groupBy(quotes, (piece) => piece.page_index ?? 0)).map(stopOf);
    const texts = quotes.map(
      (piece, index) => piece.text ?? (quotes.length === cells.length ? cells[index] : ""),
    );
    const figures = quotes.filter((_, index) => /\d/.test(texts[index]));
    quotes.forEach((piece, index) => (piece.text = texts[index]));
    return (figures.length ? figures : quotes).map((piece) => stopOf([piece]));
  }

  get current() {
    return this.stops[this.at] ?? null;
  }

  /** The piece at the head of the current stop; its page is the citation's where nothing is marked. */
  get page() {
    return this.current?.page ?? this.pageIndex;
  }

  pages() {
    return new Set([...this.pieces.map((piece) => piece.page_index), this.page]);
  }

  /**
   * The boxes that a view should show at once, from the most to the least: around all of `pieces`, then around the
   * current value with its own row, head and unit, and less and less of these. The value is in each, with room for its
   * tag on either side in all but the last. A head may be wider than the view: then the part of it over the value must
   * do. `boxOf` gives a piece's box.
   */
  views(pieces, boxOf) {
    const value = this.current.pieces.map(boxOf);
    const { left, right } = union(value);
    const tagged = value.map((box) => ({
      ...box,
      left: box.left - tagRoom(this.id),
      right: box.right + tagRoom(this.id),
    }));
    const boxesOf = (role) => pieces.filter((piece) => piece.role === role).map(boxOf);
    const [rows, units] = [boxesOf("row_label"), boxesOf("unit")];
    const heads = boxesOf("column_header").filter((head) =>
      value.some((one) => spanOverlap(one, head, "left", "right") > 0),
    );
    const over = (box) => ({ ...box, left: Math.max(left, box.left), right: Math.min(right, box.right) });
    const all = pieces.filter((piece) => this.isRead || piece.role !== "context").map(boxOf);
    return [
      [...tagged, ...all],
      [...tagged, ...rows, ...heads, ...units],
      [...tagged, ...rows, ...heads],
      [...tagged, ...rows, ...heads.map(over)],
      [...tagged, ...rows],
      [...tagged, ...heads.map(over), ...units],
      [...tagged, ...heads.map(over)],
      tagged,
      value,
    ].map(union);
  }

  onPage(index) {
    return this.pieces.filter((piece) => piece.page_index === index);
  }

  /** The heads of a value's own column on its page; of a filing without pages, where boxes come from the layout, none. */
  headsOver(value) {
    const edges = ({ left, width }) => ({ left, right: left + width });
    return this.ofRole("column_header").filter(
      (head) =>
        head.page_index === value.page_index &&
        spanOverlap(edges(head), edges(value), "left", "right") > 0,
    );
  }

  ofRole(role) {
    return this.context.filter((piece) => piece.role === role);
  }

  /** "PDF page 57, printed 55". */
  placeName(page = this.pageIndex) {
    const number = `${PLACE_WORDS[this.media]} ${page + 1}`;
    return this.labels[page] ? `${number}, printed ${this.labels[page]}` : number;
  }

  /** "E2, region 1 of 3, PDF page 57, printed 55". */
  regionName(at = this.at) {
    return `${this.id}, region ${at + 1} of ${this.stops.length}, ${this.placeName(this.stops[at].page)}`;
  }

  /** The current region's name and its words. */
  regionWords() {
    const { text } = this.current;
    return text ? `${this.regionName()}. ${text}` : this.regionName();
  }

  /** Where the current stop stands in its page's canonical text, for what is asked of the server; null if not known. */
  get range() {
    const ranges = this.current?.pieces.map((piece) => piece.range) ?? [];
    if (!ranges.length || !ranges.every(Boolean)) return null;
    const [starts, ends] = [ranges.map(([start]) => start), ranges.map(([, end]) => end)];
    return { page: this.page, start: Math.min(...starts), end: Math.max(...ends) };
  }

  /** Which piece holds a place, [page index, start, end] in its page's canonical text; null where none does. */
  pieceAt([page, start, end]) {
    const holds = ({ page_index: index, range }) =>
      index === page && range && range[0] < end && start < range[1];
    const quoted = this.stops.flatMap((stop) => stop.pieces).find(holds);
    return quoted ?? this.context.find(holds) ?? null;
  }

  /** The number of the stop that a piece is of; -1 for a label, a head or a unit. */
  stopOfPiece(piece) {
    return this.stops.findIndex((stop) => stop.pieces.includes(piece));
  }

  /** What gives the quote its meaning, one entry a label, head, unit or note, however many lines it takes. */
  asides() {
    const groups = [];
    for (const piece of this.context) {
      const last = groups.at(-1);
      const follows =
        last?.role === piece.role &&
        last.page === piece.page_index &&
        isNextLine(last.pieces.at(-1), piece);
      if (follows) last.pieces.push(piece);
      else groups.push({ role: piece.role, page: piece.page_index, pieces: [piece] });
    }
    return groups.map((group) => ({ ...group, text: textOfPieces(group.pieces) }));
  }

  /** "Cited value 81,797, row Total net sales, column July 1, 2023, unit In millions". */
  words() {
    if (!this.current) return "Nothing is marked";
    if (this.isRead) return `Passage ${this.id} as it was read`;
    const said = Object.keys(ROLE_WORDS).flatMap((role) => {
      const text = this.ofRole(role)
        .map((piece) => piece.text)
        .filter(Boolean)
        .join(" ");
      return text && role !== "context" ? [`${ROLE_WORDS[role]} ${text}`] : [];
    });
    const value = this.isTabular
      ? `Cited value ${this.current.text}`
      : `Cited passage ${this.quote?.text ?? ""}`;
    return [value, ...said].join(", ");
  }
}

function stopOf(pieces) {
  return { pieces, page: pieces[0].page_index, text: textOfPieces(pieces) };
}

/** One line of print below the other, which one range of the page's text joins; a column's neighbour is beside it. */
function isNextLine(line, piece) {
  const shared =
    Math.min(line.left + line.width, piece.left + piece.width) - Math.max(line.left, piece.left);
  return shared > 0 && piece.range?.[0] - line.range?.[1] <= 1;
}

function textOfPieces(pieces) {
  return pieces
    .map((piece) => piece.text ?? "")
    .join(" ")
    .trim();
}

/** The percent box of a region lies on its page, up to the rounding of its JSON. */
function requireBox(region) {
  const { left, top, width, height } = region;
  const isFinite = [left, top, width, height].every(Number.isFinite);
  const isOnPage = left >= -0.01 && top >= -0.01 && left + width <= 100.01 && top + height <= 100.01;
  if (!isFinite || !isOnPage || width <= 0 || height <= 0) {
    throw new InvalidPlace(`Region ${region.index} of the citation is not a box on its page.`);
  }
}
