/** Follows an answer that is being written by its own route: faster than a run of the page, which follows. */

const LOOK_EVERY = 100; // ms
const MOST_FAILURES = 5; // then the page alone follows it

class SoFar {
  /** `whenNews(view)` hears each time that there is more of the answer. */
  constructor(whenNews) {
    this.whenNews = whenNews;
    this.url = null;
  }

  /** Where to ask, or null for an answer that is finished. */
  follow(soFar) {
    this.token = soFar?.token;
    if ((soFar?.url ?? null) === this.url) return;
    this.stop();
    if (!soFar) return;
    this.url = soFar.url;
    this.has = soFar.has;
    this.failures = 0;
    this.lookAgain();
  }

  stop() {
    clearTimeout(this.timer);
    this.url = null;
  }

  lookAgain() {
    this.timer = setTimeout(() => this.look(this.url), LOOK_EVERY);
  }

  async look(url) {
    let news = null;
    try {
      const headers = { Authorization: `Bearer ${this.token}` };
      const response = await fetch(`${url}?${new URLSearchParams({ has: this.has })}`, { headers });
      if (!response.ok) throw new Error(response.statusText);
      if (response.status !== 204) news = await response.json();
      this.failures = 0;
    } catch {
      this.failures += 1;
    }
    if (url !== this.url || this.failures > MOST_FAILURES) return;
    if (news) {
      this.has = news.has;
      this.whenNews(news.answer);
    }
    if (!news || news.answer.writing) this.lookAgain();
  }
}
