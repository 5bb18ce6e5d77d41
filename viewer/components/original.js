/** "Original": the pages as the browser draws them itself, for a second opinion, and the file itself in a new tab. */

class Original {
  constructor(pane) {
    this.pane = pane;
    this.button = toolButton("open", "Original", "V");
    this.control = element("div", { class: "tools" }, this.button);
    this.popover = new Popover(pane, this.button, {
      label: "Original",
      name: "menu original",
      opened: () => this.fill(),
    });
    this.second = new SecondOpinion(pane, { closed: () => this.button.focus({ preventScroll: true }) });
  }

  /** The browser's renderer is put beside the pane by the script, which does not know what is shown from outside. */
  get keys() {
    if (this.pane.outside.isOn) return [];
    return [{ key: "v", words: "Second opinion: drawn by your browser", action: () => this.openSecond() }];
  }

  // The menu ------------------------------------------------------------------------------------------------------

  fill() {
    const second = this.pane.outside.isOn ? [] : [this.secondItem()];
    this.popover.root.replaceChildren(...second, this.fileItem());
    this.renewLink();
  }

  secondItem() {
    const reason = this.noSecond();
    const item = menuItem(
      {
        "aria-disabled": reason ? "true" : null,
        onclick: () => {
          if (reason) return;
          this.popover.close({ focus: false });
          this.second.open();
        },
      },
      icon("eye"),
      element(
        "span",
        { class: "two-lines" },
        "Second opinion: drawn by your browser",
        element("span", { class: "aside" }, reason ?? "The same regions, sharp at any zoom"),
      ),
      !reason && element("kbd", {}, "V"),
    );
    return item;
  }

  /** Why the browser cannot draw the page itself; null where it can. */
  noSecond() {
    const { source, viewer } = this.pane;
    if (source.media !== "pdf") return "Filings in HTML and text are shown only in the frame.";
    return viewer ? null : "Nothing is shown of this evidence yet.";
  }

  fileItem() {
    const { source } = this.pane;
    const isPdf = source.media === "pdf";
    this.fileAside = element("span", { class: "aside" }, this.fileWords());
    this.file = element(
      "a",
      {
        class: "item",
        href: this.address(),
        target: "_blank",
        rel: "noopener noreferrer",
        onclick: (event) => this.whenFollowed(event),
      },
      icon(isPdf ? "open" : "download"),
      element(
        "span",
        { class: "two-lines" },
        isPdf ? "Open the file at this page" : "Download the file as plain text",
        this.fileAside,
      ),
    );
    return this.file;
  }

  fileWords() {
    const { source } = this.pane;
    return source.media === "pdf" ? `A new tab, at PDF page ${this.page + 1}` : "As it was filed, tags and all";
  }

  /** The page that is looked at, else the one that is cited. */
  get page() {
    const { viewer, citation, evidence, sheets } = this.pane;
    return (viewer === sheets ? sheets.pageInView : citation?.page) ?? evidence.page_index;
  }

  address() {
    const { source } = this.pane;
    return source.original_url + (source.media === "pdf" ? `#page=${this.page + 1}` : "");
  }

  /** A link that ends soon is renewed before it can be followed. */
  async renewLink() {
    const renewal = this.pane.tools.find((tool) => tool instanceof LinkRenewal);
    if (!renewal?.isEnding) return;
    this.setWaiting("Renewing the link…");
    await renewal.ask();
    if (!this.popover.isOpen) return;
    if (renewal.isEnding) return this.setWaiting("The link has expired. Close this menu and open it again.");
    this.setWaiting(null);
  }

  setWaiting(words) {
    if (words) this.file.setAttribute("aria-disabled", "true");
    else this.file.removeAttribute("aria-disabled");
    this.fileAside.textContent = words ?? this.fileWords();
    this.pane.announce(words ?? "The link is ready");
  }

  whenFollowed(event) {
    if (this.file.getAttribute("aria-disabled") === "true") event.preventDefault();
    else this.popover.close();
  }

  // What the pane tells -------------------------------------------------------------------------------------------

  openSecond() {
    const { source } = this.pane;
    const reason = source ? this.noSecond() : "There is nothing of this evidence to draw.";
    if (reason) this.pane.announce(reason);
    else this.second.open();
  }

  opened() {
    this.control.hidden = !this.pane.source;
    this.popover.close({ focus: false });
    this.second.opened();
  }

  renewed() {
    const { source } = this.pane;
    this.control.hidden = !source;
    if (source && this.popover.isOpen) this.file.href = this.address();
    this.second.renewed();
  }

  closed() {
    this.popover.close({ focus: false });
    this.second.close({ focus: false });
  }

  disconnect() {
    this.popover.disconnect();
    this.second.disconnect();
  }
}

PANE_TOOLS.push((pane) => new Original(pane));
