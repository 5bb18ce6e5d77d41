/** What was drawn or selected, as the whole words, cells or blocks that the server makes of it. */

const SNAP_ADDRESS = "/review/snap";

/**
 * The places of one request, each with an id of its own. `body` as the route takes it; `otherwise` is the unit to ask
 * for where none of the body's own stands there, such as words outside of a table. Rejects with PageProblem.
 */
async function snappedPlaces(token, body, otherwise = null) {
  try {
    return await askedPlaces(token, body);
  } catch (problem) {
    if (!otherwise || problem.kind !== 422) throw problem;
    return askedPlaces(token, { ...body, unit: otherwise });
  }
}

async function askedPlaces(token, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await answered(SNAP_ADDRESS, token, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await response.json();
  return (told.places ?? [told]).map((place) => ({ version_id: body.version_id, ...place, id: freshId() }));
}

/** A random UUID, also where the page is not served over TLS. */
function freshId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

/** Whether two places are the same words of the same page. */
function isSamePlace(one, other) {
  return ["version_id", "page_index", "start", "end"].every((name) => one[name] === other[name]);
}

/** Whether a stored place stands nowhere that this reader may see; its `state_words` say why. */
function isLostPlace({ state }) {
  return state === "orphan" || state === "denied";
}
