/** The Review page's queue and claim. */

export default function renderReview() {}
