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
    const link = this.item("link", "Link to this evidence", "Link", () => this.href(), element("kbd", {}, "L"));
    this.said = element("p", { class: "copying-said", hidden: true });
    this.popover.root.replaceChildren(
      link,
      ...(evidence.export
        ? [...this.citationItems(evidence), element("hr"), ...this.pictureItems()]
        : [element("p", { class: "copying-note" }, WITHHELD_COPY)]),
      this.said,
    );
  }

  citationItems({ export: exported, citation_id: id }) {
    const withLink = (text, link) => `${text}\n${link}`;
    return [
      this.item("quote", "Citation as plain text", "Citation", () => withLink(exported.text, this.href())),
      this.item("quote", "Citation as Markdown", "Citation as Markdown", () =>
        withLink(`${exported.markdown}\\`, `[Open ${id} in Pincite](${this.href()})`),
      ),
      this.item("braces", "Citation as JSON", "Citation as JSON", () => JSON.stringify(exported.json, null, 2)),
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
    return state === "loading" || state === "failed" ? "The marks are not on screen yet. Open this again." : null;
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
    this.tell(item, "download", "Saved instead", "The browser cannot copy pictures here. It was saved as a file.");
    this.say("The browser cannot copy pictures here, so it was saved as a file.");
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
    const lines = this.caption();
    const strips = citation.media === "pdf" ? await pageStrips(pane, this.aborter.signal) : frameStrips(pane);
    if (strips.some((strip) => strip.isCut)) lines.push({ text: "The beginning of the passage." });
    return pictureOf(strips, evidence.citation_id, lines);
  }

  /** What the picture shows: the citation, its filing, the place of the region that is current, and its state. */
  caption() {
    const { evidence, reader } = this.pane;
    const place = [this.place(), evidence.section].filter(Boolean).join(" · ");
    return [
      { text: `${evidence.citation_id} · ${evidence.title}`, strong: true },
      { text: place },
      { text: `${reader.heading.pill.textContent} · sha256 ${evidence.version.sha256.slice(0, 12)}…` },
    ];
  }

  place() {
    const { evidence, citation, source } = this.pane;
    if (evidence.media !== "pdf") {
      const chosen = citation.chosen ? evidence.candidates[this.pane.choices.get(evidence.key)] : null;
      return (chosen ?? evidence).locus;
    }
    const label = source.labels[citation.page];
    const printed = label ? `printed ${label}` : "no printed number";
    return `PDF page ${citation.page + 1} of ${source.page_count} · ${printed}`;
  }

  save(blob) {
    const { evidence } = this.pane;
    const name = `${evidence.citation_id} ${evidence.title} ${this.place()}`.replace(/[^\p{L}\p{N}.-]+/gu, " ");
    const url = URL.createObjectURL(blob);
    const link = element("a", { href: url, download: `${name.trim().slice(0, 120)}.png` });
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

const WITHHELD_COPY = "Title, page and quote are withheld, so there is nothing else to copy.";

function copyItem(iconName, words, onclick, ...rest) {
  return menuItem({ onclick }, icon(iconName), words, ...rest);
}

PANE_TOOLS.push((pane) => new Copying(pane));
