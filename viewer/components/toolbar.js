/** The pane's toolbar, a row about the citation and one about the page: one tab stop, arrows move inside. */

function toolButton(iconName, label, keys, action = () => {}) {
  return element(
    "button",
    {
      class: "tool",
      type: "button",
      "aria-label": label,
      title: keys ? `${label} (${keys})` : label,
      "aria-keyshortcuts": keys ? keys.replace("Shift ", "Shift+") : null,
      onclick: action,
    },
    icon(iconName),
  );
}

class Toolbar {
  /** `events`: evidence(by), region(by), zoom(direction). */
  constructor(events) {
    this.previous = toolButton("previous", "Previous evidence", "[", () => events.evidence(-1));
    this.next = toolButton("next", "Next evidence", "]", () => events.evidence(1));
    this.evidence = element("span", { class: "said" });
    this.up = toolButton("up", "Previous region", "P", () => events.region(-1));
    this.down = toolButton("down", "Next region", "N", () => events.region(1));
    this.region = element("button", { class: "said", type: "button" });
    this.smaller = toolButton("minus", "Zoom out", "-", () => events.zoom(-1));
    this.larger = toolButton("plus", "Zoom in", "+", () => events.zoom(1));
    this.zoom = element("button", { class: "said zoom", type: "button" });
    this.slots = Object.fromEntries(
      ["citation", "share", "page", "search"].map((name) => [name, element("div", { class: `slot ${name}` })]),
    );
    const { citation, share, page, search } = this.slots;
    const regions = element("div", { class: "tools" }, this.up, this.region, this.down);
    const zoom = element("div", { class: "tools" }, this.smaller, this.zoom, this.larger);
    this.pageBar = element("div", { class: "bar" }, page, zoom, search);
    this.viewing = [regions, citation, this.pageBar];
    this.root = element(
      "div",
      {
        class: "toolbar",
        role: "toolbar",
        "aria-label": "Evidence",
        onkeydown: (event) => this.whenKeyed(event),
        onfocusin: (event) => this.rove(event.target),
      },
      element(
        "div",
        { class: "bar" },
        element("div", { class: "tools" }, this.previous, this.evidence, this.next),
        regions,
        citation,
        share,
      ),
      this.pageBar,
    );
    this.rove(this.next);
  }

  add(control, slot) {
    this.slots[slot].append(control);
    this.rove(this.next);
  }

  /** `at` and `count` of the distinct citations; `stops` of the open one; `zoom` is null where nothing is viewed. */
  show({ id, at, count, stops, stop, zoom }) {
    this.evidence.replaceChildren(element("b", {}, id), ` of ${count}`);
    setEnabled(this.previous, at > 0);
    setEnabled(this.next, at < count - 1);
    for (const group of this.viewing) group.hidden = zoom === null;
    this.region.replaceChildren(
      ...(stops ? ["Region ", element("b", {}, String(stop + 1)), ` of ${stops}`] : ["No region"]),
    );
    setEnabled(this.region, stops > 0);
    setEnabled(this.up, stop > 0);
    setEnabled(this.down, stop < stops - 1);
    this.showZoom(zoom ?? 1);
  }

  showZoom(zoom) {
    const percent = `${Math.round(zoom * 100)}%`;
    this.zoom.textContent = percent;
    this.zoom.setAttribute("aria-label", `Zoom, ${percent}`);
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
    if (to === undefined || at < 0) return;
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
