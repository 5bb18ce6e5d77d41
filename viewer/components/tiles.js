/** A page shown larger than one image is sharp for: over its image lie squares of what is seen, each as the screen has it. */

const TILES_KEPT = 30; // of a page, 2.4 MB decoded each: what the largest pane shows, and a little around it
const TILE_MARGIN = 0.2; // of a tile: how far beyond the view tiles are fetched

class Tiles {
  /** `failed(problem)` where a tile does not come; the page's image stays to be seen. */
  constructor(images, failed) {
    this.images = images;
    this.failed = failed;
    this.root = element("div", { class: "tiles", "aria-hidden": "true" });
    this.tiles = new Map();
    this.older = [];
    this.width = 0;
  }

  /**
   * Shows a page sharp at `grid` { width, height } device pixels, where `seen` { left, top, right, bottom } lies, in
   * fractions of the page. Tiles of another zoom stay, stretched, until all of these have come.
   */
  show(source, index, grid, seen) {
    if (grid.width !== this.width) this.begin(grid);
    const wanted = tilesIn(grid, seen);
    for (const [key, tile] of this.tiles) if (!wanted.has(key)) this.drop(key, tile);
    for (const [key, place] of wanted) if (!this.tiles.has(key)) this.fetch(source, index, key, place);
    this.dropOlder();
  }

  begin(grid) {
    for (const tile of this.tiles.values()) {
      tile.aborter.abort();
      if (tile.isDrawn) this.older.push(tile.canvas);
    }
    this.tiles.clear();
    this.grid = grid;
    this.width = grid.width;
  }

  async fetch(source, index, key, place) {
    const tile = { canvas: element("canvas"), aborter: new AbortController(), isDrawn: false };
    this.tiles.set(key, tile);
    const { signal } = tile.aborter;
    try {
      const bitmap = await this.images.bitmap(source, index, this.width, { signal, tile: place });
      if (signal.aborted) return bitmap.close();
      this.draw(tile, place, bitmap);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PageProblem)) throw error;
      this.failed(error);
    }
    this.dropOlder();
  }

  draw(tile, { column, row }, bitmap) {
    const { width, height } = this.grid;
    Object.assign(tile.canvas.style, {
      left: `${(100 * column * TILE_SIDE) / width}%`,
      top: `${(100 * row * TILE_SIDE) / height}%`,
      width: `${(100 * bitmap.width) / width}%`,
      height: `${(100 * bitmap.height) / height}%`,
    });
    showBitmap(tile.canvas, bitmap);
    tile.isDrawn = true;
    this.root.append(tile.canvas);
  }

  dropOlder() {
    if (!this.older.length || [...this.tiles.values()].some((tile) => !tile.isDrawn)) return;
    this.older.forEach(removeCanvas);
    this.older = [];
  }

  drop(key, tile) {
    tile.aborter.abort();
    this.tiles.delete(key);
    if (tile.isDrawn) removeCanvas(tile.canvas);
  }

  clear() {
    for (const [key, tile] of this.tiles) this.drop(key, tile);
    this.older.forEach(removeCanvas);
    this.older = [];
    this.width = 0;
  }
}

/** The tiles of a grid that a part of the page needs, by name, those in its middle first. */
function tilesIn({ width, height }, seen) {
  const range = (from, to, side) => {
    const last = Math.max(0, Math.ceil((side - 2) / TILE_SIDE) - 1); // a rest of a pixel may be rounding
    const first = Math.max(0, Math.floor((from * side) / TILE_SIDE - TILE_MARGIN));
    const end = Math.min(last, Math.floor((to * side) / TILE_SIDE + TILE_MARGIN));
    return Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => first + at);
  };
  const rows = range(seen.top, seen.bottom, height);
  const places = range(seen.left, seen.right, width).flatMap((column) => rows.map((row) => ({ column, row })));
  const middle = {
    column: ((seen.left + seen.right) * width) / (2 * TILE_SIDE) - 0.5,
    row: ((seen.top + seen.bottom) * height) / (2 * TILE_SIDE) - 0.5,
  };
  const distance = ({ column, row }) => Math.hypot(column - middle.column, row - middle.row);
  places.sort((one, other) => distance(one) - distance(other));
  return new Map(places.slice(0, TILES_KEPT).map((place) => [`${place.column},${place.row}`, place]));
}

function showBitmap(canvas, bitmap) {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
}

/** Takes a canvas from the page. Giving its memory back takes time and can wait. */
function removeCanvas(canvas) {
  canvas.remove();
  requestIdleCallback(() => freeCanvas(canvas));
}

function freeCanvas(canvas) {
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(null);
  canvas.width = canvas.height = 0;
}
