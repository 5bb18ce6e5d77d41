/** The list of all keys, as a dialog over the pane. */

const KEY_NAMES = { Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };
const EVERYWHERE = [
  { key: "Tab", words: "To the next control, and into the text" },
  { key: "Enter", words: "On a handle of the answer: open its evidence" },
  { key: "← →", words: "Inside the toolbar: from button to button" },
  { key: "↑ ↓", words: "On the page: scroll" },
];

class KeyList {
  constructor(pane) {
    this.pane = pane;
    this.button = toolButton("keyboard", "Keys", "?");
    this.control = element("div", { class: "tools" }, this.button);
    this.slot = "search";
    this.popover = new Popover(pane, this.button, {
      label: "Keys",
      name: "key-list",
      opened: () => this.fill(),
      closed: () => this.cameFrom?.focus({ preventScroll: true }),
    });
    this.keys = [{ key: "?", words: "This list", action: () => this.popover.open() }];
  }

  /** Closing it leads back to where the reader was, which need not be the button. */
  fill() {
    this.cameFrom = this.pane.root.getRootNode().activeElement;
    const usable = this.pane.ownAndTools.filter((one) => one.words);
    const own = [...usable, ...this.pane.picking.listedKeys];
    this.popover.root.replaceChildren(
      element("h3", {}, "Keys in the evidence pane"),
      element("dl", {}, own.map(keyLine)),
      element("h3", {}, "Everywhere"),
      element("dl", {}, EVERYWHERE.map(keyLine)),
      element(
        "button",
        { class: "button small", type: "button", "data-first": true, onclick: () => this.popover.close() },
        "Close",
        element("kbd", {}, "Esc"),
      ),
    );
  }

  closed() {
    this.popover.close({ focus: false });
  }

  disconnect() {
    this.popover.disconnect();
  }
}

function keyLine({ key, words }) {
  return element("div", {}, element("dt", {}, keyCaps(key)), element("dd", {}, words));
}

/** "Mod+f" → Ctrl (⌘ on a Mac) and F. */
function keyCaps(key) {
  const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
  return key
    .split(/(?<=.)[+ ](?=.)/)
    .map((part) => (part === "Mod" ? (isMac ? "⌘" : "Ctrl") : (KEY_NAMES[part] ?? part)))
    .map((part) => element("kbd", {}, part.length === 1 ? part.toUpperCase() : part));
}

PANE_TOOLS.push((pane) => new KeyList(pane));
