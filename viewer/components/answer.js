/** The answer: claims with their evidence handles. Opening a handle is an event on `document`; the pane does the rest. */

const NO_ANSWER = { answer_id: "", method: null, not_in_sources: null, claims: [], unanswered: [], problem: null };

class AnswerPanel {
  constructor(parent) {
    this.parent = parent;
    this.root = element("section", { class: "root panel answer", "aria-label": "Answer", tabindex: "-1" });
    parent.querySelector(".mount").replaceChildren(this.root);
    this.data = NO_ANSWER;
    this.active = null;
    this.opened = { key: null, state: null, beside: null };
    this.showsAll = false;
    this.shownChecks = new Map();
    this.live = element("div", { class: "heard", role: "status", "aria-live": "polite" });
    this.card = new HoverCard(this.root, (node) => this.cardOf(node));
    this.onOpened = ({ detail }) => this.isOurs(detail) && this.markOpened(detail);
    this.onReturn = ({ detail }) => this.isOurs(detail) && this.focusHandle(detail.key);
    document.addEventListener("pincite:opened", this.onOpened);
    document.addEventListener("pincite:return", this.onReturn);
    this.soFar = new SoFar((answer) => this.show({ ...this.data, ...answer }));
    this.sources = new SourcesRead(this.root, () => this.whenToggled(this.sources, this.found));
    this.found = new HowFound(this.root, this.sources.bar, () => this.whenToggled(this.found, this.sources));
    this.stack = new ClaimStack(parent.host ?? parent, this.root);
    this.stage = new Stage(parent.host ?? parent, (room) => this.fit(room));
    const go = () => this.focusFirst();
    this.skip = new SkipLink(parent.host ?? parent, { id: "answer", words: "Skip to the answer", go, key: "a" });
    this.onFirst = ({ detail }) => this.isOurs(detail) && go();
    document.addEventListener("pincite:first", this.onFirst);
  }

  /** Of Sources read and How this was found, one is open at most. */
  whenToggled(one, other) {
    if (one.isOpen) other.show(false);
    if (this.room) this.fit(this.room);
  }

  isOurs(detail) {
    return !detail.answer_id || detail.answer_id === this.data.answer_id;
  }

  update(data, setTriggerValue) {
    this.setTriggerValue = setTriggerValue;
    this.root.dataset.theme = themeOf(this.parent.host ?? this.parent);
    this.soFar.follow(data.so_far);
    this.show(this.isBehind(data) ? { ...data, claims: this.data.claims } : data);
  }

  /** Whether a run of the page had less of an answer than what its own route has brought since. */
  isBehind(data) {
    return data.writing && data.answer_id === this.data.answer_id && data.claims.length < this.data.claims.length;
  }

  show(data) {
    const text = JSON.stringify(data);
    if (text === this.text) return;
    const refocus = this.placeOfFocus();
    const isNew = data.answer_id !== this.data.answer_id;
    const before = this.data.claims.length;
    const scrolled = isNew ? 0 : (this.list?.scrollTop ?? 0);
    this.text = text;
    this.data = data;
    if (isNew) this.forget();
    if (isNew || !this.claim(this.active)) this.active = data.claims[0]?.number ?? null;
    this.draw();
    if (this.list) this.list.scrollTop = scrolled;
    refocus?.();
    if (!isNew && data.claims.length > before) this.live.textContent = `${data.claims.length} claims are checked`;
    send("answer", { answer_id: data.answer_id });
  }

  /** Of another answer nothing is open yet. */
  forget() {
    this.opened = { key: null, state: null, beside: null };
    this.origin = null;
    this.shownChecks.clear();
    this.live.textContent = "";
  }

  /** Leads the focus, after a new drawing, to what it was on: by spot or part, because the nodes are new ones. */
  placeOfFocus() {
    const focused = this.parent.activeElement;
    if (!focused) return null;
    const { spot } = focused.dataset;
    if (spot) return () => (this.atSpot(spot) ?? this.root).focus({ preventScroll: true });
    const part = ["back", "forth", "all"].find((name) => this[name] === focused);
    return () => (this[part] ?? this.root).focus({ preventScroll: true });
  }

  atSpot(spot) {
    return [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === spot) ?? null;
  }

