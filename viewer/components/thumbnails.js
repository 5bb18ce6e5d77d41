/** A list of page thumbnails: only those near its view exist, and their images come one after the other. */

const THUMB_WIDTH = 80; // px
const THUMB_HEIGHT = 104;
const THUMB_PITCH = 142; // px from one thumbnail to the next: the page, its number, room between
const THUMBS_BEYOND = 3; // that exist above and below the view
const THUMBS_SETTLE = 90; // ms of rest before images are fetched: a list that flies by fetches none

class Thumbnails {
  /** `events`: chosen(index), scrolled(). */
  constructor(events) {
    this.events = events;
    this.mounted = new Map();
    this.evidence = new Map();
    this.sizes = [];
    this.active = 0;
    this.room = element("div", { class: "thumbs-room", role: "presentation" });
    this.root = element(
      "div",
      {
        class: "thumbs-list",
        role: "listbox",
        tabindex: "0",
        "aria-label": "Pages",
        onkeydown: (event) => this.whenKeyed(event),
        onclick: (event) => this.whenClicked(event),
      },
      this.room,
    );
    this.root.addEventListener("scroll", () => this.whenScrolled(), { passive: true });
    this.part = element("u"); // what is seen of the page in view
  }

  /** The pages of a source, or of none. `images` is where they are fetched. */
  show(source, images) {
    this.clear();
    Object.assign(this, { source, images });
    this.names = source ? new PageNames(source) : null;
    this.sizes = source?.sizes ?? [];
    this.current = null;
    this.active = 0;
    this.room.style.height = `${this.sizes.length * THUMB_PITCH}px`;
    this.root.scrollTop = 0;
  }

  /** New links for the same pages: what failed is asked for again. */
  renew(source) {
    this.source = source;
    for (const thumb of this.mounted.values()) if (thumb.dataset.state === "failed") this.restore(thumb);
    this.pump();
  }

  restore(thumb) {
    delete thumb.dataset.state;
    thumb.querySelector(".icon")?.remove();
  }

  clear() {
    clearTimeout(this.settling);
    this.fetching?.abort();
    for (const index of [...this.mounted.keys()]) this.unmountOne(index);
  }

  whenScrolled() {
    this.scrolling ??= requestAnimationFrame(() => {
      this.scrolling = null;
      this.mount();
    });
  }

