/** The figures of a claim's text. One that is found leads to where it stands, a derived one to its calculation. */

const TOLD = { found: "", missing: "not in the cited evidence" };

/** `events`: open(key, spot, place), calculation(id, spot). */
function figurePart(part, spot, events) {
  if (!part.figure) return part.text;
  const said = part.said ?? TOLD[part.figure];
  const words = [part.text, said && element("span", { class: "heard" }, `(${said})`)];
  const look = `figure ${part.figure}${part.is_time ? " time" : ""}`;
  const go = wayOf(part, spot, events);
  if (!go) return element("span", { class: look, "data-spot": spot }, words);
  return element(
    "span",
    {
      class: look,
      role: "button",
      tabindex: "0",
      "data-spot": spot,
      onclick: go,
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        go();
      },
    },
    words,
  );
}

function wayOf(part, spot, events) {
  if (part.key) return () => events.open(part.key, spot, part.place);
  if (part.calculation) return () => events.calculation(part.calculation);
  return null;
}
