/** The menu behind the zoom's percentage: fits and plain steps. */

const ZOOM_FITS = [
  ["evidence", "Fit evidence", "0"],
  ["width", "Fit width", "W"],
  ["page", "Fit page", "F"],
];
const ZOOM_CHOICES = [0.5, 0.75, 1, 1.5, 2, 3, 4];

class Zooming {
  constructor(pane) {
    this.pane = pane;
    const button = pane.toolbar.zoom;
    this.popover = new Popover(pane, button, { label: "Zoom", name: "menu zooming", opened: () => this.fill() });
    this.keys = [
      { key: "0", words: "Fit evidence", action: () => this.fit("evidence") },
      { key: "w", words: "Fit width", action: () => this.fit("width") },
      { key: "f", words: "Fit page", action: () => this.fit("page") },
    ];
  }

  fill() {
    const { viewer } = this.pane;
    const fits = ZOOM_FITS.filter(([mode]) => mode !== "page" || viewer === this.pane.sheets);
    this.popover.root.replaceChildren(
      ...fits.map(([mode, words, keys]) =>
        this.item(words, viewer.fit === mode, () => this.fit(mode), element("kbd", {}, keys)),
      ),
      element("hr"),
      ...ZOOM_CHOICES.map((zoom) =>
        this.item(`${zoom * 100}%`, !viewer.fit && Math.abs(viewer.zoom - zoom) < 0.02, () => viewer.zoomTo(zoom)),
      ),
    );
  }

  item(words, isCurrent, action, ...rest) {
    const onclick = () => {
      this.popover.close();
      action();
    };
    return menuItem({ "aria-current": isCurrent ? "true" : null, onclick }, words, ...rest);
  }

  fit(mode) {
    const { viewer } = this.pane;
    if (mode === "page" && viewer !== this.pane.sheets)
      return this.pane.announce("A filing that is no PDF has no pages to fit.");
    viewer?.fitTo(mode);
    this.pane.announce(ZOOM_FITS.find(([one]) => one === mode)[1]);
  }

  disconnect() {
    this.popover.disconnect();
  }
}

/** One line of a menu in a popover. */
function menuItem(attributes, ...children) {
  return element("button", { class: "item", type: "button", ...attributes }, ...children);
}

PANE_TOOLS.push((pane) => new Zooming(pane));
