/** Go to a page: by its place in the file or by the number printed on it, never one taken for the other. */

const SPOKEN_AFTER = 400; // ms without a key
const MOST_RUNS = 8; // runs of printed numbers that are named where a typed one is on no page
const MOST_PLACES = 60; // pages listed for one printed number

/** A popover whose first stop is its text field, and which speaks of what was typed once the reader pauses. */
class FieldPopover extends Popover {
  focusFirst() {
    const field = this.root.querySelector("input[type=text]");
    field.select();
    field.focus({ preventScroll: true });
  }

  speak(words) {
    clearTimeout(this.speaking);
    if (words && this.isOpen) this.speaking = setTimeout(() => this.pane.announce(words), SPOKEN_AFTER);
  }

  close(options) {
    clearTimeout(this.speaking);
    super.close(options);
  }
}

class GoTo {
  constructor(pane) {
    this.pane = pane;
    this.mode = "place";
    this.button = element("button", { class: "said page-now", type: "button", "aria-keyshortcuts": "G" });
    this.control = element("div", { class: "tools" }, this.button);
    this.slot = "page";
    this.popover = new FieldPopover(pane, this.button, {
      label: "Go to a page",
      name: "go-to",
      opened: () => this.fill(),
    });
    this.keys = [{ key: "g", words: "Go to a page", action: () => this.popover.open() }];
    this.build();
  }

