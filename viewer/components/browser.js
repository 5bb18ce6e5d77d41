/** What the script asks of the browser around it, without anything to be seen. */

/** Where the columns stack, the sidebar begins folded, once a window. Streamlit does so by itself only below 768 px. */
function foldSidebar(below) {
  if (innerWidth >= below || window.pinciteFolded) return;
  window.pinciteFolded = true;
  document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
}

/** Have the browser send a value again with its next requests; `seconds` is how long it is kept. */
function remember({ name, value, seconds }) {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; SameSite=Strict`;
}

/** Called by Streamlit at mounting and at every change of data. */
export default function askBrowser({ data }) {
  if (data?.fold_below) foldSidebar(data.fold_below);
  if (data?.remember) remember(data.remember);
}
