/** The tagged fact behind a cited number: concept, period, unit, scale, and where else it stands. */
