/** The verdict on a claim: one of five, why, and in the reviewer's own words. Says what it still needs. */

const MOST_COMMENT = 4000; // characters (pipeline/evidence/review.py)
const COMMENT_NEAR = 3500; // from here on the rest is counted
const OTHER_REASON = "other";

class VerdictForm {
  /** `events`: changed(draft), save(), left() when Escape leaves the comment. */
  constructor(events) {
    this.events = events;
    this.choices = [];
    this.draft = NO_DRAFT;
    this.question = element("h2", { id: "verdict-question" }, "Does the evidence support the claim?");
    this.radios = element("div", {
      class: "verdicts",
      role: "radiogroup",
      "aria-labelledby": "verdict-question",
      onkeydown: (event) => this.whenArrowed(event, this.radios),
    });
    this.why = element("h2", { id: "reason-question" }, "Why?");
    this.whyHint = element("span", { class: "hint" });
    this.reasons = element("div", {
      class: "reasons",
      role: "radiogroup",
      "aria-labelledby": "reason-question",
      onkeydown: (event) => this.whenArrowed(event, this.reasons),
    });
    this.whyBox = element(
      "div",
      { class: "why-box", hidden: true },
      element("div", { class: "section-head" }, this.why, this.whyHint),
      this.reasons,
    );
    this.hint = element("span", { class: "hint", id: "comment-hint" });
    this.comment = element("textarea", {
      class: "comment",
      id: "review-comment",
      rows: "2",
      maxlength: MOST_COMMENT,
      "aria-describedby": "comment-hint comment-count",
      oninput: () => this.change({ comment: this.comment.value }),
      onkeydown: (event) => this.whenWriting(event),
    });
    this.count = element("span", { class: "hint", id: "comment-count" });
    this.problem = element("p", { class: "verdict-problem", hidden: true });
    this.root = element(
      "div",
      { class: "verdict-form" },
      element("section", {}, this.question, this.radios, this.problem, this.whyBox),
      element(
        "section",
        {},
        element(
          "div",
          { class: "section-head" },
          element("label", { for: "review-comment" }, "Comment"),
          this.hint,
          element("kbd", {}, "C"),
        ),
        this.comment,
        this.count,
      ),
    );
  }

  setChoices(choices) {
    this.choices = choices;
    this.radios.replaceChildren(...choices.map((choice) => this.radio(choice)));
    this.drawReasons();
  }

  get choice() {
    return this.choices.find(({ verdict }) => verdict === this.draft.verdict) ?? null;
  }

  /** The verdict of a digit, the reason of a letter; null where there is none now. */
  verdictOf(key) {
    return this.choices.find((one) => one.key === key) ?? null;
  }

  reasonOf(key) {
    return this.choice?.reasons.find((one) => one.key === key) ?? null;
  }

  show(draft) {
    this.draft = draft;
    this.comment.value = draft.comment;
    this.say(null);
    this.draw();
  }

  change(fields) {
    this.draft = { ...this.draft, ...fields };
    this.say(null);
    this.draw();
    this.events.changed(this.draft);
  }

  /** A reason that does not go with another verdict is left behind. */
  choose(verdict) {
    const reasons = this.choices.find((one) => one.verdict === verdict).reasons;
    const isKept = reasons.some(({ reason }) => reason === this.draft.reason);
    this.change({ verdict, reason: isKept ? this.draft.reason : null });
    this.whyBox.scrollIntoView({ block: "nearest" });
  }

  chooseReason(reason) {
    this.change({ reason: this.draft.reason === reason ? null : reason });
  }

  /** What is missing before this can be saved, in words; null where nothing is. */
  lack() {
    const { choice, draft } = this;
    if (!choice) return "Choose a verdict first: keys 1 to 5.";
    if (!choice.reasons.length || draft.comment.trim()) return null;
    if (!draft.reason) return `“${choice.words}” needs a reason, one of the letters, or a comment: key C.`;
    if (draft.reason === OTHER_REASON) return "“Something else” needs a comment that says what: key C.";
    return null;
  }

  say(words) {
    this.problem.replaceChildren(...(words ? [icon("alert"), words] : []));
    this.problem.hidden = !words;
    if (words) this.problem.scrollIntoView({ block: "nearest" });
  }

  write() {
    this.comment.focus();
    this.comment.setSelectionRange(this.comment.value.length, this.comment.value.length);
  }

  // Drawing -------------------------------------------------------------------------------------------------------

  draw() {
    const { choice, draft } = this;
    for (const node of this.radios.children) this.check(node, node.dataset.value === draft.verdict);
    this.stopAt(this.radios);
    if (this.drawn !== choice) this.drawReasons();
    for (const node of this.reasons.children) this.check(node, node.dataset.value === draft.reason);
    this.stopAt(this.reasons);
    this.hint.textContent = commentHint(choice, draft.reason);
    const length = draft.comment.length;
    this.count.textContent =
      length >= COMMENT_NEAR ? `${length.toLocaleString("en-US")} of ${MOST_COMMENT.toLocaleString("en-US")}` : "";
  }

  drawReasons() {
    const { choice } = this;
    this.drawn = choice;
    this.whyBox.hidden = !choice?.reasons.length;
    this.whyHint.textContent = choice ? `“${choice.words}”: one reason, or a comment` : "";
    this.reasons.replaceChildren(...(choice?.reasons ?? []).map((one) => this.reason(one)));
  }

  radio({ verdict, words, key, tone, icon: iconName }) {
    return element(
      "button",
      {
        class: `verdict ${tone}-choice`,
        type: "button",
        role: "radio",
        "data-value": verdict,
        "aria-label": words,
        "aria-keyshortcuts": key,
        onclick: () => this.choose(verdict),
      },
      element("span", { class: tone }, icon(iconName)),
      element("span", { class: "words" }, words),
      element("kbd", { "aria-hidden": "true" }, key),
    );
  }

  reason({ reason, words, key }) {
    return element(
      "button",
      {
        class: "reason",
        type: "button",
        role: "radio",
        "data-value": reason,
        "aria-label": words,
        "aria-keyshortcuts": key,
        onclick: () => this.chooseReason(reason),
      },
      element("kbd", { "aria-hidden": "true" }, key.toUpperCase()),
      element("span", { class: "words" }, words),
    );
  }

  check(node, isChosen) {
    node.setAttribute("aria-checked", String(isChosen));
  }

  /** Tab leads to the chosen one, or to the first. */
  stopAt(group) {
    const nodes = [...group.children];
    const at = Math.max(0, nodes.findIndex((node) => node.getAttribute("aria-checked") === "true"));
    nodes.forEach((node, index) => (node.tabIndex = index === at ? 0 : -1));
  }

  whenArrowed(event, group) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const nodes = [...group.children];
    const to = nodes[(nodes.indexOf(event.target.closest("[role=radio]")) + by + nodes.length) % nodes.length];
    if (group === this.radios) this.choose(to.dataset.value);
    else this.change({ reason: to.dataset.value });
    to.focus();
  }

  /** Enter saves, Shift and Enter break the line, Escape leaves. */
  whenWriting(event) {
    if (event.isComposing) return;
    if (event.key === "Escape") this.events.left();
    else if (event.key === "Enter" && !event.shiftKey && !event.repeat) this.events.save();
    else if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Whether a comment is needed, in words. */
function commentHint(choice, reason) {
  if (!choice) return "2, 3 and 4 need it or a reason";
  if (!choice.reasons.length) return "optional";
  if (!reason) return "needed, or a reason";
  return reason === OTHER_REASON ? "needed: say what" : "optional";
}
