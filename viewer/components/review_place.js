/** Which claim the page's address names. The component writes it at every step; where it differs, somebody led elsewhere. */

const EVIDENCE_PARAMETERS = ["evidence", "region", "zoom", "at"]; // of another claim's evidence (deep_link.js)

function addressedClaim() {
  const parameters = new URLSearchParams(location.search);
  const answer = parameters.get("answer");
  const claim = Number(parameters.get("claim"));
  return answer && Number.isInteger(claim) && claim > 0 ? { answer_id: answer, claim } : null;
}

/** Streamlit's own parameters stay as they are. */
function writeAddress({ answer_id: answer, claim }) {
  const parameters = new URLSearchParams(location.search);
  for (const name of EVIDENCE_PARAMETERS) parameters.delete(name);
  parameters.set("answer", answer);
  parameters.set("claim", String(claim));
  const search = `?${parameters}`;
  if (search !== location.search) history.replaceState(history.state, "", location.pathname + search + location.hash);
}
