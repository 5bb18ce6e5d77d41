/** Stacked columns: the open claim stays in sight above its evidence, where the window has room for both. */

const LEAST_VIEW = 470; // px of window that the evidence needs below the claim
const STACK_PADDING = 14; // px above and below the claim (layout.css)

class ClaimStack {
  /** `host` is the component's element, `root` the panel with the claim. */
  constructor(host, root) {
    this.column = host.closest('[data-testid="stColumn"]');
    this.scroller = host.closest('[data-testid="stMain"]') ?? document.documentElement;
    this.root = root;
    this.isWanted = false;
    this.place = this.place.bind(this);
    this.observer = new ResizeObserver(this.place);
    this.observer.observe(root);
    const bar = this.bar();
    if (bar) this.observer.observe(bar);
    addEventListener("resize", this.place);
  }

  keep(isWanted) {
    this.isWanted = isWanted;
    this.root.classList.toggle("stacked", isWanted);
    this.place();
  }

  /** Tells the page's own styles and the pane how much the claim takes: of the window, and of what scrolls in it. */
  place() {
    if (!this.column) return;
    const top = this.topOfRoom();
    const within = top + this.root.offsetHeight + STACK_PADDING;
    const taken = within + Math.max(0, this.scroller.getBoundingClientRect().top);
    const isKept = this.isWanted && innerHeight - taken >= LEAST_VIEW;
    this.column.toggleAttribute("data-stacked", isKept);
    const { style } = this.column.parentElement;
    style.setProperty("--stack-top", `${top}px`);
    for (const [name, height] of [
      ["--stack-taken", taken],
      ["--stack-within", within],
    ]) {
      if (isKept) style.setProperty(name, `${height}px`);
      else style.removeProperty(name);
    }
  }

  /** Below the app's own bar, which may lie over the page. */
  topOfRoom() {
    const { top } = this.scroller.getBoundingClientRect();
    const bottom = this.bar()?.getBoundingClientRect().bottom ?? 0;
    return Math.max(0, Math.round(bottom - Math.max(0, top)));
  }

  bar() {
    return document.querySelector('[data-testid="stHeader"]');
  }

  disconnect() {
    this.observer.disconnect();
    removeEventListener("resize", this.place);
    this.column?.removeAttribute("data-stacked");
    for (const name of ["--stack-taken", "--stack-within"]) this.column?.parentElement?.style.removeProperty(name);
  }
}
