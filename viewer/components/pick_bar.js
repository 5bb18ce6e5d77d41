/** What marking the right place is steered by: the unit, what the cursor stands on, and the places marked so far. */

ICONS.target = ["M20 12a8 8 0 1 1-16 0a8 8 0 0 1 16 0z", "M15 12a3 3 0 1 1-6 0a3 3 0 0 1 6 0z", "M12 2v4", "M12 18v4", "M2 12h4", "M18 12h4"];
ICONS.remove = ["M5 7h14", "M10 7V4.5h4V7", "M7 7l.8 13h8.4L17 7"];

const PICK_UNITS = {
  cells: ["Cells", "Cells of a table; elsewhere words, or the block that is clicked"],
  words: ["Words", "Whole words"],
  block: ["Block", "A whole row, paragraph or heading"],
};
const PICK_HELP = {
  pdf: "Draw around the right place, or click it. With keys: ↑ ↓ ← → move, Shift extends, Enter marks.",
  frame: "Select the right words, or click them. With keys: ↑ ↓ from block to block, ← → inside, Enter marks.",
};

class PickBar {
  /** `root` stands above the page while a place is marked, `list` below it while there are places. `events`: unit(name), done(), passage(), go(place), remove(place). `passages` is the list's control. */
  constructor(events, passages) {
    this.events = events;
    this.units = Object.entries(PICK_UNITS).map(([unit, [words, title]]) => this.unitButton(unit, words, title));
    this.reason = element("span", { class: "pick-for" });
    this.said = element("p", { class: "pick-said" });
    this.passage = element(
      "button",
      { class: "button small", type: "button", hidden: true, onclick: () => events.passage() },
      "Mark this passage",
    );
    this.root = element(
      "div",
      { class: "pick-bar pick-head", role: "group", "aria-label": "Mark the right place", hidden: true },
      element("p", { class: "pick-title" }, icon("target"), element("b", {}, "Mark the right place"), this.reason),
      element(
        "div",
        { class: "pick-units", role: "radiogroup", "aria-label": "What is marked", onkeydown: (event) => this.whenKeyed(event) },
        this.units,
      ),
      this.passage,
      passages,
      element(
        "div",
        { class: "pick-state" },
        this.said,
        element(
          "button",
          { class: "button quiet small", type: "button", onclick: () => events.done() },
          "Done",
          element("kbd", {}, "Esc"),
        ),
      ),
    );
    this.list = element("ul", { class: "pick-list", "aria-label": "Right places", hidden: true });
  }

  unitButton(unit, words, title) {
    return element(
      "button",
      { class: "pick-unit", type: "button", role: "radio", "data-unit": unit, title, onclick: () => this.events.unit(unit) },
      words,
    );
  }

  whenKeyed(event) {
    const at = this.units.indexOf(event.target);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.units[(at + by + this.units.length) % this.units.length];
    this.events.unit(next.dataset.unit);
    next.focus();
  }

  showUnit(unit) {
    for (const button of this.units) {
      const isChosen = button.dataset.unit === unit;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  /** `citation` is the one that the place is put right for, or null. */
  open(citation) {
    this.reason.textContent = citation ? `instead of ${citation}` : "beside what is cited";
    this.root.hidden = false;
  }

  close() {
    this.root.hidden = true;
  }

  offerPassage(isOffered) {
    this.passage.hidden = !isOffered;
  }

  say(iconName, words, action = null) {
    const said = element("span", {}, words);
    said.title = said.textContent;
    this.said.replaceChildren(iconName ? icon(iconName) : "", said, action ?? "");
    this.said.classList.toggle("problem-said", iconName !== null);
  }

  /** `places` as they are labelled; those of an annotation are read only. */
  showPlaces(places) {
    const focused = [...this.list.children].findIndex((item) => item.matches(":focus-within"));
    this.list.replaceChildren(...places.map((place) => this.item(place)));
    this.list.hidden = !places.length;
    if (focused < 0) return;
    const next = this.list.children[Math.min(focused, places.length - 1)];
    next?.querySelector("button").focus({ preventScroll: true });
  }

  item(place) {
    const { label, words, state, state_words: why, isKept } = place;
    const isLost = isLostPlace(place);
    const go = element(
      "button",
      {
        class: "pick-go",
        type: "button",
        title: isLost ? why : place.quote,
        "aria-disabled": isLost ? "true" : null,
        onclick: () => this.events.go(place),
        onkeydown: (event) => this.whenItemKeyed(event, place),
      },
      element("span", { class: "pick-label" }, label),
      element("span", { class: "pick-words" }, words),
      state && state !== "ready" && why && element("span", { class: "pick-why" }, icon("warning"), why),
    );
    const remove =
      !isKept &&
      element(
        "button",
        {
          class: "tool",
          type: "button",
          "aria-label": `Remove ${label}: ${words}`,
          title: "Remove (Delete)",
          onclick: () => this.events.remove(place),
        },
        icon("remove"),
      );
    return element("li", { class: isLost ? "pick lost" : "pick" }, go, remove);
  }

  whenItemKeyed(event, place) {
    if ((event.key !== "Delete" && event.key !== "Backspace") || place.isKept) return;
    event.preventDefault();
    event.stopPropagation();
    this.events.remove(place);
  }
}
