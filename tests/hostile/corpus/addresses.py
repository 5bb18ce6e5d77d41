"""Addresses that run, load or lead away: links, pictures, frames, objects, refreshes."""

from __future__ import annotations

from tests.hostile.payload import payloads

ADDRESSES = payloads(
    "url",
    [
        ("a link that runs", "<a href='javascript:«run»'>Go</a>"),
        ("a scheme in odd letters", "<a href='JaVaScRiPt:«run»'>Go</a>"),
        ("a scheme with a tab and a line feed in it", "<a href='java\tscr\nipt:«run»'>Go</a>"),
        ("a scheme in character references", "<a href='&#106;&#x61;vascript&colon;«run»'>Go</a>"),
        ("a scheme in references without ends", "<a href='&#0000106avascript&#58«run»'>Go</a>"),
        ("a scheme behind control characters", "<a href='\x01\x02 javascript:«run»'>Go</a>"),
        ("a scheme behind a byte-order mark", "<a href='\ufeffjavascript:«run»'>Go</a>"),
        (
            "a scheme of another script language",
            "<a href='vbscript:msgbox(1)'>Go</a><a href='livescript:«run»'>Go</a>",
        ),
        ("a page of data", "<a href='data:text/html,<script>«run»</script>'>Go</a>"),
        (
            "a page of data, packed",
            "<a href='data:text/html;base64,PHNjcmlwdD50b3AuYml0dGVuLmFkZCgwKTwvc2NyaXB0Pg=='>Go</a>",
        ),
        ("a blob", "<a href='blob:http://«host»'>Go</a>"),
        ("another server", "<a href='http://«host»'>Go</a>"),
        ("another server without a scheme", "<a href='//«host»'>Go</a>"),
        ("another server behind backslashes", "<a href='\\\\«host»'>Go</a>"),
        ("a window of its own", "<a href='http://«host»' target=_blank rel=opener>Go</a>"),
        ("the window around", "<a href='http://«host»' target=_top>Go</a>"),
        ("the page around by name", "<a href='http://«host»' target=_parent>Go</a>"),
        ("a download", "<a href='http://«host»' download=filing.exe>Go</a>"),
        ("a ping", "<a href='#x' ping='http://«host»'>Go</a>"),
        (
            "a map's area",
            "<img usemap=#m width=9 height=9><map name=m><area shape=default href='javascript:«run»'></map>",
        ),
        (
            "a link inside a drawing",
            "<svg width=9 height=9><a href='javascript:«run»'><text y=9>Go</text></a></svg>",
        ),
        ("a view of the source", "<a href='view-source:http://«host»'>Go</a>"),
        ("a file of this machine", "<a href='file:///etc/passwd'>Go</a><img src='file:///etc/passwd'>"),
        ("a link within a link", "<a href='#'>Go<a href='javascript:«run»'>there</a></a>"),
        (
            "a link that cites",
            "<blockquote cite='javascript:«run»'>Words</blockquote><q cite='http://«host»'>Words</q>",
        ),
    ],
)

LOADS = payloads(
    "load",
    [
        ("a picture", "<img src='http://«host»'>"),
        ("a picture by its set", "<img srcset='http://«host» 1x, http://«host» 2x' sizes=100vw>"),
        (
            "a picture of many sources",
            "<picture><source srcset='http://«host»'><img src='http://«host»'></picture>",
        ),
        (
            "a picture that waits",
            "<img loading=lazy src='http://«host»'><img lowsrc='http://«host»' dynsrc='http://«host»'>",
        ),
        (
            "a ground",
            "<table background='http://«host»'><tr><td background='http://«host»'>Words</td></tr></table>",
        ),
        ("a body's ground", "<body background='http://«host»'>"),
        (
            "a film and its poster",
            "<video autoplay muted poster='http://«host»' src='http://«host»'></video>",
        ),
        (
            "a recording and its words",
            "<audio autoplay src='http://«host»'><track default src='http://«host»'></audio>",
        ),
        ("a picture as an input", "<input type=image src='http://«host»'>"),
        ("a sheet of styles", "<link rel=stylesheet href='http://«host»'>"),
        ("a sheet by an import", "<style>@import 'http://«host»';@import url(http://«host»);</style>"),
        ("a prefetch", "<link rel=prefetch href='http://«host»'><link rel=prerender href='http://«host»'>"),
        ("a preload", "<link rel=preload as=image href='http://«host»'>"),
        (
            "a connection ahead",
            "<link rel=preconnect href='http://«host»'><link rel=dns-prefetch href='//«host»'>",
        ),
        (
            "an icon and a manifest",
            "<link rel=icon href='http://«host»'><link rel=manifest href='http://«host»'>",
        ),
        ("a frame", "<iframe src='http://«host»'></iframe>"),
        ("a frame with a document in it", "<iframe srcdoc='<script>«run»</script>'></iframe>"),
        ("a frame that runs", "<iframe src='javascript:«run»'></iframe>"),
        (
            "a frame that says what it may",
            "<iframe sandbox='allow-scripts allow-top-navigation' src='http://«host»'></iframe>",
        ),
        (
            "a frame that is fenced",
            "<fencedframe src='http://«host»'></fencedframe><portal src='http://«host»'></portal>",
        ),
        (
            "a set of frames",
            "<frameset onload='«run»'><frame src='javascript:«run»'><frame src='http://«host»'></frameset>",
        ),
        ("an object", "<object data='http://«host»'></object>"),
        (
            "an object that is a page",
            "<object type=text/html data='data:text/html,<script>«run»</script>'></object>",
        ),
        (
            "an object by its parameters",
            "<object><param name=src value='http://«host»'><param name=url value='http://«host»'></object>",
        ),
        ("an embedded file", "<embed src='http://«host»'><embed type=text/html src='javascript:«run»'>"),
        ("an applet", "<applet codebase='http://«host»' code=x archive='http://«host»'></applet>"),
        (
            "an old layer",
            "<layer src='http://«host»'></layer><ilayer src='http://«host»'></ilayer><bgsound "
            "src='http://«host»'>",
        ),
        ("an XML island", "<xml id=x src='http://«host»'></xml><span datasrc=#x datafld=y>Words</span>"),
    ],
)

