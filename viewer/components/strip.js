/** Thumbnails of the pages beside the view, with marks where evidence lies. */
