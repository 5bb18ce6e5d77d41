/** A claim: its text and figures, its handles, its calculation, what fails in it, its checks, and its review. */

/** `events`: open(key, spot, place), shown(number) → the kind of check whose sentences are open, show(number, kind). */
function claimItem(claim, events) {
  const { number } = claim;
  const handles = new Map(claim.handles.map((handle) => [handle.key, handle]));
  const calculationOf = (id) => item.querySelector(`[data-calculation="${id}"]`).focus();
  const item = element(
    "li",
    { class: "claim", "data-claim": number },
    element("span", { class: "number", "aria-hidden": "true" }, String(number)),
    element(
      "p",
      { class: "text" },
      claim.parts.map((part, at) =>
        figurePart(part, `${number}-figure-${at}`, { open: events.open, calculation: calculationOf }),
      ),
    ),
    claim.handles.length > 0 &&
      element(
        "div",
        { class: "handles" },
        claim.handles.map((handle) => handleButton(handle, `${number}-handle-${handle.citation_id}`, events)),
      ),
    claim.calculation && calculationCard(claim.calculation, handles, `${number}-input`, events.open),
    claim.flags?.length > 0 && flagBox(claim.flags, number, events.open, claim.review?.address),
    claim.checks.length > 0 &&
      new CheckList(claim, events.shown(number), (kind) => events.show(number, kind)).root,
  );
  return item;
}
