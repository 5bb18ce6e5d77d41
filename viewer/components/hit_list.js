/** Places of a filing as a listbox of two-line rows. Only the rows in view exist, so that a thousand cost no more than ten. */

const HIT_ROW = 46; // px; hit_list.css has the same
const HIT_ROWS_BEYOND = 4; // rows kept above and below those in view

let hitLists = 0;

class HitList {
  /** `label` names it; `rowOf(index)` gives a row's `{ words, where, title }`; `chosen(index)` is called for a choice. */
  constructor({ label, rowOf, chosen }) {
    this.events = { rowOf, chosen };
    this.id = `hit-list-${(hitLists += 1)}`;
    this.count = this.active = 0;
    this.selected = null;
    this.room = element("div", { class: "hit-room", role: "presentation" });
    this.root = element(
      "div",
      {
        class: "hit-list",
        role: "listbox",
        "aria-label": label,
        tabindex: "0",
        onkeydown: (event) => this.whenKeyed(event),
        onscroll: () => this.draw(),
        onfocus: () => this.draw(),
      },
      this.room,
    );
  }

  /** `selected` is the index of the place that is looked at, or null. */
  show(count, selected) {
    this.count = count;
    this.room.style.height = `${count * HIT_ROW}px`;
    this.select(selected);
  }

  select(index) {
    this.selected = index;
    this.active = Math.min(index ?? this.active, Math.max(0, this.count - 1));
    this.bring(this.active);
    this.draw();
  }

  /** Scrolls a row into the list's view. */
  bring(index) {
    const { scrollTop, clientHeight } = this.root;
    if (!clientHeight) return;
    const top = index * HIT_ROW;
    if (top < scrollTop) this.root.scrollTop = top;
    else if (top + HIT_ROW > scrollTop + clientHeight) this.root.scrollTop = top + HIT_ROW - clientHeight;
  }

  draw() {
    const { scrollTop, clientHeight } = this.root;
    const first = Math.max(0, Math.floor(scrollTop / HIT_ROW) - HIT_ROWS_BEYOND);
    const last = Math.min(this.count, Math.ceil((scrollTop + clientHeight) / HIT_ROW) + HIT_ROWS_BEYOND);
    const indexes = new Set([this.active]);
    for (let index = first; index < last; index += 1) indexes.add(index);
    const rows = [...indexes].filter((index) => index < this.count).sort((one, other) => one - other);
    this.room.replaceChildren(...rows.map((index) => this.row(index)));
    this.tellActive();
  }

  row(index) {
    const { words, where, title } = this.events.rowOf(index);
    const node = element(
      "div",
      {
        class: index === this.active ? "hit-row active" : "hit-row",
        id: `${this.id}-${index}`,
        role: "option",
        title,
        "aria-selected": String(index === this.selected),
        "aria-posinset": index + 1,
        "aria-setsize": this.count,
        onclick: () => this.choose(index),
      },
      element("span", { class: "hit-words" }, words),
      element("span", { class: "hit-where" }, where),
    );
    node.style.top = `${index * HIT_ROW}px`;
    return node;
  }

  tellActive() {
    if (this.count) this.root.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    else this.root.removeAttribute("aria-activedescendant");
  }

  choose(index) {
    this.active = index;
    this.events.chosen(index);
  }

  whenKeyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.count) return;
    const page = Math.max(1, Math.floor(this.root.clientHeight / HIT_ROW) - 1);
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.count,
      End: this.count,
    };
    const isChoice = event.key === "Enter" || event.key === " ";
    if (!isChoice && !Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isChoice) return this.choose(this.active);
    this.active = Math.min(this.count - 1, Math.max(0, this.active + steps[event.key]));
    this.bring(this.active);
    this.draw();
  }
}

/**
 * A place's words with what stands around them; what is before them is cut at its beginning, in a line that runs from
 * right to left, where only a hard space keeps its place at the end.
 */
function snippetNodes({ before, words, after }) {
  return [
    element("span", { class: "hit-before" }, element("bdi", { dir: "auto" }, before.replace(/ $/, "\u00a0"))),
    element("b", {}, words),
    element("span", { class: "hit-after" }, after),
  ];
}
