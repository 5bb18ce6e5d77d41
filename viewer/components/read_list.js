/**
 * What stands in place of an answer's claims while it is open: a section with a heading and a way back, opened by a
 * button of its own in the bar below them. Which passage the pane shows is told to it, as is the way back from there.
 */

class ReadList {
  /**
   * `panel` is the answer's root, `bar` holds the button; `toggled()` is called when the reader opened or closed it.
   * `kind` and `spot` name its nodes, `mark` is the class of a panel in which it is open.
   */
  constructor(panel, bar, toggled, { name, sign, kind, spot, mark, body }) {
    this.panel = panel;
    this.bar = bar;
    this.toggled = toggled;
    this.name = name;
    this.sign = sign;
    this.mark = mark;
    this.body = body;
    this.answer = null;
    this.opened = null;
    this.listeners = new Map();
    this.button = element("button", {
      class: `read-button ${kind}-button`,
      type: "button",
      "aria-expanded": "false",
      "data-spot": spot,
      onclick: () => this.toggle(),
    });
    bar.append(this.button);
    this.title = element("h2", { tabindex: "-1" }, name);
    this.lead = element("p");
    const close = element(
      "button",
      { class: "button small", type: "button", "data-spot": `${kind}-close`, onclick: () => this.toggle(false) },
      icon("back"),
      "Back to the answer",
    );
    this.root = element(
      "section",
      { class: `read-list ${spot}`, "aria-label": name, hidden: true, onkeydown: (event) => this.whenKeyed(event) },
      element("header", {}, this.title, close, this.lead),
      body,
    );
    this.listen("pincite:opened", ({ key }) => this.markOpened(key));
    this.listen("pincite:return", ({ key }) => this.returnTo(key));
  }

  /** `heard(detail)` is called with what is said of this answer. */
  listen(name, heard) {
    const listener = ({ detail }) => this.isOurs(detail) && heard(detail);
    this.listeners.set(name, listener);
    document.addEventListener(name, listener);
  }

  get isOpen() {
    return !this.root.hidden;
  }

  isOurs(detail) {
    return detail.answer_id === this.answer;
  }

  /** `data` is what there is to show, null where there is nothing. The same again keeps what was drawn, as scrolled. */
  update(answerId, data) {
    const isNew = answerId !== this.answer;
    this.answer = answerId;
    if (isNew) this.forget();
    const text = JSON.stringify(data ?? null);
    if (!isNew && text === this.text) return;
    this.text = text;
    this.data = data;
    this.offer(Boolean(data));
    if (!data) return this.show(false);
    this.draw();
    this.showButton();
  }

  /** Of another answer nothing is open yet. */
  forget() {
    this.opened = null;
    this.show(false);
  }

  offer(isThere) {
    this.button.hidden = !isThere;
  }

  toggle(isOpen = !this.isOpen) {
    this.setOpen(isOpen);
    (isOpen ? this.title : this.button).focus({ preventScroll: true });
  }

  setOpen(isOpen) {
    this.show(isOpen);
    this.toggled();
  }

  show(isOpen) {
    this.root.hidden = !isOpen;
    this.panel.classList.toggle(this.mark, isOpen);
    this.showButton();
  }

  showButton() {
    this.button.setAttribute("aria-expanded", String(this.isOpen));
    this.button.replaceChildren(
      icon(this.sign),
      element("b", {}, this.name),
      element("span", {}, this.data?.words ?? ""),
      icon(this.isOpen ? "down" : "up"),
    );
  }

  whenKeyed(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.toggle(false);
  }

  markOpened(key) {
    this.opened = key;
    this.showOpened();
  }

  disconnect() {
    for (const [name, listener] of this.listeners) document.removeEventListener(name, listener);
  }
}
