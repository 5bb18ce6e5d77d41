/** The headings of the filing, to go to. */
