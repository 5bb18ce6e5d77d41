/** Find in the whole filing: a bar with the count, the options and the way from hit to hit. */
