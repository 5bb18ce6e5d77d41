/** A small panel that hangs from a button of the pane: closed by Escape, by the button, and by going elsewhere. */

class Popover {
  /** `pane` holds it, `button` opens it; `label` names it, `opened` is called before it is shown. */
  constructor(pane, button, { label, name, opened = () => {}, closed = () => {} }) {
    this.pane = pane;
    this.button = button;
    this.events = { opened, closed };
    this.root = element("div", {
      class: `popover ${name}`,
      role: "dialog",
      "aria-label": label,
      tabindex: "-1",
      hidden: true,
      onkeydown: (event) => this.whenKeyed(event),
      onfocusout: ({ relatedTarget }) => this.whenLeft(relatedTarget),
    });
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => this.toggle());
    this.whenPressed = (event) => {
      const path = event.composedPath();
      if (!path.includes(this.root) && !path.includes(this.button)) this.close({ focus: false });
    };
    pane.overlay(this.root);
  }

  get isOpen() {
    return !this.root.hidden;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  /** Below its button, inside the pane; the focus goes to the first thing in it that can have it. */
  open() {
    if (this.isOpen || this.button.getAttribute("aria-disabled") === "true") return;
    this.events.opened();
    this.root.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.place();
    document.addEventListener("pointerdown", this.whenPressed, true);
    this.focusFirst();
  }

  focusFirst() {
    const first = this.root.querySelector("[data-first], input, [tabindex='0'], button:not([tabindex='-1'])");
    (first ?? this.root).focus({ preventScroll: true });
  }

  place() {
    const within = this.pane.root.getBoundingClientRect();
    const anchor = this.button.getBoundingClientRect();
    const { width } = this.root.getBoundingClientRect();
    const left = Math.max(8, Math.min(anchor.left - within.left, within.width - width - 8));
    const top = anchor.bottom - within.top + 4;
    this.root.style.left = `${left}px`;
    this.root.style.top = `${top}px`;
    this.root.style.maxHeight = `${Math.max(160, within.height - top - 8)}px`;
  }

  close({ focus = true } = {}) {
    if (!this.isOpen) return;
    this.root.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", this.whenPressed, true);
    if (focus) this.button.focus({ preventScroll: true });
    this.events.closed();
  }

  /** Tab leads out of it, and then it goes: nothing with the focus may lie under it. */
  whenLeft(next) {
    if (next && next !== this.button && !this.root.contains(next)) this.close({ focus: false });
  }

  /** Keys pressed in it are its own: none of them reaches the pane. */
  whenKeyed(event) {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.close();
  }

  disconnect() {
    document.removeEventListener("pointerdown", this.whenPressed, true);
  }
}
