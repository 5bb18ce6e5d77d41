/**
 * The keys of the Review page: wherever the focus is, but not in a text field, nor while a place is picked in the pane,
 * nor under a dialog. A control that has the focus keeps Enter for itself, unless it is a verdict.
 */

const TEXT_FIELD = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])";
const OWN_ENTER =
  "button:not([role=radio]), a[href], summary, input, [role=button], [role=link], [role=tab], [role=menuitem], " +
  "[role=treeitem], [role=combobox], [role=listbox]:not(.queue-list) [role=option], .hit-list";
const DIALOG = '[data-testid="stDialog"], [role="dialog"]';

const REVIEW_KEYS = [
  ["1 2 3 4 5", "The verdict; 1 and 5 are saved at once, and the next claim comes"],
  ["A B D … X", "Why, after 2, 3 or 4: the letter beside each reason"],
  ["C", "Comment; Enter saves, Shift+Enter breaks the line, Esc leaves it"],
  ["Enter", "Save and go to the next claim"],
  ["S", "Skip: the claim stays in the queue"],
  ["U", "Undo the last verdict and go back to it"],
  ["J K", "Next and previous claim; ↓ and ↑ in the queue"],
  ["P", "Mark the right place in the source"],
  ["?", "This list"],
];

class ReviewKeys {
  /** `act(key, event)` → whether it means something; `root` is the component's own. */
  constructor(act) {
    this.act = act;
    this.isPicking = false;
    this.whenKeyed = (event) => this.handle(event, event.composedPath()[0]);
    this.whenSent = ({ detail }) => this.sent(detail);
    this.whenPicking = ({ detail }) => (this.isPicking = detail.active);
    window.addEventListener("keydown", this.whenKeyed, true); // before Streamlit's own keys
    document.addEventListener("pincite:key", this.whenSent);
    document.addEventListener("pincite:picking", this.whenPicking);
  }

  handle(event, target) {
    if (event.defaultPrevented || event.isComposing || !this.isOurs(event, target)) return;
    if (!this.act(keyOf(event), event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  isOurs(event, target) {
    if (this.isPicking || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (target.matches?.(TEXT_FIELD) || document.querySelector(DIALOG)) return false;
    return event.key !== "Enter" || !target.closest?.(OWN_ENTER);
  }

  /** A key that the pane, or the frame in it, did not use. */
  sent(detail) {
    if (this.isPicking || detail.ctrlKey || detail.metaKey || detail.altKey) return;
    this.act(keyOf(detail), detail);
  }

  disconnect() {
    window.removeEventListener("keydown", this.whenKeyed, true);
    document.removeEventListener("pincite:key", this.whenSent);
    document.removeEventListener("pincite:picking", this.whenPicking);
  }
}

/** Digits by what is printed or, on keyboards that need Shift for them, by where they are; letters without Shift. */
function keyOf({ key, code, shiftKey }) {
  if (/^[1-9]$/.test(key)) return key;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code ?? "");
  if (digit && !shiftKey) return digit[1];
  if (key.length > 1 || !/[a-z]/i.test(key)) return key;
  return shiftKey ? "" : key.toLowerCase();
}

/** The list of keys, over the page. */
function keyDialog() {
  const dialog = element(
    "dialog",
    { class: "review-keys", "aria-label": "Keys of the Review page" },
    element("h2", {}, "Keys of the Review page"),
    element(
      "dl",
      {},
      REVIEW_KEYS.map(([keys, words]) =>
        element(
          "div",
          {},
          element("dt", {}, keys.split(" ").map((key) => (key === "…" ? key : element("kbd", {}, key)))),
          element("dd", {}, words),
        ),
      ),
    ),
    element("p", { class: "hint" }, "The pane beside keeps its own: [ and ] for evidence, N for regions, + − 0 for zoom."),
    element(
      "button",
      { class: "button small", type: "button", onclick: () => dialog.close() },
      "Close",
      element("kbd", {}, "Esc"),
    ),
  );
  return dialog;
}
