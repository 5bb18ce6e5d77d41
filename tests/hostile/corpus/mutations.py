"""Markup that a parser reads otherwise the second time, and names that hide what belongs to the page."""

from __future__ import annotations

from tests.hostile.payload import payloads

MUTATIONS = payloads(
    "mutation",
    [
        (
            "noscript, read with scripts and without",
            "<noscript><p title='</noscript><img src=x onerror=«run»>'></noscript>",
        ),
        (
            "noembed and noframes",
            "<noembed><p title='</noembed><img src=x onerror=«run»>'></noembed><noframes><img "
            "title='</noframes><img src=x onerror=«run»>'></noframes>",
        ),
        ("raw text in a drawing", "<svg></p><style><a id='</style><img src=x onerror=«run»>'>"),
        (
            "a form in a form through a formula",
            "<form><math><mtext></form><form><mglyph><style></math><img src onerror=«run»>",
        ),
        (
            "a table in a drawing's words",
            "<table><td><svg><desc><table><a id=x></table><img src=x onerror=«run»></svg></table>",
        ),
        (
            "a cell out of its table",
            "<svg><td><style><p title='</style><img src=x onerror=«run»>'></td></svg>",
        ),
        (
            "a paragraph that closes itself",
            "<p><svg><p><style><g title='</style><img src=x onerror=«run»>'></p></svg></p>",
        ),
        ("a plain text", "<svg><plaintext></svg><img src=x onerror='«run»'>"),
        ("an example", "<xmp><p title='</xmp><img src=x onerror=«run»>'></xmp>"),
        (
            "a listing with a line feed",
            "<listing>\n\n<img src=x onerror='«run»'></listing><pre>\n\n&lt;img src=x onerror='«run»'&gt;"
            "</pre>",
        ),
        ("a text area with a line feed", "<textarea>\n</textarea><img src=x onerror='«run»'>"),
        ("a title in the body", "<title><p title='</title><img src=x onerror=«run»>'></title>"),
        ("a frame's fallback", "<iframe><p title='</iframe><img src=x onerror=«run»>'></iframe>"),
        (
            "a section of data",
            "<![CDATA[<img src=x onerror='«run»'>]]><svg><![CDATA[><img src=x onerror='«run»'>]]></svg>",
        ),
        (
            "a processing instruction",
            "<?php echo 1 ?><?x <img src=x onerror='«run»'> ?><img src=x onerror='«run»'>",
        ),
        ("a doctype in the middle", "<!DOCTYPE x [<!ENTITY y '<script>«run»</script>'>]>&y;"),
        (
            "a conditional comment",
            "<!--[if gte IE 4]><script>«run»</script><![endif]--><![if true]><img src=x onerror='«run»'>"
            "<![endif]>",
        ),
        (
            "references that make a tag",
            "&lt;script&gt;«run»&lt;/script&gt;&amp;lt;img src=x onerror=«run»&amp;gt;",
        ),
        ("a quote of another kind", "<p title=`<img src=x onerror=«run»>`>Words</p>"),
        ("an attribute with a greater-than sign", "<p title='><img src=x onerror=«run»>'>Words</p>"),
        ("an unclosed quote", "<p title=\"<img src=x onerror='«run»'>Words</p>"),
        ("an unclosed tag", "<p>Words<img src=x onerror='«run»'"),
        ("elements closed in another order", "<b><p><i></b><img src=x onerror='«run»'></i></p><a><table><a>"),
        ("a nested formatting element", "<a><font><b><a><font><b><a><img src=x onerror='«run»'>"),
        ("a NUL in a name", "<scr\x00ipt>«run»</scr\x00ipt><img\x00 src=x onerror='«run»'>"),
        (
            "a select that swallows tags",
            "<select><style><img src=x onerror='«run»'></style></select><select><keygen><img src=x "
            "onerror='«run»'>",
        ),
        (
            "an option's own content",
            "<select><button><selectedcontent></selectedcontent></button><option><img src=x "
            "onerror='«run»'></option></select>",
        ),
    ],
)

CLOBBERS = payloads(
    "clobbering",
    [
        ("the document's body", "<p id=body>Words</p><form name=body></form><img name=body>"),
        (
            "ways to find elements",
            "<form name=getElementById></form><img name=querySelectorAll><img name=createElement>",
        ),
        ("the place", "<a id=location name=location href='http://«host»'>Words</a><form id=document></form>"),
        (
            "the window around",
            "<iframe name=top></iframe><iframe name=parent></iframe><form name=defaultView></form>",
        ),
        (
            "a form's own names",
            "<form id=f><input name=attributes><input name=children><input name=nodeName><input "
            "name=parentNode></form>",
        ),
        (
            "the fonts and the scroll",
            "<img name=fonts><form name=scrollingElement></form><img name=documentElement>",
        ),
        (
            "the ids of blocks",
            "<p id=b0>Forged</p><p id=b1>Forged</p><p id=b2>Forged</p><a name=b1>Forged</a>",
        ),
        (
            "the ids of blocks, written otherwise",
            "<p id='b1 '>Forged</p><p ID=b2>Forged</p><p id='&#98;1'>Forged</p><p xml:id=b1>Forged</p>",
        ),
        ("a number that is stamped", "<p data-page-number=7 id=b1 name=b1 class=b1 slot=b1>Words</p>"),
        (
            "the marks of the pane",
            "<div class=ground data-role=quote data-region=1 data-hit=1>Forged mark</div>",
        ),
        ("a collection of one name", "<a id=x></a><a id=x name=y href='http://«host»'>Words</a>"),
        (
            "the prototype",
            "<form id=__proto__><input name=constructor></form><p id=toString>Words</p><p "
            "id=hasOwnProperty>Words</p>",
        ),
    ],
)

TEMPLATES = payloads(
    "template",
    [
        ("a template", "<template><img src=x onerror='«run»'></template>"),
        ("a template in a template", "<template><template><script>«run»</script></template></template>"),
        (
            "a shadow root",
            "<div><template shadowrootmode=open><img src=x onerror='«run»'><style>"
            ":host{background:url(http://«host»)}</style></template></div>",
        ),
        (
            "a closed shadow root",
            "<p><template shadowrootmode=closed><script>«run»</script></template>Words</p>",
        ),
        (
            "a shadow root by its old name",
            "<div><template shadowroot=open><img src=x onerror='«run»'></template></div>",
        ),
        (
            "slots",
            "<div><template shadowrootmode=open><slot name=s onslotchange='«run»'></slot></template><p "
            "slot=s>Words</p></div>",
        ),
        (
            "an element of its own",
            "<x-element onclick='«run»' style='background:url(http://«host»)'>Words</x-element><p is=x-p>"
            "Words</p>",
        ),
        (
            "inline XBRL with handlers",
            "<ix:nonFraction name='a:b' contextRef=c onclick='«run»' "
            "style='background:url(http://«host»)'>1</ix:nonFraction>",
        ),
        (
            "inline XBRL with a script",
            "<ix:header><script>«run»</script></ix:header><ix:nonNumeric><img src=x onerror='«run»'>"
            "</ix:nonNumeric>",
        ),
        (
            "a part that is patched in later",
            "<template for=x patchfor=x><img src=x onerror='«run»'></template><div marker=x></div>",
        ),
    ],
)
