internal import CRender

/// A text with fonts selected and glyphs shaped, independent of any width.
///
/// Immutable. Keeps its library alive: fonts without users are removed when their last text is freed.
///
/// `@unchecked Sendable`: the C object is immutable and reference-counted atomically; `handle` never changes.
final class ShapedText: @unchecked Sendable {
  let handle: OpaquePointer
  var bytes: Int { cr_shaped_bytes(handle) }

  private let library: FontLibrary

  private init(_ handle: OpaquePointer, of library: FontLibrary) {
    self.handle = handle
    self.library = library
  }

  // Released before the library.
  deinit { cr_shaped_release(handle) }

  /// Returns the shaped form of `text`, from the library's cache if possible; nil without memory.
  static func make(_ text: AttributedText, direction: cr_direction, hyphenates: Bool = false, library: FontLibrary) -> ShapedText? {
    var string = text.string
    let handle = string.withUTF8 { bytes in
      withRuns(of: text, hyphenates: hyphenates, library: library) { runs in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          var shaped: OpaquePointer?
          guard let runs,
            cr_shaped_find_or_create(library.handle, bytes.baseAddress, bytes.count, runs.baseAddress, runs.count, direction, &shaped)
              == CR_OK
          else { return nil }
          return shaped
        }
      }
    }
    return handle.map { ShapedText($0, of: library) }
  }

  private static func withRuns(
    of text: AttributedText, hyphenates: Bool, library: FontLibrary, _ body: (UnsafeBufferPointer<cr_text_run>?) -> OpaquePointer?
  ) -> OpaquePointer? {
    withUnsafeTemporaryAllocation(of: cr_text_run.self, capacity: text.runs.count) { buffer in
      var languages: [UnsafeMutablePointer<CChar>] = []
      defer { for language in languages { language.deallocate() } }
      for index in text.runs.indices {
        guard var c = run(text.runs[index], hyphenates: hyphenates, library: library) else { return body(nil) }
        if let language = text.runs[index].attributes.language, !language.isEmpty {
          let copy = UnsafeMutablePointer<CChar>.allocate(capacity: language.utf8.count + 1)
          for (i, byte) in language.utf8.enumerated() { copy[i] = CChar(bitPattern: byte) }
          copy[language.utf8.count] = 0
          languages.append(copy)
          c.language = UnsafePointer(copy)
        }
        buffer.initializeElement(at: index, to: c)
      }
      return body(UnsafeBufferPointer(buffer))
    }
  }

  /// Returns the C side's form of a run without its language; nil without memory.
  private static func run(_ run: AttributedText.Run, hyphenates: Bool, library: FontLibrary) -> cr_text_run? {
    guard let style = library.style(for: run.attributes.font) else { return nil }
    var c = cr_text_run()
    c.start = UInt32(clamping: run.range.lowerBound)
    c.end = UInt32(clamping: run.range.upperBound)
    c.style = style
    c.size = run.attributes.font.size * run.attributes.position.scale
    c.letter_spacing = run.attributes.letterSpacing
    c.word_spacing = run.attributes.wordSpacing
    c.hyphenates = hyphenates
    c.baseline_offset = run.attributes.baselineOffset + run.attributes.font.size * run.attributes.position.rise
    setColors(run.attributes, &c)
    c.background_radius = run.attributes.backgroundRadius
    if run.attributes.underline { c.underline = run.attributes.underlineStyle.c }
    c.skips_ink = run.attributes.underlineSkipsInk
    if run.attributes.strikethrough { c.strikethrough = run.attributes.strikethroughStyle.c }
    if let object = run.attributes.attachment {
      c.is_object = true
      (c.object_width, c.object_ascent, c.object_descent) = (object.width, object.ascent, object.descent)
    }
    return c
  }

  private static func setColors(_ attributes: TextAttributes, _ c: inout cr_text_run) {
    (c.color, c.dark_color) = (attributes.color.c, attributes.color.schemeBits)
    if let background = attributes.background {
      (c.has_background, c.background, c.dark_background) = (true, background.c, background.schemeBits)
    }
    if let outline = attributes.outline {
      (c.outline_width, c.outline, c.dark_outline) = (outline.width, outline.color.c, outline.color.schemeBits)
    }
    let underline = attributes.underlineColor ?? attributes.color
    (c.underline_color, c.dark_underline_color) = (underline.c, underline.schemeBits)
    let strikethrough = attributes.strikethroughColor ?? attributes.color
    (c.strikethrough_color, c.dark_strikethrough_color) = (strikethrough.c, strikethrough.schemeBits)
  }
}

extension ParagraphStyle {
  /// The base direction of paragraphs in the C side's type.
  var cDirection: cr_direction {
    switch direction {
    case .automatic: neutralsReadRightToLeft ? CR_DIRECTION_AUTO_RTL : CR_DIRECTION_AUTO
    case .leftToRight: CR_DIRECTION_LTR
    case .rightToLeft: CR_DIRECTION_RTL
    }
  }

  /// Whether some paragraph of `text` may run from right to left.
  func mayRunRightToLeft(_ text: String) -> Bool {
    switch direction {
    case .leftToRight: false
    case .rightToLeft: true
    // The first bytes of U+0590 and all later characters.
    case .automatic: neutralsReadRightToLeft || text.utf8.contains { $0 >= 0xD6 }
    }
  }
}

extension TextLineStyle {
  /// The C side's value.
  fileprivate var c: cr_line_style {
    switch self {
    case .single: CR_LINE_SINGLE
    case .thick: CR_LINE_THICK
    case .double: CR_LINE_DOUBLE
    case .dotted: CR_LINE_DOTTED
    case .dashed: CR_LINE_DASHED
    case .wavy: CR_LINE_WAVY
    }
  }
}

extension Color {
  /// The C side's value.
  fileprivate var c: cr_color { cr_color(red: red, green: green, blue: blue, alpha: alpha) }
}
