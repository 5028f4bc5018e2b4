import Testing
import TesseraGeometry

@testable import TesseraRender

/// Texts whose colors follow the color scheme, drawn by a canvas.
@Suite struct TextColorSchemeTests {
  private let light = Color(rgb: 0x204060)
  private let dark = Color(rgb: 0xE0C0A0)

  /// Runs with every color that a text has, each by `color`.
  private func text(_ color: (Color, Color) -> Color) -> AttributedText {
    var text = attributed("letters ") { $0.color = color(light, dark) }
    text.append(
      attributed("lines ") {
        $0.color = color(.black, .white)
        ($0.underline, $0.strikethrough) = (true, true)
        ($0.underlineColor, $0.strikethroughColor) = (color(light, dark), color(dark, light))
      })
    text.append(
      attributed("ground ") {
        $0.color = color(.black, .white)
        $0.background = color(dark, light)
      })
    text.append(
      attributed("rim", Font(size: 30)) {
        $0.color = color(.white, .black)
        $0.outline = TextOutline(width: 2, color: color(light, dark))
      })
    return text
  }

  private func picture(
    _ layout: TextLayout, _ scheme: ColorScheme, _ antialiasing: TextAntialiasing = .grayscale, turned: Bool = false
  ) throws -> [UInt8] {
    let target = try PixelBuffer(width: 220, height: 120)
    target.clear(Color(rgb: 0x808080))
    do {
      let canvas = try Canvas(target, textAntialiasing: antialiasing)
      canvas.colorScheme = scheme
      if turned { canvas.concatenate(.rotation(0.2)) }
      canvas.draw(layout, at: Point(10, 5))
      #expect(canvas.hasDynamicColors == layout.isDynamic)
    }
    return target.withUnsafeBytes(Array.init)
  }

  @Test(arguments: ColorScheme.allCases, TextAntialiasing.allCases)
  func allColorsFollowTheScheme(scheme: ColorScheme, antialiasing: TextAntialiasing) throws {
    let library = try isolated()
    func layout(_ color: (Color, Color) -> Color) -> TextLayout {
      let style = paragraph {
        $0.lineLimit = 2
        $0.truncationMessage = attributed(" more") { $0.color = color(dark, light) }
        $0.truncationText = attributed("…") { $0.color = color(light, dark) }
      }
      return TextLayout(text(color), library, width: 90, style: style)
    }
    let dynamic = layout { .dynamic(light: $0, dark: $1) }
    let plain = layout { scheme == .dark ? $1 : $0 }
    #expect(dynamic.isDynamic && !plain.isDynamic && dynamic.isTruncated)
    for turned in [false, true] {
      #expect(try picture(dynamic, scheme, antialiasing, turned: turned) == picture(plain, scheme, antialiasing, turned: turned))
    }
  }

  @Test func oneColorFollowsTheScheme() throws {
    let library = try isolated()
    func layout(_ color: Color) -> TextLayout { TextLayout(attributed("one") { $0.color = color }, library) }
    let both = Color.dynamic(light: .black, dark: .white)
    #expect(layout(both).singleColor == both && layout(.black).singleColor == .black)
    #expect(layout(both).letterColor?.isDynamic == true)
    for scheme in ColorScheme.allCases {
      #expect(try picture(layout(both), scheme) == picture(layout(scheme == .dark ? .white : .black), scheme))
    }
    // Of one color in light alone.
    var two = attributed("a") { $0.color = both }
    two.append(attributed("b") { $0.color = .black })
    #expect(TextLayout(two, library).singleColor == nil)
  }

  @Test func longTextsFollowIt() throws {
    let library = try isolated()
    let string = String(repeating: "some words\n", count: 4000)
    func layout(_ color: Color) -> TextLayout { TextLayout(attributed(string) { $0.color = color }, library, width: 200) }
    let both = layout(.dynamic(light: .black, dark: .white))
    #expect(both.isLaidOutByBlocks && both.isDynamic)
    #expect(try picture(both, .dark) == picture(layout(.white), .dark))
  }
}
