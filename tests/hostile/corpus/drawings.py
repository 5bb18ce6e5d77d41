"""SVG and MathML, whose elements mean other things than HTML's."""

from __future__ import annotations

from tests.hostile.payload import payloads

DRAWINGS = payloads(
    "svg",
    [
        ("a script", "<svg><script>«run»</script></svg>"),
        (
            "a script by reference",
            "<svg><script href='http://«host»'/></svg><svg><script xlink:href='http://«host»'/></svg>",
        ),
        ("a script in character references", "<svg><script>&#116;op.bitten.add(0);«run»</script></svg>"),
        ("a drawing that loads", "<svg onload='«run»'><circle r=9 /></svg>"),
        ("a drawing in a name without space", "<svg/onload='«run»'>"),
        ("an animation that begins", "<svg><animate onbegin='«run»' attributeName=x dur=1s></svg>"),
        (
            "an animation that sets a link",
            "<svg width=99 height=99><a><text y=20>Go</text><animate attributeName=href "
            "values='javascript:«run»' /></a></svg>",
        ),
        (
            "a set that sets a handler",
            "<svg><set attributeName=onmouseover to='«run»' /><circle r=9 /></svg>",
        ),
        ("a picture", "<svg><image href='http://«host»' /><image xlink:href='http://«host»' /></svg>"),
        ("a use of another file", "<svg><use href='http://«host»#a' /></svg>"),
        (
            "a use of data",
            "<svg><use href=\"data:image/svg+xml,<svg id='a' xmlns='http://www.w3.org/2000/svg' "
            "onload='«run»'/>#a\" /></svg>",
        ),
        (
            "a filter's picture",
            "<svg><filter id=f><feImage href='http://«host»' /></filter><rect width=9 height=9 "
            "filter='url(#f)' /></svg>",
        ),
        ("a fill of another server", "<svg><rect width=9 height=9 fill='url(http://«host»#a)' /></svg>"),
        (
            "HTML inside",
            "<svg><foreignObject><img xmlns='http://www.w3.org/1999/xhtml' src=x onerror='«run»'>"
            "</foreignObject></svg>",
        ),
        (
            "a frame inside",
            "<svg><foreignObject><iframe src='javascript:«run»'></iframe></foreignObject></svg>",
        ),
        ("a style inside", "<svg><style>@import 'http://«host»';*{fill:url(http://«host»)}</style></svg>"),
        ("a title that leaves the drawing", "<svg><title><img src=x onerror='«run»'></title></svg>"),
        (
            "a description that leaves the drawing",
            "<svg><desc><p title='</desc></svg><img src=x onerror=«run»>'></desc></svg>",
        ),
        (
            "a handler by XML events",
            "<svg><handler xmlns:ev='http://www.w3.org/2001/xml-events' ev:event=load>«run»</handler></svg>",
        ),
        (
            "a drawing as a picture",
            "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='«run»'><image "
            "href='http://«host»'/></svg>\">",
        ),
        (
            "a drawing that is a file",
            "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' onload='«run»'><text>Words of "
            "a filing.</text><script>«run»</script></svg>",
        ),
    ],
)

FORMULAS = payloads(
    "mathml",
    [
        ("a link", "<math href='javascript:«run»'><mtext>Go</mtext></math>"),
        ("a link by an old name", "<math xlink:href='javascript:«run»'><mi>x</mi></math>"),
        (
            "an action",
            "<math><maction actiontype='statusline#http://«host»' xlink:href='javascript:«run»'>"
            "Go</maction></math>",
        ),
        (
            "HTML in a note",
            "<math><annotation-xml encoding='text/html'><img src=x onerror='«run»'></annotation-xml></math>",
        ),
        (
            "HTML in a note of XML",
            "<math><annotation-xml encoding='application/xhtml+xml'><script>«run»</script>"
            "</annotation-xml></math>",
        ),
        (
            "a drawing in a note",
            "<math><annotation-xml encoding='image/svg+xml'><svg onload='«run»'/></annotation-xml></math>",
        ),
        (
            "a glyph that breaks out",
            "<math><mtext><mglyph><svg><mtext><style><path id='</style><img src=x onerror=«run»>'>",
        ),
        ("a picture by a glyph", "<math><mi><mglyph src='http://«host»' alt=x /></mi></math>"),
        ("a style that reads otherwise", "<math><style><img src=x onerror='«run»'></style></math>"),
        (
            "a body of text",
            "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 "
            "onerror=«run»&gt;'>",
        ),
    ],
)
