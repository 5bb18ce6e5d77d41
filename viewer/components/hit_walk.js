/** A walk through places of a filing: their boxes come page by page, as the reader gets there. */

const WALKED_PAGES = 2; // pages before and behind the one in view whose hits are marked
const WALK_REST = 90; // ms that the view must rest before hits of its pages are asked for
const ASKED_RANGES = 200; // of one request
const WALKS = new WeakMap(); // who marks places in a viewer: one walk at a time

class HitWalk {
  /** `events`: failed(problem) when places cannot be marked, ended() when another walk takes the viewer. */
  constructor(pane, events) {
    this.pane = pane;
    this.events = events;
    this.end();
  }

  get isOn() {
    return this.hits.length > 0;
  }

  get current() {
    return this.at === null ? null : this.hits[this.at];
  }

  /** `places`: `[{ page_index, range, number }]` of the open filing, in order. Marks them without moving the view. */
  begin(places) {
    this.end();
    this.viewer = this.pane.viewer;
    this.version = this.pane.evidence.version.id;
    endWalk(this.viewer);
    WALKS.set(this.viewer, this);
    this.hits = places.map((place) => ({ ...place, regions: [], ranges: [] }));
    this.onPage = Map.groupBy(this.hits, (hit) => hit.page_index);
    this.moved();
  }

  /** Makes a place the current one and brings it into view. */
  async goTo(at) {
    this.at = at;
    const { hits } = this;
    await this.attempt(() => this.fetchPage(hits[at].page_index));
    if (hits !== this.hits || at !== this.at) return;
    this.viewer.showHits([...hits], at);
    this.moved();
  }

  /** The view was moved: the hits near it are marked. */
  moved() {
    if (!this.isOn) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.drawNear(), WALK_REST);
  }

  async drawNear() {
    const { hits, viewer } = this;
    const centre = viewer.pageInView ?? 0;
    const near = [...this.onPage.keys()].filter((page) => Math.abs(page - centre) <= WALKED_PAGES);
    const unknown = near.filter((page) => !this.fetched.has(page));
    if (!unknown.length) return;
    await this.attempt(() => Promise.all(unknown.map((page) => this.fetchPage(page))));
    if (hits === this.hits) viewer.showHits([...hits], this.at, { scroll: false });
  }

  async attempt(action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof PageProblem)) throw error;
      this.events.failed(error);
    }
  }

  /** The boxes of a page's hits, asked for once. Rejects with PageProblem; then they can be asked for again. */
  fetchPage(page) {
    if (!this.fetched.has(page)) {
      const fetching = this.askFor(page, this.onPage.get(page));
      this.fetched.set(page, fetching);
      fetching.catch(() => this.fetched.delete(page));
    }
    return this.fetched.get(page);
  }

  async askFor(page, hits) {
    const { signal } = this.aborter;
    for (let from = 0; from < hits.length; from += ASKED_RANGES) {
      const part = hits.slice(from, from + ASKED_RANGES);
      const ranges = part.map(({ range }) => range.join("-")).join("_");
      let places;
      try {
        ({ places } = await storedOf(this.pane.source, "pieces", { page, ranges }, { signal }));
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      part.forEach((hit, index) => Object.assign(hit, { ...places[index], page_index: page }));
    }
  }

  /** Nothing is marked any more. What is cleared tells that the view moved: by then the walk must have ended. */
  end() {
    clearTimeout(this.resting);
    this.aborter?.abort();
    this.aborter = new AbortController();
    const hasMarks = this.hits?.length > 0;
    this.hits = [];
    this.onPage = new Map();
    this.fetched = new Map();
    this.at = null;
    if (hasMarks) this.viewer.clearHits();
  }
}

/** What a search or the occurrences have marked in a viewer gives way: one thing at a time is marked in blue. */
function endWalk(viewer) {
  const walk = WALKS.get(viewer);
  if (!walk?.isOn) return;
  walk.end();
  walk.events.ended();
}

/** The way back from another place that was looked at. */
function backToCited(onclick) {
  const attributes = { class: "button small", type: "button", onclick };
  return element("button", attributes, icon("back"), "Back to the cited place");
}