  draw() {
    this.card.close();
    this.sources.update(this.data.answer_id, this.data.sources_read ?? null);
    this.found.update(this.data.answer_id, this.data.how_found ?? null);
    this.root.replaceChildren(
      ...(this.data.claims.length ? this.claimsView() : [absentView(this.data)]),
      this.sources.root,
      this.found.root,
      this.sources.bar,
      this.methodLine() ?? "",
      this.live,
    );
    if (this.room) this.fit(this.room);
    this.refresh();
  }

  claimsView() {
    const { claims, unanswered = [], problem } = this.data;
    const events = {
      open: (key, spot, place) => this.open(key, spot, place),
      shown: (number) => this.shownChecks.get(number) ?? null,
      show: (number, kind) => this.shownChecks.set(number, kind),
    };
    this.list = element(
      "ol",
      { class: "claims" },
      claims.map((claim) => claimItem(claim, events)),
      unanswered.map(openPart),
      problem && element("li", { class: "open-end" }, problemBox(problem)),
    );
    return [this.stepper(), this.list];
  }

  /** What the card beside a handle or a figure says; nothing of evidence that is open already. */
  cardOf(node) {
    const claim = this.claim(Number(node.closest(".claim")?.dataset.claim));
    if (!claim) return null;
    const { key, spot } = node.dataset;
    const handleOf = (wanted) => claim.handles.find((handle) => handle.key === wanted);
    if (key) return node.getAttribute("aria-pressed") === "true" ? null : handleCard(handleOf(key));
    const part = claim.parts[Number(/-figure-(\d+)$/.exec(spot)?.[1] ?? -1)];
    return part ? figureCard(part, handleOf(part.key)) : null;
  }

  methodLine() {
    const { method } = this.data;
    return (
      method &&
      element(
        "p",
        { class: "method" },
        element("b", {}, method.label.replace(/[.:]?$/, ".")),
        method.explain ? ` ${method.explain}` : "",
      )
    );
  }

  /** Shown only where the columns are stacked: one claim stays above its evidence. */
  stepper() {
    this.count = element("h2", { class: "count" });
    this.back = element(
      "button",
      { class: "tool", type: "button", "aria-label": "Previous claim", onclick: () => this.step(-1) },
      icon("previous"),
    );
    this.forth = element(
      "button",
      { class: "tool", type: "button", "aria-label": "Next claim", onclick: () => this.step(1) },
      icon("next"),
    );
    this.all = element("button", { class: "button small", type: "button", onclick: () => this.toggleAll() });
    const missing = this.missingWords();
    return element(
      "div",
      { class: "stepper" },
      this.count,
      this.back,
      this.forth,
      element("span", { class: "gap" }),
      missing && status("bad", missing),
      this.all,
    );
  }

  missingWords() {
    const claims = this.data.claims.filter((claim) => claim.parts.some((part) => part.figure === "missing"));
    if (!claims.length) return null;
    const count = claims.flatMap((claim) => claim.parts).filter((part) => part.figure === "missing").length;
    const where = claims.length === 1 ? `claim ${claims[0].number}` : `${claims.length} claims`;
    return `${count} ${count === 1 ? "figure" : "figures"} missing in ${where}`;
  }

  /** `spot` is where it was asked for, and where "Back to answer" leads; `place` the value to begin at. */
  open(key, spot = null, place = null) {
    this.origin = { key, spot };
    send("open", { answer_id: this.data.answer_id, key, place });
  }

  /** Pressed wherever the same citation stands; solid only once its mark is on screen. `beside`: compared with it. */
  markOpened({ key, state, beside = null }) {
    this.opened = { key, state, beside };
    const claim = this.data.claims.find((one) => one.handles.some((handle) => handle.key === key));
    if (claim) this.active = claim.number;
    this.refresh();
    if (state !== "loading" && key !== this.reported) this.report(key);
  }

  /** After the paint: the script run that a trigger starts competes with the page's own request. */
  report(key) {
    this.reported = key;
    if (this.data.report_open) afterPaint(() => this.setTriggerValue("open", key));
  }

