/** What others said of the claim. Hidden until the reviewer has judged it; an adjudicator sees who differs from the start. */

class Opinions {
  /** `withdraw(id)` takes back a verdict of the reviewer's own. */
  constructor(withdraw) {
    this.withdraw = withdraw;
    this.root = element("section", { class: "opinions" });
  }

  /** Of others nothing is drawn before a verdict of the reviewer's own counts, whatever came. */
  show(item) {
    const { mine } = item;
    const isSeen = Boolean(mine) || item.role === "adjudicator";
    const earlier = (item.history ?? []).filter(({ id }) => id !== mine?.id);
    this.root.replaceChildren(
      ...[
        element(
          "div",
          { class: "section-head" },
          element("h2", {}, item.role === "adjudicator" ? "Reviewers differ" : "Second reviewer"),
          !isSeen && element("span", { class: "hidden-words" }, icon("hidden"), "Hidden until you save"),
        ),
        mine && this.own(mine),
        isSeen && this.others(item.others ?? [], item.role),
        earlier.length > 0 && this.earlier(earlier),
      ].filter(Boolean),
    );
  }

  own(mine) {
    return element(
      "div",
      { class: "opinion mine" },
      ...opinionWords({ ...mine, reviewer: "You" }),
      element(
        "button",
        { class: "button small quiet", type: "button", onclick: () => this.withdraw(mine.id) },
        icon("undo"),
        "Withdraw",
      ),
    );
  }

  /** Of each the one that counts. */
  others(given, role) {
    const others = given.filter((one) => one.counts !== false && !one.withdrawn);
    if (!others.length && role !== "adjudicator")
      return element("p", { class: "nobody" }, "Nobody else has judged this claim so far.");
    return element(
      "div",
      { class: "opinion-list" },
      others.map((one) => element("div", { class: "opinion" }, opinionWords(one))),
    );
  }

  earlier(judgements) {
    return element(
      "details",
      { class: "earlier" },
      element("summary", {}, `Your earlier verdicts: ${judgements.length}`),
      judgements.map((one) =>
        element(
          "div",
          { class: "opinion" },
          opinionWords({ ...one, reviewer: one.withdrawn ? "Withdrawn" : "Replaced" }),
        ),
      ),
    );
  }
}

const VERDICT_TONES = {
  supported: ["ok", "check"],
  partly: ["warn", "half"],
  not_supported: ["bad", "cross"],
  wrong_location: ["warn", "misplaced"],
  cant_tell: ["none", "unsure"],
};

/** Who, what, why, when, and where they find it. */
function opinionWords({ reviewer, role, verdict, verdict_words: words, reason_words: why, comment, when, annotations }) {
  const [tone, iconName] = VERDICT_TONES[verdict];
  return [
    element(
      "p",
      { class: "opinion-head" },
      element("b", {}, reviewer),
      role === "adjudicator" && element("span", { class: "hint" }, "decides"),
      status(tone, words, iconName),
      element("span", { class: "hint" }, when),
    ),
    (why || comment) &&
      element("p", { class: "opinion-why" }, why && element("b", {}, why), why && comment && ": ", comment),
    ...(annotations ?? []).map((place) =>
      element(
        "p",
        { class: "opinion-place" },
        icon("target"),
        element("span", {}, [place.page_words, place.quote, place.state_words].filter(Boolean).join(" · ")),
      ),
    ),
  ].filter(Boolean);
}