NAVIGATIONS = payloads(
    "navigation",
    [
        ("a refresh", "<meta http-equiv=refresh content='0;url=http://«host»'>"),
        ("a refresh that runs", "<meta http-equiv=refresh content='0;url=javascript:«run»'>"),
        (
            "a refresh to a page of data",
            "<meta http-equiv=refresh content='0;url=data:text/html,<script>«run»</script>'>",
        ),
        (
            "a refresh in the head",
            "<html><head><meta http-equiv=Refresh content=\"0; URL='http://«host»'\"></head><body><p>"
            "Words of a filing.</p></body></html>",
        ),
        (
            "a refresh inside noscript",
            "<noscript><meta http-equiv=refresh content='0;url=http://«host»'></noscript>",
        ),
        ("a base", "<base href='http://«host»/'><img src=x><a href=y>Go</a>"),
        ("a base that runs", "<base href='javascript:«run»//'><a href='//x'>Go</a>"),
        ("a base with a target", "<base target=_top href='http://«host»/'><a href=y>Go</a>"),
        (
            "a policy of its own",
            '<meta http-equiv=Content-Security-Policy content="default-src *; script-src * '
            "'unsafe-inline'\"><script>«run»</script>",
        ),
        ("a cookie", "<meta http-equiv=Set-Cookie content='pincite-reviewer=x'>"),
        ("a referrer for everybody", "<meta name=referrer content=unsafe-url><img src='http://«host»'>"),
        (
            "an old link to itself",
            "<link rel=import href='http://«host»'><link rel=next href='http://«host»'>",
        ),
    ],
)

FORMS = payloads(
    "form",
    [
        ("a form", "<form action='http://«host»'><input name=a value=b><button>Send</button></form>"),
        ("a form that runs", "<form action='javascript:«run»'><input type=submit></form>"),
        ("a button that runs", "<form><button formaction='javascript:«run»'>Send</button></form>"),
        (
            "a button of a form elsewhere",
            "<form id=f action='http://«host»'></form><button form=f>Send</button>",
        ),
        (
            "a form in a window of its own",
            "<form action='http://«host»' target=_blank method=post><button>Send</button></form>",
        ),
        (
            "a form that posts text",
            "<form action='http://«host»' enctype=text/plain method=post><textarea name=a>b</textarea>"
            "<input type=submit></form>",
        ),
        ("a picture that sends", "<form action='http://«host»'><input type=image alt=Send></form>"),
        (
            "a form in a dialog",
            "<dialog open><form method=dialog action='http://«host»'><button>Send</button></form></dialog>",
        ),
        ("an index", "<isindex action='http://«host»' prompt=Words>"),
        (
            "a field that asks for a word",
            "<form action='http://«host»'><input type=password name=p autocomplete=current-password>"
            "<button>Sign in</button></form>",
        ),
        ("a key pair", "<form action='http://«host»'><keygen name=k><button>Send</button></form>"),
        (
            "a button that commands",
            "<button command=show-modal commandfor=d>Open</button><dialog id=d oncancel='«run»' "
            "onclose='«run»'>Words</dialog>",
        ),
    ],
)
