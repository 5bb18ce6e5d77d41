/** The tagged fact behind a cited number: concept, period, unit, scale, and where else it stands. */

ICONS.tag = ["M3.5 12.2V4h8.2l8.8 8.8-8.2 8.2z", "M7.7 8.1v.2"];

const FACT_TAGGED = "Tagged fact";
const FACT_FOLDED_BELOW = 560; // px of the pane's width, where the filing needs all the room there is

class FactCard {
  constructor(pane) {
    this.pane = pane;
    this.answers = new Map(); // what was answered for this evidence, by range and fact
    this.foot = element("section", { class: "facts", "aria-label": FACT_TAGGED, hidden: true });
    this.flag = status("ok", FACT_TAGGED);
    this.isFolded = null; // as the reader wants it; null while that is not said: beside a claim to judge it is folded
  }

  // Asking --------------------------------------------------------------------------------------------------------

  opened() {
    this.clear();
    if (this.pane.state !== "loading") this.look();
  }

  painted() {
    this.look();
  }

  /** Another region has another fact. */
  moved() {
    if (this.asked && this.pane.citation?.current !== this.stop) this.look();
  }

  renewed() {
    if (this.hasFailed) this.look({ anew: true });
  }

  closed() {
    this.clear();
  }

  clear() {
    this.asking?.abort();
    this.answers.clear();
    this.unmark();
    this.asked = this.stop = null;
    this.hasFailed = false;
    this.foot.hidden = true;
    this.foot.replaceChildren();
    this.flag.remove();
  }

