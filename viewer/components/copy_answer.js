/** "Copy with citations": the whole answer, its checks and its evidence, for a mail or a memo. */

const COPIED_LONG = 2400; // ms that "Copied" is shown
const REFUSED = "The browser refused to copy. Export it as a file instead.";

class CopyAnswer {
  constructor(parent) {
    this.parent = parent;
    this.button = element("button", { class: "button", type: "button", onclick: () => this.copy() });
    this.live = element("span", { class: "heard", role: "status", "aria-live": "polite" });
    this.root = element("div", { class: "root copy-answer" }, this.button, this.live);
    parent.querySelector(".mount").replaceChildren(this.root);
    this.show("copy", "Copy with citations");
  }

  update(data) {
    this.root.dataset.theme = themeOf(this.parent.host ?? this.parent);
    this.data = data;
  }

  async copy() {
    const isCopied = await copiedRich(this.data.text, this.data.html);
    this.live.textContent = isCopied ? "The answer was copied with its citations" : REFUSED;
    if (isCopied) this.show("tick", "Copied");
    else this.show("warning", "Not copied");
    this.button.title = isCopied ? "" : REFUSED;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.show("copy", "Copy with citations"), COPIED_LONG);
  }

  show(iconName, words) {
    this.button.replaceChildren(icon(iconName), words);
  }

  disconnect() {
    clearTimeout(this.resting);
  }
}

const copies = new WeakMap();

/** Called by Streamlit at mounting and at every change of data or theme; the button is made once. */
export default function renderCopy({ data, parentElement }) {
  let copy = copies.get(parentElement);
  if (!copy) copies.set(parentElement, (copy = new CopyAnswer(parentElement)));
  copy.update(data ?? { text: "", html: "" });
  return () => {
    copy.disconnect();
    copies.delete(parentElement);
  };
}
