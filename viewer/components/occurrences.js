/** Where else the filing prints what is cited: a walk that never leaves a doubt about which place is the cited one. */

const OCCURRENCES_REST = 120; // ms after the marks are painted: nothing here may delay them

class Occurrences {
  constructor(pane) {
    this.pane = pane;
    this.slot = "citation";
    this.known = new Map();
    this.previous = toolButton("previous", "Previous occurrence", null, () => this.step(-1));
    this.next = toolButton("next", "Next occurrence", null, () => this.step(1));
    this.button = element("button", { class: "said occurrence", type: "button", "aria-keyshortcuts": "S" });
    this.control = element(
      "div",
      { class: "tools occurrences", hidden: true },
      this.previous,
      this.button,
      this.next,
    );
    this.popover = new Popover(pane, this.button, {
      label: "Occurrences of the cited words",
      name: "occurrence-list",
      opened: () => this.fill(),
    });
    this.lead = element("p", { class: "menu-lead" });
    this.list = new HitList({
      label: "Occurrences",
      rowOf: (index) => this.rowOf(index),
      chosen: (index) => this.choose(index),
    });
    this.popover.root.append(this.lead, this.list.root);
    this.panel = element("div", { class: "occurrence-note", hidden: true });
    this.walk = new HitWalk(pane, {
      failed: (problem) => this.whenFailed(problem),
      ended: () => this.endWalk(),
    });
    this.keys = [{ key: "s", words: "Same words elsewhere: occurrences", action: () => this.openList() }];
  }

  // What is cited -------------------------------------------------------------------------------------------------

  /** Where the current region's words stand in their page's text; null where that is not known. */
  cited() {
    const { citation, evidence, viewer } = this.pane;
    const query = viewer ? citation?.range : null;
    return query ? { key: [evidence.version.id, ...Object.values(query)].join(":"), query } : null;
  }

  /** Another region or evidence is current: what was found for the last one goes. */
  follow() {
    const cited = this.cited();
    if (cited?.key === this.key && this.viewer === this.pane.viewer) return;
    clearTimeout(this.resting);
    this.aborter?.abort();
    this.asked = null;
    this.key = cited?.key ?? null;
    this.viewer = this.pane.viewer;
    this.endWalk();
    this.popover.close({ focus: false });
    this.show(this.known.get(this.key) ?? null);
    this.ask();
  }

