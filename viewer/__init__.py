"""From a citation to pixels: resolver, states, signed links, routes and page images."""
