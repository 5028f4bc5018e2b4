#!/usr/bin/env python3
"""Makes colors-variable.ttf: paints of COLR version 1 whose values an axis moves, `MOVE` from 0 to 100. Needs fontTools 4.39 or later."""
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables import otTables as ot
from fontTools.varLib.models import VariationModel
from fontTools.varLib.varStore import OnlineVarStoreBuilder

F = ot.PaintFormat


def square(x0, y0, x1, y1):
    pen = TTGlyphPen(None)
    pen.moveTo((x0, y0))
    for p in [(x1, y0), (x1, y1), (x0, y1)]:
        pen.lineTo(p)
    pen.closePath()
    return pen.glyph()


# Each list of changes, at the end of the axis, has an index that its paint begins with; in the units that the table stores.
store = OnlineVarStoreBuilder(["MOVE"])
store.setModel(VariationModel([{}, {"MOVE": 1.0}]))
rows = []


def varies(*changes):
    first = len(rows)
    rows.extend(store.storeDeltas([change]) for change in changes)
    return first


def solid(i, alpha=1.0):
    return {"Format": F.PaintSolid, "PaletteIndex": i, "Alpha": alpha}


def glyph(name, paint):
    return {"Format": F.PaintGlyph, "Glyph": name, "Paint": paint}


UNIT = 16384
line = {"ColorStop": [{"StopOffset": 0.0, "PaletteIndex": 0, "Alpha": 1.0, "VarIndexBase": 0xFFFFFFFF},
                      {"StopOffset": 0.5, "PaletteIndex": 1, "Alpha": 1.0, "VarIndexBase": varies(-UNIT // 2, 0)}], "Extend": "pad"}
paints = {
    # Moves by half an em, fades out, turns by a quarter, shrinks to a half about its middle.
    "A": {"Format": F.PaintVarTranslate, "dx": 0, "dy": 0, "Paint": glyph("small", solid(0)), "VarIndexBase": varies(500, 0)},
    "B": glyph("square", {"Format": F.PaintVarSolid, "PaletteIndex": 1, "Alpha": 1.0, "VarIndexBase": varies(-UNIT)}),
    "C": {"Format": F.PaintVarRotateAroundCenter, "angle": 0, "centerX": 500, "centerY": 400, "Paint": glyph("bar", solid(0)),
          "VarIndexBase": varies(UNIT // 2, 0, 0)},
    "D": {"Format": F.PaintVarScaleUniformAroundCenter, "scale": 1.0, "centerX": 500, "centerY": 400, "Paint": glyph("square", solid(1)),
          "VarIndexBase": varies(-UNIT // 2, 0, 0)},
    # The second stop goes to the start: one colour. The gradient's end goes out by an em. A matrix that moves up.
    "E": glyph("square", {"Format": F.PaintVarLinearGradient, "ColorLine": line, "x0": 100, "y0": 0, "x1": 900, "y1": 0, "x2": 100, "y2": 800,
                          "VarIndexBase": 0xFFFFFFFF}),
    "F": {"Format": F.PaintVarTransform, "Paint": glyph("small", solid(0)),
          "Transform": {"xx": 1, "xy": 0, "yx": 0, "yy": 1, "dx": 0, "dy": 0, "VarIndexBase": varies(0, 0, 0, 0, 0, 400 * 65536)}},
}
builder = FontBuilder(1000, isTTF=True)
order = [".notdef", "space", "square", "small", "bar"] + list(paints)
builder.setupGlyphOrder(order)
builder.setupCharacterMap({0x20: "space", **{ord(k): k for k in paints}})
shapes = {"square": square(100, 0, 900, 800), "small": square(0, 0, 400, 400), "bar": square(100, 350, 900, 450)}
builder.setupGlyf({name: shapes.get(name) or (square(0, 0, 900, 800) if name in paints else TTGlyphPen(None).glyph()) for name in order})
builder.setupHorizontalMetrics({name: (1000, getattr(builder.font["glyf"][name], "xMin", 0)) for name in order})
builder.setupHorizontalHeader(ascent=900, descent=-200)
builder.setupNameTable({"familyName": "Colors Variable", "styleName": "Regular"})
builder.setupOS2(sTypoAscender=900, sTypoDescender=-200, usWinAscent=900, usWinDescent=200)
builder.setupPost()
builder.setupFvar([("MOVE", 0, 0, 100, "Move")], [])
varied = store.finish()
mapping = varied.optimize()
index_map = ot.DeltaSetIndexMap()
index_map.mapping = [mapping[row] for row in rows]
builder.setupCOLR(paints, version=1, varStore=varied, varIndexMap=index_map)
builder.setupCPAL([[(0.9, 0.1, 0.1, 1), (0.1, 0.2, 0.8, 1)]])
builder.font["head"].created = builder.font["head"].modified = 0
builder.font.recalcTimestamp = False
builder.save(sys.argv[1] if len(sys.argv) > 1 else "colors-variable.ttf")
