/** "Copy": a link to what is on screen, the citation as text, Markdown or JSON, and its marked lines as a picture. */

const COPIED_FOR = 1600; // ms that an item says so

class Copying {
  constructor(pane) {
    this.pane = pane;
    this.button = toolButton("share", "Copy or share", "Y");
    this.control = element("div", { class: "tools" }, this.button);
    this.popover = new Popover(pane, this.button, {
      label: "Copy or share",
      name: "menu copying",
      opened: () => this.fill(),
      closed: () => this.aborter?.abort(),
    });
    this.keys = [
      { key: "y", words: "Copy or share", action: () => this.popover.open() },
      { key: "l", words: "Copy link to this evidence", action: () => this.copyLink() },
    ];
  }

  // What can be copied --------------------------------------------------------------------------------------------

  fill() {
    const { evidence } = this.pane;
    const key = element("kbd", {}, "L");
    const link = this.item("link", "Link to this evidence", "Link", () => this.href(), key);
    this.said = element("p", { class: "copying-said", hidden: true });
    this.popover.root.replaceChildren(
      link,
      ...(evidence.export
        ? [...this.citationItems(evidence), element("hr"), ...this.pictureItems()]
        : [element("p", { class: "copying-note" }, evidence.state === "denied" ? WITHHELD_COPY : REMOVED_COPY)]),
      this.said,
    );
  }

  citationItems({ export: exported, citation_id: id }) {
    const withLink = (text, link) => `${text}\n${link}`;
    const json = () => JSON.stringify(exported.json, null, 2);
    return [
      this.item("quote", "Citation as plain text", "Citation", () => withLink(exported.text, this.href())),
      this.item("quote", "Citation as Markdown", "Citation as Markdown", () =>
        withLink(`${exported.markdown}\\`, `[Open ${id} in Pincite](${this.href()})`),
      ),
      this.item("braces", "Citation as JSON", "Citation as JSON", json),
    ];
  }

  pictureItems() {
    const problem = this.pictureProblem();
    if (problem) return [element("p", { class: "copying-note" }, problem)];
    const copy = copyItem("picture", "Marked lines as a picture", () => this.copyPicture(copy));
    const save = copyItem("download", "Save the picture as a file", () => this.savePicture(save));
    return [copy, save];
  }

  /** Why there is no picture; null where there is one. */
  pictureProblem() {
    const { citation, viewer, state } = this.pane;
    if (!viewer) return "The page is not shown, so there is no picture of it.";
    if (!citation.current) return "Nothing is marked, so there is no picture.";
    const isReady = state !== "loading" && state !== "failed";
    return isReady ? null : "The marks are not on screen, so there is no picture yet. Open this again.";
  }

  item(iconName, words, what, textOf, ...rest) {
    const item = copyItem(iconName, words, () => this.copyText(item, what, textOf()), ...rest);
    return item;
  }

  href() {
    return this.pane.tools.find((tool) => tool instanceof DeepLink).href();
  }

  // Copying -------------------------------------------------------------------------------------------------------

  async copyText(item, what, text) {
    if (await copied(text)) return this.tell(item, "tick", "Copied", `${what} copied`);
    this.say("The browser refused to copy. Copy it from here:", text);
  }

  /** By its key, without the menu. */
  async copyLink() {
    const isCopied = await copied(this.href());
    const words = isCopied
      ? "Link copied. It opens this evidence for whoever may read it."
      : "The browser refused to copy the link. It stands in the address bar.";
    this.pane.say(isCopied ? "tick" : "warning", words);
    this.pane.announce(words);
  }

  /** The browser is handed a promise: what is copied must be asked for while the reader's press still counts. */
  async copyPicture(item) {
    const drawing = this.picture();
    drawing.catch(() => {}); // it is awaited below
    try {
      const entry = new ClipboardItem({ "image/png": drawing });
      await navigator.clipboard.write([entry]);
      this.tell(item, "tick", "Copied", "Picture copied");
    } catch {
      await this.saveInstead(item, drawing);
    }
  }

