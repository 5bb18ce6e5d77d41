/** The frame that shows a filing without scripts: opened once, watched, and closed when it goes anywhere else. */

/** Why a frame shows nothing, or no mark; `status` is what the server refused it with. */
class FrameProblem extends Error {
  constructor(words, status = null) {
    super(words);
    this.status = status;
  }
}

const FRAME_WORDS = {
  403: "You no longer have access to this filing.",
  404: "This filing is not here for you: it was removed, or your sign-in or your access has ended.",
  410: "The link to this filing has expired.",
  503: "The filing could not be read just now.",
};

const FRAME_LEFT =
  "The filing tried to leave its frame, so the frame was closed. What it led to is not shown. Open the filing again to " +
  "read on.";

// What may move text without changing the size of anything that is observed.
const STIRS = ["toggle", "load", "transitionend", "animationend", "pointerover", "pointerup", "keyup"];

class IsolatedFrame {
  /**
   * `events`: opened(document) when it is laid out, failed(problem), left() when it has gone elsewhere; and of what is
   * done inside: key(event), wheel(event), scrolled(isWhole), which is false for a part of it, and stirred() when text
   * may have moved.
   */
  constructor(address, events) {
    this.address = new URL(address, location.href);
    this.events = events;
    this.document = null;
    this.root = element("iframe", {
      sandbox: "allow-same-origin",
      title: "The filing, isolated",
      referrerpolicy: "no-referrer",
    });
    this.root.addEventListener("load", () => this.whenLoaded());
    this.root.src = this.address.href;
  }

  async whenLoaded() {
    if (this.isClosed) return;
    if (this.document) return this.leave();
    try {
      this.document = this.requireFiling();
    } catch (error) {
      if (!(error instanceof FrameProblem)) throw error;
      return this.events.failed(error);
    }
    this.watch();
    this.listen();
    await this.document.fonts.ready;
    if (!this.isClosed) this.events.opened(this.document);
  }

  /** The frame's document, if it is the filing that was asked for. Throws FrameProblem. */
  requireFiling() {
    const { contentDocument: opened, contentWindow } = this.root;
    if (!opened || contentWindow.location.pathname !== this.address.pathname)
      throw new FrameProblem("The frame left the filing, so nothing is marked in it.");
    const status = contentWindow.performance.getEntriesByType("navigation")[0]?.responseStatus ?? 200;
    if (status >= 400)
      throw new FrameProblem(FRAME_WORDS[status] ?? `The server answered with error ${status}.`, status);
    if (opened.contentType !== "text/html")
      throw new FrameProblem("The server did not send the filing as a document.");
    return opened;
  }

  /** Its document is unloaded as soon as another one comes, long before that one has loaded. */
  watch() {
    this.root.contentWindow.addEventListener("pagehide", () => setTimeout(() => this.isThere || this.leave()));
  }

  /** The filing runs no script: what is done in it is heard from here, and what the page around must hear is passed on. */
  listen() {
    const { document: opened, events } = this;
    const passOn = (event) => this.root.dispatchEvent(event);
    const enter = () => {
      this.wasEntered = true;
      passOn(new FocusEvent("focusin", { bubbles: true, composed: true }));
    };
    const onCapture = { passive: true, capture: true };
    opened.addEventListener("keydown", (event) => events.key(event));
    opened.addEventListener("focusin", enter);
    opened.addEventListener("pointerdown", () => {
      enter();
      passOn(new PointerEvent("pointerdown", { bubbles: true, composed: true }));
    });
    opened.addEventListener("wheel", (event) => events.wheel(event), { passive: false });
    opened.addEventListener("scroll", (event) => events.scrolled(event.target === opened), onCapture);
    for (const name of STIRS) opened.addEventListener(name, () => events.stirred(), onCapture);
  }

  /** Whether what is in the frame is still the filing's document. */
  get isThere() {
    return this.root.contentDocument === this.document;
  }

  /** Whether the focus is in it, or was until another document took the filing's place and let it fall. */
  get isFocused() {
    const focused = this.root.getRootNode().activeElement;
    return focused === this.root || Boolean(this.wasEntered && document.activeElement === document.body);
  }

  /** It stays on the page until it was told, so that where the focus was is known. */
  leave() {
    if (!this.isClosed) this.events.left();
  }

  close() {
    this.isClosed = true;
    this.root.remove();
  }
}
