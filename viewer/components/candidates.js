/** An ambiguous quote: every place it fits, and the analyst's choice. Nothing is marked as evidence before that. */

const STRIP_POINTS = 46; // height of a preview, in points of the page

const COUNT_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

class Candidates {
  /** `events`: chosen(index), none(). */
  constructor(events) {
    this.events = events;
    this.lead = element("p", { class: "lead", id: "lead" });
    this.group = element("div", {
      class: "places",
      role: "radiogroup",
      "aria-labelledby": "lead",
      onkeydown: (event) => this.whenKeyed(event),
    });
    this.use = element(
      "button",
      { class: "button primary", type: "button", onclick: () => this.events.chosen(this.at) },
      "Use this place",
    );
    this.none = element(
      "button",
      { class: "button", type: "button", onclick: () => this.events.none() },
      "None of these",
    );
    this.hint = element(
      "span",
      { class: "hint" },
      element("kbd", {}, "↑"),
      element("kbd", {}, "↓"),
      "choose,",
      element("kbd", {}, "Enter"),
      "use",
    );
    this.root = element(
      "div",
      { class: "candidates", hidden: true },
      this.lead,
      this.group,
      element("div", { class: "actions" }, this.use, this.none, this.hint),
    );
  }

  show(evidence, source, images) {
    this.previews?.abort();
    this.previews = new AbortController();
    this.at = -1;
    const { candidates } = evidence;
    const noun = (evidence.quote?.cells.length ?? 0) > 1 ? "rows" : "places";
    const count = COUNT_WORDS[candidates.length] ?? candidates.length;
    this.lead.textContent =
      evidence.notice?.text ??
      `The quote fits ${count} ${noun}. Choose the one the claim means. Nothing is marked as evidence until you do.`;
    this.group.replaceChildren(...candidates.map((candidate, index) => this.option(candidate, index)));
    this.select(-1);
    if (evidence.media === "pdf")
      candidates.forEach((candidate, index) => this.preview(candidate, index, source, images));
  }

  /** With a strip of its page, or in a filing without pages with the words around it. */
  option(candidate, index) {
    const { around } = candidate;
    return element(
      "div",
      {
        class: "place",
        role: "radio",
        "aria-checked": "false",
        tabindex: index ? "-1" : "0",
        onclick: () => this.select(index, true),
      },
      element("span", { class: "dot", "aria-hidden": "true" }),
      element("b", {}, candidate.label),
      element("span", { class: "where" }, candidate.locus),
      candidate.regions.length
        ? element("div", { class: "strip", hidden: true })
        : element("q", { class: "around" }, around.before, element("u", {}, around.words), around.after),
    );
  }

  select(index, focus = false) {
    this.at = index;
    this.use.disabled = index < 0;
    [...this.group.children].forEach((option, at) => {
      option.setAttribute("aria-checked", String(at === index));
      option.tabIndex = at === Math.max(0, index) ? 0 : -1;
      if (at === index && focus) option.focus();
    });
  }

  whenKeyed(event) {
    const count = this.group.children.length;
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by) this.select(this.at < 0 ? (by > 0 ? 0 : count - 1) : (this.at + by + count) % count, true);
    else if (event.key === " ")
      this.select([...this.group.children].indexOf(event.target.closest(".place")), true);
    else if (event.key === "Enter" && this.at >= 0) this.events.chosen(this.at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A strip of the page around the place, so that the rows can be told apart without opening each. */
  async preview(candidate, index, source, images) {
    const { signal } = this.previews;
    const boxes = candidate.regions.filter(
      (region) => region.role === "quote" && region.page_index === candidate.page_index,
    );
    if (!boxes.length) return;
    const strip = this.group.children[index].querySelector(".strip");
    const [pageWidth, pageHeight] = source.sizes[candidate.page_index];
    const width = imageWidth(this.group.clientWidth - 60);
    try {
      const bitmap = await decoded(await images.blob(source, candidate.page_index, width, { signal }));
      if (!signal.aborted) drawStrip(strip, bitmap, boxes, pageWidth, pageHeight);
      bitmap.close();
    } catch (error) {
      if (!(error instanceof PageProblem) && !signal.aborted) throw error;
      if (signal.aborted) return;
      strip.replaceChildren(status("none", error.message, error.icon));
      strip.hidden = false;
    }
  }

  disconnect() {
    this.previews?.abort();
  }
}

function drawStrip(strip, bitmap, boxes, pageWidth, pageHeight) {
  const share = Math.min(1, STRIP_POINTS / pageHeight);
  const middle = (boxes[0].top + boxes[0].height / 2) / 100;
  const top = Math.max(0, Math.min(1 - share, middle - share / 2));
  const canvas = element("canvas", { "aria-hidden": "true" });
  canvas.width = bitmap.width;
  canvas.height = Math.max(1, Math.round(bitmap.height * share));
  canvas
    .getContext("2d")
    .drawImage(
      bitmap,
      0,
      top * bitmap.height,
      bitmap.width,
      canvas.height,
      0,
      0,
      bitmap.width,
      canvas.height,
    );
  const marks = boxes.map((box) => {
    const mark = element("i");
    const percent = {
      left: box.left,
      top: ((box.top / 100 - top) / share) * 100,
      width: box.width,
      height: box.height / share,
    };
    for (const [name, value] of Object.entries(percent)) mark.style[name] = `${value}%`;
    return mark;
  });
  strip.style.aspectRatio = `${pageWidth} / ${pageHeight * share}`;
  strip.replaceChildren(canvas, ...marks);
  strip.hidden = false;
}
