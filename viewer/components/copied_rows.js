/** Selected table rows as a table, each value under its column, for whoever pastes them into a spreadsheet. */

/** HTML of the selected parts `[{ text, from, to }]`, one a page; null where no row with several cells is among them. */
function tablesOf(parts) {
  const copy = element("div");
  let hasRows = false;
  for (const part of parts) {
    for (const block of part.text.blocksBetween(part.from, part.to)) {
      const cells = part.text.cellsBetween(block.from, block.to);
      if (cells.length < 2) {
        copy.append(element("p", {}, part.text.textBetween(block.from, block.to)));
        continue;
      }
      hasRows = true;
      if (copy.lastChild?.tagName !== "TABLE") copy.append(element("table"));
      copy.lastChild.append(tableRow(cells));
    }
  }
  return hasRows ? copy.innerHTML : null;
}

/** The row's label first, then a cell for every column up to the last, empty where the row has none. */
function tableRow(cells) {
  const row = element("tr");
  for (const { column, text } of cells) {
    const at = column === null ? 0 : column + 1;
    while (row.children.length < at) row.append(element("td"));
    if (row.children.length > at) row.children[at].append(` ${text}`);
    else row.append(element("td", {}, text));
  }
  return row;
}