  refresh() {
    if (!this.data.claims.length) return;
    const citation = this.citationOf(this.opened.key);
    const beside = this.citationOf(this.opened.beside);
    for (const button of this.list.querySelectorAll(".handle")) {
      const { citation: id, state } = button.dataset;
      const shown = id === citation ? this.opened.state : id === beside ? state : null;
      button.setAttribute("aria-pressed", String(shown !== null));
      button.dataset.shown = shown === null ? RESTING[state] : (SHOWN[shown] ?? "known");
    }
    const isOne = Boolean(this.narrow) && !this.showsAll;
    for (const item of this.list.children) {
      const isActive = Number(item.dataset.claim) === this.active;
      item.classList.toggle("active", isActive);
      item.hidden = isOne && !isActive && !item.matches(".open-end");
    }
    this.refreshStepper();
    this.stack.keep(Boolean(this.narrow) && !this.showsAll && this.opened.key !== null);
  }

  refreshStepper() {
    const numbers = this.data.claims.map((claim) => claim.number);
    const at = numbers.indexOf(this.active);
    this.count.textContent = this.showsAll
      ? `${numbers.length} claims`
      : `Claim ${at + 1} of ${numbers.length}`;
    this.back.setAttribute("aria-disabled", String(at <= 0));
    this.forth.setAttribute("aria-disabled", String(at >= numbers.length - 1));
    this.back.hidden = this.forth.hidden = this.showsAll;
    this.all.textContent = this.showsAll ? "Show one claim" : "Show all claims";
    this.all.hidden = numbers.length < 2;
  }

  step(by) {
    const numbers = this.data.claims.map((claim) => claim.number);
    this.active = numbers[numbers.indexOf(this.active) + by] ?? this.active;
    this.refresh();
  }

  toggleAll() {
    this.showsAll = !this.showsAll;
    this.refresh();
  }

  /** By key, because a new answer's data may have replaced the button since; false where there is no such handle. */
  focusHandle(key) {
    const claim = this.data.claims.find((one) => one.handles.some((handle) => handle.key === key));
    if (!claim) return false;
    this.active = claim.number;
    this.refresh();
    const from = this.origin?.key === key ? this.atSpot(this.origin.spot) : null;
    const button = from ?? [...this.list.querySelectorAll(".handle")].find((one) => one.dataset.key === key);
    button.focus({ preventScroll: true });
    button.closest(".claim").scrollIntoView({ block: "nearest" });
    return true;
  }

  /** The first handle on screen: stacked, that is one of the claim that is shown. Without any, the answer itself. */
  focusFirst() {
    const handle = [...this.root.querySelectorAll(".handle")].find((one) => one.getClientRects().length);
    (handle ?? this.root).focus({ preventScroll: true });
    (handle?.closest(".claim") ?? this.root).scrollIntoView({ block: "nearest" });
  }

  claim(number) {
    return this.data.claims.find((one) => one.number === number);
  }

  citationOf(key) {
    const handles = this.data.claims.flatMap((claim) => claim.handles);
    return handles.find((handle) => handle.key === key)?.citation_id ?? null;
  }

  /** Side by side the claims fill the window beside the pane; without claims there is nothing to fill it with. */
  fit(room) {
    const { narrow, height } = room;
    this.room = room;
    this.narrow = narrow;
    this.root.classList.toggle("narrow", narrow);
    this.root.style.height = narrow || !this.data.claims.length ? "" : `${height}px`;
    if (this.data.claims.length) this.refresh();
  }

  disconnect() {
    this.soFar.stop();
    this.card.disconnect();
    this.sources.disconnect();
    this.found.disconnect();
    this.stage.disconnect();
    this.stack.disconnect();
    this.skip.disconnect();
    document.removeEventListener("pincite:first", this.onFirst);
    document.removeEventListener("pincite:opened", this.onOpened);
    document.removeEventListener("pincite:return", this.onReturn);
  }
}

const panels = new WeakMap();

/** Called by Streamlit at mounting and at every change of data or theme; the panel is made once. */
export default function renderAnswer({ data, parentElement, setTriggerValue }) {
  let panel = panels.get(parentElement);
  if (!panel) panels.set(parentElement, (panel = new AnswerPanel(parentElement)));
  panel.update(data ?? NO_ANSWER, setTriggerValue);
  return () => {
    panel.disconnect();
    panels.delete(parentElement);
  };
}
