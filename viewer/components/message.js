/** The states without a view: what happened, in words, and the next step. */

const MESSAGES = {
  denied: [
    "lock",
    "You do not have access to this document. The claim and its figures are withheld from your answer as well.",
  ],
  unavailable: ["shieldAlert", "The stored file does not match its checksum, so the page is not shown."],
  quote_not_found: [
    "missing",
    "The quote does not stand on this page as it was stored, so nothing is marked. The page is shown for your own reading.",
  ],
};
const NO_SOURCE = ["broken", "The server sent no source for this evidence, so its page is not shown."];
const NONE_CHOSEN = ["circle", "No place is chosen. The claim stays without marked evidence."];

class Message {
  /** `events`: refresh(), report(evidence), reconsider(), copyReference(evidence). */
  constructor(events) {
    this.events = events;
    this.root = element("div", { class: "message", hidden: true });
  }

  show(evidence, state) {
    const isUnresolved = state === "unresolved";
    const [iconName, words] = isUnresolved ? NONE_CHOSEN : (MESSAGES[evidence.state] ?? NO_SOURCE);
    const notice = isUnresolved ? null : evidence.notice;
    const actions = this.actions(evidence, isUnresolved);
    this.root.replaceChildren(
      icon(iconName),
      element(
        "div",
        {},
        notice?.title && element("p", { class: "strong" }, notice.title),
        element("p", {}, notice?.text || words),
        actions.length > 0 && element("div", { class: "actions" }, actions),
      ),
    );
    this.root.hidden = false;
  }

  actions(evidence, isUnresolved) {
    if (isUnresolved)
      return [
        element(
          "button",
          { class: "button", type: "button", onclick: () => this.events.reconsider() },
          "Choose again",
        ),
      ];
    if (evidence.state === "denied")
      return [
        element(
          "button",
          { class: "button", type: "button", onclick: () => this.events.copyReference(evidence) },
          icon("copy"),
          "Copy the reference",
        ),
      ];
    return [
      element(
        "button",
        { class: "button primary", type: "button", onclick: () => this.events.refresh() },
        icon("retry"),
        "Try again",
      ),
      element(
        "button",
        { class: "button", type: "button", onclick: () => this.events.report(evidence) },
        "Report the problem",
      ),
    ];
  }
}

/** Icon and words for a page that is shown without a mark. */
function notFound(evidence) {
  return [
    "missing",
    (evidence.state === "quote_not_found" && evidence.notice?.text) || MESSAGES.quote_not_found[1],
  ];
}