  /** Asked for once a region, and only when its marks are on screen. */
  ask() {
    const cited = this.cited();
    if (!cited || this.known.has(cited.key) || this.asked === cited.key || this.pane.state === "loading")
      return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.look(cited), OCCURRENCES_REST);
  }

  async look({ key, query }) {
    this.asked = key;
    const { signal } = (this.aborter = new AbortController());
    try {
      const found = await storedOf(this.pane.source, "occurrences", query, { signal });
      if (signal.aborted) return;
      this.known.set(key, found);
      this.show(found);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PageProblem)) throw error;
      this.showUnknown(error);
    }
  }

  // The toolbar ---------------------------------------------------------------------------------------------------

  /** Nothing is shown for words that stand once. */
  show(found) {
    this.found = found?.total > 1 ? found : null;
    this.at = found?.cited ?? null;
    this.isUnknown = false;
    this.control.hidden = !this.found;
    if (this.found) this.showAt();
  }

  showAt() {
    const { found, at } = this;
    const total = found.total.toLocaleString("en-US");
    this.button.replaceChildren("Occurrence ", element("b", {}, String(at + 1)), ` of ${total}`);
    this.button.title = "List of occurrences (S)";
    this.previous.hidden = this.next.hidden = false;
    setEnabled(this.previous, at > found.first);
    setEnabled(this.next, at < found.first + found.places.length - 1);
  }

  showUnknown(problem) {
    this.isUnknown = true;
    this.control.hidden = false;
    this.previous.hidden = this.next.hidden = true;
    this.button.replaceChildren(icon("warning"), "Occurrences not known");
    this.button.title = `${problem.message} Open for the next step.`;
    this.problem = problem;
  }

  // The list ------------------------------------------------------------------------------------------------------

  openList() {
    if (!this.control.hidden) this.popover.toggle();
    else this.pane.announce("The cited words stand once in this filing, or nothing is cited here.");
  }

  fill() {
    this.list.root.hidden = this.isUnknown;
    if (this.isUnknown) return this.lead.replaceChildren(this.problem.message, this.again());
    const { found } = this;
    const cited = found.places[found.cited - found.first];
    const isCut = found.places.length < found.total;
    this.lead.textContent = [
      `“${cited.words}” stands ${found.total.toLocaleString("en-US")} times in this filing.`,
      isCut && `The ${found.places.length} around the cited place are listed.`,
    ]
      .filter(Boolean)
      .join(" ");
    afterPaint(() => this.popover.isOpen && this.list.show(found.places.length, this.at - found.first));
    this.list.show(found.places.length, this.at - found.first);
  }

  again() {
    const retry = () => {
      this.popover.close();
      if (this.problem.refresh) this.pane.refresh();
      else this.look(this.cited());
    };
    return element(
      "button",
      { class: "button small", type: "button", onclick: retry },
      icon("retry"),
      "Try again",
    );
  }

  rowOf(index) {
    const { found } = this;
    const place = found.places[index];
    const number = found.first + index;
    const page = new PageNames(this.pane.source).words(place.page_index);
    const where = [`${number + 1}`, page, place.section].filter(Boolean).join(" · ");
    const cell = [place.row, place.column].filter(Boolean).join(" · ");
    const isCited = number === found.cited;
    return {
      words: cell
        ? [element("span", { class: "hit-after" }, cell), element("b", {}, place.words)]
        : snippetNodes(place),
      where: [
        isCited && element("span", { class: "cited" }, `Cited · ${this.pane.evidence.citation_id}`),
        where,
      ],
      title: [cell || `${place.before}${place.words}${place.after}`, where].join("\n"),
    };
  }

  choose(index) {
    this.popover.close();
    this.goTo(this.found.first + index);
  }

  // The walk ------------------------------------------------------------------------------------------------------

  step(by) {
    const to = this.at + by;
    if (this.found?.places[to - this.found.first]) this.goTo(to);
  }

  /** Others are only looked at, as hits in blue: the citation and its mark stay what they are. */
  goTo(number) {
    const { found } = this;
    if (number === found.cited) return this.back();
    if (!this.walk.isOn) this.walk.begin(this.others());
    this.at = number;
    this.walk.goTo(this.walk.hits.findIndex((hit) => hit.number === number + 1));
    this.showAt();
    const place = found.places[number - found.first];
    const names = new PageNames(this.pane.source);
    const words = (page) =>
      `You are looking at occurrence ${number + 1} of ${found.total.toLocaleString("en-US")}, ${page}. ` +
      `The cited one is ${found.cited + 1}.`;
    const isFocused = this.panel.contains(this.panel.getRootNode().activeElement);
    const back = backToCited(() => this.back());
    this.panel.replaceChildren(
      icon("search"),
      element("span", {}, words(names.words(place.page_index))),
      back,
    );
    this.panel.hidden = false;
    if (isFocused) back.focus();
    const row = [place.row, place.column].filter(Boolean).join(", ");
    this.pane.announce(`${words(names.spoken(place.page_index))} ${row || place.words}`);
  }

  others() {
    const { first, cited, places } = this.found;
    return places
      .map((place, index) => ({ ...place, number: first + index + 1 }))
      .filter(({ number }) => number !== cited + 1);
  }

  back() {
    const isFocused = this.panel.contains(this.panel.getRootNode().activeElement);
    this.endWalk();
    this.pane.goTo();
    if (isFocused) this.button.focus({ preventScroll: true });
    this.pane.announce(`Back at the cited place, occurrence ${this.found.cited + 1} of ${this.found.total}`);
  }

  endWalk() {
    this.walk.end();
    this.panel.hidden = true;
    if (!this.found) return;
    this.at = this.found.cited;
    this.showAt();
  }

  whenFailed(problem) {
    const retry = () => (problem.refresh ? this.pane.refresh() : this.goTo(this.at));
    this.panel.replaceChildren(
      icon(problem.icon),
      element("span", {}, `The place could not be marked. ${problem.message}`),
      element(
        "button",
        { class: "button small", type: "button", onclick: retry },
        icon("retry"),
        "Try again",
      ),
    );
    this.panel.hidden = false;
    this.pane.announce(`The place could not be marked. ${problem.message}`);
  }

  // What the pane does --------------------------------------------------------------------------------------------

  opened() {
    this.follow();
  }

  painted() {
    this.ask();
  }

  moved() {
    this.follow();
    this.walk.moved();
  }

  renewed() {
    if (this.isUnknown && this.cited()) this.look(this.cited());
  }

  closed() {
    clearTimeout(this.resting);
    this.key = null;
    this.endWalk();
    this.show(null);
    this.popover.close({ focus: false });
  }

  disconnect() {
    clearTimeout(this.resting);
    this.aborter?.abort();
    this.walk.end();
    this.popover.disconnect();
  }
}

PANE_TOOLS.push((pane) => new Occurrences(pane));