  /** Where pictures cannot be copied: an older browser, a page without a secure origin, a refusal. */
  async saveInstead(item, drawing) {
    const blob = await this.drawn(drawing);
    if (!blob) return;
    this.save(blob);
    this.tell(item, "download", "Saved instead", SAVED_INSTEAD);
    this.say(SAVED_INSTEAD);
  }

  async savePicture(item) {
    const blob = await this.drawn(this.picture());
    if (!blob) return;
    this.save(blob);
    this.tell(item, "tick", "Saved", "Picture saved");
  }

  /** The picture, or null once its problem is said. */
  async drawn(drawing) {
    try {
      return await drawing;
    } catch (error) {
      if (error.name === "AbortError") return null;
      if (!(error instanceof PictureProblem) && !(error instanceof PageProblem)) throw error;
      this.say(`${error.message} Try again.`);
      return null;
    }
  }

  async picture() {
    const { pane } = this;
    this.aborter?.abort();
    this.aborter = new AbortController();
    const { evidence, citation } = pane;
    const strips = citation.media === "pdf" ? await pageStrips(pane, this.aborter.signal) : frameStrips(pane);
    return pictureOf(strips, evidence.citation_id, this.caption(strips));
  }

  /** What the picture shows: the citation, its filing, the place of the region that is current, and its state. */
  caption(strips) {
    const { evidence, citation, reader } = this.pane;
    const pages = new Set(strips.map((strip) => strip.page).filter((page) => page !== citation.page));
    const others = [...pages].map((page) => this.page(page)).join("; ");
    const isCut = strips.some(({ box }) => box.isCut);
    const lines = [
      [this.place(), evidence.section],
      citation.media === "pdf" && others && [`With lines of ${others}`],
      [reader.heading.pill.textContent, `sha256 ${evidence.version.sha256.slice(0, 12)}…`],
      isCut && ["The beginning of the passage"],
    ];
    return [
      { text: `${evidence.citation_id} · ${evidence.title}`, strong: true },
      ...lines.filter(Boolean).map((parts) => ({ text: parts.filter(Boolean).join(" · ") })),
    ];
  }

  place() {
    const { evidence, citation } = this.pane;
    if (evidence.media === "pdf") return this.page(citation.page);
    const chosen = citation.chosen ? evidence.candidates[this.pane.choices.get(evidence.key)] : null;
    return (chosen ?? evidence).locus;
  }

  page(index) {
    return new PageNames(this.pane.source).words(index);
  }

  save(blob) {
    const { evidence } = this.pane;
    const words = `${evidence.citation_id} ${evidence.title} ${this.place()}`;
    const name = words.replace(/[^\p{L}\p{N}.-]+/gu, " ").trim();
    const url = URL.createObjectURL(blob);
    const link = element("a", { href: url, download: `${name.slice(0, 120)}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  // Saying so -----------------------------------------------------------------------------------------------------

  tell(item, iconName, words, spoken) {
    this.said.hidden = true;
    this.pane.announce(spoken);
    const before = [...item.childNodes];
    item.replaceChildren(icon(iconName), words);
    setTimeout(() => item.replaceChildren(...before), COPIED_FOR);
  }

  /** Words in the menu and, where the reader must copy it, the text itself. */
  say(words, text = null) {
    const area = text && element("textarea", { readonly: true, rows: 4, "aria-label": "To copy" });
    if (area) area.value = text;
    this.said.replaceChildren(icon("warning"), element("span", {}, words), area || "");
    this.said.hidden = false;
    this.pane.announce(words);
    area?.select();
  }

  opened() {
    this.popover.close({ focus: false });
  }

  closed() {
    this.popover.close({ focus: false });
  }

  disconnect() {
    this.popover.disconnect();
  }
}

const SAVED_INSTEAD = "The browser cannot copy pictures here, so it was saved as a file.";
const WITHHELD_COPY = "Title, page and quote are withheld, so there is nothing else to copy.";
const REMOVED_COPY = "The document was removed, so there is nothing else to copy.";

function copyItem(iconName, words, onclick, ...rest) {
  return menuItem({ onclick }, icon(iconName), words, ...rest);
}

PANE_TOOLS.push((pane) => new Copying(pane));
