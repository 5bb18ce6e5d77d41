/**
 * Marking the right place: what a reviewer draws, selects or steers to, snapped by the server and kept until it is saved
 * with a verdict, which is the business of who started it ("pincite:pick") and is told of every change ("pincite:picked").
 */

class Picking {
  constructor(pane) {
    this.pane = pane;
    this.isActive = false;
    this.picks = [];
    this.annotations = [];
    this.unit = "cells";
    this.token = this.citation = this.wanted = this.current = null;
    this.pickers = new Map(); // by the view that they mark on
    this.queue = Promise.resolve();
    this.list = new PickPassages(pane, (key) => pane.open(key, { isAsked: true }));
    this.bar = new PickBar(
      {
        unit: (unit) => this.setUnit(unit),
        done: () => this.end(),
        passage: () => this.takePassage(),
        go: (place) => this.goTo(place),
        remove: (place) => this.remove(place),
      },
      this.list.button,
    );
    this.panel = this.bar.root;
    this.foot = this.bar.list;
    this.bar.showUnit(this.unit);
    this.hits = new PickHits(this);
    this.onPick = ({ detail }) => (detail.active ? this.begin(detail) : this.whenEnded(detail));
    document.addEventListener("pincite:pick", this.onPick);
  }

  // Beginning and ending ------------------------------------------------------------------------------------------

  /** `citation_id` is the one that is put right, null for a place beside it; `picks` are those marked before. */
  begin({ citation_id: citation = null, token, picks }) {
    const wasActive = this.isActive;
    Object.assign(this, { isActive: true, citation, token });
    if (picks) this.replace(picks);
    if (wasActive) return this.again?.();
    this.unit = "cells";
    this.bar.showUnit(this.unit);
    this.pane.root.classList.add("picking");
    this.bar.open(citation);
    this.list.offer();
    this.pickers.forEach((picker) => picker.start());
    this.hits.offer(true);
    this.whenShown();
    if (this.pane.narrow) this.pane.host.scrollIntoView({ block: "start" });
    if (this.pane.viewer) this.picker.focus();
    else this.list.button.focus();
    this.pane.announce(this.openingWords());
    send("picking", { active: true });
  }

  openingWords() {
    const help = this.pane.viewer ? PICK_HELP[this.isOnPages ? "pdf" : "frame"] : NOTHING_TO_MARK;
    return `Mark the right place${this.citation ? ` instead of ${this.citation}` : ""}. ${help}`;
  }

  end() {
    if (!this.isActive) return;
    this.isActive = false;
    this.again = null;
    this.pane.root.classList.remove("picking");
    this.bar.close();
    this.list.popover.close({ focus: false });
    this.pickers.forEach((picker) => picker.stop());
    this.hits.offer(false);
    const count = this.picks.length;
    this.pane.announce(`Marking ended. ${count ? `${findWords(count, "right place")} marked` : "Nothing is marked"}.`);
    send("picking", { active: false });
  }

  whenEnded({ picks }) {
    if (picks) this.replace(picks);
    this.end();
  }

  /** Another item has no places yet but those that come with it; new links of the same one keep them. */
  whenBrought({ picks, annotations, token }, isSame) {
    if (!isSame) this.end();
    if (token) this.token = token;
    if (annotations || !isSame) this.annotations = annotations ?? [];
    if (picks || !isSame) this.picks = placesOf(picks ?? []);
    this.draw();
    this.again?.();
  }

  replace(picks) {
    this.picks = placesOf(picks);
    this.draw();
  }

  // Where it happens ----------------------------------------------------------------------------------------------

  get isOnPages() {
    return this.pane.viewer === this.pane.sheets;
  }

  get picker() {
    return this.pickers.get(this.pane.viewer) ?? null;
  }

  opened() {
    for (const { sheets, frame } of this.pane.readers) {
      if (!this.pickers.has(sheets)) this.adopt(sheets, new PagePicker(this, sheets));
      if (!this.pickers.has(frame)) this.adopt(frame, new FramePicker(this, frame));
    }
    this.forgetOthers();
    if (this.isActive) this.pickers.forEach((picker) => picker.clear());
    this.draw();
    this.whenShown();
  }

