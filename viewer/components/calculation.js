/** A claim's calculation: expression, inputs with their handles, result, and what came of doing it again. */

ICONS.formula = ["M9.5 20c2 0 2.3-1.3 2.7-3.6l1.6-9C14.2 5.2 14.8 4 16.6 4", "M8.8 10h6.6", "M15.5 12.5l5 6", "M20.5 12.5l-5 6"];

/** `handles` are the claim's, by key; `open(key, spot, place)` shows the evidence of an input. */
function calculationCard(calculation, handles, spot, open) {
  const { tone, words, detail } = calculation;
  return element(
    "section",
    {
      class: `calculation ${tone}-card`,
      tabindex: "-1",
      "data-calculation": calculation.id,
      "aria-label": `Calculation. ${words}`,
    },
    element("header", {}, icon("formula"), element("h3", {}, "Calculation"), status(tone, words)),
    calculation.inputs.length > 0 && inputTable(calculation.inputs, handles, spot, open),
    element("div", { class: "worked" }, workedOut(calculation), statedWords(calculation)),
    detail && element("p", { class: `why ${tone}` }, detail),
  );
}

function inputTable(inputs, handles, spot, open) {
  const heads = ["Name", "Input", "Evidence", "Figure", "Unit"];
  return element(
    "table",
    { class: "inputs" },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        heads.map((head) => element("th", { scope: "col" }, element("span", { class: "heard" }, head))),
      ),
    ),
    element(
      "tbody",
      {},
      inputs.flatMap((input, at) => inputRows(input, handles.get(input.key), `${spot}-${at}`, open)),
    ),
  );
}

function inputRows(input, handle, spot, open) {
  const evidence =
    handle && handleButton(handle, spot, { open: (key) => open(key, spot, input.place), isBare: true });
  const row = element(
    "tr",
    {},
    element("th", { scope: "row" }, element("i", {}, input.name)),
    element("td", { class: "label" }, input.label === input.name ? "" : input.label),
    element("td", {}, evidence || status("bad", "None")),
    element("td", { class: "value" }, input.figure),
    element("td", { class: "unit" }, input.unit),
  );
  const problem =
    input.problem && element("tr", { class: "why bad" }, element("td"), element("td", { colspan: "4" }, input.problem));
  return problem ? [row, problem] : [row];
}

function workedOut({ expression, result }) {
  const parts = expression.map((part) => (part.is_variable ? element("i", {}, part.text) : part.text));
  return element("span", { class: "expression" }, parts, result && [" = ", element("b", {}, result)]);
}

function statedWords({ stated, allowed }) {
  return element("span", { class: "stated" }, [stated, allowed].filter(Boolean).join(" · "));
}
