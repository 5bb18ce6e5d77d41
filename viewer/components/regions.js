/** The regions of the open citation as a list: what is cited and what gives it meaning, each with its role, words and page. */

const REGION_ROLES = {
  row_label: "Row",
  column_header: "Column",
  unit: "Unit",
  footnote: "Note",
  context: "Context",
};

class RegionList {
  constructor(pane) {
    this.pane = pane;
    this.button = pane.toolbar.region;
    this.popover = new Popover(pane, this.button, {
      label: "Regions of this evidence",
      name: "menu regions",
      opened: () => this.fill(),
    });
    this.list = element("ul", {
      class: "region-list",
      role: "listbox",
      "aria-label": "Regions",
      onkeydown: (event) => this.whenKeyed(event),
    });
    this.popover.root.append(this.list);
    pane.root.addEventListener("click", (event) => this.whenPressed(event));
    this.button.setAttribute("aria-keyshortcuts", "R");
    this.keys = [{ key: "r", words: "List of regions", action: () => this.popover.toggle() }];
  }

  opened() {
    this.name();
  }

  moved() {
    this.name();
  }

  closed() {
    this.popover.close({ focus: false });
  }

  /** The number of another region on the page leads to it. */
  whenPressed({ target }) {
    const number = target.closest?.("[data-stop]");
    if (number) this.pane.stepRegion(Number(number.dataset.stop) - this.pane.citation.at);
  }

  /** The button tells the whole name of the region that it numbers. */
  name() {
    const { citation } = this.pane;
    this.button.title = citation?.current ? citation.regionName() : "Nothing is marked";
  }

  fill() {
    const { citation } = this.pane;
    const cited = citation.stops.map((stop, at) => ({
      role: citation.isTabular ? "Cited value" : "Cited passage",
      look: at === citation.at ? "value" : "other",
      text: stop.text || (citation.stops.length === 1 ? citation.quote?.text : ""),
      page: stop.page,
      isCurrent: at === citation.at,
      go: () => this.pane.stepRegion(at - this.pane.citation.at),
    }));
    const asides = citation.asides().map((aside) => ({
      role: REGION_ROLES[aside.role],
      look: "aside",
      text: aside.text,
      page: aside.page,
      isCurrent: false,
      go: () => this.reveal(aside),
    }));
    this.list.replaceChildren(...[...cited, ...asides].map((region) => this.option(region)));
  }

  option({ role, look, text, page, isCurrent, go }) {
    return element(
      "li",
      {
        class: "region",
        role: "option",
        "aria-selected": String(isCurrent),
        tabindex: isCurrent ? "0" : "-1",
        "data-first": isCurrent,
        onclick: () => this.choose(go),
      },
      element("span", { class: `key ${look}` }, role),
      element("q", {}, text || "…"),
      element("span", { class: "where" }, this.pane.citation.placeName(page)),
    );
  }

  choose(go) {
    this.popover.close();
    go();
  }

  reveal({ role, text, page, pieces }) {
    this.pane.viewer.reveal(pieces[0]);
    this.pane.announce(`${REGION_ROLES[role]}: ${text}, ${this.pane.citation.placeName(page)}`);
  }

  whenKeyed(event) {
    const options = [...this.list.children];
    const at = options.indexOf(event.target.closest("li"));
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return options[at].click();
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (!options[to]) return;
    event.preventDefault();
    for (const one of options) one.tabIndex = one === options[to] ? 0 : -1;
    options[to].focus();
  }

  disconnect() {
    this.popover.disconnect();
  }
}

PANE_TOOLS.push((pane) => new RegionList(pane));
