/**
 * What was judged and is not known to be stored, kept in the browser until it is. Each entry is a key of its own, so that
 * two windows of one browser cannot overwrite each other's.
 */

const OUTBOX_PREFIX = "pincite.review.";

class OutboxStore {
  constructor() {
    this.count = 0;
    this.memory = new Map(); // for entries that the browser refuses to keep
  }

  /** An entry of `reviewer`, after all that are there; `isKept` is false where only this page has it. */
  add(reviewer, entry) {
    this.count += 1;
    const order = `${String(Date.now()).padStart(14, "0")}-${String(this.count).padStart(6, "0")}`;
    const key = `${OUTBOX_PREFIX}${reviewer}.${order}-${randomId().slice(0, 8)}`;
    return this.put({ ...entry, key });
  }

  put(entry) {
    try {
      localStorage.setItem(entry.key, JSON.stringify(entry));
      this.memory.delete(entry.key);
    } catch {
      this.memory.set(entry.key, entry); // full, or forbidden
    }
    return entry;
  }

  has({ key }) {
    return this.memory.has(key) || Boolean(stored(key));
  }

  remove({ key }) {
    this.memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // what may not be written was not kept there
    }
  }

  /** The entries of a reviewer, the oldest first. */
  of(reviewer) {
    return this.all().filter(({ key }) => key.startsWith(`${OUTBOX_PREFIX}${reviewer}.`));
  }

  all() {
    const entries = new Map(keptKeys().map((key) => [key, stored(key)]));
    for (const [key, entry] of this.memory) entries.set(key, entry);
    return [...entries.keys()]
      .sort()
      .map((key) => entries.get(key))
      .filter(Boolean);
  }

  get keepsNothing() {
    return this.memory.size > 0;
  }
}

function keptKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(OUTBOX_PREFIX));
  } catch {
    return [];
  }
}

/** Null for what is no entry: another program may write here too. */
function stored(key) {
  try {
    const entry = JSON.parse(localStorage.getItem(key));
    return entry?.key === key && typeof entry.id === "string" ? entry : null;
  } catch {
    return null;
  }
}

/** A UUID (version 4). `crypto.randomUUID` is missing where the page came over plain HTTP. */
function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
