/**
 * Signed links end after some minutes, perhaps while somebody still reads. The script sends new ones when it runs: it is
 * asked to shortly before they end, and once, silently, when the server refuses one.
 */

const LINKS_LIVE = 600_000; // ms that a link lives at least, and half of what it lives at most (viewer/links.py)
const RENEW_AHEAD = 60_000; // ms before the end
const RENEWAL_PATIENCE = 8_000; // ms that the script may take before a refusal is shown
const REFUSALS = [403, 404, 410]; // 404 also means a key or a sign-in that is not the one of the link any more
const renewals = new Set(); // one for each pane of the page

class LinkRenewal {
  constructor(pane) {
    this.pane = pane;
    this.versions = new Map(); // by token: a refused request knows its token only
    this.useless = new Set(); // refusals of a token that running the script did not mend: it is not run for each page
    this.sent = "";
    this.end = Infinity;
    this.whenSeen = () => this.check();
    document.addEventListener("visibilitychange", this.whenSeen);
    renewals.add(this);
  }

  /** A newer token for what `token` opened, which was refused with `status`; null where the script sends none. */
  static async after(token, status) {
    for (const renewal of renewals) {
      const fresh = await renewal.freshFor(token, status);
      if (fresh) return fresh;
    }
    return null;
  }

  renewed() {
    this.read();
  }

  opened() {
    this.read();
  }

  read() {
    const sources = Object.entries(this.pane.data.sources);
    const sent = sources.map(([, source]) => source.token).join();
    if (sent === this.sent) return;
    this.sent = sent;
    for (const [version, source] of sources) this.versions.set(source.token, version);
    const lives = sources.map(([, source]) => lifeLeft(source.expires));
    this.end = lives.length ? Date.now() + Math.min(...lives) : Infinity;
    this.settle?.();
    this.schedule();
  }

  get isEnding() {
    return Date.now() > this.end - RENEW_AHEAD / 2;
  }

  schedule() {
    clearTimeout(this.timer);
    if (this.end === Infinity) return;
    this.timer = setTimeout(() => this.check(), Math.max(0, this.end - RENEW_AHEAD - Date.now()));
  }

  /** A page that nobody looks at is renewed when it is looked at again. */
  check() {
    if (document.visibilityState === "visible" && Date.now() >= this.end - RENEW_AHEAD) this.ask();
  }

  async freshFor(token, status) {
    const version = this.versions.get(token);
    const current = () => this.pane.data.sources[version]?.token ?? null;
    const refusal = `${status} ${token}`;
    if (!version || this.useless.has(refusal)) return null;
    if (current() === token) await this.ask();
    if (current() !== token) return current();
    this.useless.add(refusal);
    return null;
  }

  /** Has the script run; ends when new links are here, or when it takes too long. */
  ask() {
    this.asking ??= new Promise((resolve) => {
      this.settle = resolve;
      this.patience = setTimeout(resolve, RENEWAL_PATIENCE);
      this.pane.request("retry", this.pane.evidence?.key ?? "");
    }).then(() => {
      clearTimeout(this.patience);
      this.asking = this.settle = null;
    });
    return this.asking;
  }

  disconnect() {
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    document.removeEventListener("visibilitychange", this.whenSeen);
    renewals.delete(this);
    this.settle?.();
  }
}

/** How long a link that has just come lives, in ms. Where the browser's clock is wrong, as long as any link does. */
function lifeLeft(expires) {
  const left = expires * 1000 - Date.now();
  return left >= LINKS_LIVE && left <= 2 * LINKS_LIVE ? left : LINKS_LIVE;
}

PANE_TOOLS.push((pane) => new LinkRenewal(pane));
