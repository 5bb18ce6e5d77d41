/** Where a page is blank: its luminance on a small grid, so that a tag is never laid over a figure. */

const GRID_WIDTH = 640; // about a cell a point: enough to see the thinnest stroke
const FAINTEST_INK = 48; // of 255; the banding of table rows stays below it

class Ink {
  /** Reads `bitmap` before it is handed to its canvas. */
  constructor(bitmap) {
    this.width = Math.min(GRID_WIDTH, bitmap.width);
    this.height = Math.max(1, Math.round((bitmap.height * this.width) / bitmap.width));
    const canvas = document.createElement("canvas");
    canvas.width = this.width;
    canvas.height = this.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0, this.width, this.height);
    const pixels = context.getImageData(0, 0, this.width, this.height).data;
    this.luminance = new Uint8Array(this.width * this.height);
    for (let i = 0, p = 0; i < this.luminance.length; i += 1, p += 4) {
      this.luminance[i] = (pixels[p] * 54 + pixels[p + 1] * 183 + pixels[p + 2] * 19) >> 8;
    }
    canvas.width = canvas.height = 0;
  }

  /**
   * Whether nothing is printed inside a rectangle given in fractions of the page. Read line by line: a line that is
   * all of one tone is paper, a band of the table or a rule that runs through, and a rule may be covered.
   */
  isFree({ left, top, right, bottom }) {
    const x0 = Math.max(0, Math.floor(left * this.width));
    const x1 = Math.min(this.width, Math.ceil(right * this.width));
    const y0 = Math.max(0, Math.floor(top * this.height));
    const y1 = Math.min(this.height, Math.ceil(bottom * this.height));
    for (let y = y0; y < y1; y += 1) {
      let darkest = 255;
      let lightest = 0;
      for (let x = x0; x < x1; x += 1) {
        const value = this.luminance[y * this.width + x];
        if (value < darkest) darkest = value;
        if (value > lightest) lightest = value;
      }
      if (lightest - darkest > FAINTEST_INK) return false;
    }
    return true;
  }
}
