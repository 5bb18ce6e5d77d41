/** The outlines of the filings on screen, each asked for once and kept for a short while. */

class Outlines {
  constructor() {
    this.kept = new Map();
  }

  /** The outline of a version: `{ entries, left_out }`. Rejects with PageProblem; the next call then asks again. */
  load(version, source) {
    const known = this.fresh(version);
    if (known) return known.asked;
    const one = { since: performance.now(), entries: [], asked: null };
    one.asked = storedOf(source, "outline", {}).then(
      (outline) => Object.assign(outline, { entries: (one.entries = parented(outline.entries)) }),
      (error) => {
        this.kept.delete(version);
        throw error;
      },
    );
    this.kept.set(version, one);
    return one.asked;
  }

  fresh(version) {
    const known = this.kept.get(version);
    return known && performance.now() - known.since < KEPT_FOR ? known : null;
  }

  /** The headings that a page begins under, the outermost first, where the outline is here already; else none. */
  above(version, page) {
    const entries = this.fresh(version)?.entries ?? [];
    const last = entries.findLastIndex((entry) => entry.page_index < page || startsPage(entry, page));
    const path = [];
    for (let entry = entries[last]; entry; entry = entry.parent) path.unshift(entry);
    return path;
  }

  forget() {
    this.kept.clear();
  }
}

const filingOutlines = new Outlines();

const HEAD_OF_PAGE = 25; // percent of a page: a heading within it is what the page is about

function startsPage({ page_index: index, line }, page) {
  return index === page && (!line || line.top < HEAD_OF_PAGE);
}

/** Entries that know their parent and whether others stand under them. */
function parented(entries) {
  const above = [];
  return entries.map((entry, index) => {
    above.length = entry.level;
    const node = { ...entry, index, parent: above[entry.level - 1] ?? null };
    node.hasChildren = (entries[index + 1]?.level ?? 0) > entry.level;
    above[entry.level] = node;
    return node;
  });
}
