/** The address of what is on screen: answer, evidence, region and zoom. */
