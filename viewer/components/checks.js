/**
 * The checks of a claim, each an icon and a word, and under them what reviewers say; one at a time tells what was found.
 * One stop of Tab, then arrows.
 */

class CheckList {
  /** `shown` is the kind whose sentences are open, or null; `changed(kind)` tells of another. */
  constructor(claim, shown, changed) {
    this.number = claim.number;
    this.checks = [...claim.checks, claim.review].filter(Boolean);
    this.changed = changed;
    this.detail = element("div", { class: "check-detail", id: `check-detail-${claim.number}`, hidden: true });
    this.cells = this.checks.map((check) => this.cell(check));
    this.root = element(
      "div",
      { class: "check-list" },
      element(
        "div",
        {
          class: "checks",
          role: "toolbar",
          "aria-label": `Checks of claim ${claim.number}`,
          onkeydown: (event) => this.whenKeyed(event),
        },
        this.cells,
      ),
      this.detail,
    );
    this.show(this.checks.some(({ kind }) => kind === shown) ? shown : null);
  }

  cell(check) {
    return element(
      "button",
      {
        class: check.kind === "reviewer" ? "check review" : "check",
        type: "button",
        "data-spot": `${this.number}-check-${check.kind}`,
        "aria-label": `${check.label}: ${[check.words, saidBy(check)].filter(Boolean).join(", ")}`,
        "aria-controls": this.detail.id,
        onclick: () => this.toggle(check.kind),
      },
      element("span", { class: "check-name" }, check.label),
      status(check.tone, check.words, check.icon ?? undefined),
      check.by && element("span", { class: "check-by" }, saidBy(check)),
    );
  }

  toggle(kind) {
    this.show(this.shown === kind ? null : kind);
    this.changed(this.shown);
    if (this.shown) this.root.scrollIntoView({ block: "nearest" });
  }

  show(kind) {
    this.shown = kind;
    this.checks.forEach((check, at) => {
      const isShown = check.kind === kind;
      this.cells[at].setAttribute("aria-expanded", String(isShown));
    });
    this.stopAt(Math.max(0, this.checks.findIndex((check) => check.kind === kind)));
    const check = this.checks.find((one) => one.kind === kind);
    this.detail.hidden = !check;
    this.detail.replaceChildren(...(check ? sentencesOf(check) : []));
  }

  /** The cell that Tab leads to. */
  stopAt(at) {
    this.cells.forEach((cell, index) => (cell.tabIndex = index === at ? 0 : -1));
  }

  whenKeyed(event) {
    const at = this.cells.indexOf(event.target);
    if (event.key === "Escape" && this.shown) {
      event.stopPropagation();
      return this.toggle(this.shown);
    }
    const last = this.cells.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.stopAt(to);
    this.cells[to].focus();
  }
}

/** "A. Meyer, 30 Nov": who judged, and on which day of the reader's calendar. */
function saidBy({ by, at }) {
  return by ? `${by}, ${dayOf(new Date(at))}` : null;
}

/** "30 Nov", with the year where it is another one. */
function dayOf(moment) {
  const year = moment.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
  return moment.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}

function sentencesOf(check) {
  const said = check.details ?? [];
  const lines = said.map(({ of, text, at }) =>
    element("p", {}, of && element("b", {}, of), of && " ", text, at && element("span", { class: "check-by" }, ` ${dayOf(new Date(at))}`)),
  );
  const checkers = [...new Set(said.map(({ checker }) => checker).filter(Boolean))];
  return [
    ...lines,
    checkers.length > 0 && element("p", { class: "by" }, `Checked by ${checkers.join(", ")}`),
    check.address && element("p", {}, element("a", { class: "way", href: check.address }, "Open in Review")),
  ].filter(Boolean);
}
