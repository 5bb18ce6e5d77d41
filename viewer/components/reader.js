/** One reader of the pane. */
