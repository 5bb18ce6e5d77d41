/** Gives each reader's pages their words, to be selected and copied. */
class TextTool {
  constructor(pane) {
    this.pane = pane;
    this.selections = new Map();
  }

  get keys() {
    const { pane } = this;
    if (pane.viewer !== pane.sheets) return [];
    const action = () => this.selections.get(pane.sheets).selectPage();
    return [{ key: "Mod+a", words: "Select the text of the page in view", action }];
  }

  opened() {
    const { pane, selections } = this;
    const shown = new Set(pane.readers.map((reader) => reader.sheets));
    for (const [sheets, selection] of selections) {
      if (shown.has(sheets)) continue;
      selection.disconnect();
      selections.delete(sheets);
    }
    if (selections.has(pane.sheets)) return;
    const { readers, sheets } = pane;
    const reader = readers.find((one) => one.sheets === sheets);
    const events = {
      say: (iconName, words) => reader.say(iconName, words),
      announce: (words) => pane.announce(words),
    };
    selections.set(sheets, new TextSelection(sheets, events));
  }

  painted() {
    this.wait();
  }

  moved() {
    this.wait();
  }

  wait() {
    for (const { layer } of this.selections.values()) layer.wait();
  }

  renewed() {
    for (const { layer } of this.selections.values()) layer.renew();
  }

  disconnect() {
    for (const selection of this.selections.values()) selection.disconnect();
    this.selections.clear();
  }
}

PANE_TOOLS.push((pane) => new TextTool(pane));
