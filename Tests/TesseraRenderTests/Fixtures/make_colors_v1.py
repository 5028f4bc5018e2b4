#!/usr/bin/env python3
"""Makes colors-v1.ttf, a font of COLR version 1 with a letter for each kind of paint. Needs fontTools 4.39 or later."""
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables import otTables as ot

F = ot.PaintFormat


def polygon(*points):
    pen = TTGlyphPen(None)
    pen.moveTo(points[0])
    for p in points[1:]:
        pen.lineTo(p)
    pen.closePath()
    return pen.glyph()


def round_shape():
    pen = TTGlyphPen(None)
    pen.moveTo((900, 400))
    for c, p in [((900, 0), (500, 0)), ((100, 0), (100, 400)), ((100, 800), (500, 800)), ((900, 800), (900, 400))]:
        pen.qCurveTo(c, p)
    pen.closePath()
    return pen.glyph()


def stops(*pairs, extend="pad"):
    return {"ColorStop": [{"StopOffset": at, "PaletteIndex": i, "Alpha": 1.0} for at, i in pairs], "Extend": extend}


def solid(i, alpha=1.0):
    return {"Format": F.PaintSolid, "PaletteIndex": i, "Alpha": alpha}


def glyph(name, paint):
    return {"Format": F.PaintGlyph, "Glyph": name, "Paint": paint}


def linear(line, x0=100, x1=900):
    return {"Format": F.PaintLinearGradient, "ColorLine": line, "x0": x0, "y0": 0, "x1": x1, "y1": 0, "x2": x0, "y2": 800}


def layers(*paints):
    return {"Format": F.PaintColrLayers, "Layers": list(paints)}


def composite(mode, source, backdrop):
    return {"Format": F.PaintComposite, "SourcePaint": source, "CompositeMode": mode, "BackdropPaint": backdrop}


rainbow = stops((0, 0), (0.5, 1), (1, 2))
disc = lambda i, x: {"Format": F.PaintTranslate, "dx": x, "dy": 0, "Paint": glyph("disc", solid(i))}
paints = {
    "A": glyph("square", linear(rainbow)),
    "B": glyph("disc", {"Format": F.PaintRadialGradient, "ColorLine": rainbow, "x0": 350, "y0": 550, "r0": 50, "x1": 500, "y1": 400, "r1": 450}),
    "C": glyph("disc", {"Format": F.PaintSweepGradient, "ColorLine": rainbow, "centerX": 500, "centerY": 400, "startAngle": 0, "endAngle": 360}),
    "D": composite("xor", disc(0, 150), disc(2, -150)),
    "E": composite("multiply", disc(1, 150), disc(3, -150)),
    "F": layers(
        glyph("square", solid(3)),
        {"Format": F.PaintRotateAroundCenter, "angle": 45, "centerX": 500, "centerY": 400,
         "Paint": {"Format": F.PaintScaleAroundCenter, "scaleX": 0.5, "scaleY": 0.5, "centerX": 500, "centerY": 400, "Paint": glyph("square", solid(0))}},
        {"Format": F.PaintSkew, "xSkewAngle": 20, "ySkewAngle": 0,
         "Paint": {"Format": F.PaintTransform, "Transform": {"xx": 0.25, "xy": 0, "yx": 0, "yy": 0.25, "dx": 300, "dy": 300}, "Paint": glyph("disc", solid(2))}},
    ),
    "G": glyph("square", linear(stops((0, 0), (1, 2), extend="repeat"), 100, 300)),
    "H": glyph("square", linear(stops((0, 0), (1, 2), extend="reflect"), 100, 300)),
    "I": layers({"Format": F.PaintColrGlyph, "Glyph": "A"}, glyph("triangle", solid(0xFFFF, 0.5))),
    "J": glyph("triangle", glyph("disc", linear(rainbow))),
}
builder = FontBuilder(1000, isTTF=True)
order = [".notdef", "space", "square", "disc", "triangle"] + list(paints)
builder.setupGlyphOrder(order)
builder.setupCharacterMap({0x20: "space", **{ord(k): k for k in paints}})
empty = TTGlyphPen(None).glyph
shapes = {"square": polygon((100, 0), (900, 0), (900, 800), (100, 800)), "disc": round_shape(), "triangle": polygon((100, 0), (900, 0), (500, 800))}
box = polygon((100, 0), (900, 0), (900, 800), (100, 800))
builder.setupGlyf({name: shapes.get(name) or (box if name in paints else empty()) for name in order})
builder.setupHorizontalMetrics({name: (1000, getattr(builder.font["glyf"][name], "xMin", 0)) for name in order})
builder.setupHorizontalHeader(ascent=900, descent=-200)
builder.setupNameTable({"familyName": "Colors", "styleName": "Regular"})
builder.setupOS2(sTypoAscender=900, sTypoDescender=-200, usWinAscent=900, usWinDescent=200)
builder.setupPost()
builder.setupCOLR(paints, version=1, clipBoxes={"A": (100, 0, 900, 800), "J": (0, 0, 1000, 600)})
builder.setupCPAL([[(0.9, 0.1, 0.1, 1), (0.95, 0.85, 0.1, 1), (0.1, 0.2, 0.8, 1), (0.2, 0.7, 0.3, 1)]])
builder.font["head"].created = builder.font["head"].modified = 0
builder.font.recalcTimestamp = False
builder.save(sys.argv[1] if len(sys.argv) > 1 else "colors-v1.ttf")
