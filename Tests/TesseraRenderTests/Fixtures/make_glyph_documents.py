#!/usr/bin/env python3
"""Makes glyph-documents.ttf, a font whose letters are SVG documents of all kinds. Needs fontTools 4.39 or later."""
import gzip
import struct
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable

SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SQUARE = 'd="M100-800h800v800h-800z"'


def polygon(*points):
    pen = TTGlyphPen(None)
    pen.moveTo(points[0])
    for p in points[1:]:
        pen.lineTo(p)
    pen.closePath()
    return pen.glyph()


letters = "ABCDEFGHIJK"
order = [".notdef", "space"] + list(letters)
number = {letter: order.index(letter) for letter in letters}


def alone(letter, content, attributes=""):
    return f'<svg {SVG} {attributes}><g id="glyph{number[letter]}">{content}</g></svg>'


# First and last letter, the document.
documents = [
    # A gradient from red to blue.
    ("A", "A", alone("A", f'<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>'
                     f'</defs><path fill="url(#g)" {SQUARE}/>').encode()),
    # Several glyphs in one document, in gzip, with something that they share.
    ("B", "D", gzip.compress((
        f'<svg {SVG}><defs><path id="square" {SQUARE}/></defs>'
        f'<g id="glyph{number["B"]}"><use xlink:href="#square" fill="currentColor"/></g>'
        f'<g id="glyph{number["C"]}"><path fill="context-fill" {SQUARE}/></g>'
        # Colours of the palette: one that it has, one that it lacks, one without a name of its own.
        f'<g id="glyph{number["D"]}"><path fill="var(--color1, black)" d="M100-800h400v400h-400z"/>'
        '<path style="fill: var(--color9, var(--color0, black))" d="M500-800h400v400h-400z"/>'
        '<path fill="var(--color9,#00f)" d="M100-400h400v400h-400z"/></g></svg>').encode(), mtime=0)),
    # Not well-formed: the outline is drawn.
    ("E", "E", f'<svg {SVG}><g id="glyph{number["E"]}"><path'.encode()),
    # The glyph is not in it.
    ("F", "F", f'<svg {SVG}><g id="glyph1"><path {SQUARE}/></g></svg>'.encode()),
    # A gzip stream that is cut short.
    ("G", "G", gzip.compress(alone("G", f"<path {SQUARE}/>").encode(), mtime=0)[:40]),
    # Text and files are left out; what is beside them is drawn.
    ("H", "H", alone("H", f'<text y="-100" font-size="900">H</text><image width="900" height="900" y="-900" xlink:href="H.png"/>'
                     '<path fill="#0a0" d="M100-400h800v400h-800z"/>').encode()),
    # A box of its own, ten times as coarse; the element itself is the outermost one.
    ("I", "I", f'<svg {SVG} id="glyph{number["I"]}" viewBox="0 0 100 100"><path fill="#0a0" d="M10-80h80v80h-80z"/></svg>'.encode()),
    # Nothing is seen.
    ("J", "J", alone("J", "").encode()),
    # K has no document.
]

builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder(order)
builder.setupCharacterMap({0x20: "space", **{ord(k): k for k in letters}})
triangle = polygon((100, 0), (900, 0), (500, 800))
empty = TTGlyphPen(None).glyph
builder.setupGlyf({".notdef": empty(), "space": empty(), **{k: triangle if k in "EFGK" else empty() for k in letters}})
builder.setupHorizontalMetrics({g: (1000, 100 if g in "EFGK" else 0) for g in order})
builder.setupHorizontalHeader(ascent=900, descent=-200)
builder.setupNameTable({"familyName": "Glyph Documents", "styleName": "Regular"})
builder.setupOS2(sTypoAscender=900, sTypoDescender=-200, usWinAscent=900, usWinDescent=200)
builder.setupPost()
builder.setupCPAL([[(0.9, 0.1, 0.1, 1.0), (0.1, 0.2, 0.8, 1.0)]])
# By hand: fontTools refuses what is damaged on purpose.
records, data = b"", b""
start = 2 + 12 * len(documents)
for first, last, document in documents:
    records += struct.pack(">HHII", number[first], number[last], start + len(data), len(document))
    data += document
table = newTable("SVG ")
table.compile = lambda font: struct.pack(">HII", 0, 10, 0) + struct.pack(">H", len(documents)) + records + data
builder.font["SVG "] = table
builder.font["head"].created = builder.font["head"].modified = 3_800_000_000
builder.font.recalcTimestamp = False
builder.save(sys.argv[1] if len(sys.argv) > 1 else "glyph-documents.ttf")
