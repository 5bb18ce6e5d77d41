/** What is wrong with a claim, at first glance: each failure in a sentence, with a way to the evidence nearest to it. */

/** `open(key, spot, place)` shows that evidence; `review` is the address at which the claim is judged, if it is told. */
function flagBox(flags, number, open, review = null) {
  return element(
    "div",
    { class: "flag", role: "note", "aria-label": `What fails in claim ${number}` },
    icon("alert"),
    element(
      "ul",
      {},
      flags.map((flag, at) =>
        flagItem(flag, `${number}-flag-${at}`, open, at === flags.length - 1 && reviewLink(review, number)),
      ),
    ),
  );
}

function reviewLink(address, number) {
  return (
    address && element("a", { class: "way", href: address, "data-spot": `${number}-review` }, "Send to review")
  );
}

function flagItem({ lead, rest, key, place, action }, spot, open, review) {
  return element(
    "li",
    {},
    element("p", {}, element("b", {}, lead), rest && ` ${rest}`),
    key &&
      element(
        "button",
        { class: "way", type: "button", "data-spot": spot, onclick: () => open(key, spot, place) },
        action,
      ),
    review,
  );
}
