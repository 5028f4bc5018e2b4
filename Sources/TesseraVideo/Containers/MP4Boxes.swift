/// Kind of a box: four characters. A value.
struct BoxKind: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  let code: UInt32

  init(_ code: UInt32) { self.code = code }
  init(stringLiteral text: StaticString) {
    code = text.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// Characters; others than letters, digits and spaces are shown as `?`.
  var description: String {
    String(
      (0..<4).map { index in
        let byte = UInt8(truncatingIfNeeded: code >> UInt32(24 - 8 * index))
        return byte >= 0x20 && byte < 0x7F ? Character(UnicodeScalar(byte)) : "?"
      })
  }
}

/// Box of an MP4 file. A value.
struct MP4Box {
  var kind: BoxKind
  /// First byte in the file.
  var start: Int
  var content: ByteCursor

  /// Reads version and flags. Returns them.
  mutating func readVersion() throws(ContainerProblem) -> (version: Int, flags: Int) {
    let both = try content.word()
    return (both >> 24, both & 0xFF_FFFF)
  }

  /// Returns the first box inside with a kind.
  func first(_ kind: BoxKind) throws(ContainerProblem) -> MP4Box? {
    var inner = content
    while let box = try inner.nextBox() { if box.kind == kind { return box } }
    return nil
  }

  /// Calls `body` with each box inside.
  func forEach(_ body: (MP4Box) throws(ContainerProblem) -> Void) throws(ContainerProblem) {
    var inner = content
    while let box = try inner.nextBox() { try body(box) }
  }
}

extension ByteCursor {
  /// Returns the next box; nil at the end, where fewer than eight bytes are padding.
  mutating func nextBox() throws(ContainerProblem) -> MP4Box? {
    guard left >= 8 else { return nil }
    let (start, available) = (offset, left)
    var (size, header) = (try unsigned(4), 8)
    let kind = BoxKind(UInt32(truncatingIfNeeded: try unsigned(4)))
    // QuickTime ends lists with a zero.
    if size == 0, kind.code == 0 { return nil }
    if size == 1 {
      guard left >= 8 else { throw .corrupt("box \(kind) at byte \(start) is cut") }
      (size, header) = (try unsigned(8), 16)
    } else if size == 0 {
      size = UInt64(available)
    }
    guard size >= UInt64(header), size <= UInt64(available) else {
      throw .corrupt("box \(kind) at byte \(start) has \(size) bytes, where \(header) to \(available) are possible")
    }
    return MP4Box(kind: kind, start: start, content: try part(Int(size) - header, name: "box \(kind) at byte \(start)"))
  }
}
