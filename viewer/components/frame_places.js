/** Sections of a filing in its frame: where each begins is asked for once the filing stands. */

class FramePlaces {
  constructor(view) {
    this.view = view;
    this.wanted = null; // a place that cannot be found yet
    this.problem = null;
  }

  async read() {
    const { seen, source } = this.view;
    if (!source.stored_url) return;
    this.problem = null;
    try {
      seen.setSections((await storedOf(source, "sections", {})).starts);
    } catch (error) {
      if (!(error instanceof PageProblem)) throw error;
      this.problem = error; // said when a section is asked for
    }
    if (seen !== this.view.seen) return;
    if (this.wanted) this.restore(this.wanted);
    this.view.events.moved();
  }

  goTo(index) {
    const { view, problem } = this;
    if (!view.isLoaded) return;
    if (view.seen.goToSection(index)) return view.events.moved();
    if (!problem) return;
    const words = `Section ${index + 1} cannot be gone to just now. ${problem.message}`;
    const again = { icon: "retry", words: "Try again", action: () => this.retry(index) };
    view.say(problem.icon, words, again);
  }

  async retry(index) {
    this.view.problem.hidden = true;
    await this.read();
    this.goTo(index);
  }

  /** A place that cannot be found yet is gone to once it can. */
  restore(place) {
    const { seen } = this.view;
    this.wanted = seen?.sections ? null : place;
    if (this.wanted) return;
    seen.goToPoint(place);
    this.view.repaint();
  }
}
