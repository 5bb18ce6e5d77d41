/** Elements, announcements and the reader's theme. Every string becomes a text node or an attribute, never markup. */

/** An element with attributes, listeners ("onclick") and children; null and false are left out. */
function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** How a badge looks while its evidence is open, by the state of the pane; in any other state it is known, not marked. */
const SHOWN = {
  ready: "marked",
  superseded: "marked",
  chosen: "marked",
  newer: "marked",
  denied: "withheld",
  unavailable: "withheld",
};

const SKELETON_ROWS = 30;
const SKELETON_WIDTHS = [24, 19, 24, 28, 24, 17]; // percent

/** Grey lines in place of a page that is still on its way. */
function skeleton() {
  const rows = Array.from({ length: SKELETON_ROWS }, (_, row) => {
    const line = element("i");
    line.style.top = `${(row < 2 ? 40 : 56) + 26 * row}px`;
    line.style.width = `${row < 2 ? 32 + 12 * row : SKELETON_WIDTHS[row % SKELETON_WIDTHS.length]}%`;
    return line;
  });
  return element("div", { class: "skeleton", "aria-hidden": "true" }, rows);
}

const TONE_ICONS = { ok: "check", warn: "warning", bad: "cross", none: "circle" };

/** A status: icon and word in one colour. */
function status(tone, words, iconName = TONE_ICONS[tone]) {
  return element("span", { class: `status ${tone}` }, icon(iconName), words);
}

/** Sends one of Pincite's own events; the components meet only on `document`. */
function send(name, detail) {
  document.dispatchEvent(new CustomEvent(`pincite:${name}`, { detail }));
}

/** Runs `action` when what was just drawn has reached the screen. */
function afterPaint(action) {
  requestAnimationFrame(() => requestAnimationFrame(action));
}

/** "dark" or "light", from the luminance of the background that Streamlit's theme gives the component. */
function themeOf(host) {
  const colour = getComputedStyle(host).getPropertyValue("--st-background-color").trim();
  const channels = channelsOf(colour);
  if (!channels) return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const [red, green, blue] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? "dark" : "light";
}

function channelsOf(colour) {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(colour);
  if (hex) {
    const pairs = hex[1].length < 6 ? [...hex[1]].map((digit) => digit + digit) : hex[1].match(/../g);
    return pairs.slice(0, 3).map((pair) => parseInt(pair, 16));
  }
  const numbers = /^rgba?\(([^)]+)\)/i.exec(colour);
  return numbers
    ? numbers[1]
        .split(/[\s,/]+/)
        .slice(0, 3)
        .map(Number)
    : null;
}
