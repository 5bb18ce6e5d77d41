/** The browser's own drawing of the page, and the file itself. */
