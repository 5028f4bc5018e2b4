import TesseraRender
import Testing

@testable import SVGCodec

@Suite struct ColorTests {
  @Test(arguments: [
    ("rgb(255 0 0)", "#ff0000"), ("rgb(100% 0% 0% / 50%)", "#ff000080"), ("rgba(0,0,255,.5)", "#0000ff80"), ("#0f08", "#00ff0088"),
    ("#00FF0080", "#00ff0080"),
    ("RGB(0, 255, 0)", "#00ff00"), ("hsl(120deg 100% 50%)", "#00ff00"), ("hsl(120, 100%, 25%)", "#008000"),
    ("hsl(-240 100 50 / .5)", "#00ff0080"),
    ("hsla(0.5turn, 100%, 50%, 1)", "#00ffff"), ("hwb(0 0% 0%)", "#ff0000"), ("hwb(120 50% 0%)", "#80ff80"), ("hwb(0 60% 60%)", "#808080"),
    ("lab(100 0 0)", "#ffffff"), ("lab(54.29% 80.8 69.89)", "#ff0000"), ("lch(87.82 113.33 134.38)", "#00ff00"),
    ("oklab(0.62796 0.22486 0.12585)", "#ff0000"),
    ("oklch(0.86644 0.29483 142.4953)", "#00ff00"), ("oklch(45.201% 0.31321 264.052)", "#0000ff"), ("color(srgb 1 0 0)", "#ff0000"),
    ("color(srgb 0 100% 0 / 0.5)", "#00ff0080"),
    ("color(srgb-linear 0 0.21586 0)", "#008000"), ("color(display-p3 0.9175 0.2003 0.1386)", "#ff0000"),
    ("color(xyz 0.4124 0.2126 0.0193)", "#ff0000"),
    ("color(rec2020 0.792 0.231 0.0738)", "#ff0000"), ("color(a98-rgb 0.8586 0 0)", "#ff0000"),
    ("color(prophoto-rgb 0.7022 0.2757 0.1035)", "#ff0000"),
    ("rgb(none 255 none)", "#00ff00"), ("color-mix(in srgb, red, blue)", "#800080"), ("color-mix(in srgb, red 25%, blue)", "#4000bf"),
    ("color-mix(in srgb, red 20%, blue 20%)", "#80008066"), ("color-mix(in hsl, red, lime)", "#ffff00"),
    ("color-mix(in oklab, white, black)", "#636363"),
    ("color-mix(in srgb, rgb(255 0 0), color-mix(in srgb, blue, blue))", "#800080"),
    ("rgb(from green r g 200)", "#0080c8"), ("rgb(from #ff000080 b calc(r / 2) r)", "#0080ff80"),
    ("hsl(from red calc(h + 120) s l / 1)", "#00ff00"), ("hsl(from rgb(255 0 0) h 100% calc(l * 1.5))", "#ff8080"),
    ("oklch(from lime l c h / alpha)", "#00ff00"), ("color(from blue srgb r b g / 50%)", "#00ff0080"),
    ("lab(from white l 0 max(a, b))", "#ffffff"),
    ("light-dark(rgb(1 2 3), hsl(0 0% 0%))", "light-dark(#010203, #000000)"),
  ]) func aColorHasItsStandardValue(text: String, hex: String) throws {
    let color = try #require(SVGColor.parse(text), "\(text)")
    #expect(color.hex == hex || close(color, hex), "\(text): \(color.hex)")
  }

  /// Rounding of printed digits may be one of 255 off.
  private func close(_ color: Color, _ hex: String) -> Bool {
    guard let wanted = Color(hex) else { return false }
    return [color.red - wanted.red, color.green - wanted.green, color.blue - wanted.blue, color.alpha - wanted.alpha].allSatisfy {
      abs($0) < 1.6 / 255
    }
  }

  @Test(arguments: [
    "rgb(from nonsense r g b)", "rgb(r g b)", "rgb(from red h s l)", "color(from red rec2020 r g b)", "rgb(from red calc(1px) g b)",
    "rgb(1 2)", "rgb(1, 2 3)", "rgb(1 2 3 4)", "hsl(1 2% 3%", "hsl(a b c)", "color(nonsense 1 0 0)", "color-mix(in srgb, red)", "oklch()",
    "lab(1 2 3 / )", "color-mix(in srgb, red -10%, blue)", "foo(1 2 3)", "light-dark(red)", "rgb(1 2 3) red",
  ]) func textThatIsNotAColorIsNil(text: String) { #expect(SVGColor.parse(text) == nil) }
}
