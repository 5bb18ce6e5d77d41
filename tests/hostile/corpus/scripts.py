"""Scripts as elements, and handlers as attributes."""

from __future__ import annotations

from tests.hostile.payload import payloads

SCRIPTS = payloads(
    "script",
    [
        ("a script", "<script>«run»</script>"),
        ("a script of another server", "<script src='http://«host»'></script>"),
        ("a module of another server", "<script type=module src='http://«host»'></script>"),
        ("a script whose end tag is odd", "<script>«run»</script\t\n bar>"),
        ("a script with a slash in its tag", "<script/x>«run»</script>"),
        ("upper case", "<SCRIPT>«run»</SCRIPT>"),
        ("a script inside a script's name", "<scr<script>ipt>«run»</scr</script>ipt>"),
        ("a script that is left open", "<script>«run»//"),
        ("a script behind a comment that ends early", "<!--><script>«run»</script>-->"),
        ("a script behind a comment that ends with an exclamation mark", "<!-- x --!><script>«run»</script>"),
        ("a script in a table, where none may stand", "<table><tr><script>«run»</script></tr></table>"),
        ("a script in a list of choices", "<select><option>x<script>«run»</script></select>"),
        ("a script in a head that stands in the body", "<head><script>«run»</script></head>"),
        ("a script by a preload", "<link rel=modulepreload href='http://«host»'>"),
        ("a map of imports", '<script type=importmap>{"imports":{"a":"http://«host»"}}</script>'),
        (
            "rules for speculation",
            '<script type=speculationrules>{"prefetch":[{"urls":["http://«host»"]}]}</script>',
        ),
    ],
)

HANDLERS = payloads(
    "handler",
    [
        ("a click", "<p onclick='«run»'>Press here</p>"),
        ("a pointer over it", "<p onmouseover='«run»' onpointerenter='«run»'>Point here</p>"),
        ("a picture that fails", "<img src=x onerror='«run»'>"),
        ("a picture that fails, without spaces", "<img/src=x/onerror='«run»'>"),
        (
            "a picture that loads",
            "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' onload='«run»' onerror='«run»'>",
        ),
        ("a body that loads", "<body onload='«run»' onpageshow='«run»'>"),
        ("details that open", "<details open ontoggle='«run»'><summary>More</summary>Words</details>"),
        ("a field that takes the focus", "<input autofocus onfocus='«run»'>"),
        (
            "any element that takes the focus",
            "<p tabindex=1 autofocus onfocus='«run»' onfocusin='«run»'>Words</p>",
        ),
        (
            "an animation that begins",
            "<style>@keyframes k{from{color:red}}</style><p style='animation:k 1s' "
            "onanimationstart='«run»'>Words</p>",
        ),
        (
            "a transition",
            "<p style='transition:color 1ms;color:red' ontransitionend='«run»' ontransitionrun='«run»'>"
            "Words</p>",
        ),
        ("a marquee", "<marquee onstart='«run»' loop=1>Words</marquee>"),
        (
            "a recording that fails",
            "<audio src=x onerror='«run»'></audio><video><source src=x onerror='«run»'></video>",
        ),
        ("a key", "<p tabindex=0 onkeydown='«run»' onkeypress='«run»'>Words</p>"),
        ("an access key", "<p accesskey=x onclick='«run»' contenteditable>Words</p>"),
        (
            "a wheel, a drag, a copy",
            "<p draggable=true onwheel='«run»' ondragstart='«run»' oncopy='«run»'>Words</p>",
        ),
        (
            "a scroll",
            "<div style='overflow:auto;height:9px' onscroll='«run»' onscrollend='«run»'><p>a<p>b<p>c</div>",
        ),
        ("a handler behind a control character", "<img src=x on\x0berror='«run»' onerror\x0c='«run»'>"),
        ("a handler behind a quote that ends nothing", "<img src='x' \"'onerror='«run»'>"),
        ("a handler in an end tag", "<p>Words</p onclick='«run»'>"),
        ("a handler with a prefix", "<p xml:onclick='«run»' svg:onload='«run»'>Words</p>"),
        (
            "a popover that opens",
            "<button popovertarget=a>Open</button><div popover id=a onbeforetoggle='«run»'>Words</div>",
        ),
        (
            "content that comes into view",
            "<p style='content-visibility:auto' oncontentvisibilityautostatechange='«run»'>Words</p>",
        ),
        ("a violated policy", "<p onsecuritypolicyviolation='«run»'>Words</p><img src='http://«host»'>"),
    ],
)
