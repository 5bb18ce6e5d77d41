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
const OUTCOME_ICONS = {
  same: "check",
  moved: "forward",
  changed_figure: "warning",
  ambiguous: "fork",
  missing: "missing",
};
const VERBATIM = {
  passed: ["ok", "Verbatim"],
  failed: ["bad", "Not verbatim"],
  ambiguous: ["warn", "Ambiguous"],
  not_run: ["none", "Not checked"],
};

class Heading {
  /** `events`: back(), open(key), find(evidence), announce(words), close() the one of two that are compared. */
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
    this.closing = element(
      "button",
      { class: "button quiet small closing", type: "button", hidden: true, onclick: () => events.close() },
      icon("close"),
      "Close",
    );
    this.back = back;
    this.root = element(
      "header",
      { class: "heading" },
      this.badge,
      this.title,
      this.pill,
      back,
      this.closing,
      this.locus,
    );
    this.notice = element("div", { class: "notice", hidden: true, tabindex: "-1" });
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

  /** Where Escape and the button lead. */
  setBack(words) {
    this.back.firstChild.textContent = words;
  }

  /** One of two that are compared can be closed; the way back to the answer is then by Escape only. */
  setClosable(isClosable) {
    this.closing.hidden = !isClosable;
    this.back.hidden = isClosable;
  }

  showState(state) {
    const { evidence } = this;
    this.badge.textContent = evidence.citation_id;
    this.badge.dataset.shown = evidence.is_read ? "known" : (SHOWN[state] ?? "known");
    const [iconName, tone, words] = STATE_PILLS[state] ?? versionPill(evidence);
    this.pill.className = `pill ${tone}`;
    this.pill.replaceChildren(icon(iconName), words);
  }

  /** `problem`: why the newer version could not be looked through just now. */
  showNotice(evidence, problem = null) {
    const parts = evidence.of ? this.newerParts(evidence) : this.supersededParts(evidence, problem);
    this.notice.hidden = !parts;
    if (!parts) return this.notice.replaceChildren();
    const { iconName, tone, words, actions } = parts;
    this.notice.dataset.tone = tone;
    this.notice.replaceChildren(
      icon(iconName),
      element(
        "div",
        {},
        words.map((line) => element("p", {}, line)),
        element("div", { class: "actions" }, actions),
      ),
    );
  }

  /** Over evidence in the newer version: what became of the cited words, and the way back to where they were cited. */
  newerParts(evidence) {
    const { title, text, tone } = evidence.notice;
    const back = noticeButton("back", "Back to the cited version", () => this.events.open(evidence.of));
    if (evidence.state !== "ambiguous") back.classList.add("primary"); // there the choice is
    return {
      iconName: OUTCOME_ICONS[evidence.outcome] ?? "forward",
      tone,
      words: [[element("b", {}, title), evidence.state !== "ambiguous" && text && ` ${text}`]],
      actions: [back],
    };
  }

  /** Over superseded evidence: the newer version, and what became of the cited words there once that was asked. */
  supersededParts(evidence, problem) {
    if (evidence.state !== "superseded") return null;
    const { title, text } = evidence.notice ?? { title: "A newer filing restates this figure.", text: "" };
    const { successor } = evidence.version;
    const outcome = successor?.outcome;
    const newer = successor?.title && !text.includes(successor.title) && `Newer filing: ${successor.title}.`;
    const words = [[element("b", {}, title), text && ` ${text}`, newer && ` ${newer}`]];
    if (outcome)
      words.push([
        status(outcome.tone, outcome.words, OUTCOME_ICONS[outcome.outcome]),
        outcome.detail && element("span", { class: "aside" }, ` ${outcome.detail}`),
      ]);
    if (problem) words.push([status("bad", problem)]);
    const stay = noticeButton(null, "Stay on this version", () => {
      this.notice.hidden = true;
      this.title.focus({ preventScroll: true });
    });
    const actions = [successor?.key ? this.openNewer(successor) : this.findNewer(evidence), stay];
    return { iconName: "history", tone: "warn", words, actions };
  }

  openNewer(successor) {
    const what = (this.evidence.quote?.cells.length ?? 0) > 1 ? "row" : "words";
    const words = NEWER_WORDS[successor.outcome?.outcome] ?? `Open the newer version at the matching ${what}`;
    const open = noticeButton("forward", words, () => this.events.open(successor.key));
    open.classList.add("primary", "first");
    return open;
  }

  /** Null for a newer version that this reader may not see. The server looks, so the button says that it is waiting. */
  findNewer(evidence) {
    if (!evidence.version.successor) return null;
    const find = noticeButton("search", "Find this in the newer version", () => {
      if (find.getAttribute("aria-disabled") === "true") return;
      find.setAttribute("aria-disabled", "true");
      find.replaceChildren(icon("hourglass"), "Looking in the newer version…");
      this.events.find(evidence);
    });
    find.classList.add("primary", "first");
    return find;
  }

  /** After an answer of the server: the focus goes on from the button that asked. */
  focusNotice() {
    (this.notice.querySelector(".first") ?? this.notice).focus({ preventScroll: true });
  }

  showQuote(evidence) {
    this.quoteSize?.disconnect();
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
    // What does not fit is scrolled, with keys as well.
    this.quoteSize = new ResizeObserver(() => {
      words.tabIndex = words.scrollHeight > words.clientHeight ? 0 : -1;
    });
    this.quoteSize.observe(words);
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

const NEWER_WORDS = {
  ambiguous: "Choose the place in the newer version",
  missing: "Open the newer version",
};

function noticeButton(iconName, words, onclick) {
  return element(
    "button",
    { class: "button small", type: "button", onclick },
    iconName && icon(iconName),
    words,
  );
}

function versionPill({ state, version }) {
  if (state === "newer") return ["forward", "none", version.word];
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