  mount() {
    const { scrollTop, clientHeight } = this.root;
    if (!clientHeight) return;
    const first = Math.max(0, Math.floor(scrollTop / THUMB_PITCH) - THUMBS_BEYOND);
    const end = Math.ceil((scrollTop + clientHeight) / THUMB_PITCH) + THUMBS_BEYOND;
    const last = Math.min(this.sizes.length - 1, end);
    for (const index of [...this.mounted.keys()]) if (index < first || index > last) this.unmountOne(index);
    for (let index = first; index <= last; index += 1) if (!this.mounted.has(index)) this.mountOne(index);
    this.events.scrolled();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.pump(), THUMBS_SETTLE);
  }

  mountOne(index) {
    const thumb = makeThumb(index, this.sizes, this.names.labels[index]);
    this.mounted.set(index, thumb);
    this.markEvidence(thumb, index);
    this.markCurrent(thumb, index);
    if (index === this.current) this.placePart();
    this.room.append(thumb);
  }

  unmountOne(index) {
    const thumb = this.mounted.get(index);
    if (thumb.dataset.state === "drawn") freeThumb(thumb);
    thumb.remove();
    this.mounted.delete(index);
  }

  // Images --------------------------------------------------------------------------------------------------------

  /** From now on nothing is fetched, until `release`: the page that is being opened comes first. */
  hold() {
    this.isHeld = true;
    this.fetching?.abort();
  }

  release() {
    this.isHeld = false;
    this.pump();
  }

  /** Fetches one image, the nearest to the middle of the view first, and then the next. */
  pump() {
    if (this.isHeld || this.fetching || !this.root.clientHeight) return;
    const { scrollTop, clientHeight } = this.root;
    const middle = (scrollTop + clientHeight / 2) / THUMB_PITCH - 0.5;
    const wanted = [...this.mounted.keys()].filter((index) => !this.mounted.get(index).dataset.state);
    wanted.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    if (wanted.length) this.fetch(wanted[0]);
  }

  async fetch(index) {
    const { signal } = (this.fetching = new AbortController());
    const thumb = this.mounted.get(index);
    try {
      const width = imageWidth(thumbSize(this.sizes[index]).width);
      const bitmap = await decoded(await this.images.blob(this.source, index, width, { signal }));
      if (signal.aborted || !thumb.isConnected) bitmap.close();
      else drawThumb(thumb, bitmap);
    } catch (error) {
      if (!signal.aborted) failThumb(thumb, error);
    } finally {
      this.fetching = null;
      requestIdleCallback(() => this.pump(), { timeout: 500 });
    }
  }

  // Evidence and the page in view ---------------------------------------------------------------------------------

  /** `evidence`: by page, the ids and the boxes of what is cited there. */
  setEvidence(evidence) {
    this.evidence = evidence;
    for (const [index, thumb] of this.mounted) this.markEvidence(thumb, index);
  }

  markEvidence(thumb, index) {
    const { ids = new Set(), pieces = [] } = this.evidence.get(index) ?? {};
    for (const mark of thumb.querySelectorAll("s, .evidence-ids")) mark.remove();
    const page = thumb.querySelector(".thumb-page");
    page.append(...pieces.map(thumbTick), ...(ids.size ? [evidenceIds([...ids])] : []));
    const evidence = ids.size ? `, evidence ${[...ids].join(", ")}` : "";
    thumb.setAttribute("aria-label", `${this.names.spoken(index)}${evidence}`);
    thumb.title = `${this.names.words(index)}${evidence}`;
  }

  /** The page in view and the part of it that is seen, null where all of it is. `follows`: the list goes along. */
  setCurrent(index, part, follows) {
    if (part) Object.assign(this.part.style, part);
    this.part.hidden = !part;
    const hasChanged = index !== this.current;
    this.current = index;
    this.placePart();
    if (hasChanged && follows) this.activate(index);
    else if (hasChanged) this.markAll();
  }

  placePart() {
    const page = this.mounted.get(this.current)?.querySelector(".thumb-page");
    if (!page) this.part.remove();
    else if (this.part.parentElement !== page) page.append(this.part);
  }

  markAll() {
    for (const [index, thumb] of this.mounted) this.markCurrent(thumb, index);
  }

  markCurrent(thumb, index) {
    thumb.setAttribute("aria-selected", String(index === this.current));
    thumb.classList.toggle("active", index === this.active);
  }

  /** Makes a thumbnail the one that the keys act on, and brings it into view; from afar, to the middle. */
  activate(index) {
    this.active = index;
    const top = index * THUMB_PITCH;
    const { scrollTop, clientHeight } = this.root;
    const isFar = Math.abs(top - scrollTop) > 2 * clientHeight;
    if (isFar) this.root.scrollTop = top - (clientHeight - THUMB_PITCH) / 2;
    else if (top < scrollTop) this.root.scrollTop = top;
    else if (top + THUMB_PITCH > scrollTop + clientHeight)
      this.root.scrollTop = top + THUMB_PITCH - clientHeight;
    this.mount();
    this.markAll();
    this.root.setAttribute("aria-activedescendant", `thumb-${index}`);
  }

  // The reader's hand ---------------------------------------------------------------------------------------------

  choose(index) {
    this.activate(index);
    this.events.chosen(index);
  }

  whenClicked(event) {
    const thumb = event.target.closest(".thumb");
    if (thumb) this.choose(Number(thumb.dataset.page));
  }

  whenKeyed(event) {
    const last = this.sizes.length - 1;
    const seen = Math.max(1, Math.floor(this.root.clientHeight / THUMB_PITCH));
    const to = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + seen,
      PageUp: this.active - seen,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) this.activate(Math.max(0, Math.min(last, to)));
    else if (event.key === "Enter" || event.key === " ") this.choose(this.active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function makeThumb(index, sizes, label) {
  const { width, height } = thumbSize(sizes[index]);
  const page = element("div", { class: "thumb-page" }, element("canvas"));
  Object.assign(page.style, { width: `${width}px`, height: `${height}px` });
  const thumb = element(
    "div",
    {
      class: "thumb",
      id: `thumb-${index}`,
      role: "option",
      "data-page": index,
      "aria-setsize": sizes.length,
      "aria-posinset": index + 1,
    },
    element("div", { class: "thumb-frame" }, page),
    element(
      "div",
      { class: "thumb-name" },
      element("b", {}, String(index + 1)),
      label && element("span", {}, ` · p. ${label}`),
    ),
  );
  thumb.style.top = `${index * THUMB_PITCH}px`;
  return thumb;
}

/** The size in px of a page's thumbnail: its whole width or height, whichever is filled first. */
function thumbSize([width, height]) {
  const scale = Math.min(THUMB_WIDTH / width, THUMB_HEIGHT / height);
  return { width: Math.max(2, Math.round(width * scale)), height: Math.max(2, Math.round(height * scale)) };
}

function thumbTick({ left, top, width, height }) {
  const tick = element("s");
  Object.assign(tick.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
  return tick;
}

/** The first of several evidences, and how many more. */
function evidenceIds([first, ...others]) {
  const more = others.length > 0 && element("b", {}, `+${others.length}`);
  return element("span", { class: "evidence-ids" }, element("b", {}, first), more);
}

function drawThumb(thumb, bitmap) {
  const canvas = thumb.querySelector("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
  thumb.dataset.state = "drawn";
}

function freeThumb(thumb) {
  const canvas = thumb.querySelector("canvas");
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(null);
  canvas.width = canvas.height = 0;
}

function failThumb(thumb, error) {
  if (!(error instanceof PageProblem)) throw error;
  thumb.dataset.state = "failed";
  thumb.querySelector(".thumb-page").append(icon(error.icon));
  thumb.title = error.message;
}
