/**
 * The address of what is open. Evidence, region, zoom and place stand in the URL beside the answer, kept up to date
 * without a run of the script; opened in another browser it shows the same. `viewer/deep_links.py` reads them.
 */

const LINK_PARAMETERS = ["evidence", "region", "zoom", "at"];
const ADDRESS_SETTLE = 300; // ms: while a view moves, nothing is written; browsers bound how often it may be

class DeepLink {
  constructor(pane) {
    this.pane = pane;
  }

  /** The first opening of an answer is the one that the address asked for. */
  opened() {
    const { data, evidence } = this.pane;
    const isFirst = data.answer_id !== this.answer;
    this.answer = data.answer_id;
    this.asked = isFirst && evidence.key === data.open ? this.askedBy(data) : null;
    if (this.asked) this.begin();
    this.write();
  }

  askedBy(data) {
    const { citation, source, evidence } = this.pane;
    const problems = [data.open_problem];
    const stops = citation?.stops.length ?? 0;
    if (citation && data.open_region !== null && data.open_region >= stops)
      problems.push(
        `The link asks for region ${data.open_region + 1} of ${evidence.citation_id}, which has ${stops}. ` +
          "The cited region is shown.",
      );
    let at = data.open_at;
    if (at && source && at.page >= source.page_count) {
      const pages = `${source.page_count} ${source.media === "pdf" ? "pages" : "sections"}`;
      problems.push(`The link asks for page ${at.page + 1} of ${pages}. The view begins at the evidence.`);
      at = null;
    }
    return { fit: data.open_fit, at, words: problems.filter(Boolean).join(" ") };
  }

  /** Before the evidence is painted: its page must stay in view until then, so the place comes afterwards. */
  begin() {
    const { viewer, sheets, citation, reader } = this.pane;
    const { fit, words } = this.asked;
    if (viewer === sheets && fit) {
      if (fit === "page") viewer.goToPage(citation.page);
      viewer.fitTo(fit);
      if (fit === "width") viewer.goTo();
    }
    if (!words) return;
    const before = reader.strip.hidden ? "" : `${reader.strip.textContent} `;
    this.pane.say("warning", before + words);
  }

  painted() {
    const { viewer, sheets } = this.pane;
    if (this.asked && viewer) {
      const { fit, at } = this.asked;
      if (fit && viewer !== sheets) viewer.fitTo(fit);
      if (at) viewer.restore({ ...at, zoom: viewer.zoom });
      if (at && fit) viewer.fitTo(fit);
    }
    if (this.asked?.words) this.pane.announce(this.asked.words);
    this.asked = null;
    this.write();
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
    const { evidence, data, root } = this.pane;
    if (!evidence || this.asked || !root.isConnected) return;
    if (new URLSearchParams(location.search).get("answer") !== data.answer_id) return;
    const others = location.search
      .slice(1)
      .split("&")
      .filter((part) => part && !LINK_PARAMETERS.includes(part.split("=")[0]));
    const search = `?${[...others, ...this.parts()].join("&")}`;
    if (search === location.search) return;
    history.replaceState(history.state, "", location.pathname + search + location.hash);
  }

  /** A link that opens what is on screen. */
  href() {
    const parts = [`answer=${this.pane.data.answer_id}`, ...this.parts()];
    return `${location.origin}${location.pathname}?${parts.join("&")}`;
  }

  /**
   * Fitted to the evidence is what a view begins as, in a window of any size: zoom and place are told only where the
   * reader has changed them. What was chosen among several places is no part of the citation, so nothing is told of it.
   */
  parts() {
    const { evidence, citation, viewer } = this.pane;
    const parts = [`evidence=${addressed(evidence.key)}`];
    if (!viewer || citation.chosen) return parts;
    if (citation.stops.length > 1) parts.push(`region=${citation.at + 1}`);
    const fit = fitOf(viewer);
    if (fit !== "evidence") parts.push(`zoom=${fit ?? rounded(100 * viewer.zoom, 2)}`);
    const isAway = fit !== "evidence" || (citation.current && !viewer.isSeen(citation.current.pieces[0]));
    const point = isAway ? viewer.position?.() : null;
    if (point) parts.push(`at=${point.page + 1},${rounded(point.x, 4)},${rounded(point.y, 4)}`);
    return parts;
  }

  disconnect() {
    clearTimeout(this.writing);
  }
}

/** "evidence", "width", "page", or null for a zoom of the reader's own. */
function fitOf(viewer) {
  return viewer.fit ?? null;
}

/** As a part of a query: readable, since ":" and "@" may stand in one. */
function addressed(text) {
  return encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%40", "@");
}

function rounded(number, digits) {
  return Number(number.toFixed(digits));
}

PANE_TOOLS.push((pane) => new DeepLink(pane));
