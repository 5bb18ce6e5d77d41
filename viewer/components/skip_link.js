/**
 * The first stop of Tab on the page: a link past the navigation, the question and its scope. It stands in the page
 * itself, before all that Streamlit draws, because what is in a component comes after all of that.
 */

const WRITTEN_IN = "input, textarea, select, [contenteditable], [role=listbox], [role=menu], [role=tree]";
const OVER_THE_PAGE = '[data-testid="stDialog"], [role="dialog"]';

class SkipLink {
  /** `host`, an element of the page, is what the link names as its target; `go` moves the focus, also for `key`. */
  constructor(host, { id, words, go, key = null }) {
    host.id = id;
    this.go = go;
    this.key = key;
    this.root = element("a", { class: "pincite-skip", href: `#${id}`, "aria-keyshortcuts": key?.toUpperCase() }, words);
    this.root.addEventListener("click", (event) => this.follow(event));
    this.whenKeyed = (event) => this.isMeant(event) && this.follow(event);
    document.body.prepend(this.root);
    if (key) window.addEventListener("keydown", this.whenKeyed);
  }

  /** The address stays as it is: its hash is not the page's to write. */
  follow(event) {
    event.preventDefault();
    this.go();
  }

  isMeant(event) {
    if (event.defaultPrevented || event.isComposing || event.repeat) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.key !== this.key) return false;
    const isWriting = event.composedPath().some((node) => node.matches?.(WRITTEN_IN));
    return !isWriting && !document.querySelector(OVER_THE_PAGE);
  }

  disconnect() {
    this.root.remove();
    window.removeEventListener("keydown", this.whenKeyed);
  }
}
