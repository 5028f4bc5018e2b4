internal import Tessera

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Source text of a drawing.
struct IconSource: Sendable, Equatable {
  /// Parts, separated by `|`.
  var data: String
  /// Whether right-to-left layouts mirror the icon.
  var isMirrored = false
  /// Side of the square of the coordinates.
  var grid = 24.0

  init(data: String, isMirrored: Bool = false, grid: Double = 24) {
    (self.data, self.isMirrored, self.grid) = (data, isMirrored, grid)
  }

  /// Creates a source. A `~` at the beginning of the text marks a mirrored drawing.
  init(_ text: String, grid: Double = 24) {
    let isMirrored = text.utf8.first == UInt8(ascii: "~")
    self.init(data: isMirrored ? String(text.dropFirst()) : text, isMirrored: isMirrored, grid: grid)
  }
}

/// Icons by name: those of the program, and those of Tessera. Any thread.
///
/// The set is not cached: a look-up reads the text of the set, and a draw parses the drawing it needs.
enum IconSet {
  private static let own = Locked<[String: IconSource]>([:])

  /// Maximum side for which small drawings are used, logical units.
  private static let smallSide = 18.0

  static func add(_ source: IconSource, as name: String) { own.withLock { $0[name] = source } }

  /// Returns whether an icon with this name exists. O(length of the set).
  static func contains(_ name: String) -> Bool { isName(name) && source(name) != nil }

  /// Returns the drawing of an icon at a size, the solid variant's if `isSolid` and it has one; nil if the icon does not exist.
  ///
  /// - Parameter side: Side of the icon, logical units.
  static func drawing(of name: String, side: Double, isSolid: Bool) -> IconSource? {
    guard isName(name) else { return nil }
    if isSolid, let solid = source(name + ".solid") { return solid }
    if side <= smallSide, let small = source(name + ".16") { return small }
    return source(name)
  }

  /// All names; those of the program are last.
  static var names: [String] {
    var names: [String] = []
    forEachLine { line in
      let name = String(decoding: line.prefix { $0 != space && $0 != tilde }, as: UTF8.self)
      if isName(name) { names.append(name) }
      return true
    }
    let known = Set(names)
    return names + own.withLock { $0.keys.filter { isName($0) && !known.contains($0) } }.sorted()
  }

  static func nearestName(to name: String) -> String? { Tessera.nearestName(to: name, among: names) }

  private static let space = UInt8(ascii: " ")
  private static let tilde = UInt8(ascii: "~")

  /// Returns whether the name refers to an icon, and not to a variant.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == space || $0 == tilde }
  }

  private static func source(_ name: String) -> IconSource? {
    if let source = own.withLock({ $0[name] }) { return source }
    var found: IconSource?
    let wanted = Array(name.utf8)
    forEachLine { line in
      guard let start = line.baseAddress, line.count > wanted.count + 1, memcmp(start, wanted, wanted.count) == 0 else { return true }
      let isMirrored = line[wanted.count] == tilde
      let end = wanted.count + (isMirrored ? 1 : 0)
      guard line[end] == space else { return true }
      let data = String(decoding: UnsafeBufferPointer(rebasing: line[(end + 1)...]), as: UTF8.self)
      found = IconSource(data: data, isMirrored: isMirrored, grid: name.hasSuffix(".16") ? 16 : 24)
      return false
    }
    return found
  }

  /// Calls `body` with each line of the set until it returns false.
  private static func forEachLine(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
    for group in IconData.groups {
      var line = group.utf8Start
      let end = line + group.utf8CodeUnitCount
      while line < end {
        let found = memchr(line, Int32(UInt8(ascii: "\n")), end - line)
        let next = found.map { UnsafePointer<UInt8>($0.assumingMemoryBound(to: UInt8.self)) } ?? end
        if next > line, !body(UnsafeBufferPointer(start: line, count: next - line)) { return }
        line = next + 1
      }
    }
  }
}
