/** The room that Streamlit's page leaves to a component: stacked or side by side, and the height down to the window's edge. */

const STACK_WIDTH = 900; // below this width of the page's content the columns stack (layout.css)
const PAGE_INSET = 14; // the page's own padding, kept free under a panel
const LEAST_HEIGHT = 420; // a panel lower than this is scrolled to rather than squeezed

class Stage {
  /** `apply({narrow, height})` is called at once and whenever the room changes; height is in CSS pixels. */
  constructor(host, apply) {
    this.host = host;
    this.apply = apply;
    this.scroller = host.closest('[data-testid="stMain"]') ?? document.documentElement;
    this.content = host.closest('[data-testid="stMainBlockContainer"]') ?? document.body;
    this.measure = this.measure.bind(this);
    this.observer = new ResizeObserver(this.measure);
    this.observer.observe(this.content);
    this.observer.observe(host);
    addEventListener("resize", this.measure);
    this.measure();
  }

  measure() {
    const style = getComputedStyle(this.content);
    const width = this.content.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const narrow = width < STACK_WIDTH && this.host.clientWidth > 0.8 * width;
    const height = this.heightLeft();
    if (narrow === this.narrow && Math.abs(height - this.height) < 1) return;
    this.narrow = narrow;
    this.height = height;
    this.stick(!narrow);
    this.apply({ narrow, height });
  }

  /** Measured from the column, because the column itself may be stuck to the window's top. */
  heightLeft() {
    const column = this.column();
    const anchor = column?.parentElement ?? this.host;
    const within = column ? this.host.getBoundingClientRect().top - column.getBoundingClientRect().top : 0;
    const top = anchor.getBoundingClientRect().top + this.scroller.scrollTop + within;
    const left = innerHeight - top - PAGE_INSET;
    return left >= LEAST_HEIGHT ? left : Math.max(LEAST_HEIGHT, innerHeight - 2 * PAGE_INSET);
  }

  /** A page taller than the window keeps the panel in sight. */
  stick(sticky) {
    const column = this.column();
    if (!column) return;
    column.style.position = sticky ? "sticky" : "";
    column.style.top = sticky ? `${PAGE_INSET}px` : "";
    column.style.alignSelf = sticky ? "flex-start" : "";
  }

  /** Two evidences side by side need more of the page's width than one. */
  widen(isWide) {
    this.column()?.parentElement.toggleAttribute("data-comparing", isWide);
  }

  column() {
    return this.host.closest('[data-testid="stColumn"]');
  }

  disconnect() {
    this.widen(false);
    this.observer.disconnect();
    removeEventListener("resize", this.measure);
  }
}
