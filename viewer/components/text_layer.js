/** The words of a page over its image, invisible: to be selected and copied in reading order. */
