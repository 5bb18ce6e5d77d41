/** A card beside a handle or figure under the pointer or the focus: what it is about, before it is opened. */

const CARD_DELAY = 350; // ms: a pointer on its way elsewhere calls up nothing
const CARD_LINGER = 160; // ms: enough to move the pointer onto the card
const CARD_GAP = 6; // px between the card and what it is about
const CARD_EDGE = 8; // px that stay free at the window's edge

class HoverCard {
  /** `root` is the panel; `contentOf(node)` gives the card's nodes for something with a spot, or null. */
  constructor(root, contentOf) {
    this.root = root;
    this.contentOf = contentOf;
    this.card = element("div", {
      class: "hover-card",
      id: "hover-card",
      role: "tooltip",
      popover: "manual",
      onpointerenter: () => clearTimeout(this.timer),
      onpointerleave: () => this.leave(),
    });
    this.whenKeyed = (event) => event.key === "Escape" && this.isOpen && this.dismiss(event);
    this.whenScrolled = () => this.close();
    root.addEventListener("pointerover", (event) => this.whenPointed(event));
    root.addEventListener("pointerout", (event) => this.anchor?.contains(event.target) && this.leave());
    root.addEventListener("focusin", (event) => this.whenFocused(event));
    root.addEventListener("focusout", () => this.close());
    root.addEventListener("click", () => this.close());
    addEventListener("keydown", this.whenKeyed, true);
    addEventListener("scroll", this.whenScrolled, true);
  }

  get isOpen() {
    return Boolean(this.card.isConnected && this.card.matches(":popover-open"));
  }

  whenPointed({ target, pointerType }) {
    const anchor = target.closest("[data-spot]");
    if (pointerType === "touch" || !anchor || anchor === this.anchor) return;
    this.ask(anchor);
  }

  whenFocused({ target }) {
    const anchor = target.closest("[data-spot]");
    if (anchor?.matches(":focus-visible")) this.ask(anchor);
  }

  ask(anchor) {
    this.close();
    this.anchor = anchor;
    this.timer = setTimeout(() => this.open(anchor), CARD_DELAY);
  }

  leave() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), CARD_LINGER);
  }

  open(anchor) {
    const content = anchor.isConnected ? this.contentOf(anchor) : null;
    if (!content || !this.card.showPopover) return;
    this.card.replaceChildren(...content.filter(Boolean));
    this.root.append(this.card);
    this.card.showPopover();
    this.place(anchor);
    anchor.setAttribute("aria-describedby", this.card.id);
  }

  /** Below what it is about, or above where the window ends; never over it. */
  place(anchor) {
    const rects = [...anchor.getClientRects()];
    const [first, last] = [rects[0], rects.at(-1)];
    const { width, height } = this.card.getBoundingClientRect();
    const isBelow = last.bottom + CARD_GAP + height <= innerHeight - CARD_EDGE;
    const top = isBelow ? last.bottom + CARD_GAP : Math.max(CARD_EDGE, first.top - CARD_GAP - height);
    const left = Math.max(CARD_EDGE, Math.min((isBelow ? last : first).left, innerWidth - width - CARD_EDGE));
    this.card.style.left = `${left}px`;
    this.card.style.top = `${top}px`;
  }

  /** Escape takes the card away and does nothing else. */
  dismiss(event) {
    event.preventDefault();
    event.stopPropagation();
    const { anchor } = this;
    this.close();
    this.anchor = anchor; // not called up again while the pointer or the focus stays
  }

  close() {
    clearTimeout(this.timer);
    this.anchor?.removeAttribute("aria-describedby");
    this.anchor = null;
    if (this.isOpen) this.card.hidePopover();
    this.card.remove();
  }

  disconnect() {
    this.close();
    removeEventListener("keydown", this.whenKeyed, true);
    removeEventListener("scroll", this.whenScrolled, true);
  }
}

const WITHHELD_CARD = {
  denied: "You do not have access to this document. Its title, page and quote are withheld.",
  unavailable: "This document was removed. Its title, page and quote are withheld.",
};

/** Title, place, quote and state of a handle's evidence; of a withheld one, that it is withheld. */
function handleCard(handle) {
  const { card, state } = handle;
  if (!card) return null;
  const note = HANDLE_NOTES[state];
  if (!card.title)
    return [element("p", { class: "card-state" }, icon(note?.[0] ?? "lock"), WITHHELD_CARD[state] ?? note?.[1])];
  return [
    element("p", { class: "card-title" }, card.title),
    element("p", { class: "card-locus" }, card.locus),
    element(
      "blockquote",
      {},
      card.cells.length > 1 ? card.cells.map((cell) => element("span", { class: "cell" }, cell)) : card.quote,
    ),
    element(
      "p",
      { class: "card-state" },
      card.verbatim && status(card.verbatim.tone, card.verbatim.words),
      note && status(state === "unavailable" ? "bad" : "warn", note[1], note[0]),
    ),
  ];
}

/** What was found of a figure, and where. */
function figureCard(part, handle) {
  if (!part.detail) return null;
  const place = handle?.card?.title ? `${handle.card.title} · ${handle.card.locus}` : null;
  return [
    element("p", { class: part.figure === "missing" ? "card-title bad" : "card-title" }, part.detail),
    place && element("p", { class: "card-locus" }, place),
  ];
}
