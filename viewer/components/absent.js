/** What an answer does not have: claims, an answer to a part of the question, or an end. */

function absentView({ not_in_sources: words, problem, writing }) {
  if (problem) return problemBox(problem);
  if (!words) {
    const invitation = writing
      ? "Claims appear here, each as soon as it is written and checked."
      : "Ask a question to see its claims here.";
    return element("div", { class: "absent" }, icon("quote"), element("p", {}, invitation));
  }
  const detail = words.replace(/^Not in the sources\.?\s*/i, "");
  return element(
    "div",
    { class: "absent" },
    icon("missing"),
    element("div", {}, element("h2", {}, "Not in the sources"), detail && element("p", {}, detail)),
  );
}

/** A part of the question that nothing answers, beside the claims. */
function openPart(words) {
  return element(
    "li",
    { class: "unanswered" },
    element("p", { class: "text" }, words),
    status("none", "Not in the sources", "missing"),
  );
}

/** Why an answer ended early, what to do, and what is kept. */
function problemBox({ tone, title, message, kept }) {
  return element(
    "div",
    { class: `ended ${tone}-end`, role: "note", "aria-label": "Why the answer ended" },
    icon(tone === "bad" ? "alert" : "circle"),
    element(
      "div",
      {},
      element("h2", {}, title),
      element("p", {}, message),
      kept && element("p", { class: "kept" }, kept),
    ),
  );
}
