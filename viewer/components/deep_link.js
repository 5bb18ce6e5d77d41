/**
 * The address of what is open. Evidence, region, zoom and place stand in the URL beside the answer, kept up to date
 * without a run of the script; opened in another browser it shows the same. `viewer/deep_links.py` reads them. Of
 * several workspaces the one is named, which opens for its members (pages/entrance.py).
 */

const LINK_PARAMETERS = ["workspace", "evidence", "region", "zoom", "at"];
const ZOOM_ROUNDING = 0.02; // pages are shown at zooms that fill whole pixels
const ADDRESS_SETTLE = 300; // ms: while a view moves, nothing is written; browsers bound how often it may be

class DeepLink {
  constructor(pane) {
    this.pane = pane;
  }

  /** The first opening of an answer is the one that the address asked for. */
  opened() {
    const { data, evidence, viewer, sheets, citation } = this.pane;
    const isFirst = data.answer_id !== this.answer;
    this.answer = data.answer_id;
    this.asked = isFirst && evidence.key === data.open ? data : null;
    if (this.asked?.open_fit && viewer === sheets) {
      if (data.open_fit === "page") viewer.goToPage(citation.page);
      viewer.fitTo(data.open_fit);
      if (data.open_fit === "width") viewer.goTo();
    }
    this.write();
  }

  /** The place comes last: until it is painted, the evidence must stay in view. */
  painted() {
    const { asked } = this;
    this.asked = null;
    if (asked) {
      const words = this.problems(asked);
      this.restore(asked);
      if (words) this.say(words);
    }
    this.write();
  }

  restore({ open_fit: fit, open_at: at }) {
    const { viewer, sheets, source } = this.pane;
    if (!viewer) return;
    if (fit === "width" && viewer !== sheets) viewer.fitTo(fit);
    if (!at || at.page >= source.page_count) return;
    viewer.restore({ ...at, zoom: viewer.zoom });
    if (fit) viewer.fitTo(fit);
  }

  /** What of the address this evidence does not have, in words; "" where it is shown as it was asked for. */
  problems({ open_problem: problem, open_region: region, open_zoom: zoom, open_fit: fit, open_at: at }) {
    const { evidence, citation, source, viewer, sheets } = this.pane;
    if (!viewer) return problem ?? "";
    const id = evidence.citation_id;
    const stops = citation.stops.length;
    const [pages, page] = source.media === "pdf" ? ["pages", "PDF page"] : ["sections", "section"];
    return [
      problem,
      region !== null &&
        region >= stops &&
        `The link asks for region ${region + 1} of ${id}, which has ${stops}. The cited region is shown.`,
      at &&
        at.page >= source.page_count &&
        `The link asks for ${page} ${at.page + 1}, but there are ${source.page_count} ${pages}. ` +
          "The view begins at the evidence.",
      zoom &&
        Math.abs(viewer.zoom / zoom - 1) > ZOOM_ROUNDING &&
        `The link asks for ${rounded(100 * zoom, 1)} %. It is shown at ${Math.round(100 * viewer.zoom)} %.`,
      fit === "page" && viewer !== sheets && "This filing is not cut into pages, so none is fitted.",
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** Beside what the pane already says of the evidence. */
  say(words) {
    const { strip } = this.pane.reader;
    this.pane.say("warning", strip.hidden ? words : `${strip.textContent} ${words}`);
    this.pane.announce(words);
  }

  moved() {
    this.write();
  }

  renewed() {
    this.write();
  }

  closed() {
    clearTimeout(this.writing);
    this.answer = this.pane.data.answer_id;
  }

  write() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.writeNow(), ADDRESS_SETTLE);
  }

  /**
   * Only where the address names the answer on screen: the script may have put another there, whose data is on its way.
   * The other parameters stay as they are, Streamlit's own among them.
   */
  writeNow() {
    const { evidence, data, root, outside } = this.pane;
    if (!evidence || this.asked || outside.isOn || !root.isConnected) return;
    if (new URLSearchParams(location.search).get("answer") !== data.answer_id) return;
    const others = location.search
      .slice(1)
      .split("&")
      .filter((part) => part && !LINK_PARAMETERS.includes(part.split("=")[0]));
    const search = `?${[...others, ...this.parts()].join("&")}`;
    if (search === location.search) return;
    history.replaceState(history.state, "", location.pathname + search + location.hash);
  }

  /** Evidence is addressed on the page of its answer, the app's first. */
  get path() {
    return this.pane.outside.isOn ? location.pathname.replace(/[^/]*\/?$/, "") : location.pathname;
  }

  /** A link that opens what is on screen. */
  href() {
    const parts = [`answer=${this.pane.data.answer_id}`, ...this.parts()];
    return `${location.origin}${this.path}?${parts.join("&")}`;
  }

  /**
   * Fitted to the evidence is what a view begins as, in a window of any size: zoom and place are told only where the
   * reader has changed them. What was chosen among several places is no part of the citation, so nothing is told of it.
   */
  parts() {
    const { evidence, citation, viewer, data } = this.pane;
    const parts = data.workspace ? [`workspace=${data.workspace}`] : [];
    parts.push(`evidence=${addressed(evidence.key)}`);
    if (!viewer || citation.chosen) return parts;
    if (citation.stops.length > 1) parts.push(`region=${citation.at + 1}`);
    const isFitted = viewer.fit === "evidence";
    if (!isFitted) parts.push(`zoom=${viewer.fit ?? rounded(100 * viewer.zoom, 2)}`);
    const isAway = !isFitted || (citation.current && !viewer.isSeen(citation.current.pieces[0]));
    const point = isAway ? viewer.position() : null;
    if (point) parts.push(`at=${point.page + 1},${rounded(point.x, 4)},${rounded(point.y, 4)}`);
    return parts;
  }

  disconnect() {
    clearTimeout(this.writing);
  }
}

/** As a part of a query: readable, since ":" and "@" may stand in one. */
function addressed(text) {
  return encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%40", "@");
}

function rounded(number, digits) {
  return Number(number.toFixed(digits));
}

PANE_TOOLS.push((pane) => new DeepLink(pane));
