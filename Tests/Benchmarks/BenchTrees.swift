internal import TesseraGeometry
internal import TesseraLayout

/// Trees for measuring layouts: those of the `layout-perf` set, and a flat tree that needs no file.
enum BenchTrees {
  /// Defaults of the set: those of its original engine, without an automatic minimum size.
  private static var defaults: LayoutStyle {
    LayoutStyle {
      $0.boxSizing = .borderBox
      $0.direction = .column
      $0.flexShrink = 0
      $0.alignContent = .flexStart
      $0.minWidth = 0
      $0.minHeight = 0
    }
  }

  /// Returns a root of 1,000 units that wraps `count` small boxes.
  static func flat(_ count: Int) -> LayoutTree {
    LayoutTree { b in
      var root = defaults
      root.width = 1000
      root.direction = .row
      root.wrap = .wrap
      root.alignItems = .flexStart
      b.container(style: root) { b in for i in 0..<count { b.leaf(style: flatItem(i)) } }
    }
  }

  static func flatItem(_ i: Int) -> LayoutStyle {
    var style = defaults
    style.width = .points(Double(10 + (i * 7) % 31))
    style.height = .points(Double(8 + (i * 13) % 17))
    style.margin.right = .points(Double(i % 4))
    return style
  }

  /// Returns a chain of nested containers, with a leaf at the end.
  static func chain(_ levels: Int) -> LayoutTree {
    LayoutTree { b in
      var style = defaults
      style.padding = 1
      for _ in 1..<levels { b.beginContainer(style: style) }
      b.leaf(style: flatItem(1))
    }
  }

  /// Reads a tree: `{"root": {"style": {…}, "children": […]}}`.
  ///
  /// - Parameter counts: Counts calls of leaves. With it, every leaf is a text whose height depends on its lines, and the heights of the
  ///   file are ignored.
  static func read(_ path: String, measuredBy counts: LeafCounts? = nil) throws -> LayoutTree {
    try read(bytes: try BenchData.read(path), path: path, measuredBy: counts)
  }

  static func read(bytes: [UInt8], path: String, measuredBy counts: LeafCounts? = nil) throws -> LayoutTree {
    var reader = TreeReader(bytes: bytes, path: path)
    var builder = LayoutBuilder()
    var found = false
    try reader.object { key, reader in
      if key == "root" {
        found = true
        try append(&reader, &builder, counts)
      } else {
        try reader.skip()
      }
    }
    guard found else { throw BenchData.Missing(path: path, reason: "no \"root\"") }
    return builder.finish()
  }

  private static func append(_ reader: inout TreeReader, _ builder: inout LayoutBuilder, _ counts: LeafCounts?) throws {
    var style = defaults
    var isOpen = false
    try reader.object { key, reader in
      switch key {
      case "style": try reader.object { key, reader in try style.set(key: key, value: try reader.value()) }
      case "children":
        // In the set's files the style is first.
        builder.beginContainer(style: style)
        isOpen = true
        try reader.array { reader in try append(&reader, &builder, counts) }
      default: try reader.skip()
      }
    }
    if isOpen { return builder.endContainer() }
    guard let counts else { return builder.leaf(style: style) }
    // Forty points of text in one line, or more lines in less space.
    let text: LayoutMeasure = { question in
      switch question.width {
      case .definite(let width), .atMost(let width):
        MeasuredSize(Size(min(width, 40), width >= 40 ? 12 : (40 / max(width, 8)).rounded(.up) * 12), firstBaseline: 9)
      case .minContent: MeasuredSize(Size(8, 60), firstBaseline: 9)
      case .maxContent: MeasuredSize(Size(40, 12), firstBaseline: 9)
      }
    }
    style.height = .auto
    builder.leaf(style: style, measure: counts.counted(text))
  }
}

/// Reads the subset of JSON that the trees use: objects, arrays, numbers, and strings without escapes.
private struct TreeReader {
  let bytes: [UInt8]
  let path: String
  var at = 0

  private func wrong(_ expected: String) -> BenchData.Missing {
    BenchData.Missing(path: path, reason: "\(expected) expected at byte \(at)")
  }

  private mutating func next() -> UInt8 {
    while at < bytes.count, bytes[at] <= 32 { at += 1 }
    return at < bytes.count ? bytes[at] : 0
  }

  private mutating func take(_ character: Unicode.Scalar) throws {
    guard next() == UInt8(ascii: character) else { throw wrong("`\(character)`") }
    at += 1
  }

  private mutating func text() throws -> String {
    try take("\"")
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += 1 }
    guard at < bytes.count else { throw wrong("`\"`") }
    at += 1
    return String(decoding: bytes[start..<at - 1], as: UTF8.self)
  }

  mutating func object(_ body: (String, inout TreeReader) throws -> Void) throws {
    try take("{")
    while next() != UInt8(ascii: "}") {
      let key = try text()
      try take(":")
      try body(key, &self)
      if next() == UInt8(ascii: ",") { at += 1 }
    }
    try take("}")
  }

  mutating func array(_ body: (inout TreeReader) throws -> Void) throws {
    try take("[")
    while next() != UInt8(ascii: "]") {
      try body(&self)
      if next() == UInt8(ascii: ",") { at += 1 }
    }
    try take("]")
  }

  mutating func value() throws -> StyleValue {
    if next() == UInt8(ascii: "\"") { return .text(try text()) }
    let start = at
    while at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: ".") || bytes[at] > 47 && bytes[at] < 58 { at += 1 }
    guard let number = Double(String(decoding: bytes[start..<at], as: UTF8.self)) else { throw wrong("a number") }
    return .number(number)
  }

  mutating func skip() throws {
    switch next() {
    case UInt8(ascii: "{"): try object { _, reader in try reader.skip() }
    case UInt8(ascii: "["): try array { reader in try reader.skip() }
    default: _ = try value()
    }
  }
}
