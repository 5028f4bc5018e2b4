#if SVGCodec
  internal import SVGCodec
#endif

/// Registers the painter of SVG glyphs if the program includes an SVG codec. Only the first call has an effect.
func registerGlyphPainter() {
  #if SVGCodec
    SVGGlyphPainter.register()
  #endif
}
