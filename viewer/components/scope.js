/** What a question is asked of: a chip for each filing, with why, and a way to leave it out or to put it back. */

ICONS.file = ["M6 3.5h8l4 4v13H6z", "M14 3.5v4h4", "M9 12h6", "M9 15.5h6"];
ICONS.files = ["M8 7.5V3.5h12v12h-4", "M4 7.5h12v13H4z", "M7 12h6", "M7 15.5h6"];
ICONS.pin = ["M9 3.5h6l-.8 6 3.3 3v2h-11v-2l3.3-3z", "M12 14.5v6"];

const NO_SCOPE = { lead: "", all: null, total: "", chips: [], most: 0, left_out: [] };
const CHIP_ICONS = { ready: "file", superseded: "history", denied: "lock", removed: "broken" };

class ScopeLine {
  constructor(parent) {
    this.parent = parent;
    this.root = element("section", { class: "root scope", "aria-label": "Filings that the question is asked of" });
    parent.querySelector(".mount").replaceChildren(this.root);
    this.live = element("div", { class: "heard", role: "status", "aria-live": "polite" });
    this.showsAll = false;
  }

  update(data, setTriggerValue) {
    renew(this, data, setTriggerValue);
  }

  /** Focus follows the chip that had it by its key; from one that is gone, it goes to the first that is left. */
  draw() {
    const spot = this.parent.activeElement?.dataset.spot ?? null;
    const { lead, all, total, chips, most, left_out: leftOut } = this.data;
    const shown = this.showsAll ? chips : chips.slice(0, most);
    this.root.replaceChildren(
      element("span", { class: "scope-lead" }, lead),
      element(
        "ul",
        { class: "chips" },
        all && element("li", { class: "chip all" }, icon("files"), element("span", { class: "chip-title" }, all)),
        shown.map((chip) => this.chipOf(chip)),
        chips.length > most && element("li", {}, this.moreButton(chips.length - most)),
        leftOut.map((one) => this.leftOutOf(one)),
        chips.some((chip) => chip.is_picked) && element("li", {}, this.clearButton()),
        total && element("li", { class: "scope-total" }, total),
      ),
      this.live,
    );
    if (!spot) return;
    const buttons = [...this.root.querySelectorAll("button")];
    (buttons.find((button) => button.dataset.spot === spot) ?? buttons[0])?.focus({ preventScroll: true });
  }

  chipOf(chip) {
    const isWithheld = chip.state === "denied" || chip.state === "removed";
    const name = chip.is_picked && !isWithheld ? "pin" : CHIP_ICONS[chip.state];
    return element(
      "li",
      { class: `chip${chip.is_picked ? " picked" : ""}${isWithheld ? " withheld" : ""}` },
      icon(name),
      element(
        "span",
        { class: "chip-words", title: chip.why ? `${chip.title}, ${chip.why}` : chip.title },
        element("span", { class: "chip-title" }, chip.title),
        chip.state === "superseded" && element("span", { class: "chip-note warn" }, "superseded since"),
        chip.why && element("span", { class: "chip-why" }, chip.why),
      ),
      this.button(`out-${chip.key}`, chip.remove, "close", () => this.ask("leave_out", chip, `${chip.title} is left out`)),
    );
  }

  leftOutOf(one) {
    return element(
      "li",
      { class: "chip left-out", title: one.title },
      element("span", { class: "chip-words" }, element("s", { class: "chip-title" }, one.title)),
      element(
        "button",
        {
          class: "chip-back",
          type: "button",
          "data-spot": `back-${one.key}`,
          "aria-label": one.restore,
          onclick: () => this.ask("put_back", one, `${one.title} is back`),
        },
        icon("retry"),
        "Left out. Put back",
      ),
    );
  }

  button(spot, label, name, act) {
    return element(
      "button",
      { class: "chip-close", type: "button", "data-spot": spot, "aria-label": label, title: label, onclick: act },
      icon(name),
    );
  }

  moreButton(count) {
    return element(
      "button",
      {
        class: "chip-more",
        type: "button",
        "data-spot": "more",
        "aria-expanded": String(this.showsAll),
        onclick: () => {
          this.showsAll = !this.showsAll;
          this.draw();
        },
      },
      this.showsAll ? "Show fewer" : `and ${count} more`,
    );
  }

  clearButton() {
    const clear = () => this.ask("unpick", { key: "all" }, "The question's own words choose the filings");
    const attributes = { class: "chip-more", type: "button", "data-spot": "clear", onclick: clear };
    return element("button", attributes, icon("retry"), "Let the question choose");
  }

  ask(name, one, said) {
    this.live.textContent = said;
    this.setTriggerValue(name, one.key);
  }
}

const lines = new WeakMap();

/** Called by Streamlit at mounting and at every change of data or theme; the line is made once. */
export default function renderScope({ data, parentElement, setTriggerValue }) {
  let line = lines.get(parentElement);
  if (!line) lines.set(parentElement, (line = new ScopeLine(parentElement)));
  line.update(data ?? NO_SCOPE, setTriggerValue);
  return () => lines.delete(parentElement);
}
