/** Whether what was judged is stored, in words: always to be seen, and told when it changes for the worse. */

class ReviewStatus {
  /** `events`: retry(), goTo(entry), discard(entry), announce(words). */
  constructor(events) {
    this.events = events;
    this.short = element("span", { class: "save-state" });
    this.box = element("div", { class: "unsaved", hidden: true });
    this.words = "";
  }

  show(outbox) {
    const waiting = outbox.waiting();
    const refused = outbox.refused();
    const words = waiting.length ? waitingWords(waiting.length, outbox.problem) : "";
    this.showShort(waiting.length, refused.length, outbox);
    const lines = [
      outbox.problem && words && this.waitingLine(words),
      ...refused.map((entry) => this.refusedLine(entry)),
      outbox.store.keepsNothing && noticeLine("warning", "This browser keeps nothing: leave only when all is saved."),
      ...outbox.others().map((name) => noticeLine("history", othersWords(name))),
    ].filter(Boolean);
    this.box.replaceChildren(...lines);
    this.box.hidden = !lines.length;
    const told = [outbox.problem ? words : "", ...refused.map(({ refused: why }) => why)].filter(Boolean).join(" ");
    if (told && told !== this.words) this.events.announce(told);
    this.words = told;
  }

  showShort(waiting, refused, outbox) {
    const state = refused
      ? status("bad", "Not saved", "alert")
      : waiting && outbox.problem
        ? status("warn", `${waiting} unsaved`)
        : waiting
          ? status("none", "Saving…", "hourglass")
          : outbox.hasSaved
            ? status("ok", "Saved", "tick")
            : "";
    this.short.replaceChildren(state);
    this.short.dataset.waiting = String(waiting);
  }

  waitingLine(words) {
    return element(
      "p",
      { class: "warn" },
      icon("warning"),
      element("span", {}, words),
      element("button", { class: "way", type: "button", onclick: () => this.events.retry() }, "Try now"),
    );
  }

  refusedLine(entry) {
    const what = entry.kind === "verdict" ? "A verdict was not saved." : "A verdict was not withdrawn.";
    return element(
      "p",
      { class: "bad" },
      icon("alert"),
      element("span", {}, element("b", {}, what), ` ${entry.refused}`),
      entry.body &&
        element("button", { class: "way", type: "button", onclick: () => this.events.goTo(entry) }, "Go to it"),
      element("button", { class: "way", type: "button", onclick: () => this.events.retry() }, "Try again"),
      element("button", { class: "way", type: "button", onclick: () => this.events.discard(entry) }, "Discard it"),
    );
  }
}

function waitingWords(count, problem) {
  const why = problem?.message ?? "";
  return `${count} not saved yet. ${why} ${count === 1 ? "It is" : "They are"} kept here and sent again.`;
}

function othersWords(name) {
  return `Verdicts of ${name} wait in this browser. Choose ${name} under “Reviewing as” to have them sent.`;
}

function noticeLine(iconName, words) {
  return element("p", { class: "warn" }, icon(iconName), element("span", {}, words));
}
