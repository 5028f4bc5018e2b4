internal import TesseraRender

extension XMLDocument {
  /// Puts colours in the place of `var(--color0)`, `var(--color1, black)` and so on, in attributes and style sheets: those of `palette`, or what is behind
  /// the comma where that has no such colour.
  mutating func replaceVariables(by palette: [Color]) {
    for index in attributes.indices where attributes[index].value.mentionsVariable {
      attributes[index].value = attributes[index].value.replacingVariables(by: palette)
    }
    for index in nodes.indices where !nodes[index].isElement && nodes[index].text.mentionsVariable {
      nodes[index].text = nodes[index].text.replacingVariables(by: palette)
    }
  }
}

extension String {
  fileprivate var mentionsVariable: Bool {
    let wanted = Array("var(".utf8)
    var matched = 0
    for byte in utf8 {
      matched = byte == wanted[matched] ? matched + 1 : byte == wanted[0] ? 1 : 0
      if matched == wanted.count { return true }
    }
    return false
  }

  /// How deep variables may lie in what others fall back to: CSS knows no limit, fonts need one level.
  private static let mostDepth = 4

  /// Source: CSS Variables 1, section 3; names of the OpenType table `SVG `.
  fileprivate func replacingVariables(by palette: [Color], depth: Int = 0) -> String {
    var result: [UInt8] = []
    var rest = Array(utf8)[...]
    let opening = Array("var(".utf8)
    while !rest.isEmpty {
      guard rest.starts(with: opening) else {
        result.append(rest.removeFirst())
        continue
      }
      let inside = rest.dropFirst(opening.count)
      guard let close = Self.closing(inside) else { return String(decoding: result + rest, as: UTF8.self) }
      let parts = inside[..<close].split(separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(decoding: parts[0], as: UTF8.self).trimmed
      rest = inside[inside.index(after: close)...]
      if name.hasPrefix("--color"), let index = Int(name.dropFirst(7)), palette.indices.contains(index) {
        result += Array(palette[index].hex.utf8)
      } else if parts.count == 2, depth < Self.mostDepth {
        let fallback = String(decoding: parts[1], as: UTF8.self).trimmed
        result += Array(fallback.replacingVariables(by: palette, depth: depth + 1).utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where the bracket closes that is open before `text`.
  private static func closing(_ text: ArraySlice<UInt8>) -> Int? {
    var depth = 1
    for index in text.indices {
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
