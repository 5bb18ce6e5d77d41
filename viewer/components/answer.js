/** The answer: claims with their evidence handles. Opening a handle is an event on `document`; the pane does the rest. */

/** How a handle's badge looks before it is opened, by the state of its evidence. */
const RESTING = {
  ready: "ready",
  superseded: "ready",
  ambiguous: "known",
  quote_not_found: "known",
  denied: "withheld",
  unavailable: "withheld",
};
const HANDLE_NOTES = {
  superseded: ["history", "Superseded"],
  ambiguous: ["fork", "Ambiguous"],
  denied: ["lock", "No access"],
  unavailable: ["broken", "Unavailable"],
  quote_not_found: ["missing", "Quote not found"],
};
const NO_ANSWER = { answer_id: "", method: null, not_in_sources: null, claims: [] };

class AnswerPanel {
  constructor(parent) {
    this.parent = parent;
    this.root = element("section", { class: "root panel answer", "aria-label": "Answer" });
    parent.querySelector(".mount").replaceChildren(this.root);
    this.data = NO_ANSWER;
    this.active = null;
    this.opened = { key: null, state: null };
    this.showsAll = false;
    this.onOpened = ({ detail }) => this.isOurs(detail) && this.markOpened(detail);
    this.onReturn = ({ detail }) => this.isOurs(detail) && this.focusHandle(detail.key);
    document.addEventListener("pincite:opened", this.onOpened);
    document.addEventListener("pincite:return", this.onReturn);
    this.stage = new Stage(parent.host ?? parent, (room) => this.fit(room));
  }

  isOurs(detail) {
    return !detail.answer_id || detail.answer_id === this.data.answer_id;
  }

  update(data, setTriggerValue) {
    this.setTriggerValue = setTriggerValue;
    this.root.dataset.theme = themeOf(this.parent.host ?? this.parent);
    const text = JSON.stringify(data);
    if (text === this.text) return;
    const focused = this.parent.activeElement?.dataset?.key;
    const isNew = data.answer_id !== this.data.answer_id;
    this.text = text;
    this.data = data;
    if (isNew) this.opened = { key: null, state: null };
    if (isNew || !this.claim(this.active)) this.active = data.claims[0]?.number ?? null;
    this.draw();
    if (focused) this.focusHandle(focused);
    send("answer", { answer_id: data.answer_id });
  }

  draw() {
    this.root.replaceChildren(
      ...(this.data.claims.length ? this.claimsView() : [this.absentView()]),
      this.methodLine() ?? "",
    );
    if (this.room) this.fit(this.room);
    this.refresh();
  }

  claimsView() {
    this.list = element(
      "ol",
      { class: "claims" },
      this.data.claims.map((claim) => this.claimItem(claim)),
    );
    return [this.stepper(), this.list];
  }

  absentView() {
    const words = this.data.not_in_sources;
    if (!words)
      return element(
        "div",
        { class: "absent" },
        icon("quote"),
        element("p", {}, "Ask a question to see its claims here."),
      );
    const detail = words.replace(/^Not in the sources\.?\s*/i, "");
    return element(
      "div",
      { class: "absent" },
      icon("missing"),
      element("div", {}, element("h2", {}, "Not in the sources"), detail && element("p", {}, detail)),
    );
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

  claimItem(claim) {
    return element(
      "li",
      { class: "claim", "data-claim": claim.number },
      element("span", { class: "number", "aria-hidden": "true" }, String(claim.number)),
      element("p", { class: "text" }, claim.parts.map(figurePart)),
      claim.handles.length > 0 &&
        element(
          "div",
          { class: "handles" },
          claim.handles.map((handle) => this.handleButton(handle)),
        ),
      claim.checks.length > 0 && element("dl", { class: "checks" }, claim.checks.map(checkCell)),
    );
  }

  handleButton(handle) {
    const note = HANDLE_NOTES[handle.state];
    return element(
      "button",
      {
        class: "handle",
        type: "button",
        "data-key": handle.key,
        "data-citation": handle.citation_id,
        "data-state": handle.state,
        "aria-label": handle.aria,
        "aria-pressed": "false",
        title: note ? note[1] : null,
        onclick: () => this.open(handle.key),
      },
      element("b", {}, handle.citation_id),
      (handle.label || note) && element("span", {}, handle.label || note[1], note && icon(note[0])),
    );
  }

  open(key) {
    send("open", { answer_id: this.data.answer_id, key });
  }

  /** Pressed wherever the same citation stands; solid only once its mark is on screen. */
  markOpened({ key, state }) {
    this.opened = { key, state };
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
    for (const button of this.list.querySelectorAll(".handle")) {
      const pressed = citation !== null && button.dataset.citation === citation;
      button.setAttribute("aria-pressed", String(pressed));
      button.dataset.shown = pressed ? (SHOWN[this.opened.state] ?? "known") : RESTING[button.dataset.state];
    }
    for (const item of this.list.children) {
      const isActive = Number(item.dataset.claim) === this.active;
      item.classList.toggle("active", isActive);
      item.hidden = Boolean(this.narrow) && !this.showsAll && !isActive;
    }
    this.refreshStepper();
  }

  refreshStepper() {
    const numbers = this.data.claims.map((claim) => claim.number);
    const at = numbers.indexOf(this.active);
    this.count.textContent = this.showsAll
      ? `${numbers.length} claims`
      : `Claim ${at + 1} of ${numbers.length}`;
    this.back.disabled = at <= 0;
    this.forth.disabled = at >= numbers.length - 1;
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

  /** By key, because a new answer's data may have replaced the button since. */
  focusHandle(key) {
    const claim = this.data.claims.find((one) => one.handles.some((handle) => handle.key === key));
    if (!claim) return;
    this.active = claim.number;
    this.refresh();
    const button = [...this.list.querySelectorAll(".handle")].find((one) => one.dataset.key === key);
    button.focus({ preventScroll: true });
    button.closest(".claim").scrollIntoView({ block: "nearest" });
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
    this.stage.disconnect();
    document.removeEventListener("pincite:opened", this.onOpened);
    document.removeEventListener("pincite:return", this.onReturn);
  }
}

function figurePart(part) {
  if (!part.figure) return part.text;
  const title = part.figure === "missing" ? "This figure is not in the cited evidence" : null;
  return element("span", { class: `figure ${part.figure}`, title }, part.text);
}

function checkCell(check) {
  return element(
    "div",
    { title: check.detail ?? null },
    element("dt", {}, check.label),
    element("dd", {}, status(check.tone, check.words)),
  );
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
