/** What a search is typed into: the words, two options, the count, and a line that says how it went. */

const LONGEST_FIND = 300; // characters
const FIND_TITLES = {
  "Match case": "Upper and lower case as typed",
  "Whole words": "Whole words only; figures with the same sign, decimals and percent",
};

class FindForm {
  /** `events`: focused(), typed(), asked() for an option, entered(by), stepped(by), listed(), closed(). */
  constructor(events, list) {
    this.input = element("input", {
      class: "find-input",
      type: "text",
      dir: "auto",
      role: "searchbox",
      "aria-label": "Find in this filing",
      placeholder: "Find in this filing",
      autocomplete: "off",
      spellcheck: "false",
      maxlength: LONGEST_FIND,
      onfocus: () => events.focused(),
      oninput: () => events.typed(),
      onkeydown: (event) => {
        if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        events.entered(event.shiftKey ? -1 : 1);
      },
    });
    this.count = element("span", { class: "find-count" });
    this.previous = toolButton("up", "Previous hit", "Shift Enter", () => events.stepped(-1));
    this.next = toolButton("down", "Next hit", "Enter", () => events.stepped(1));
    this.options = Object.entries(FIND_TITLES).map(([label, title]) => this.option(label, title, events));
    this.listing = element(
      "button",
      { class: "find-option", type: "button", "aria-expanded": "false", onclick: () => events.listed() },
      "List",
    );
    this.said = element("p", { class: "find-said", hidden: true });
    this.root = element(
      "div",
      { class: "find", role: "search", hidden: true, onkeydown: (event) => this.whenKeyed(event, events) },
      element(
        "div",
        { class: "find-bar" },
        element("div", { class: "find-field" }, icon("search"), this.input, this.count),
        this.previous,
        this.next,
        element("div", { class: "find-options" }, this.options, this.listing),
        toolButton("close", "Close the search", "Esc", () => events.closed()),
      ),
      this.said,
      list,
    );
  }

  option(label, title, events) {
    const button = element(
      "button",
      { class: "find-option", type: "button", "aria-pressed": "false", title },
      label,
    );
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      events.asked();
    });
    return button;
  }

  get words() {
    return this.input.value;
  }

  /** The parameters of the search; null where nothing is typed. */
  get query() {
    if (!this.words.trim()) return null;
    const [matchCase, wholeWords] = this.pressed;
    return { q: this.words, ...(matchCase && { case: 1 }), ...(wholeWords && { word: 1 }) };
  }

  get pressed() {
    return this.options.map((button) => button.getAttribute("aria-pressed") === "true");
  }

  loosen() {
    for (const button of this.options) button.setAttribute("aria-pressed", "false");
  }

  /** "3 of 27", or "27" before a hit is gone to; `total` is null while nothing is searched for. */
  showCount(total, at) {
    const words = (total ?? 0).toLocaleString("en-US");
    this.count.textContent =
      total === null ? "" : at === null ? words : `${(at + 1).toLocaleString("en-US")} of ${words}`;
    setEnabled(this.previous, total > 0);
    setEnabled(this.next, total > 0);
  }

  /** Beside the words, so that the page below does not move while they are typed. */
  showSearching() {
    this.count.textContent = "Searching…";
  }

  say(iconName, words, label = null, action = null) {
    const button =
      action && element("button", { class: "button small", type: "button", onclick: action }, label);
    this.said.replaceChildren(icon(iconName), element("span", {}, words), button ?? "");
    this.said.hidden = false;
  }

  hush() {
    this.said.hidden = true;
  }

  focus() {
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  /** Keys pressed in it are its own, but for the ones that open it. */
  whenKeyed(event, events) {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    events.closed();
  }
}
