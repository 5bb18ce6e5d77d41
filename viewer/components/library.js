/** The library's table: filings to open, to choose, and to sort by a column. */

ICONS.edit = ["M4.5 19.5l1-4.2L16.6 4.2l3.2 3.2L8.7 18.5z", "M14 6.8l3.2 3.2"];

const NO_LIBRARY = { columns: [], rows: [], sort: { key: "", down: false }, opened: null, chosen: [], foot: [] };
const PANEL = ".st-key-filing-panel";
const PANEL_PATIENCE = 8000; // milliseconds until the opened filing's panel stands beside the table

class LibraryTable {
  constructor(parent) {
    this.parent = parent;
    this.root = element("section", { class: "root library", "aria-label": "Filings" });
    this.live = element("div", { class: "heard", role: "status", "aria-live": "polite" });
    this.table = element("div", { class: "scroller" });
    parent.querySelector(".mount").replaceChildren(this.root);
    this.root.append(this.table, this.live);
    this.root.addEventListener("keydown", (event) => this.walk(event));
  }

  update(data, setTriggerValue) {
    renew(this, data, setTriggerValue);
  }

  /** Focus follows what had it by its key: the row that it was in may stand elsewhere now. */
  draw() {
    const spot = this.parent.activeElement?.dataset.spot ?? null;
    const { rows, foot } = this.data;
    this.chosen = new Set(this.data.chosen);
    this.table.replaceChildren(
      element(
        "table",
        {},
        element("caption", { class: "heard" }, "Filings of the library"),
        element("thead", {}, this.head()),
        element("tbody", {}, rows.flatMap((row) => [row.group && this.groupOf(row.group), this.rowOf(row)])),
      ),
      element("footer", {}, foot.map((words) => element("span", {}, words))),
    );
    if (!spot) return;
    this.root.querySelector(`[data-spot="${CSS.escape(spot)}"]`)?.focus({ preventScroll: true });
  }

  head() {
    const ids = this.choosable();
    const every = ids.length > 0 && ids.every((id) => this.chosen.has(id));
    const box = element("input", {
      type: "checkbox",
      "data-spot": "all",
      "aria-label": "Choose all filings shown",
      checked: every,
      disabled: ids.length === 0,
      onchange: (event) => this.choose(ids, event.target.checked),
    });
    box.indeterminate = !every && ids.some((id) => this.chosen.has(id));
    return element(
      "tr",
      {},
      element("th", { class: "box", scope: "col" }, box),
      this.data.columns.map((column) => this.headOf(column)),
    );
  }

  headOf({ key, label, kind, is_sortable: isSortable }) {
    if (!isSortable) return element("th", { scope: "col", class: classOf(kind, key) }, label);
    const { sort } = this.data;
    const isSorted = sort.key === key;
    const order = isSorted ? (sort.down ? "descending" : "ascending") : "none";
    const attributes = { type: "button", "data-spot": `sort-${key}`, onclick: () => this.sortBy(key, label) };
    return element(
      "th",
      { scope: "col", class: classOf(kind, key), "aria-sort": order },
      element("button", attributes, label, isSorted && icon(sort.down ? "down" : "up")),
    );
  }

  groupOf({ label, count }) {
    const width = this.data.columns.length + 1;
    return element(
      "tr",
      { class: "group" },
      element("th", { colspan: width, scope: "rowgroup" }, label, element("span", { class: "count" }, count)),
    );
  }

  rowOf(row) {
    const isOpen = row.id === this.data.opened;
    return element(
      "tr",
      {
        class: `${isOpen ? "open" : ""}${row.is_openable ? "" : " withheld"}`,
        onclick: (event) => this.clicked(event, row),
      },
      element("td", { class: "box" }, row.is_choosable && this.boxOf(row)),
      this.data.columns.map(({ key, kind }) => element("td", { class: classOf(kind, key) }, this.cellOf(row, key, isOpen))),
    );
  }

