/** The claims to judge, each fetched once and ahead of need; what was fetched too long ago is fetched anew. */

const ITEMS_LIVE = 240_000; // ms: the links to the pages within live ten minutes at least (viewer/links.py)
const ITEMS_KEPT = 24;

function itemKey({ answer_id, claim }) {
  return `${answer_id}/${claim}`;
}

class ReviewItems {
  /** `query()` are the parameters that go with each. */
  constructor(requests, query) {
    this.requests = requests;
    this.query = query;
    this.kept = new Map();
  }

  /** One that is here already, or null. */
  at(row) {
    return this.fresh(itemKey(row))?.item ?? null;
  }

  /** `more`: further parameters, under which it is fetched in any case. Rejects with ReviewProblem. */
  get(row, more = null) {
    const key = itemKey(row);
    const kept = more ? null : this.fresh(key);
    if (kept) return kept.promise;
    const entry = { since: Date.now(), item: null };
    const path = `/review/items/${row.answer_id}/${row.claim}.json`;
    entry.promise = this.requests.read(path, { ...this.query(), ...more }).then((item) => (entry.item = item));
    entry.promise.catch(() => this.kept.get(key) === entry && this.kept.delete(key));
    this.keep(key, entry);
    return entry.promise;
  }

  put(item) {
    this.keep(itemKey(item), { since: Date.now(), item, promise: Promise.resolve(item) });
  }

  /** What has changed of one: another's verdict may be seen now, or not any more. */
  change(row, fields) {
    const item = this.at(row);
    if (item) Object.assign(item, fields);
    return item;
  }

  fresh(key) {
    const entry = this.kept.get(key);
    return entry && Date.now() - entry.since < ITEMS_LIVE ? entry : null;
  }

  keep(key, entry) {
    this.kept.delete(key);
    this.kept.set(key, entry);
    while (this.kept.size > ITEMS_KEPT) this.kept.delete(this.kept.keys().next().value);
  }

  forget(row) {
    this.kept.delete(itemKey(row));
  }

  clear() {
    this.kept.clear();
  }
}
