/**
 * How this was found: the ranked pages, with the rank that each list gave them, and the passages that they became. It
 * takes the place of the claims while it is open, as Sources read does, and opens those passages the same way.
 */

ICONS.ranks = ["M4 6h16", "M4 12h11", "M4 18h6"];

class HowFound extends ReadList {
  constructor(panel, bar, toggled) {
    super(panel, bar, toggled, {
      name: "How this was found",
      sign: "ranks",
      kind: "found",
      spot: "how-found",
      mark: "tracing",
      body: element("div", { class: "found-body", tabindex: "0", role: "group", "aria-label": "Ranked pages" }),
    });
    this.showsAll = false;
  }

  forget() {
    this.showsAll = false;
    super.forget();
  }

  /** The data is the trace. An answer has none that was made before traces were kept, or is being searched. */
  draw() {
    const { item, pages, words, floor, problems } = this.data;
    this.lead.textContent = item ? `Looked for: ${item}. ${words}.` : `${words}.`;
    this.body.replaceChildren(
      ...[
        floor && element("p", { class: "found-floor" }, status("none", floor, "missing")),
        ...problems.map((problem) => element("p", { class: "found-floor" }, status("warn", problem))),
        this.metricsView(),
        pages.length && this.tableView(),
        pages.length > this.data.most && this.moreButton(),
        this.stepsView(),
        pages.length && this.legend(),
      ].filter(Boolean),
    );
    this.showOpened();
  }

  metricsView() {
    const { metrics } = this.data;
    if (!metrics.length) return null;
    return element(
      "dl",
      { class: "found-metrics" },
      metrics.flatMap(({ name, items }) => [
        element("dt", {}, name),
        element("dd", {}, items.length ? `needs ${items.join(", ")}` : "is looked for as it is named"),
      ]),
    );
  }

  // The pages -----------------------------------------------------------------------------------------------------

  tableView() {
    const { lists, pages, most } = this.data;
    const shown = this.showsAll ? pages : pages.slice(0, most);
    return element(
      "table",
      { class: "found-pages" },
      element("caption", { class: "heard" }, "Ranked pages, best first, with the rank of each list"),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, "Rank"),
          element("th", { scope: "col" }, "Page"),
          lists.map((list) => element("th", { scope: "col", class: "by-list", title: list.explain }, list.short)),
        ),
      ),
      shown.map((page) => this.rowOf(page)),
    );
  }

  /** Two rows: where the page is and how each list ranked it; what it was read as and why it was brought. */
  rowOf(page) {
    const { lists } = this.data;
    const isWithheld = page.state === "denied" || page.state === "unavailable";
    const note = PASSAGE_NOTES[page.state];
    const place = element(
      "th",
      { scope: "row" },
      element("span", { class: "found-where" }, isWithheld && note && icon(note[1]), page.locus),
      element("span", { class: "found-title", title: page.title }, page.title),
      note?.[2] && status(note[0], note[2], note[1]),
    );
    const ranks = isWithheld
      ? element("td", { colspan: lists.length, class: "by-list" })
      : page.hits.map((hit, number) => this.rankCell(hit, lists[number]));
    const read = page.handles.length ? page.handles.map((one) => this.handleOf(one)) : noRank("Not read");
    const why = page.why?.length ? element("span", {}, whyWords(page.why)) : null;
    return element(
      "tbody",
      { "data-rank": page.rank },
      element("tr", {}, element("td", { class: "found-rank", rowspan: 2 }, String(page.rank)), place, ranks),
      element("tr", { class: "found-why" }, element("td", { colspan: lists.length + 1 }, element("div", {}, read, why))),
    );
  }

  rankCell(hit, list) {
    if (!hit) return element("td", { class: "by-list", "data-list": list.short }, noRank("–", `Not brought by ${list.name}`));
    const bar = element("i", { class: "rank-bar", "aria-hidden": "true" });
    bar.style.setProperty("--share", `${Math.round(hit.share * 100)}%`);
    return element("td", { class: "by-list", "data-list": list.short, title: `Rank ${hit.rank} by ${list.name}` }, element("b", {}, String(hit.rank)), bar);
  }

  handleOf({ key, handle, aria }) {
    const attributes = {
      class: "found-handle badge",
      type: "button",
      "data-shown": "known",
      "data-key": key,
      "data-spot": `found-${key}`,
      "aria-label": aria,
      "aria-pressed": "false",
      onclick: () => send("read", { answer_id: this.answer, key }),
    };
    return element("button", attributes, handle);
  }

  moreButton() {
    const { pages, most } = this.data;
    return element(
      "button",
      {
        class: "button small found-more",
        type: "button",
        "data-spot": "found-more",
        "aria-expanded": String(this.showsAll),
        onclick: () => {
          this.showsAll = !this.showsAll;
          this.draw();
          this.body.querySelector(".found-more").focus({ preventScroll: true });
        },
      },
      icon(this.showsAll ? "up" : "down"),
      this.showsAll ? `Show the best ${most} only` : `Show all ${pages.length} pages`,
    );
  }

  legend() {
    return element(
      "p",
      { class: "found-legend" },
      this.data.lists.map((list) => element("span", {}, element("b", {}, list.short), ` ${list.explain}. `)),
      "A longer bar is a better rank.",
    );
  }

  stepsView() {
    const { steps, time } = this.data;
    if (!steps.length) return null;
    return element(
      "table",
      { class: "found-steps" },
      element("caption", {}, `Steps, ${time} in all`),
      element(
        "thead",
        { class: "heard" },
        element("tr", {}, ["Step", "Found", "Time"].map((words) => element("th", { scope: "col" }, words))),
      ),
      element(
        "tbody",
        {},
        steps.map((step) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, step.name),
            element("td", {}, step.count),
            element("td", {}, step.time),
          ),
        ),
      ),
    );
  }

  // Opening -------------------------------------------------------------------------------------------------------

  /** Pressed is the passage that the pane shows. */
  showOpened() {
    for (const button of this.body.querySelectorAll(".found-handle")) {
      const isShown = button.dataset.key === this.opened;
      button.setAttribute("aria-pressed", String(isShown));
      button.dataset.shown = isShown ? "open" : "known";
    }
  }

  returnTo(key) {
    if (!this.isOpen) return;
    const button = [...this.body.querySelectorAll(".found-handle")].find((one) => one.dataset.key === key);
    (button ?? this.title).focus({ preventScroll: true });
    button?.closest("tbody").scrollIntoView({ block: "nearest" });
  }
}

function whyWords(reasons) {
  return reasons.map(({ list, words }) => `${list}: ${words}`).join("; ");
}

function noRank(words, title = null) {
  return element("span", { class: "no-rank", title }, words);
}
