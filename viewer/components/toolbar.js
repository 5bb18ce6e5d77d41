/** The pane's toolbar: one tab stop, arrows move inside. */

class Toolbar {
  /** `events`: evidence(by), region(by), zoom(direction), fit(). */
  constructor(events) {
    const tool = (name, label, keys, action) =>
      element(
        "button",
        {
          class: "tool",
          type: "button",
          "aria-label": label,
          title: `${label} (${keys})`,
          "aria-keyshortcuts": keys.replace("Shift ", "Shift+"),
          onclick: action,
        },
        icon(name),
      );
    this.previous = tool("previous", "Previous evidence", "[", () => events.evidence(-1));
    this.next = tool("next", "Next evidence", "]", () => events.evidence(1));
    this.evidence = element("span", { class: "said" });
    this.up = tool("up", "Previous region", "Shift N", () => events.region(-1));
    this.down = tool("down", "Next region", "N", () => events.region(1));
    this.region = element("span", { class: "said" });
    this.smaller = tool("minus", "Zoom out", "-", () => events.zoom(-1));
    this.larger = tool("plus", "Zoom in", "+", () => events.zoom(1));
    this.zoom = element("span", { class: "said zoom" });
    this.fit = tool("fit", "Fit evidence", "0", () => events.fit());
    this.original = element(
      "a",
      {
        class: "tool",
        target: "_blank",
        rel: "noopener noreferrer",
        "aria-label": "Open original in a new tab",
        title: "Open original",
      },
      icon("open"),
    );
    this.viewing = [
      element("div", { class: "tools" }, this.up, this.region, this.down),
      element("div", { class: "tools" }, this.smaller, this.zoom, this.larger, this.fit),
      element("div", { class: "tools end" }, this.original),
    ];
    this.root = element(
      "div",
      {
        class: "toolbar",
        role: "toolbar",
        "aria-label": "Evidence",
        onkeydown: (event) => this.whenKeyed(event),
        onfocusin: (event) => this.rove(event.target),
      },
      element("div", { class: "tools" }, this.previous, this.evidence, this.next),
      ...this.viewing,
    );
    this.rove(this.next);
  }

  /** `at` and `count` of the distinct citations; `stops` of the open one, or null where nothing is viewed. */
  show({ id, at, count, stops, stop, zoom, original }) {
    this.evidence.replaceChildren(element("b", {}, id), ` of ${count}`);
    setEnabled(this.previous, at > 0);
    setEnabled(this.next, at < count - 1);
    for (const group of this.viewing) group.hidden = zoom === null;
    this.region.replaceChildren(
      ...(stops ? ["Region ", element("b", {}, String(stop + 1)), ` of ${stops}`] : ["No region"]),
    );
    setEnabled(this.up, stop > 0);
    setEnabled(this.down, stop < stops - 1);
    this.zoom.textContent = `${Math.round((zoom ?? 1) * 100)}%`;
    this.original.hidden = !original;
    if (original) this.original.href = original;
  }

  controls() {
    return [...this.root.querySelectorAll("button, a")].filter(
      (one) => !one.hidden && !one.closest("[hidden]"),
    );
  }

  whenKeyed(event) {
    const controls = this.controls();
    const at = controls.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: controls.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    controls[(to + controls.length) % controls.length].focus();
  }

  rove(control) {
    for (const one of this.root.querySelectorAll("button, a")) one.tabIndex = one === control ? 0 : -1;
  }
}

/** Kept focusable while disabled: a button that goes away under the reader's finger takes the focus with it. */
function setEnabled(button, isEnabled) {
  button.setAttribute("aria-disabled", String(!isEnabled));
}
