/** The reviewer's queue: what is to be judged, what is done, and where they are in it. */

class ReviewQueue {
  /** `events`: chosen(row), toggled(isOpen). */
  constructor(events) {
    this.events = events;
    this.rows = [];
    this.counts = { total: 0, done: 0, waiting: 0 };
    this.current = null;
    this.nodes = new Map();
    this.title = element("h2", {}, "My queue");
    this.done = element("span", { class: "queue-done" });
    this.fill = element("i");
    this.bar = element(
      "div",
      { class: "progress", role: "progressbar", "aria-label": "Claims judged", "aria-valuemin": "0" },
      this.fill,
    );
    this.head = element("div", { class: "queue-head" }, this.title, this.done);
    this.list = element("div", {
      class: "queue-list",
      role: "listbox",
      "aria-label": "Claims to review",
      onkeydown: (event) => this.whenKeyed(event),
    });
    this.root = element(
      "section",
      { class: "panel queue", "aria-label": "Queue" },
      element("header", {}, this.head, this.bar),
      this.list,
    );
  }

  /** A queue as the server sends it. Rows of it that are known stay where they are, new ones come after them. */
  extend({ rows, total, done, waiting }) {
    const known = new Set(this.rows.map(itemKey));
    this.rows = [...this.rows, ...rows.filter((row) => !known.has(itemKey(row)))];
    this.count({ total, done, waiting });
    this.draw();
  }

  replace(queue) {
    this.rows = [];
    this.nodes.clear();
    this.extend(queue);
  }

  setTitle(words) {
    this.title.textContent = words;
  }

  /** `waiting` is what is left of `total` where the server does not say it. */
  count({ total, done, waiting = Math.max(0, total - done) }) {
    this.counts = { total, done, waiting };
    this.done.textContent = total ? `${done} of ${total} done` : "";
    this.bar.setAttribute("aria-valuemax", String(total));
    this.bar.setAttribute("aria-valuenow", String(done));
    this.bar.setAttribute("aria-valuetext", `${done} of ${total} done`);
    this.fill.style.width = `${total ? (100 * done) / total : 0}%`;
  }

  row(key) {
    return this.rows.find((row) => itemKey(row) === key) ?? null;
  }

  /** One that is looked at though it is not in the queue stands at its head. */
  include(row) {
    if (this.row(itemKey(row))) return;
    this.rows.unshift(row);
    this.draw();
  }

  /** What was said of a claim: null takes it back. */
  mark(key, verdict) {
    const row = this.row(key);
    if (!row) return;
    const isDone = verdict !== null;
    if (isDone !== row.is_done) {
      const by = isDone ? 1 : -1;
      const { total, done, waiting } = this.counts;
      this.count({ total, done: Math.max(0, done + by), waiting: Math.max(0, waiting - by) });
    }
    Object.assign(row, { verdict, is_done: isDone });
    this.redraw(row);
  }

  show(key) {
    this.current = key;
    for (const [one, node] of this.nodes) this.point(node, one === key);
    this.nodes.get(key)?.scrollIntoView({ block: "nearest" });
  }

  point(node, isCurrent) {
    node.setAttribute("aria-selected", String(isCurrent));
    node.tabIndex = isCurrent ? 0 : -1;
  }

  get at() {
    return this.rows.findIndex((row) => itemKey(row) === this.current);
  }

  /** The row `by` places away, judged or not; null at the ends. */
  beside(by) {
    return this.rows[this.at + by] ?? null;
  }

  /** The claims that wait, from the one after the current; those that were skipped come last. The current is none. */
  next() {
    const { at } = this;
    const others = [...this.rows.slice(at + 1), ...this.rows.slice(0, Math.max(0, at))];
    return others.filter((row) => !row.is_done);
  }

  /** Whether more wait at the server than are here. */
  get lacks() {
    return this.counts.waiting > this.rows.filter((row) => !row.is_done).length;
  }

  // Drawing -------------------------------------------------------------------------------------------------------

  setChoices(verdicts) {
    this.verdicts = new Map(verdicts.map((one) => [one.verdict, one]));
  }

  draw() {
    this.nodes = new Map(this.rows.map((row) => [itemKey(row), this.nodes.get(itemKey(row)) ?? this.option(row)]));
    this.list.replaceChildren(...this.nodes.values());
    this.show(this.current);
  }

  option(row) {
    const node = element("div", {
      class: "queue-row",
      role: "option",
      "data-item": itemKey(row),
      onclick: () => this.events.chosen(row),
    });
    this.fillOption(node, row);
    this.point(node, itemKey(row) === this.current);
    return node;
  }

  redraw(row) {
    const node = this.nodes.get(itemKey(row));
    if (node) this.fillOption(node, row);
  }

  fillOption(node, row) {
    const said = this.verdicts?.get(row.verdict);
    const { flag } = row;
    node.classList.toggle("done", row.is_done);
    node.replaceChildren(
      element("span", { class: "queue-text" }, row.text),
      said
        ? element("span", { class: "queue-said" }, "You: ", status(said.tone, said.words, said.icon))
        : flag && status(flag.tone, flag.words, ICONS[flag.icon] ? flag.icon : TONE_ICONS[flag.tone]),
    );
  }

  whenKeyed(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const row = this.beside(by);
    if (!row) return;
    this.events.chosen(row);
    this.nodes.get(itemKey(row))?.focus({ preventScroll: true });
  }
}

/** Whether a run of the script lists other claims than the one before: some were given out meanwhile. */
function isOtherQueue(now, before) {
  return Boolean(now && before) && (now.total !== before.total || now.is_assigned !== before.is_assigned);
}
