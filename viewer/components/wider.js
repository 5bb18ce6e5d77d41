/** Show context: the blocks around the citation's own. */
