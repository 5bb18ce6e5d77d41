/** Two evidences side by side: two periods of a margin, a figure and its restatement. */

class Comparing {
  constructor(pane) {
    this.pane = pane;
    this.button = toolButton("compare", "Compare with another evidence", "M");
    this.control = element("div", { class: "tools" }, this.button);
    this.slot = "share";
    this.popover = new Popover(pane, this.button, {
      label: "Compare with",
      name: "menu comparing",
      opened: () => this.fill(),
    });
    this.keys = [{ key: "m", words: "Compare with another evidence", action: () => this.popover.toggle() }];
  }

  opened() {
    setEnabled(this.button, this.others().length > 0);
  }

  /** Every other evidence of the answer that this reader may see, the newer version of the open one first. */
  others() {
    const { data, evidence } = this.pane;
    const shown = evidence.of ?? evidence.key;
    const isNewer = (one) => one.of === evidence.key || one.key === evidence.of;
    const seen = new Set([evidence.citation_id]);
    const distinct = data.evidence.filter((one) => {
      if (one.of || one.key === shown || one.state === "denied" || seen.has(one.citation_id)) return false;
      return seen.add(one.citation_id);
    });
    return [...data.evidence.filter(isNewer), ...distinct];
  }

  fill() {
    const { root } = this.popover;
    root.replaceChildren(
      element("p", { class: "menu-lead" }, `Show beside ${this.pane.evidence.citation_id}`),
      ...this.others().map((one) => this.item(one)),
    );
  }

  item(one) {
    const onclick = () => {
      this.popover.close({ focus: false });
      this.pane.compareWith(one.key);
    };
    return menuItem(
      { onclick },
      element("b", { class: "badge", "data-shown": "known" }, one.citation_id),
      element(
        "span",
        { class: "two-lines" },
        element("span", {}, one.of ? `Newer version: ${one.title}` : one.title || "Removed document"),
        element("span", { class: "aside" }, one.locus),
      ),
    );
  }

  disconnect() {
    this.popover.disconnect();
  }
}

PANE_TOOLS.push((pane) => new Comparing(pane));
