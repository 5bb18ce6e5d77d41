/** Go to a PDF page or to a printed number: two things that are never taken for each other. */
