/** The nodes of the Review page: the queue, and beside it the claim with its verdict and what was saved. */

const LOADING = "loading";

class ReviewDesk {
  /** `parts`: the nodes { queue, claim, form, places, opinions, standing, save, status }; `act`: save, skip, undo, move. */
  constructor(parts, act) {
    this.parts = parts;
    this.live = element("div", { class: "heard", role: "status", "aria-live": "polite" });
    this.message = element("div", { class: "review-message", hidden: true });
    this.body = element("div", { class: "review-body" }, parts.claim, parts.form, parts.opinions, parts.standing);
    this.keys = keyDialog();
    this.saveButton = actButton("Save and next", "Enter", "primary", act.save);
    this.skipButton = actButton("Skip", "S", "", act.skip);
    this.undoButton = actButton("Undo", "U", "quiet", act.undo);
    this.keysButton = element(
      "button",
      { class: "tool", type: "button", "aria-label": "Keys", "aria-keyshortcuts": "?", onclick: () => this.showKeys() },
      icon("keyboard"),
    );
    this.foot = element(
      "footer",
      {},
      this.saveButton,
      this.skipButton,
      element("span", { class: "gap" }, parts.status),
      this.undoButton,
      this.keysButton,
    );
    this.panel = element(
      "section",
      { class: "panel review-panel", "aria-label": "Claim" },
      this.queueBar(act),
      this.message,
      this.body,
      parts.unsaved,
      this.foot,
    );
    this.root = element(
      "div",
      { class: "root review" },
      element("div", { class: "review-columns" }, parts.queue, this.panel),
      this.keys,
      this.live,
    );
  }

  /** Where the queue has no room beside the claim, it opens over it. */
  queueBar(act) {
    this.toggle = element(
      "button",
      { class: "button small", type: "button", "aria-expanded": "false", onclick: () => this.toggleQueue() },
      icon("list"),
      (this.place = element("span", {}, "My queue")),
    );
    const step = (iconName, words, by) =>
      element("button", { class: "tool", type: "button", "aria-label": words, onclick: () => act.move(by) }, icon(iconName));
    return element(
      "div",
      { class: "queue-bar" },
      this.toggle,
      element("span", { class: "gap" }),
      step("previous", "Previous claim", -1),
      step("next", "Next claim", 1),
    );
  }

  toggleQueue(isOpen = !this.root.classList.contains("queue-open")) {
    this.root.classList.toggle("queue-open", isOpen);
    this.toggle.setAttribute("aria-expanded", String(isOpen));
  }

  showPlace({ done, total }) {
    this.place.textContent = total ? `My queue: ${done} of ${total} done` : "My queue";
  }

  /** "loading", or words with an icon and ways on; null shows the claim. */
  showMessage(message) {
    this.body.hidden = message !== null && message !== LOADING;
    this.body.setAttribute("aria-busy", String(message === LOADING));
    this.message.hidden = message === null || message === LOADING;
    this.saveButton.setAttribute("aria-disabled", String(message !== null));
    this.skipButton.setAttribute("aria-disabled", String(message !== null));
    if (this.message.hidden) return;
    const { icon: iconName, title, words, actions = [] } = message;
    this.message.replaceChildren(
      icon(iconName),
      element(
        "div",
        {},
        element("h2", { tabindex: "-1" }, title),
        words && element("p", {}, words),
        actions.map(([name, action]) => element("button", { class: "button", type: "button", onclick: action }, name)),
      ),
    );
  }

  showKeys() {
    if (this.keys.open) this.keys.close();
    else this.keys.showModal();
  }

  announce(words) {
    this.live.textContent = words;
  }

  fit({ narrow, height }) {
    this.root.classList.toggle("narrow", narrow);
    this.root.style.height = narrow ? "" : `${height}px`;
  }
}

function actButton(words, key, look, action) {
  return element(
    "button",
    { class: `button ${look}`, type: "button", "aria-keyshortcuts": key, onclick: () => action() },
    words,
    element("kbd", { "aria-hidden": "true" }, key),
  );
}
