/** What each key does while a place is marked. Steps of the cursor follow one another, however fast the keys come. */

function pickActions(picking, isExtended) {
  const move = (step) => () => picking.attempt(() => picking.picker?.move(step));
  const block = (by) => move((cursor) => cursor.across(by, "block", false));
  const turnBlocks = () => picking.setUnit(picking.unit === "block" ? "cells" : "block");
  return {
    ArrowUp: move((cursor, unit) => cursor.across(-1, unit, isExtended)),
    ArrowDown: move((cursor, unit) => cursor.across(1, unit, isExtended)),
    ArrowLeft: move((cursor, unit) => cursor.along(-1, unit, isExtended)),
    ArrowRight: move((cursor, unit) => cursor.along(1, unit, isExtended)),
    "Mod+arrowup": block(-1),
    "Mod+arrowdown": block(1),
    PageUp: move((cursor, unit) => cursor.toPage(-1, unit)),
    PageDown: move((cursor, unit) => cursor.toPage(1, unit)),
    Home: move((cursor, unit) => cursor.toEdge(-1, unit, isExtended)),
    End: move((cursor, unit) => cursor.toEdge(1, unit, isExtended)),
    Enter: () => picking.attempt(() => picking.enter()),
    Backspace: () => picking.removeLast(),
    b: turnBlocks,
    B: turnBlocks,
    a: () => picking.list.open(),
    Tab: isExtended ? null : () => picking.nextUnit(),
  };
}