  /** Only what a filing in the frame prints is tagged; the fact that stands in the current region is asked for. */
  async look({ fact = null, anew = false } = {}) {
    const { citation, source, evidence, viewer, reader } = this.pane;
    if (!viewer || evidence.media !== "html" || !citation?.range || !source?.stored_url) return this.clear();
    const query = { ...citation.range, ...(fact ? { fact } : {}) };
    const asked = JSON.stringify([evidence.key, query]);
    if (asked === this.asked && !anew) return;
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    this.asked = asked;
    this.stop = citation.current;
    this.foot.setAttribute("aria-busy", "true");
    try {
      const answer = this.answers.get(asked) ?? (await storedOf(source, "facts", query, { signal }));
      if (signal.aborted || reader !== this.pane.reader) return;
      this.answers.set(asked, answer);
      this.hasFailed = false;
      this.draw(answer);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PageProblem)) throw error;
      this.fail(error);
    } finally {
      if (!signal.aborted) this.foot.removeAttribute("aria-busy");
    }
  }

  fail(problem) {
    this.hasFailed = true;
    this.flag.remove();
    const words = `The tagged facts could not be read. ${problem.detail ?? problem.message}`;
    const again = () =>
      problem.refresh ? this.pane.request("retry", this.pane.evidence.key) : this.look({ anew: true });
    this.foot.replaceChildren(
      element(
        "div",
        { class: "facts-head" },
        status("bad", words, problem.icon),
        element("button", { class: "button small", type: "button", onclick: again }, icon("retry"), "Try again"),
      ),
    );
    this.foot.hidden = false;
  }

  // Drawing -------------------------------------------------------------------------------------------------------

  draw(answer) {
    const { open: fact } = answer;
    this.unmark();
    this.foot.hidden = !fact;
    if (!fact) {
      this.flag.remove();
      return this.foot.replaceChildren();
    }
    const { heading } = this.pane.reader;
    heading.copy?.before(this.flag);
    this.fact = fact;
    this.body = element(
      "div",
      { class: "facts-body" },
      factTerms(fact, answer.within),
      element("div", {}, this.same(fact.same), this.prior(fact)),
    );
    this.foot.replaceChildren(this.head(fact), this.choices(answer), this.body);
    this.setFolded(this.isFolded ?? (this.pane.outside.isOn || this.pane.root.clientWidth < FACT_FOLDED_BELOW));
    this.number();
  }

  head(fact) {
    this.fold = element(
      "button",
      { class: "tool", type: "button", onclick: () => this.toggle() },
      icon("down"),
    );
    this.sum = element("span", { class: "facts-sum" }, fact.concept.label);
    return element(
      "div",
      { class: "facts-head" },
      element("h3", {}, icon("tag"), FACT_TAGGED),
      element("code", { title: "The tag's id in the filing" }, fact.id),
      this.sum,
      this.fold,
    );
  }

  toggle() {
    this.isFolded = !this.foot.classList.contains("folded");
    this.setFolded(this.isFolded);
  }

  setFolded(isFolded) {
    const words = isFolded ? "Show the tagged fact" : "Fold the tagged fact away";
    this.foot.classList.toggle("folded", isFolded);
    this.fold.setAttribute("aria-label", words);
    this.fold.setAttribute("aria-expanded", String(!isFolded));
    this.fold.title = words;
  }

  /** Several facts under one range: one button each. */
  choices({ facts, more, open }) {
    if (facts.length < 2) return "";
    const choice = (fact) =>
      element(
        "button",
        {
          class: "facts-choice",
          type: "button",
          "aria-pressed": String(fact.id === open.id),
          title: fact.label,
          onclick: () => this.choose(fact.id),
        },
        element("b", {}, fact.value),
        fact.label,
      );
    return element(
      "div",
      { class: "facts-choices", role: "group", "aria-label": `${facts.length + more} facts are tagged here` },
      facts.map(choice),
      more > 0 && element("span", { class: "aside" }, `and ${more} more`),
    );
  }

  async choose(id) {
    await this.look({ fact: id });
    this.foot.querySelector('.facts-choice[aria-pressed="true"]')?.focus({ preventScroll: true });
  }

  same({ places, more, hidden, tone, words }) {
    const isAlone = places.length + more + hidden === 1;
    const beyond = [
      more > 0 && `${more} more ${more === 1 ? "place" : "places"}`,
      hidden > 0 && `${hidden} in a part that is not shown`,
    ].filter(Boolean);
    return element(
      "div",
      { class: "facts-same" },
      element("h4", {}, "Same fact in this filing"),
      isAlone ? element("span", { class: "aside" }, words) : status(tone, words),
      !isAlone && element("ul", {}, places.map((place) => this.place(place))),
      beyond.length > 0 && element("p", { class: "aside" }, `And ${beyond.join(", ")}.`),
    );
  }

  prior({ prior, is_number: isNumber }) {
    if (!isNumber) return "";
    const one = ({ period, value, differing, place }) => [
      element("p", {}, element("b", { class: "figures" }, value), element("span", { class: "aside" }, period)),
      differing && status("warn", "Other places of the filing tag another value"),
      place
        ? element("ul", {}, this.place(place))
        : element("p", { class: "aside" }, "In a part that is not shown."),
    ];
    return element(
      "div",
      { class: "facts-prior" },
      element("h4", {}, "A year earlier"),
      prior.length ? prior.flatMap(one) : element("span", { class: "aside" }, "Not tagged in this filing"),
    );
  }

  /** A place and the button that looks at it. What differs there is said beside its figure. */
  place(place) {
    const { row, section, locus, printed, is_here: isHere, agreement } = place;
    const where = [locus, section].filter(Boolean).join(" · ");
    const open = element(
      "button",
      { class: "facts-open", type: "button", "aria-label": `Open ${row}, ${where}`, onclick: () => this.open(place) },
      "Open",
    );
    const line = element(
      "li",
      {},
      element("span", { class: "facts-row", title: row }, row),
      element("span", { class: "facts-printed" }, printed),
      element(
        "span",
        { class: "facts-where", title: where },
        agreement ? element("b", { class: agreement === "rounded" ? null : "warn" }, `${agreement} · `) : "",
        where,
      ),
      isHere ? element("span", { class: "aside" }, "here") : open,
    );
    if (!isHere) this.lines = [...(this.lines ?? []), { place, line, open }];
    return line;
  }

  // Looking elsewhere ---------------------------------------------------------------------------------------------

  /** Each other place has a number, by which it is marked in the filing; the lines are gathered while drawing. */
  number() {
    this.elsewhere = (this.lines ?? []).filter(({ line }) => this.body.contains(line));
    this.lines = [];
    this.elsewhere.forEach(({ line }, index) => line.prepend(element("i", {}, String(index + 1))));
  }

  open(place) {
    const { pane } = this;
    const at = this.elsewhere.findIndex((one) => one.place === place);
    this.looked = pane.viewer; // where places are marked now
    endWalk(this.looked);
    this.looked.showHits(
      this.elsewhere.map((one, index) => ({ ...one.place, number: index + 1 })),
      at,
    );
    this.mark(at);
    const words = `You are looking at ${place.row}, ${place.locus}. It is not what ${pane.citation.id} cites.`;
    const back = backToCited(() => this.back());
    pane.say("tag", words, back);
    pane.announce(words);
  }

  back() {
    const { pane } = this;
    this.unmark();
    pane.reader.silence();
    pane.goTo();
    const [first] = this.elsewhere.filter(({ line }) => line.hasAttribute("aria-current"));
    this.mark(null);
    (first?.open ?? pane.reader.heading.title).focus({ preventScroll: true });
    pane.announce(`Back at ${pane.citation.regionWords()}`);
  }

  /** Its places are marked no more; what a search has marked since stays. */
  unmark() {
    if (this.looked && !WALKS.get(this.looked)?.isOn) this.looked.clearHits();
    this.looked = null;
  }

  mark(at) {
    this.elsewhere.forEach(({ line, open }, index) => {
      if (index === at) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
      open.textContent = index === at ? "Shown" : "Open";
    });
  }

  disconnect() {
    this.asking?.abort();
  }
}

PANE_TOOLS.push((pane) => new FactCard(pane));
