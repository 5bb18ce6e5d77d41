/** The nodes of the Review page: the queue, and beside it the claim with its verdict and what was saved. */

const LOADING = "loading";

class ReviewDesk {
  /** `parts`: { queue, claim, form, opinions, standing, status }; `act`: save, skip, undo, move. */
  constructor(parts, act) {
    this.parts = parts;
    this.live = element("div", { class: "heard", role: "status", "aria-live": "polite" });
    this.message = element("div", { class: "review-message", hidden: true });
    this.more = element(
      "details",
      { class: "more", open: true },
      element("summary", {}, "Second reviewer and agreement"),
      parts.opinions.root,
      parts.standing.root,
    );
    this.body = element("div", { class: "review-body" }, parts.claim.root, parts.form.root, this.more);
    this.keys = keyDialog();
    this.saveButton = actButton("Save and next", "Enter", "primary", act.save);
    this.skipButton = actButton("Skip", "S", "", act.skip);
    this.undoButton = actButton("Undo", "U", "quiet", act.undo);
    this.foot = element(
      "footer",
      {},
      this.saveButton,
      this.skipButton,
      element("span", { class: "gap" }, parts.status.short),
      this.undoButton,
    );
    this.panel = element(
      "section",
      { class: "panel review-panel", "aria-label": "Claim", tabindex: "-1" },
      this.queueBar(act),
      this.message,
      this.body,
      parts.status.box,
      this.foot,
    );
    parts.queue.head.append(this.keysButton());
    this.root = element(
      "div",
      { class: "root review" },
      element("div", { class: "review-columns" }, parts.queue.root, this.panel),
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
      this.keysButton(),
    );
  }

  keysButton() {
    return element(
      "button",
      { class: "tool", type: "button", "aria-label": "Keys", "aria-keyshortcuts": "?", onclick: () => this.showKeys() },
      icon("keyboard"),
    );
  }

  toggleQueue(isOpen = !this.root.classList.contains("queue-open")) {
    this.root.classList.toggle("queue-open", isOpen);
    this.toggle.setAttribute("aria-expanded", String(isOpen));
  }

  /** How far the reviewer is: here, and in the page's title line, which the script wrote and does not write again. */
  showPlace({ done, total, waiting }) {
    this.place.textContent = total ? `My queue: ${done} of ${total} done` : "My queue";
    retellWaiting(waiting);
  }

  /** Who decides where others differ reads first what they said. */
  setRole(role) {
    const { claim, opinions, queue } = this.parts;
    const decides = role === "adjudicator";
    queue.setTitle(decides ? "Disputes" : "My queue");
    if (decides) claim.root.after(opinions.root);
    else this.more.querySelector("summary").after(opinions.root);
    this.more.querySelector("summary").textContent = decides ? "Agreement" : "Second reviewer and agreement";
  }

  allowUndo(isAllowed) {
    this.undoButton.setAttribute("aria-disabled", String(!isAllowed));
  }

  /** A new claim begins at its first line; stacked, where that has been scrolled away, the page goes back to it. */
  rise() {
    this.body.scrollTop = 0;
    const isStacked = this.root.classList.contains("narrow");
    const { top } = this.body.getBoundingClientRect();
    if (isStacked && top < 0) this.panel.scrollIntoView({ block: "start" });
  }

  /** On the claim's words, or on what is said in their place. */
  focusClaim() {
    const title = this.message.hidden ? this.parts.claim.title : this.message.querySelector("h2");
    (title ?? this.panel).focus({ preventScroll: true });
    (title ?? this.panel).scrollIntoView({ block: "nearest" });
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

  /** Stacked, the evidence comes right after the verdict: the rest is folded. */
  fit({ narrow, height }) {
    if (narrow !== this.root.classList.contains("narrow")) this.more.open = !narrow;
    this.root.classList.toggle("narrow", narrow);
    this.root.style.height = narrow ? "" : `${height}px`;
  }
}

/** "27 claims waiting" in the title line. */
function retellWaiting(count) {
  const place = document.querySelector(".st-key-review-waiting");
  const texts = place && document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts?.nextNode(); text; text = texts.nextNode()) {
    if (!/(?:waiting|to decide)$/.test(text.nodeValue.trim())) continue;
    const noun = count === 1 ? "claim" : "claims";
    text.nodeValue = text.nodeValue.replace(/[\d,]+/, count.toLocaleString("en-US")).replace(/\bclaims?\b/, noun);
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
