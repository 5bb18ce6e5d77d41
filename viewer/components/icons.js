/** Line icons on a 24-unit grid, as path data. Drawn for this project, so that no icon font has to cross a shadow root. */
const ICONS = {
  check: ["M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0z", "M8 12.3l2.8 2.8L16.2 9.4"],
  verified: [
    "M12 2.8l2.4 1.9 3-.2 1 2.9 2.5 1.7-.9 2.9.9 2.9-2.5 1.7-1 2.9-3-.2L12 21.2l-2.4-1.9-3 .2-1-2.9-2.5-1.7.9-2.9-.9-2.9 2.5-1.7 1-2.9 3 .2z",
    "M8.6 12.2l2.4 2.4 4.4-4.7",
  ],
  warning: ["M12 3.8L21.5 20h-19z", "M12 10v4.6", "M12 17.2v.3"],
  cross: ["M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0z", "M9 9l6 6", "M15 9l-6 6"],
  alert: ["M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0z", "M12 7.5v5.6", "M12 16.2v.3"],
  circle: ["M20 12a8 8 0 1 1-16 0a8 8 0 0 1 16 0z"],
  history: ["M3.6 9.2A9 9 0 1 1 3 12", "M3.2 4.4v5h5", "M12 7.4V12l3.4 2.1"],
  fork: [
    "M12 21v-5.5c0-4-5.5-3.5-5.5-8.5V4",
    "M12 15.5c0-4 5.5-3.5 5.5-8.5V4",
    "M3.8 6.6L6.5 3.8l2.7 2.8",
    "M14.8 6.6l2.7-2.8 2.7 2.8",
  ],
  lock: ["M5.5 10.5h13V20.5h-13z", "M8 10.5V7.5a4 4 0 0 1 8 0v3", "M12 14.5v2"],
  shield: [
    "M12 2.9l7.5 2.9v5.7c0 4.6-3.1 8-7.5 9.6c-4.4-1.6-7.5-5-7.5-9.6V5.8z",
    "M9.8 11h4.4v4h-4.4z",
    "M10.4 11V9.7a1.6 1.6 0 0 1 3.2 0V11",
  ],
  shieldAlert: [
    "M12 2.9l7.5 2.9v5.7c0 4.6-3.1 8-7.5 9.6c-4.4-1.6-7.5-5-7.5-9.6V5.8z",
    "M12 7.8v4.8",
    "M12 15.6v.3",
  ],
  broken: ["M4 11.5V4.5h16v7l-4 3-4-3-4 3z", "M4 16v3.5h16V15"],
  hourglass: ["M6.5 3.5h11", "M6.5 20.5h11", "M8 3.5v4l4 4.5 4-4.5v-4", "M8 20.5v-4l4-4.5 4 4.5v4"],
  missing: [
    "M10.5 17a6.5 6.5 0 1 1 6.5-6.5",
    "M15.3 15.3L20.5 20.5",
    "M8.6 8.6l3.8 3.8",
    "M12.4 8.6l-3.8 3.8",
  ],
  copy: ["M8.5 3.5h11v13h-11z", "M15.5 16.5v4h-11v-13h4"],
  open: ["M13.5 4h6.5v6.5", "M20 4l-9 9", "M10 5H4.5v14.5H19V14"],
  previous: ["M14.5 6l-6 6 6 6"],
  next: ["M9.5 6l6 6-6 6"],
  up: ["M6 14.5l6-6 6 6"],
  down: ["M6 9.5l6 6 6-6"],
  minus: ["M5 12h14"],
  plus: ["M5 12h14", "M12 5v14"],
  fit: ["M3.5 8.5v-4h4", "M16.5 4.5h4v4", "M20.5 15.5v4h-4", "M7.5 19.5h-4v-4", "M8 9h8v6H8z"],
  forward: ["M4.5 12h15", "M13 5.5l6.5 6.5-6.5 6.5"],
  back: ["M19.5 12h-15", "M11 5.5L4.5 12l6.5 6.5"],
  search: ["M17 10.5a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0z", "M15.3 15.3L20.5 20.5"],
  retry: ["M20 12a8 8 0 1 1-2.6-5.9", "M20.5 3.5v4.5H16"],
  quote: ["M4 6.5h16", "M4 12h16", "M4 17.5h9"],
  eye: [
    "M2.5 12c2.2-4 5.4-6 9.5-6s7.3 2 9.5 6c-2.2 4-5.4 6-9.5 6s-7.3-2-9.5-6z",
    "M14.8 12a2.8 2.8 0 1 1-5.6 0a2.8 2.8 0 0 1 5.6 0z",
  ],
  share: ["M12 15V3.8", "M7.8 8L12 3.8 16.2 8", "M8 11.5H5.5v9h13v-9H16"],
  link: [
    "M10.2 13.8a3.6 3.6 0 0 0 5.1 0l3.6-3.6a3.6 3.6 0 0 0-5.1-5.1l-1.3 1.3",
    "M13.8 10.2a3.6 3.6 0 0 0-5.1 0l-3.6 3.6a3.6 3.6 0 0 0 5.1 5.1l1.3-1.3",
  ],
  braces: [
    "M8.5 4.5c-2.6 0-2.6 1.4-2.6 3.2 0 2.4-.3 3.6-2.4 4.3 2.1.7 2.4 1.9 2.4 4.3 0 1.8 0 3.2 2.6 3.2",
    "M15.5 4.5c2.6 0 2.6 1.4 2.6 3.2 0 2.4.3 3.6 2.4 4.3-2.1.7-2.4 1.9-2.4 4.3 0 1.8 0 3.2-2.6 3.2",
  ],
  picture: ["M3.5 5h17v14h-17z", "M4 16.5l4.7-4.7 4 4 2.6-2.6 5 5", "M16.6 9.4a1.4 1.4 0 1 1-2.8 0a1.4 1.4 0 0 1 2.8 0z"],
  download: ["M12 4v10.5", "M7.5 10.2L12 14.7l4.5-4.5", "M4.5 16.5v3.5h15v-3.5"],
  outline: ["M4 6h1.5", "M9 6h11", "M7 12h1.5", "M12 12h8", "M7 18h1.5", "M12 18h8"],
  thumbnails: ["M4 4.5h16v15H4z", "M10 4.5v15", "M6.3 8h1.4", "M6.3 12h1.4", "M6.3 16h1.4"],
  tick: ["M5 12.5l4.6 4.6L19.5 7"],
  close: ["M6 6l12 12", "M18 6L6 18"],
  keyboard: ["M3.5 6.5h17v11h-17z", "M7 10.2h.1", "M10.4 10.2h.1", "M13.7 10.2h.1", "M17 10.2h.1", "M8 14h8"],
  compare: ["M4 4.5h7v15H4z", "M13 4.5h7v15h-7z"],
};

const SVG = "http://www.w3.org/2000/svg";

/** One icon, hidden from assistive technology: the word beside it carries the meaning. */
function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const attributes = {
    class: "icon",
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "1.7",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  for (const d of ICONS[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}
