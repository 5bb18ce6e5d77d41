/** A handle of the answer: its badge, its label, and what its evidence is when it cannot simply be shown. */

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

/** `spot` tells it from other buttons of the same evidence; without a label it is the badge alone. */
function handleButton(handle, spot, { open, isBare = false }) {
  const note = HANDLE_NOTES[handle.state];
  const label = handle.label || note?.[1];
  return element(
    "button",
    {
      class: `handle${isBare ? " bare" : ""}`,
      type: "button",
      "data-key": handle.key,
      "data-spot": spot,
      "data-citation": handle.citation_id,
      "data-state": handle.state,
      "aria-label": handle.aria,
      "aria-pressed": "false",
      onclick: () => open(handle.key, spot),
    },
    element("b", {}, handle.citation_id),
    !isBare && label && element("span", {}, label, note && icon(note[0])),
  );
}
