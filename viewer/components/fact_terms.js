/** What a tag says of its fact, term by term. */

/** `within` names the text blocks that the cited words are a part of. */
function factTerms({ concept, period, unit, sign, precision, dimensions, value, notes }, within) {
  const terms = [
    ["Concept", [concept.label, qualifiedName(concept.qname)]],
    ["Value", element("b", { class: "figures" }, value)],
    ["Period", period],
    ["Unit, scale", unit],
    ["Sign", sign],
    ["Precision", precision],
    ["Dimensions", dimensions.length ? dimensions.map(dimensionWords) : "None, company total"],
    ["Notes", notes.length ? notes.map((note) => element("q", {}, note)) : null],
    ["Part of", within.length ? within.join(", ") : null],
  ];
  const said = terms.filter(([, words]) => words);
  return element(
    "dl",
    {},
    said.flatMap(([name, words]) => [element("dt", {}, name), element("dd", {}, words)]),
  );
}

/** A name in camel case may be broken before each of its words. */
function qualifiedName(qname) {
  const [prefix, local] = qname.includes(":") ? qname.split(/(?<=:)/, 2) : ["", qname];
  const parts = local.split(/(?=[A-Z][a-z])/).flatMap((word) => [element("wbr"), word]);
  return element("code", {}, element("span", { class: "facts-prefix" }, prefix), parts);
}

function dimensionWords({ axis, member, axis_qname: axisName, member_qname: memberName }) {
  const names = [axisName, memberName].filter(Boolean).join(" = ");
  return element("span", { class: "facts-dimension", title: names }, `${axis}: `, element("b", {}, member));
}
