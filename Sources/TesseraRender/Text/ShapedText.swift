internal import CRender

/// A text with its fonts chosen and its glyphs made, before any width is known.
///
/// Immutable.
///
/// `@unchecked Sendable`: the C object is immutable and reference-counted atomically; `handle` never changes.
final class ShapedText: @unchecked Sendable {
  let handle: OpaquePointer
  let bytes: Int

  private init(handle: OpaquePointer) {
    self.handle = handle
    bytes = cr_shaped_bytes(handle)
  }

  deinit { cr_shaped_release(handle) }

  /// The shaped form of `text`, from the library's cache where it is there; nil where memory is short.
  static func make(_ text: AttributedText, direction: BaseDirection, hyphenates: Bool = false, library: FontLibrary) -> ShapedText? {
    let key = ShapeKey(text: text, direction: direction, hyphenates: hyphenates, generation: cr_font_library_generation(library.handle))
    if let known = library.shapes.withLock({ $0.find(key) }) { return known }
    guard let handle = shape(text, direction: direction, hyphenates: hyphenates, library: library) else { return nil }
    let shaped = ShapedText(handle: handle)
    library.shapes.withLock { $0.insert(shaped, for: key) }
    return shaped
  }

  private static func shape(
    _ text: AttributedText, direction: BaseDirection, hyphenates: Bool, library: FontLibrary
  ) -> OpaquePointer? {
    var string = text.string
    return string.withUTF8 { bytes in
      withRuns(of: text, hyphenates: hyphenates, library: library) { runs in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          var shaped: OpaquePointer?
          guard let runs,
            cr_shaped_create(library.handle, bytes.baseAddress, bytes.count, runs.baseAddress, runs.count, direction.c, &shaped) == CR_OK
          else { return nil }
          return shaped
        }
      }
    }
  }

  private static func withRuns(
    of text: AttributedText, hyphenates: Bool, library: FontLibrary, _ body: (UnsafeBufferPointer<cr_text_run>?) -> OpaquePointer?
  ) -> OpaquePointer? {
    withUnsafeTemporaryAllocation(of: cr_text_run.self, capacity: text.runs.count) { buffer in
      var languages: [UnsafeMutablePointer<CChar>] = []
      defer { for language in languages { language.deallocate() } }
      for (index, run) in text.runs.enumerated() {
        let a = run.attributes
        guard let style = library.style(for: a.font) else { return body(nil) }
        var c = cr_text_run()
        c.start = UInt32(clamping: run.range.lowerBound)
        c.end = UInt32(clamping: run.range.upperBound)
        c.style = style
        c.size = a.font.size * a.position.scale
        c.letter_spacing = a.letterSpacing
        c.word_spacing = a.wordSpacing
        c.hyphenates = hyphenates
        c.baseline_offset = a.baselineOffset + a.font.size * a.position.rise
        c.color = a.color.c
        if let background = a.background { (c.has_background, c.background) = (true, background.c) }
        c.background_radius = a.backgroundRadius
        if let outline = a.outline { (c.outline_width, c.outline) = (outline.width, outline.color.c) }
        if a.underline { c.underline = a.underlineStyle.c }
        c.underline_color = (a.underlineColor ?? a.color).c
        c.skips_ink = a.underlineSkipsInk
        if a.strikethrough { c.strikethrough = a.strikethroughStyle.c }
        c.strikethrough_color = (a.strikethroughColor ?? a.color).c
        if let object = a.attachment {
          c.is_object = true
          (c.object_width, c.object_ascent, c.object_descent) = (object.width, object.ascent, object.descent)
        }
        if let language = a.language, !language.isEmpty {
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
}

extension BaseDirection {
  /// The C side's value.
  var c: cr_direction {
    switch self {
    case .automatic: CR_DIRECTION_AUTO
    case .leftToRight: CR_DIRECTION_LTR
    case .rightToLeft: CR_DIRECTION_RTL
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
