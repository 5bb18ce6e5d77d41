/** The other passages that the answer was made from: opened one by one, and taken as the right place. */

class PickPassages {
  /** `chosen(key)` opens one in the pane. */
  constructor(pane, chosen) {
    this.pane = pane;
    this.chosen = chosen;
    this.button = element(
      "button",
      { class: "button small", type: "button", title: "The passages that were read for the answer" },
      "Other passages",
      element("kbd", {}, "A"),
    );
    this.popover = new Popover(pane, this.button, {
      label: "Passages that were read",
      name: "menu pick-passages",
      opened: () => this.fill(),
    });
    this.popover.root.addEventListener("keydown", (event) => this.whenKeyed(event));
  }

  get passages() {
    return this.pane.data.read ?? [];
  }

  offer() {
    this.button.hidden = !this.passages.length;
  }

  open() {
    if (this.passages.length) this.popover.open();
    else this.pane.announce("No other passage was read for this answer.");
  }

  fill() {
    const items = this.passages.map((entry) => this.item(entry));
    this.popover.root.replaceChildren(
      element("p", { class: "menu-lead" }, "Read for the answer. Open one, then mark it or a part of it."),
      ...items,
    );
  }

  item({ key, citation_id: id, version, title, page_index: index, begins, cited }) {
    const source = this.pane.data.sources[version];
    const page = source && index < source.page_count ? new PageNames(source).words(index) : null;
    const attributes = {
      "aria-current": this.pane.evidence?.key === key ? "true" : null,
      onclick: () => {
        this.popover.close({ focus: false });
        this.chosen(key);
      },
    };
    const where = [title, page, cited].filter(Boolean).join(" · ");
    return menuItem(
      attributes,
      element("span", { class: "badge", "data-shown": "known" }, id),
      element("span", { class: "two-lines" }, element("span", { class: "begins" }, begins || title || "Passage"), element("span", { class: "aside" }, where)),
    );
  }

  whenKeyed(event) {
    const items = [...this.popover.root.querySelectorAll(".item")];
    const at = items.indexOf(event.target.closest(".item"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (!items[to]) return;
    event.preventDefault();
    items[to].focus();
  }

  disconnect() {
    this.popover.disconnect();
  }
}
