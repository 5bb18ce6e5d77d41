/** Page images over HTTP: authorised, abortable, a few at a time, kept as compressed bytes for a short while. */

const WIDTH_STEP = 4; // device pixels; the server draws these widths and no others, so that its cache is hit
const LEAST_WIDTH = 64;
const GREATEST_WIDTH = 2048; // a letter page at this width costs 22 MB decoded; what is shown larger comes in tiles
const GREATEST_TILED_WIDTH = 65_536;
const TILE_SIDE = 768; // device pixels of a tile, as the server cuts them
const KEPT_BYTES = 4_000_000; // of encoded images, about 130 KB each
const KEPT_FOR = 120_000; // ms: a right that is taken back must not live on in this page's memory
const AT_ONCE = 2;
const HELD_PIXELS = 3_000_000; // decoded ahead for the next evidence: 12 MB, two letter pages at reading size
const AHEAD = { Priority: "u=6" }; // the server draws what is looked at before what is fetched ahead of need

/** The width in device pixels to ask for, for a page shown `cssWidth` wide. */
function imageWidth(cssWidth, greatest = GREATEST_WIDTH) {
  const snapped = Math.ceil((cssWidth * devicePixelRatio - 0.01) / WIDTH_STEP) * WIDTH_STEP;
  return Math.min(greatest, Math.max(LEAST_WIDTH, snapped));
}

const FONTS_MISSING = "fonts-missing"; // in the header Pincite-Notice of an image

class PageImages {
  constructor() {
    this.lacking = new Set();
    this.kept = new Map();
    this.keptBytes = 0;
    this.held = new Map();
    this.waiting = [];
    this.running = 0;
  }

  /** The decoded image; the caller owns it, and it must not be asked for twice. Options as for `blob`. */
  async bitmap(source, index, width, options) {
    const url = addressOf(source, index, width, options.tile);
    const held = this.held.get(url);
    this.held.delete(url);
    return held ?? decoded(await this.blob(source, index, width, options));
  }

  /** Fetches an image ahead of need and, where it fits among those held, decodes it too. */
  async prepare(source, index, width, { signal, decode }) {
    const blob = await this.blob(source, index, width, { signal });
    const url = addressOf(source, index, width);
    if (!decode || this.held.has(url)) return;
    const bitmap = await decoded(blob);
    if (signal.aborted) return bitmap.close();
    this.held.set(url, bitmap);
    while ([...this.held.values()].reduce((sum, one) => sum + one.width * one.height, 0) > HELD_PIXELS)
      this.drop(this.held.keys().next().value);
  }

  drop(url) {
    this.held.get(url).close();
    this.held.delete(url);
  }

  /**
   * The encoded image of a page, or of its `tile` { column, row }, as a Blob. `urgent` passes the queue; `again` passes
   * the browser's cache, which keeps a 404 or 410 that says nothing else. Rejects with PageProblem, or AbortError when
   * aborted.
   */
  async blob(source, index, width, { signal, urgent = false, again = false, tile = null }) {
    const url = addressOf(source, index, width, tile);
    const kept = this.fresh(url);
    if (kept) return kept;
    if (!urgent) await this.turn(signal);
    else this.running += 1;
    try {
      const isSeen = urgent || tile !== null;
      const { blob, notice } = await download(url, source.token, {
        signal,
        priority: isSeen ? "high" : "low",
        headers: isSeen ? {} : AHEAD,
        cache: again ? "reload" : "default",
      });
      if (notice === FONTS_MISSING) this.lacking.add(pageOf(source, index));
      this.keep(url, blob);
      return blob;
    } finally {
      this.running -= 1;
      this.advance();
    }
  }

  /** Whether the server said that characters are missing from the page's image, for want of a font. */
  lacksFonts(source, index) {
    return this.lacking.has(pageOf(source, index));
  }

  fresh(url) {
    const entry = this.kept.get(url);
    if (!entry) return null;
    if (performance.now() - entry.since > KEPT_FOR) {
      this.release(url);
      return null;
    }
    this.kept.delete(url);
    this.kept.set(url, entry);
    return entry.blob;
  }

  keep(url, blob) {
    this.release(url);
    this.kept.set(url, { blob, since: performance.now() });
    this.keptBytes += blob.size;
    while (this.keptBytes > KEPT_BYTES) this.release(this.kept.keys().next().value);
  }

  release(url) {
    this.keptBytes -= this.kept.get(url)?.blob.size ?? 0;
    this.kept.delete(url);
  }

  turn(signal) {
    return new Promise((resolve, reject) => {
      const entry = { resolve };
      signal.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((one) => one !== entry);
        reject(signal.reason);
      });
      this.waiting.push(entry);
      this.advance();
    });
  }

  advance() {
    while (this.running < AT_ONCE && this.waiting.length) {
      this.running += 1;
      this.waiting.shift().resolve();
    }
  }

  forget() {
    this.kept.clear();
    this.keptBytes = 0;
    for (const url of [...this.held.keys()]) this.drop(url);
  }
}

function addressOf(source, index, width, tile = null) {
  const url = source.page_url.replace("{index}", index).replace("{width}", width);
  return tile ? `${url}?tile=${tile.column},${tile.row}` : url;
}

function pageOf(source, index) {
  return source.page_url.replace("{index}", index);
}

async function decoded(blob) {
  try {
    return await createImageBitmap(blob);
  } catch {
    throw new PageProblem("decode");
  }
}

async function download(url, token, options) {
  const response = await requested(url, token, options);
  return { blob: await response.blob(), notice: response.headers.get("Pincite-Notice") };
}