  build() {
    this.lead = element("p", { class: "menu-lead" });
    this.modes = element(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": "What the number is" },
      this.segment("place"),
      this.segment("label"),
    );
    this.caption = element("span", { class: "menu-lead", id: "go-to-caption" });
    this.field = element("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      "aria-labelledby": "go-to-caption",
      oninput: () => this.look(),
    });
    this.words = element("p", { class: "go-words" });
    this.places = element("div", { class: "places-found", role: "group", "aria-label": "Pages" });
    const form = element(
      "form",
      {
        novalidate: true,
        onsubmit: (event) => this.submit(event),
        onkeydown: (event) => this.whenKeyed(event),
      },
      this.lead,
      this.modes,
      element("label", { class: "field" }, this.caption, this.field),
      this.words,
      this.places,
    );
    this.popover.root.append(form);
  }

  segment(mode) {
    const radio = element("input", {
      type: "radio",
      name: "go-to-mode",
      value: mode,
      onchange: () => this.choose(mode),
    });
    const words = element("span");
    return element("label", { "data-mode": mode }, radio, words);
  }

  // The page in view ----------------------------------------------------------------------------------------------

  opened() {
    this.names = this.pane.source ? new PageNames(this.pane.source) : null;
    this.shown = null;
    this.moved();
  }

  renewed() {
    if (this.pane.source) this.names = new PageNames(this.pane.source);
  }

  closed() {
    this.popover.close({ focus: false });
  }

  get pageNow() {
    return this.pane.viewer?.pageInView ?? this.pane.citation?.page ?? 0;
  }

  moved() {
    if (!this.pane.viewer || !this.names) return;
    const index = this.pageNow;
    if (index === this.shown) return;
    this.shown = index;
    const { kind, count } = this.names;
    const label = this.names.labels[index];
    const words = `${kind.one} ${index + 1} of ${count}, ${this.names.printedWords(index)}. Go to a page`;
    this.button.replaceChildren(
      element("span", { class: "wide" }, `${kind.one} `),
      element("span", { class: "short" }, `${kind.short} `),
      element("b", {}, String(index + 1)),
      ...(label ? [" · printed ", element("b", {}, label)] : []),
    );
    this.button.setAttribute("aria-label", words);
    this.button.title = `${words} (G)`;
  }

  // The dialog ----------------------------------------------------------------------------------------------------

  fill() {
    const { kind, count, isPrinted } = this.names;
    const index = this.pageNow;
    this.lead.replaceChildren(
      "You are on ",
      element("b", {}, this.names.words(index)),
      `, of ${count.toLocaleString("en-US")} ${count === 1 ? kind.one : kind.many}.`,
    );
    this.label("place", kind.one);
    this.label("label", isPrinted ? "Printed number" : "No printed numbers");
    this.radio("label").disabled = !isPrinted;
    this.field.value = "";
    this.choose(isPrinted ? this.mode : "place", { focus: false });
    this.awaitOutline();
  }

  /** The sections that pages stand in tell equal numbers apart; without them the pages alone are listed. */
  async awaitOutline() {
    const { evidence, source } = this.pane;
    try {
      await filingOutlines.load(evidence.version.id, source);
    } catch (error) {
      if (error instanceof PageProblem) return;
      throw error;
    }
    if (this.popover.isOpen && this.field.value.trim()) this.look();
  }

  radio(mode) {
    return this.modes.querySelector(`[value=${mode}]`);
  }

  label(mode, words) {
    this.modes.querySelector(`[data-mode=${mode}] span`).textContent = words;
  }

  choose(mode, { focus = true } = {}) {
    this.mode = mode;
    this.radio(mode).checked = true;
    const isPlace = mode === "place";
    const { kind, count } = this.names;
    this.caption.textContent = isPlace
      ? `${kind.one}, counted from the first: 1 to ${count.toLocaleString("en-US")}`
      : `As printed, such as ${this.example()}`;
    this.field.inputMode = isPlace ? "numeric" : "text";
    this.look();
    if (focus) this.field.focus({ preventScroll: true });
  }

  /** A printed number of each kind that this filing has, the one in view first. */
  example() {
    const kinds = new Map();
    const { keys, labels } = this.names;
    for (const index of [this.pageNow, ...keys.keys()]) {
      const series = keys[index] === null ? null : (numberOfLabel(keys[index])?.series ?? "other");
      if (series !== null && kinds.size < 3 && !kinds.has(series)) kinds.set(series, labels[index]);
    }
    return [...kinds.values()].join(" or ");
  }

  get found() {
    return this.mode === "place"
      ? this.names.byPlace(this.field.value)
      : this.names.byLabel(this.field.value);
  }

  /** What the typed number opens, said before it is opened. */
  look() {
    const typed = this.field.value.trim();
    const { found } = this;
    this.field.setAttribute("aria-invalid", String(Boolean(typed) && !found.length));
    if (!typed) return this.show([], []);
    if (found.length === 1) return this.show(["Enter opens this page."], found);
    if (found.length > 1) return this.show(this.severalWords(typed, found), found);
    if (this.mode === "label") return this.showNearest(typed);
    return this.showNoPlace(typed);
  }

  severalWords(typed, found) {
    const { kind } = this.names;
    const more = found.length > MOST_PLACES ? ` The first ${MOST_PLACES} are listed.` : "";
    return [`${found.length} ${kind.many} print “${typed}”. Choose one.${more}`];
  }

  showNearest(typed) {
    const runs = this.names.runs();
    const some = runs.slice(0, MOST_RUNS).join(", ") + (runs.length > MOST_RUNS ? ", …" : "");
    const near = this.names.nearest(typed);
    const nearest = near.length ? " The nearest:" : "";
    this.show([`No page prints “${typed}”. The pages print ${some}.${nearest}`], near, "missing");
  }

  showNoPlace(typed) {
    const { kind, count } = this.names;
    const isNumber = /^\d+$/.test(typed);
    const words = isNumber
      ? `There is no ${kind.one} ${typed}: the last is ${count}.`
      : `A ${kind.one} is a whole number from 1 to ${count}.`;
    const printed = this.names.byLabel(typed);
    this.show([words, printed.length > 0 && ` “${typed}” is printed on:`], printed, "missing");
  }

  show(words, pages, iconName = null) {
    this.words.replaceChildren(...(iconName ? [icon(iconName)] : []), ...words.filter(Boolean));
    this.words.hidden = !words.length;
    this.places.replaceChildren(...pages.slice(0, MOST_PLACES).map((index) => this.place(index)));
    this.places.hidden = !pages.length;
    const only = pages.length === 1 && this.names.spoken(pages[0]);
    this.popover.speak([this.words.textContent, only].filter(Boolean).join(" "));
  }

  place(index) {
    const section = filingOutlines
      .above(this.pane.evidence.version.id, index)
      .slice(0, 2)
      .map((entry) => entry.text)
      .join(" › ");
    return element(
      "button",
      { class: "item", type: "button", onclick: () => this.go(index) },
      element(
        "span",
        { class: "two-lines" },
        element("span", {}, this.names.words(index)),
        section && element("span", { class: "aside filed" }, section),
      ),
    );
  }

  /** One page is opened; of several the reader chooses, and none is opened for him. */
  submit(event) {
    event.preventDefault();
    const { found } = this;
    if (found.length === 1) return this.go(found[0]);
    this.places.querySelector("button")?.focus({ preventScroll: true });
    if (!found.length) this.pane.announce(this.words.textContent);
  }

  whenKeyed(event) {
    const stops = [this.field, ...this.places.querySelectorAll("button")];
    const at = stops.indexOf(event.target.closest("input[type=text], button"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to === undefined || at < 0 || !stops[to]) return;
    event.preventDefault();
    stops[to].focus();
  }

  go(index) {
    this.popover.close({ focus: false });
    this.pane.viewer.goToPage?.(index);
    this.pane.focusView();
    this.pane.announce(this.names.spoken(index));
  }

  disconnect() {
    this.popover.disconnect();
  }
}

PANE_TOOLS.push((pane) => new GoTo(pane));