  adopt(view, picker) {
    this.pickers.set(view, picker);
    if (this.isActive) picker.start();
  }

  forgetOthers() {
    const shown = new Set(this.pane.readers.flatMap(({ sheets, frame }) => [sheets, frame]));
    for (const [view, picker] of this.pickers) {
      if (shown.has(view)) continue;
      picker.disconnect();
      this.pickers.delete(view);
    }
  }

  painted() {
    this.pickers.forEach((picker) => picker.listen?.());
    this.draw();
    if (this.wanted && this.wanted.version_id === this.pane.evidence?.version?.id) this.goTo(this.wanted);
    this.wanted = null;
  }

  closed() {
    this.draw();
    this.whenShown();
  }

  /** What can be marked of what is open now. */
  whenShown() {
    if (!this.isActive) return;
    const isPassage = Boolean(this.pane.evidence?.is_read && this.pane.citation?.current);
    this.bar.offerPassage(isPassage);
    if (!this.pane.viewer) return this.bar.say("missing", NOTHING_TO_MARK);
    const passage = isPassage ? `Enter marks all of ${this.pane.evidence.citation_id}, or mark a part of it. ` : "";
    this.bar.say(null, passage + PICK_HELP[this.isOnPages ? "pdf" : "frame"]);
  }

  // Keys ----------------------------------------------------------------------------------------------------------

  get listedKeys() {
    return this.isActive ? PICK_KEYS : [];
  }

  /** What a key does while a place is marked; null for one that marking has no use for. */
  actionOf(event, pressed) {
    if (!this.isActive) return null;
    if (pressed === "Escape") return () => this.escape();
    if (pressed === "Mod+enter") return () => this.hits.take();
    if (event.target.closest?.(CONTROLS)) return null;
    const keys = pickActions(this, event.shiftKey);
    return Object.hasOwn(keys, pressed) ? keys[pressed] : null;
  }

  /** A box that is being drawn goes first, then the marking ends. */
  escape() {
    const picker = this.picker;
    if (picker?.drag?.held) return picker.drag.cancel();
    this.end();
  }

  nextUnit() {
    const units = Object.keys(PICK_UNITS);
    this.setUnit(units[(units.indexOf(this.unit) + 1) % units.length]);
  }

  setUnit(unit) {
    if (unit === this.unit) return;
    this.unit = unit;
    this.bar.showUnit(unit);
    const words = PICK_UNITS[unit].join(": ");
    this.pane.announce(words);
    this.picker?.reshape(`${words}. `);
  }

  /** The cursor's place is marked; where there is none yet, the passage that is open, or the cursor is put. */
  async enter() {
    const { picker } = this;
    if (!picker) return this.say(NOTHING_TO_MARK);
    if (picker.isStanding) return this.take(picker.bodies());
    if (this.pane.evidence.is_read && this.pane.citation.current) return this.takePassage();
    await picker.place();
  }

  // Marking -------------------------------------------------------------------------------------------------------

  /** Steps follow one another, however fast the keys come. A problem of one is told, with the way to try again. */
  attempt(step) {
    const run = async () => {
      try {
        await step();
      } catch (problem) {
        if (!(problem instanceof PageProblem)) throw problem;
        this.complain(problem.icon, problem.detail ?? problem.message);
      }
    };
    return (this.queue = this.queue.then(run));
  }

  /** Has the server make places of what was drawn or selected; `otherwise` as for `snappedPlaces`. */
  async take(bodies, otherwise = null) {
    const { pane } = this;
    const { evidence } = pane;
    const version = evidence.version.id;
    const again = () => this.take(bodies, otherwise);
    this.again = null;
    try {
      const places = [];
      for (const body of bodies)
        places.push(...(await snappedPlaces(this.token, { version_id: version, ...body }, otherwise)));
      if (this.isActive && pane.evidence?.version?.id === version) this.add(places);
    } catch (problem) {
      if (!(problem instanceof PageProblem)) throw problem;
      this.whenRefused(problem, again);
    }
  }

