"""What is stored of a source, as the pane asks for it: words, headings, hits, occurrences, facts."""
