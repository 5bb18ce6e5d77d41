/** What a claim is drawn of: figures told apart, checks, and how its handles look at rest. */

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
