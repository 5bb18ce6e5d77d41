/** How far the reviewers agree, over the claims that this one has judged, and the claims that were shared last. */

const STANDING_SETTLES = 1_200; // ms without a verdict until it is asked for again
const AGREEMENT_WORDS = { true: ["ok", "check", "Agree"], false: ["warn", "differ", "Differ"] };

class Standing {
  /** `open({ answer_id, claim })` shows a claim. */
  constructor(requests, open) {
    this.requests = requests;
    this.open = open;
    this.root = element("section", { class: "standing", hidden: true });
  }

  ask(delay = STANDING_SETTLES) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), delay);
  }

  async load() {
    try {
      this.show(await this.requests.read("/review/standing.json", {}, { priority: "low" }));
    } catch (problem) {
      if (!(problem instanceof ReviewProblem)) throw problem;
      this.showProblem(problem);
    }
  }

  show({ agreement, open_disagreements: open, recent }) {
    this.root.hidden = !agreement;
    if (!agreement) return;
    const { shared, agreed, kappa, kappa_words: words, interval_words: interval } = agreement;
    this.root.replaceChildren(
      element("h2", { class: "heard" }, "Agreement"),
      element(
        "dl",
        {},
        line("Agreement on shared claims", shared ? `${agreed} of ${shared}` : "None shared yet"),
        shared > 0 && line("Cohen’s kappa", kappa === null ? words : signed(kappa), kappa === null ? "" : interval),
        line("Open disagreements", open ? `${open} to resolve` : "None"),
      ),
      recent.length > 0 ? this.table(recent) : "",
    );
  }

  showProblem(problem) {
    this.root.hidden = false;
    this.root.replaceChildren(
      element("p", { class: "nobody" }, `The agreement could not be read. ${problem.message}`),
      element(
        "button",
        { class: "button small", type: "button", onclick: () => this.load() },
        icon("retry"),
        "Try again",
      ),
    );
  }

  table(recent) {
    const names = [...new Set(recent.flatMap(({ theirs }) => theirs.map(({ reviewer }) => reviewer)))];
    const other = names.length === 1 ? names[0] : "Others";
    const head = ["Recent shared claims", "You", other];
    return element(
      "table",
      {},
      element("thead", {}, element("tr", {}, head.map((words) => element("th", { scope: "col" }, words)))),
      element("tbody", {}, recent.map((row) => this.row(row, names.length > 1))),
    );
  }

  row({ answer_id, claim, text, agrees, mine, theirs }, isNamed) {
    const said = ({ reviewer, verdict_words: words }) => (isNamed ? `${reviewer}: ${words}` : words);
    return element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        status(...wordsOf(agrees)),
        element(
          "button",
          { class: "shared-claim", type: "button", title: text, onclick: () => this.open({ answer_id, claim }) },
          text,
        ),
      ),
      element("td", {}, mine?.verdict_words ?? mine),
      element("td", {}, theirs.map((one) => element("div", {}, said(one)))),
    );
  }

  disconnect() {
    clearTimeout(this.timer);
  }
}

function wordsOf(agrees) {
  const [tone, iconName, words] = AGREEMENT_WORDS[agrees];
  return [tone, words, iconName];
}

function signed(number) {
  return number.toFixed(2).replace("-", "−");
}

function line(name, value, detail = "") {
  return element(
    "div",
    {},
    element("dt", {}, name),
    element("dd", {}, element("b", {}, value), detail && element("span", { class: "hint" }, detail)),
  );
}
