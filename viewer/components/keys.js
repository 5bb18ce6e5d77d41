/** The list of keys. */
