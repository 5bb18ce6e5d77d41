/** A tree of headings: folded and unfolded, filtered, walked with the arrow keys. */

const ALL_OPEN = 60; // headings that are listed without folding any
const TREE_PAGE = 10; // rows that Page up and Page down pass

class OutlineTree {
  /** `events`: chosen(entry), left() upwards out of the tree. */
  constructor(events) {
    this.events = events;
    this.entries = [];
    this.wanted = "";
    this.root = element("div", {
      class: "tree",
      role: "tree",
      "aria-label": "Headings",
      onkeydown: (event) => this.whenKeyed(event),
      onclick: (event) => this.whenClicked(event),
    });
  }

  /**
   * Lists the entries of an outline; of a long one what stands above and beside the current heading. `evidence`: the ids
   * of what is cited under a heading, by its entry.
   */
  show(entries, names, current, evidence) {
    Object.assign(this, { entries, names, current, evidence, wanted: "" });
    this.folded = new Set(entries.length > ALL_OPEN ? entries.filter((one) => one.hasChildren) : []);
    for (let entry = current; entry; entry = entry.parent) this.folded.delete(entry);
    this.draw();
    this.rowOf(current)?.scrollIntoView({ block: "center" });
  }

  clear() {
    this.entries = [];
    this.root.replaceChildren();
  }

  /** Lists what has `words`, with the headings above; how many have them. */
  filter(words) {
    this.wanted = words.toLowerCase();
    this.draw();
    this.root.scrollTop = 0;
    return this.matching.length;
  }

  get matching() {
    return this.entries.filter((entry) => entry.text.toLowerCase().includes(this.wanted));
  }

  get listed() {
    if (!this.wanted) return this.entries.filter((entry) => !this.isUnderFolded(entry));
    const kept = new Set();
    for (const entry of this.matching) for (let one = entry; one; one = one.parent) kept.add(one);
    return this.entries.filter((entry) => kept.has(entry));
  }

  isUnderFolded(entry) {
    for (let one = entry.parent; one; one = one.parent) if (this.folded.has(one)) return true;
    return false;
  }

  // Rows ----------------------------------------------------------------------------------------------------------

  draw(focused = null) {
    this.root.replaceChildren(...this.listed.map((entry) => this.row(entry)));
    this.rove(this.rowOf(focused) ?? this.rowOf(this.current) ?? this.rows[0]);
    if (focused) this.rowOf(focused)?.focus({ preventScroll: true });
  }

  row(entry) {
    const isFolded = this.folded.has(entry) && !this.wanted;
    const label = this.names.labels[entry.page_index];
    const where = label ? `p. ${label}` : `${this.names.kind.short} ${entry.page_index + 1}`;
    const fold = entry.hasChildren && icon(isFolded ? "next" : "down");
    const ids = [...(this.evidence.get(entry) ?? [])];
    const spoken = [
      entry.text,
      this.names.spoken(entry.page_index),
      ids.length > 0 && `evidence ${ids.join(", ")}`,
    ];
    const row = element(
      "div",
      {
        class: "row",
        role: "treeitem",
        tabindex: "-1",
        "data-index": entry.index,
        "aria-level": entry.level + 1,
        "aria-expanded": entry.hasChildren ? String(!isFolded) : null,
        "aria-current": entry === this.current ? "location" : null,
        "aria-label": spoken.filter(Boolean).join(", "),
      },
      element("span", { class: "fold", "aria-hidden": "true" }, fold),
      element("span", { class: "filed" }, entry.text),
      ids.length ? evidenceIds(ids) : element("span"),
      element("span", { class: "where" }, where),
    );
    row.style.setProperty("--level", entry.level);
    return row;
  }

  get rows() {
    return [...this.root.children];
  }

  rowOf(entry) {
    return entry ? this.root.querySelector(`[data-index="${entry.index}"]`) : null;
  }

  entryOf(row) {
    return this.entries[Number(row.dataset.index)];
  }

  /** One row is the tree's tab stop. */
  rove(row) {
    for (const one of this.root.querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
    if (row) row.tabIndex = 0;
  }

  setCurrent(current) {
    if (current === this.current) return;
    this.rowOf(this.current)?.removeAttribute("aria-current");
    this.current = current;
    this.rowOf(current)?.setAttribute("aria-current", "location");
  }

  focus(row = this.root.querySelector("[tabindex='0']")) {
    if (!row) return;
    this.rove(row);
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  // The reader's hand ---------------------------------------------------------------------------------------------

  whenKeyed(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const { rows } = this;
    const at = rows.indexOf(row);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: Math.min(rows.length - 1, at + TREE_PAGE),
      PageUp: Math.max(0, at - TREE_PAGE),
    }[event.key];
    const entry = this.entryOf(row);
    if (to === -1) this.events.left();
    else if (to !== undefined) this.focus(rows[to] ?? row);
    else if (event.key === "Enter" || event.key === " ") this.events.chosen(entry);
    else if (event.key === "ArrowRight") this.unfold(entry);
    else if (event.key === "ArrowLeft") this.fold(entry);
    else return;
    event.preventDefault();
  }

  unfold(entry) {
    if (!entry.hasChildren) return;
    if (this.folded.delete(entry)) this.draw(entry);
    else this.focus(this.rowOf(this.entries[entry.index + 1]) ?? this.rowOf(entry));
  }

  fold(entry) {
    if (!entry.hasChildren || this.folded.has(entry) || this.wanted)
      return this.focus(this.rowOf(entry.parent) ?? this.rowOf(entry));
    this.folded.add(entry);
    this.draw(entry);
  }

  whenClicked(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const entry = this.entryOf(row);
    if (!event.target.closest(".fold") || !entry.hasChildren || this.wanted) return this.events.chosen(entry);
    if (!this.folded.delete(entry)) this.folded.add(entry);
    this.draw(entry);
  }
}
