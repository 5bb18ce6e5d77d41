/** Keeps the keyboard's place: a control that goes away under the reader's finger hands the focus to the heading. */

class FocusKeeper {
  constructor(pane) {
    this.pane = pane;
    this.isHere = false;
    this.whenFocused = (event) => (this.isHere = event.composedPath().includes(pane.root));
    this.whenPressed = (event) => (this.isHere = this.isControl(event.composedPath()));
    document.addEventListener("focusin", this.whenFocused);
    document.addEventListener("pointerdown", this.whenPressed, true);
    for (const name of ["keydown", "click"]) pane.root.addEventListener(name, () => this.check());
  }

  /** A press on plain text takes the focus away because the reader wants it so. */
  isControl(path) {
    const within = path.slice(0, path.indexOf(this.pane.root) + 1);
    return within.some((node) => node.matches?.("button, a[href], input, select, [tabindex]"));
  }

  opened() {
    this.check();
  }

  painted() {
    this.check();
  }

  renewed() {
    this.check();
  }

  /** Once the browser has noticed that the focused control is gone. */
  check() {
    const { root } = this.pane;
    this.isHere ||= root.contains(root.getRootNode().activeElement); // a frame tells nobody that it has the focus
    if (!this.isHere) return;
    afterPaint(() => {
      const { evidence, reader } = this.pane;
      const isNowhere = !root.getRootNode().activeElement && document.activeElement === document.body;
      if (this.isHere && isNowhere && evidence) reader.heading.title.focus({ preventScroll: true });
    });
  }

  disconnect() {
    document.removeEventListener("focusin", this.whenFocused);
    document.removeEventListener("pointerdown", this.whenPressed, true);
  }
}

PANE_TOOLS.push((pane) => new FocusKeeper(pane));
