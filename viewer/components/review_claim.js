/** The claim that is judged: where it is from, its words, handles, calculation, what fails in it and what was checked. */

class ReviewedClaim {
  /** `open(key, place)` shows evidence in the pane. */
  constructor(open) {
    this.open = open;
    this.item = null;
    this.opened = { key: null, state: null };
    this.root = element("section", { class: "reviewed-claim claim-part" });
    this.card = new HoverCard(this.root, (node) => this.cardOf(node));
  }

  show(item) {
    const { view } = item;
    const events = {
      open: (key, spot, place) => this.openFrom(key, spot, place),
      calculation: (id) => this.root.querySelector(`[data-calculation="${id}"]`).focus(),
    };
    const handles = new Map(view.handles.map((handle) => [handle.key, handle]));
    const { number } = view;
    this.card.close();
    this.item = item;
    this.opened = { key: null, state: null };
    this.title = element("h1", { class: "text", tabindex: "-1" }, this.parts(view, events));
    this.root.replaceChildren(
      ...[
        this.origin(item),
        this.title,
        view.handles.length > 0 &&
          element(
            "div",
            { class: "handles" },
            view.handles.map((handle) => handleButton(handle, `${number}-handle-${handle.citation_id}`, events)),
          ),
        view.flags?.length > 0 && flagBox(view.flags, number, events.open),
        view.calculation && calculationCard(view.calculation, handles, `${number}-input`, events.open),
        view.checks.length > 0 && new CheckList(this.checked(item), null, () => {}).root,
      ].filter(Boolean),
    );
    this.refresh();
  }

  parts(view, events) {
    return view.parts.map((part, at) => figurePart(part, `${view.number}-figure-${at}`, events));
  }

  origin({ claim, of, question, asked, written_by: author }) {
    const whole = `“${question}”`;
    return element(
      "p",
      { class: "origin", title: [whole, asked, author].filter(Boolean).join(" · ") },
      `Claim ${claim} of ${of} · `,
      element("span", {}, whole),
    );
  }

  /** The claim's checks with when they were made. */
  checked({ view, checks }) {
    const made = new Map((checks ?? []).map((check) => [check.kind, check.when]));
    const withTime = (check) => {
      const when = made.get(check.kind);
      const details = check.details ?? [];
      return when ? { ...check, details: [...details, { of: null, text: when, checker: "" }] } : check;
    };
    return { number: view.number, checks: view.checks.map(withTime) };
  }

  openFrom(key, spot, place = null) {
    this.origin_spot = spot;
    this.open(key, place);
  }

  cardOf(node) {
    if (!this.item) return null;
    const { key, spot } = node.dataset;
    const { handles, parts } = this.item.view;
    const handleOf = (wanted) => handles.find((handle) => handle.key === wanted);
    if (key) return node.getAttribute("aria-pressed") === "true" ? null : handleCard(handleOf(key));
    const part = parts[Number(/-figure-(\d+)$/.exec(spot)?.[1] ?? -1)];
    return part ? figureCard(part, handleOf(part.key)) : null;
  }

  /** Which evidence the pane shows: its handle is pressed, and solid once its mark is on screen. */
  markOpened({ key, state }) {
    this.opened = { key, state };
    this.refresh();
  }

  refresh() {
    const citation = this.citationOf(this.opened.key);
    for (const button of this.root.querySelectorAll(".handle")) {
      const isOpen = citation !== null && button.dataset.citation === citation;
      button.setAttribute("aria-pressed", String(isOpen));
      button.dataset.shown = isOpen ? (SHOWN[this.opened.state] ?? "known") : RESTING[button.dataset.state];
    }
  }

  citationOf(key) {
    return this.item?.view.handles.find((handle) => handle.key === key)?.citation_id ?? null;
  }

  /** The citation that is looked at, null for a passage beside what is cited. */
  get openCitation() {
    return this.citationOf(this.opened.key);
  }

  /** "Back to the answer" of the pane leads to where its evidence was opened from; false where there is no such handle. */
  focusHandle(key) {
    const nodes = [...this.root.querySelectorAll("[data-spot]")];
    const node =
      nodes.find((one) => one.dataset.spot === this.origin_spot) ?? nodes.find((one) => one.dataset.key === key);
    (node ?? this.title)?.focus({ preventScroll: true });
    this.origin_spot = null;
  }

  words() {
    const { claim, of, view } = this.item;
    return `Claim ${claim} of ${of}: ${view.parts.map(({ text }) => text).join("")}`;
  }

  disconnect() {
    this.card.disconnect();
  }
}
