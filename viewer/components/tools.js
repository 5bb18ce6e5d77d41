/**
 * The tools of the pane. Each adds a control to the toolbar, a panel, keys or a layer over the pages, and is told what
 * the pane does. A tool's file adds its maker to `PANE_TOOLS`; the pane makes each once, in that order.
 *
 * All parts are optional:
 *   control, slot   an element for the toolbar, in its first row ("citation", or "share" at its end) or its second one
                   ("page", or "search" at its end)
 *   panel           an element between the toolbar and the page, such as a find bar
 *   side            an element left of the page, such as a strip of thumbnails
 *   foot            an element below the page, such as a fact card
 *   keys            [{ key, words, action }]: the keys it answers to while no text field has the focus, listed by "?"
 *   opened()        another evidence is open: `pane.evidence`, `pane.source`, `pane.citation`, `pane.viewer` (or null)
 *   painted()       its marks are on screen
 *   moved()         the view was scrolled or zoomed, or another region is current
 *   searched()      the search was closed by the reader; `FindBar.left` is the hit that was looked at, or null
 *   renewed()       the same evidence has new links
 *   closed()        nothing is open
 *   disconnect()    the pane leaves the page
 */
const PANE_TOOLS = [];