  boxOf(row) {
    return element("input", {
      type: "checkbox",
      "data-spot": `box-${row.id}`,
      "aria-label": `Choose ${row.name}`,
      checked: this.chosen.has(row.id),
      onchange: (event) => this.choose([row.id], event.target.checked),
    });
  }

  cellOf(row, key, isOpen) {
    if (key === "company") {
      return [element("b", { title: row.company }, row.company), row.tickers && element("small", {}, row.tickers)];
    }
    if (key === "filing") return this.openerOf(row, isOpen);
    if (key === "status") return [status(...row.status), row.flag && status(...row.flag)];
    return row[key];
  }

  openerOf(row, isOpen) {
    if (!row.is_openable) return row.filing;
    return element(
      "a",
      {
        href: row.address,
        "data-spot": `open-${row.id}`,
        "aria-label": `${row.name}: its versions, use and history`,
        "aria-current": isOpen ? "true" : null,
        title: row.filing,
        onclick: (event) => this.followed(event, row),
      },
      row.filing,
    );
  }

  /** A plain press opens the filing beside the table; with a key held, the browser follows the link as always. */
  followed(event, row) {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    event.preventDefault();
    this.open(row, event.detail === 0);
  }

  clicked(event, row) {
    if (!row.is_openable || event.target.closest("input, a, td.box") || String(getSelection())) return;
    this.open(row, false);
  }

  open(row, byKey) {
    this.live.textContent = `Opening ${row.name}`;
    this.setTriggerValue("open", row.id);
    this.reveal(row, byKey);
  }

  /** Brings the panel into view once it shows this filing, and whoever pressed a key into it; Esc leads back. */
  reveal(row, byKey) {
    const deadline = performance.now() + PANEL_PATIENCE;
    const look = () => {
      const panel = document.querySelector(PANEL);
      if (!panel?.querySelector(`[data-filing="${CSS.escape(row.id)}"]`)) {
        if (performance.now() < deadline) requestAnimationFrame(look);
        return;
      }
      panel.scrollIntoView({ block: "nearest" });
      this.live.textContent = `Opened ${row.name}`;
      if (!byKey) return;
      panel.tabIndex = -1;
      panel.focus({ preventScroll: true });
      panel.onkeydown = (event) => {
        if (event.key !== "Escape" || event.target.closest("input, [role=dialog], [role=listbox]")) return;
        this.root.querySelector(`[data-spot="open-${CSS.escape(row.id)}"]`)?.focus();
      };
    };
    look();
  }

  choose(ids, isOn) {
    for (const id of ids) isOn ? this.chosen.add(id) : this.chosen.delete(id);
    const count = this.chosen.size;
    this.live.textContent = `${count} ${count === 1 ? "filing" : "filings"} chosen`;
    this.setTriggerValue("choose", { ids, is_on: isOn });
  }

  choosable() {
    return this.data.rows.filter((row) => row.is_choosable).map((row) => row.id);
  }

  sortBy(key, label) {
    this.live.textContent = `Sorted by ${label}`;
    this.setTriggerValue("sort", key);
  }

  /** Up and down lead from filing to filing. */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const spot = event.target.dataset?.spot ?? "";
    if (!step || !spot.startsWith("open-")) return;
    const links = [...this.root.querySelectorAll('[data-spot^="open-"]')];
    const next = links[links.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

/** "number" stands to the right; by the column's own class it goes where there is no room. */
function classOf(kind, key) {
  return kind ? `${kind} cell-${key}` : `cell-${key}`;
}

const libraries = new WeakMap();

/** Called by Streamlit at mounting and at every change of data or theme; the table is made once. */
export default function renderLibrary({ data, parentElement, setTriggerValue }) {
  let table = libraries.get(parentElement);
  if (!table) libraries.set(parentElement, (table = new LibraryTable(parentElement)));
  table.update(data ?? NO_LIBRARY, setTriggerValue);
  return () => libraries.delete(parentElement);
}
