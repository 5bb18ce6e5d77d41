/** The places that the reviewer marked as the right ones. They are picked in the pane; here they are listed and taken back. */

const PLACE_FIELDS = ["id", "citation_id", "version_id", "page_index", "start", "end", "unit", "passage_id"];

class RightPlaces {
  /** `events`: pick(), removed(picks). */
  constructor(events) {
    this.events = events;
    this.picks = [];
    this.button = element(
      "button",
      { class: "button small", type: "button", "aria-keyshortcuts": "P", onclick: () => events.pick() },
      icon("target"),
      element("span"),
      element("kbd", { "aria-hidden": "true" }, "P"),
    );
    this.list = element("ul", { class: "picks" });
    this.root = element(
      "section",
      { class: "right-places", hidden: true },
      element("div", { class: "section-head" }, element("h2", {}, "Right place"), this.button),
      this.list,
    );
    this.setPicking(false);
  }

  /** `isWanted`: also while nothing is marked. */
  show(picks, isWanted) {
    this.picks = picks;
    this.root.hidden = !isWanted && !picks.length && !this.isPicking;
    this.list.hidden = !picks.length;
    this.list.replaceChildren(...picks.map((pick) => this.item(pick)));
  }

  setPicking(isPicking) {
    this.isPicking = isPicking;
    this.button.setAttribute("aria-pressed", String(isPicking));
    this.button.children[1].textContent = isPicking ? "Marking in the source…" : "Mark it in the source";
  }

  item(pick) {
    const words = pick.words || pick.quote;
    return element(
      "li",
      {},
      icon("target"),
      element("span", {}, pick.citation_id && element("b", {}, `${pick.citation_id} → `), words),
      element(
        "button",
        {
          class: "tool",
          type: "button",
          "aria-label": `Do not mark ${words}`,
          onclick: () => this.events.removed(this.picks.filter(({ id }) => id !== pick.id)),
        },
        icon("close"),
      ),
    );
  }
}

/** A marked place as it is sent. */
function sentPlace(pick) {
  return Object.fromEntries(PLACE_FIELDS.map((field) => [field, pick[field] ?? null]));
}
