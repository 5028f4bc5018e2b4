#if SVGCodec
  internal import SVGCodec
#endif

/// Has glyphs of fonts that are SVG documents painted, where the program reads SVG. Only the first call does something.
func registerGlyphPainter() {
  #if SVGCodec
    SVGGlyphPainter.register()
  #endif
}
