/** What a page is called, and which page a typed number means: its place in the file, or what is printed on it. */

const PAGE_KINDS = {
  pdf: { one: "PDF page", many: "PDF pages", short: "PDF p." },
  html: { one: "Section", many: "sections", short: "section" },
  text: { one: "Text page", many: "text pages", short: "text p." },
};
const DASHES = /[\u2010-\u2015\u2212]/g;
const ROMAN_DIGITS = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const ROMAN_NUMBER = /^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/;

class PageNames {
  constructor(source) {
    this.kind = PAGE_KINDS[source.media] ?? PAGE_KINDS.pdf;
    this.count = source.page_count;
    this.labels = source.labels;
    this.keys = source.labels.map((label) => (label === null ? null : labelKey(label)));
  }

  get isPrinted() {
    return this.keys.some((key) => key !== null);
  }

  /** "PDF page 57 · printed 55". */
  words(index) {
    return `${this.kind.one} ${index + 1} · ${this.printedWords(index)}`;
  }

  /** The same, as it is spoken: "PDF page 57, printed 55". */
  spoken(index) {
    return this.words(index).replace(" · ", ", ");
  }

  printedWords(index) {
    const label = this.labels[index];
    return label ? `printed ${label}` : "no printed number";
  }

  /** The pages that have this place in the file: one or none. */
  byPlace(typed) {
    const number = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0;
    return number >= 1 && number <= this.count ? [number - 1] : [];
  }

  /** All pages on which this number is printed: "iv", "F-12" and "f12" are read as they are meant. */
  byLabel(typed) {
    const key = labelKey(typed);
    if (!key) return [];
    const found = this.indexes((one) => one === key);
    return found.length ? found : this.indexes((one) => bareLabel(one) === bareLabel(key));
  }

  indexes(matches) {
    return this.keys.flatMap((key, index) => (key !== null && matches(key) ? [index] : []));
  }

  /** The printed numbers next to one that no page prints, of its own kind: the page before it and the one after it. */
  nearest(typed) {
    const wanted = numberOfLabel(labelKey(typed));
    if (!wanted) return [];
    let below = null;
    let above = null;
    this.keys.forEach((key, index) => {
      const one = key === null ? null : numberOfLabel(key);
      if (one?.series !== wanted.series) return;
      if (one.number < wanted.number && (below === null || one.number > below.number))
        below = { ...one, index };
      if (one.number > wanted.number && (above === null || one.number < above.number))
        above = { ...one, index };
    });
    return [below, above].flatMap((one) => (one ? [one.index] : []));
  }

  /** What the pages print, in runs: ["1 to 128", "2 to 36", "i to ii"]. */
  runs() {
    const runs = [];
    let last = null;
    this.keys.forEach((key, index) => {
      const one = key === null ? null : numberOfLabel(key);
      const goesOn = one && last && one.series === last.series && one.number === last.number + 1;
      if (goesOn) runs.at(-1).last = index;
      else if (key !== null) runs.push({ first: index, last: index });
      last = one;
    });
    return runs.map(({ first, last: end }) =>
      first === end ? this.labels[first] : `${this.labels[first]} to ${this.labels[end]}`,
    );
  }
}

/** A printed number as it is compared: one spelling of letters and dashes, without the dashes or blanks around it. */
function labelKey(label) {
  return label
    .normalize("NFKC")
    .toLowerCase()
    .replace(DASHES, "-")
    .replace(/\s+/g, "")
    .replace(/^[-.]+|[-.]+$/g, "");
}

function bareLabel(key) {
  return key.replace(/[-.]/g, "");
}

/** The series that a printed number counts in, and its number there; null for one that does not count. */
function numberOfLabel(key) {
  const counted = /^(.*?)(\d{1,9})$/.exec(key);
  if (counted) return { series: counted[1], number: Number(counted[2]) };
  if (!key || !ROMAN_NUMBER.test(key)) return null;
  const values = [...key].map((digit) => ROMAN_DIGITS[digit]);
  const number = values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
  return { series: "roman", number };
}
