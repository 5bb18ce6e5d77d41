/** What the view does not show, named at its edge: the value's row, head, unit and footnote, and itself once left. */

const UNIT_WORDS = 44; // characters of a unit or footnote that its chip repeats

class Edges {
  constructor() {
    this.root = element("div", { class: "edges" });
  }

  show(citation, viewer) {
    const value = citation.current?.pieces[0];
    const chips = value ? this.chipsOf(citation, viewer, value) : [];
    const said = chips.map(([, words]) => words).join();
    if (said !== this.said) this.root.replaceChildren(...chips.map(chipOf));
    this.said = said;
    this.keepClear(viewer);
  }

  /** Row and head are told of a value that is wholly seen: of another they would only be read alone. */
  chipsOf(citation, viewer, value) {
    const isSeen = viewer.isWhole(value);
    const back = ["return", `${citation.id}: ${placeWords(citation, value)}`, () => viewer.goTo()];
    const named = [
      ["of-row", "row", isSeen ? citation.ofRole("row_label") : []],
      ["of-column", "column", isSeen ? citation.headsOver(value) : []],
      ["unit", "unit", citation.ofRole("unit").slice(0, 1)],
      ["unit of-note", "note", citation.ofRole("footnote").slice(0, 1)],
    ];
    const unseen = named
      .filter(([, , pieces]) => pieces.some((piece) => piece.text) && !pieces.some((piece) => viewer.isWhole(piece)))
      .map(([name, word, pieces]) => [
        name,
        `${word}: ${unbracketed(pieces.map((piece) => piece.text ?? "").join(" "))}`,
        () => viewer.reveal(pieces[0]),
      ]);
    return isSeen ? unseen : [back, ...unseen];
  }

  clear() {
    this.said = null;
    this.root.replaceChildren();
  }

  /** The chips stand in the view, not on the page, and move down where they would cover a marked region. */
  keepClear(viewer) {
    if (!this.root.children.length) return;
    const frame = this.root.parentElement.getBoundingClientRect();
    const room = this.root.getBoundingClientRect();
    const marks = viewer.markBoxes().filter((mark) => spanOverlap(mark, room, "left", "right") >= 0);
    const tops = [8, 40, frame.height * 0.3, frame.height * 0.6, frame.height - 40 - room.height];
    const isClear = (top) =>
      marks.every((mark) => mark.bottom < frame.top + top || mark.top > frame.top + top + room.height);
    this.root.style.top = `${tops.find(isClear) ?? 8}px`;
  }
}

function chipOf([name, words, action]) {
  return element("button", { class: `edge ${name}`, type: "button", onclick: action }, words, icon("next"));
}

function placeWords(citation, piece) {
  return citation.media === "pdf" ? `PDF page ${piece.page_index + 1}` : "back to the mark";
}

function unbracketed(text) {
  return shortened(text.replace(/^[([]|[)\]]$/g, ""), UNIT_WORDS);
}

function shortened(text, most) {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
