internal import CRender

extension ParagraphStyle {
  /// Runs `body` with the C side's value. `token` replaces the plain token, one for each direction of paragraphs; `strut` is the style of
  /// that font.
  func withC<R>(
    token text: (ltr: OpaquePointer?, rtl: OpaquePointer?), strut: (style: OpaquePointer, size: Double)?,
    _ body: (UnsafePointer<cr_paragraph_style>) -> R
  ) -> R {
    var token = truncationToken
    var points: [cr_point] = []
    var ends: [Int] = []
    for exclusion in exclusions {
      points += exclusion.outline.map { cr_point(x: $0.x, y: $0.y) }
      ends.append(points.count)
    }
    return token.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        withArrays(points, ends, tabStops) { points, ends, stops in
          var style = cr_paragraph_style()
          style.align = alignment.c
          style.start = alignmentDirection.start
          style.wrapping = wrapping.c
          style.truncation = truncation.c
          style.truncates_at_words = truncatesAtWords
          style.token = bytes.baseAddress
          style.token_length = bytes.count
          style.token_text = text.ltr
          style.token_text_rtl = text.rtl
          style.line_limit = max(0, lineLimit)
          style.line_height_multiple = lineHeightMultiple
          style.line_height_minimum = lineHeightMinimum
          style.line_height_maximum = lineHeightMaximum
          style.strut = strut?.style
          style.strut_size = strut?.size ?? 0
          style.line_spacing = lineSpacing
          style.paragraph_spacing = paragraphSpacing
          style.first_indent = firstLineIndent
          style.head_indent = indent
          style.tab_stops = stops.baseAddress
          style.tab_stop_count = stops.count
          style.tab_interval = tabInterval
          style.balanced = isBalanced
          style.ignores_soft_hyphens = hyphenation == .none
          style.hangs_punctuation = hangsPunctuation
          style.exclusion_points = points.baseAddress
          style.exclusion_ends = ends.baseAddress
          style.exclusion_count = ends.count
          return body(&style)
        }
      }
    }
  }
}

/// Runs `body` with the elements of three arrays.
private func withArrays<A, B, C, R>(
  _ a: [A], _ b: [B], _ c: [C], _ body: (UnsafeBufferPointer<A>, UnsafeBufferPointer<B>, UnsafeBufferPointer<C>) -> R
) -> R {
  a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in c.withUnsafeBufferPointer { c in body(a, b, c) } } }
}

extension TextAlignment {
  /// The C side's value.
  fileprivate var c: cr_align {
    switch self {
    case .start: CR_ALIGN_START
    case .end: CR_ALIGN_END
    case .center: CR_ALIGN_CENTER
    case .left: CR_ALIGN_LEFT
    case .right: CR_ALIGN_RIGHT
    case .justify: CR_ALIGN_JUSTIFY
    }
  }
}

extension BaseDirection {
  /// The side where lines start, in the C side's type.
  fileprivate var start: cr_start {
    switch self {
    case .automatic: CR_START_PARAGRAPH
    case .leftToRight: CR_START_LEFT
    case .rightToLeft: CR_START_RIGHT
    }
  }
}

extension TextWrapping {
  /// The C side's value.
  fileprivate var c: cr_wrapping {
    switch self {
    case .words: CR_WRAP_WORDS
    case .clusters: CR_WRAP_CLUSTERS
    case .none: CR_WRAP_NONE
    }
  }
}

extension Truncation {
  /// The C side's value.
  fileprivate var c: cr_truncation {
    switch self {
    case .none: CR_TRUNCATE_NONE
    case .end: CR_TRUNCATE_END
    case .middle: CR_TRUNCATE_MIDDLE
    case .start: CR_TRUNCATE_START
    }
  }
}
