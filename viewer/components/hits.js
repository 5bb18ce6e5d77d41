/** What a search found, marked over the pages: never in amber, which belongs to evidence. */
