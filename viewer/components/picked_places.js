/** The places that are marked as right, as they are kept, named and drawn. */

/** Places as they were marked before, in this visit or in a stored verdict. */
function placesOf(picks) {
  return picks.map((pick) => ({ ...pick, words: wordsOfPlace(pick) }));
}

function wordsOfPlace({ words, page_words: page, quote, state_words: why }) {
  return words || [page, quote].filter(Boolean).join(" · ") || why;
}

/** All with what they are called; one that a stored verdict has (`annotations`) and that is picked again is shown once. */
function labelledPlaces(annotations, picks, current) {
  const kept = annotations.filter((one) => !picks.some((pick) => isSamePlace(pick, one)));
  const all = [...kept.map((one) => ({ ...one, isKept: true })), ...picks];
  return all.map((place, at) => {
    const label = all.length > 1 ? `${PLACE_LABEL} ${at + 1}` : PLACE_LABEL;
    const words = wordsOfPlace(place);
    const name = `${label[0].toUpperCase()}${label.slice(1)}: ${words}`;
    const isCurrent = place.id === current || all.length === 1;
    const short = all.length > 1 ? String(at + 1) : "✓";
    const tags = isCurrent ? [label, short] : [short]; // many long ones would hide what stands beside the places
    return { regions: [], ranges: [], ...place, label, tags, words, name, isCurrent };
  });
}

/** The passage that is open, whole, where it has a place on its page, else null. Its words are stored: nothing is asked. */
function placeOfPassage(evidence, citation, source) {
  const pieces = citation.pieces.filter((piece) => piece.range && piece.page_index === citation.page);
  if (!pieces.length) return null;
  return {
    id: freshId(),
    version_id: evidence.version.id,
    page_index: citation.page,
    start: Math.min(...pieces.map(({ range }) => range[0])),
    end: Math.max(...pieces.map(({ range }) => range[1])),
    unit: "passage",
    passage_id: evidence.reference,
    quote: evidence.export?.json.text ?? "",
    words: `${new PageNames(source).words(citation.page)} · passage ${evidence.citation_id}`,
    regions: evidence.regions,
    ranges: evidence.ranges,
  };
}
