/** The top of the pane: which evidence this is, where it stands, its state, and the quote itself. */

/** Icon, tone and words of the state, as the pill says them. */
const STATE_PILLS = {
  loading: ["hourglass", "none", "Loading"],
  ambiguous: ["fork", "warn", "Ambiguous"],
  denied: ["lock", "none", "No access"],
  unavailable: ["broken", "bad", "Unavailable"],
  quote_not_found: ["missing", "warn", "Quote not found"],
  chosen: ["tick", "warn", "Chosen by you"],
  unresolved: ["circle", "none", "None chosen"],
  failed: ["broken", "bad", "Not shown"],
};
const VERBATIM = {
  passed: ["ok", "Verbatim"],
  failed: ["bad", "Not verbatim"],
  ambiguous: ["warn", "Ambiguous"],
  not_run: ["none", "Not checked"],
};

class Heading {
  /** `events`: back(), open(key), announce(words). */
  constructor(events) {
    this.events = events;
    this.badge = element("span", { class: "badge" });
    this.title = element("h2", { tabindex: "-1" });
    this.locus = element("p", { class: "locus" });
    this.pill = element("span", { class: "pill" });
    const back = element(
      "button",
      { class: "button quiet small back", type: "button", onclick: () => events.back() },
      "Back to answer",
      element("kbd", {}, "Esc"),
    );
    this.root = element("header", { class: "heading" }, this.badge, this.title, this.pill, back, this.locus);
    this.notice = element("div", { class: "notice", hidden: true });
    this.quote = element("div", { class: "quote", hidden: true });
  }

  show(evidence, state) {
    const isWithheld = evidence.state === "denied";
    this.evidence = evidence;
    this.title.textContent = isWithheld
      ? "Evidence in a restricted document"
      : evidence.title || "Evidence in a removed document";
    this.title.title = this.title.textContent;
    this.locus.replaceChildren(
      ...(isWithheld ? ["Title, page and quote are withheld"] : locusWords(evidence)),
    );
    this.locus.title = this.locus.textContent;
    this.showNotice(evidence);
    this.showQuote(isWithheld ? null : evidence);
    this.showState(state);
  }

  showState(state) {
    const { evidence } = this;
    this.badge.textContent = evidence.citation_id;
    this.badge.dataset.shown = SHOWN[state] ?? "known";
    const [iconName, tone, words] = STATE_PILLS[state] ?? versionPill(evidence);
    this.pill.className = `pill ${tone}`;
    this.pill.replaceChildren(icon(iconName), words);
  }

  showNotice(evidence) {
    const notice =
      evidence.state === "superseded"
        ? (evidence.notice ?? { title: "A newer filing restates this figure.", text: "" })
        : null;
    this.notice.hidden = !notice;
    if (!notice) return this.notice.replaceChildren();
    const { successor } = evidence.version;
    const words = [
      element("b", {}, notice.title),
      notice.text ? ` ${notice.text}` : "",
      successor?.title && !notice.text.includes(successor.title) ? ` Newer filing: ${successor.title}.` : "",
    ];
    const forward =
      successor?.key &&
      element(
        "button",
        { class: "button primary small", type: "button", onclick: () => this.events.open(successor.key) },
        icon("forward"),
        "Open the newer version at the matching row",
      );
    const stay = element(
      "button",
      { class: "button small", type: "button", onclick: () => (this.notice.hidden = true) },
      "Stay on this version",
    );
    this.notice.replaceChildren(
      icon("history"),
      element("div", {}, element("p", {}, words), element("div", { class: "actions" }, forward, stay)),
    );
  }

  showQuote(evidence) {
    this.quote.hidden = !evidence?.quote;
    if (this.quote.hidden) return this.quote.replaceChildren();
    const { cells, text } = evidence.quote;
    const words = element(
      "q",
      { class: cells.length > 1 ? "cells" : null, tabindex: "-1" },
      cells.length > 1 ? cells.map(cellChip) : text,
    );
    const [tone, word] = VERBATIM[evidence.verbatim.outcome] ?? VERBATIM.not_run;
    const isStored = evidence.state === "unavailable";
    const verdict = isStored
      ? element("span", { class: "aside" }, "Stored with the citation")
      : status(tone, evidence.verbatim.words || word);
    this.copy = element(
      "button",
      {
        class: "tool",
        type: "button",
        "aria-label": "Copy quote",
        title: "Copy quote",
        onclick: () => this.copyQuote(text),
      },
      icon("copy"),
    );
    this.quote.replaceChildren(words, verdict, this.copy);
  }

  async copyQuote(text) {
    const isCopied = await copied(text);
    this.copy.replaceChildren(icon(isCopied ? "tick" : "copy"));
    setTimeout(() => this.copy.replaceChildren(icon("copy")), 1600);
    this.events.announce(
      isCopied ? "Quote copied" : "The browser refused to copy. Select the quote and copy it yourself.",
    );
  }
}

function versionPill({ state, version }) {
  return state === "superseded" ? ["history", "warn", version.word] : ["verified", "ok", version.word];
}

/** The numbers stand out: "PDF page 4 of 29 · printed 1". */
function locusWords({ locus, section }) {
  const parts = locus.split(/((?:page|section|printed) )(?!number)(\S+)/).filter(Boolean);
  const words = parts.map((part, index) =>
    /^(?:page|section|printed) $/.test(parts[index - 1] ?? "") ? element("b", {}, part) : part,
  );
  return section ? [...words, ` · ${section}`] : words;
}

function cellChip(text) {
  return element(/\d/.test(text) ? "mark" : "span", {}, text);
}

/** Copies text; false where the browser refuses. The fallback serves pages without a secure origin. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { class: "heard" });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