  /** Nothing there is the reader's to put right; anything else may go well the next time, an ended link with a new one. */
  whenRefused(problem, again) {
    const words = problem.detail ?? problem.message;
    if (problem.kind === 422) return this.complain("missing", words);
    if (REFUSALS.includes(problem.kind)) {
      this.again = again;
      this.pane.request("retry", this.pane.evidence?.key ?? "");
    }
    const retry = element("button", { class: "button small", type: "button", onclick: again }, icon("retry"), "Try again");
    this.complain(problem.icon, `Nothing was marked. ${words}`, retry);
  }

  /** The passage that is open, whole: its words are stored, so nothing is asked. */
  takePassage() {
    const { evidence, citation } = this.pane;
    const place = placeOfPassage(evidence, citation, this.pane.source);
    if (!place) return this.complain("missing", "This passage has no place that could be marked.");
    this.add([place]);
  }

  add(places) {
    this.current = places.at(-1).id;
    const fresh = places.filter((place) => !this.picks.some((one) => isSamePlace(one, place)));
    if (!fresh.length) return this.say("This place is marked already.");
    this.picks = [...this.picks, ...fresh.map((place) => ({ ...place, citation_id: this.citation }))];
    this.changed();
    const named = fresh.map(({ words }) => words).join("; ");
    const count = fresh.length > 1 ? `${fresh.length} right places` : this.labelled.at(-1).label;
    this.bar.say("tick", `Marked: ${named}`);
    this.pane.announce(`Marked as ${count}: ${named}`);
  }

  removeLast() {
    if (this.picks.length) this.remove(this.picks.at(-1));
    else this.say("No right place is marked yet.");
  }

  remove({ id, words }) {
    this.picks = this.picks.filter((one) => one.id !== id);
    this.changed();
    if (this.isActive && !this.picks.length) this.picker?.focus();
    this.say(`Removed: ${words}`);
  }

  changed() {
    this.draw();
    const key = this.pane.handleKeyOf(this.pane.reader);
    send("picked", { answer_id: this.pane.data.answer_id, key, picks: this.picks });
  }

  // Showing -------------------------------------------------------------------------------------------------------

  /** All places with what they are called: those of a stored verdict are kept, and a place among them is shown once. */
  get labelled() {
    return labelledPlaces(this.annotations, this.picks, this.current);
  }

  draw() {
    const { labelled } = this;
    this.bar.showPlaces(labelled);
    for (const { sheets, frame, evidence } of this.pane.readers) {
      const here = labelled.filter((one) => one.version_id === evidence?.version?.id && !isLostPlace(one));
      this.pickers.get(sheets)?.show(here);
      this.pickers.get(frame)?.show(here.filter((one) => one.ranges.length));
    }
  }

  /** A place of another filing opens evidence of it first. */
  goTo(place) {
    if (isLostPlace(place)) return this.complain("missing", place.state_words);
    const { pane } = this;
    if (pane.evidence?.version?.id === place.version_id && this.picker) {
      this.current = place.id;
      this.draw();
      this.picker.reveal(place);
      return pane.announce(place.name);
    }
    const cited = pane.data.evidence.find((one) => one.version?.id === place.version_id);
    const key = cited?.key ?? pane.data.read?.find((one) => one.version === place.version_id)?.key;
    if (!key) return this.complain("missing", "The filing of this place is not among this claim’s evidence.");
    this.wanted = place;
    pane.open(key);
  }

  /** `before`: what else is to be heard, such as that another unit is marked now. */
  tellCursor(words, where, before = "") {
    this.bar.say(null, element("span", {}, "On ", element("q", {}, words), ` · ${where}. Enter marks it.`));
    this.pane.announce(`${before}${words}, ${where}`);
  }

  say(words) {
    this.bar.say(null, words);
    this.pane.announce(words);
  }

  /** Also when nothing is being marked: then in the pane's own line. */
  complain(iconName, words, action = null) {
    if (this.isActive) this.bar.say(iconName, words, action);
    else this.pane.say(iconName, words);
    this.pane.announce(words);
  }

  searched() {
    this.hits.searched();
  }

  disconnect() {
    document.removeEventListener("pincite:pick", this.onPick);
    this.list.disconnect();
    this.pickers.forEach((picker) => picker.disconnect());
  }
}

PANE_TOOLS.push((pane) => new Picking(pane));
