/** How long a claim is looked at: only while its page is seen. */

class Stopwatch {
  constructor() {
    this.whenSeen = () => (document.visibilityState === "visible" ? this.go() : this.hold());
    document.addEventListener("visibilitychange", this.whenSeen);
    this.begin();
  }

  begin() {
    this.sum = 0;
    this.since = null;
    if (document.visibilityState === "visible") this.go();
  }

  go() {
    this.since ??= performance.now();
  }

  hold() {
    this.sum = this.milliseconds;
    this.since = null;
  }

  get milliseconds() {
    return this.sum + (this.since === null ? 0 : performance.now() - this.since);
  }

  /** Seconds, to the tenth. */
  get seconds() {
    return Math.round(this.milliseconds / 100) / 10;
  }

  disconnect() {
    document.removeEventListener("visibilitychange", this.whenSeen);
  }
}
