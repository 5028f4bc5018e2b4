import Glibc

/// What Swift sources do about state that several threads share.
enum LockRules {
  /// Lines that switch off the check for exclusive access, as "number: text".
  static func uncheckedAccesses(in text: String) -> [String] {
    guard SourceRules.holdsOne(of: ["@exclusivity"], text) else { return [] }
    let code = blanked(text)
    return code.indices.filter { code[$0].contains("@exclusivity(unchecked)") }.map { "\($0 + 1): \(code[$0])" }
  }

  /// Returns the lines that store a `Cell`, as "number: text". Accesses to its value check no lock.
  static func uncheckedCells(in text: String) -> [String] {
    guard SourceRules.holdsOne(of: ["Cell"], text) else { return [] }
    let code = blanked(text)
    return code.indices.filter { storesCell(code[$0]) }.map { "\($0 + 1): \(code[$0])" }
  }

  /// Returns the classes that store a `Lock` and also variables or cells, with the names of these. The state belongs into a `Locked`, a `Monitor` or a
  /// `LockedCell`.
  static func bareState(in text: String) -> [String: [String]] {
    guard SourceRules.holdsOne(of: ["Lock"], text) else { return [:] }
    var open: [Body] = []
    var found: [String: [String]] = [:]
    // Declared, and its brace may come on a later line.
    var declared: (name: String, isClass: Bool)?
    for line in blanked(text) {
      if let body = open.indices.last, open[body].isClass, mentions(line, ["var ", "let "]) {
        if let name = storedVariable(line) ?? storedCell(line) { open[body].variables.append(name) }
        if storesLock(line) { open[body].hasLock = true }
      }
      if mentions(line, ["class ", "struct ", "enum ", "extension ", "protocol ", "actor "]),
        let match = line.firstMatch(of: #/\b(class|struct|enum|extension|protocol|actor)\s+(?!(?:func|var|let|subscript)\b)(\w+)/#)
      {
        declared = (String(match.2), match.1 == "class")
      }
      for byte in line.utf8 {
        if byte == UInt8(ascii: "{") {
          open.append(Body(name: declared?.name ?? "", isClass: declared?.isClass ?? false))
          declared = nil
        } else if byte == UInt8(ascii: "}"), let body = open.popLast(), body.hasLock, !body.variables.isEmpty {
          found[body.name] = body.variables
        }
      }
    }
    return found
  }

  /// Whether a line has one of the words. Regular expressions are slow in a debug build, and few lines are declarations.
  private static func mentions(_ line: Substring, _ words: [StaticString]) -> Bool {
    line.utf8.withContiguousStorageIfAvailable { bytes in
      guard let start = bytes.baseAddress else { return false }
      return words.contains { word in
        var at = UnsafeRawPointer(start)
        let (end, count) = (at + bytes.count, word.utf8CodeUnitCount)
        while end - at >= count, let found = memchr(at, Int32(word.utf8Start[0]), end - at).map({ UnsafeRawPointer($0) }) {
          if end - found >= count, memcmp(found, word.utf8Start, count) == 0 { return true }
          at = found + 1
        }
        return false
      }
    } ?? true
  }

  private struct Body {
    let name: String
    let isClass: Bool
    var hasLock = false
    var variables: [String] = []
  }

  private static func storesLock(_ line: Substring) -> Bool {
    line.contains(#/\b(?:let|var)\s+\w+\s*(?:=\s*Lock\s*\(|:\s*Lock\s*$)/#) && !line.contains(#/\bstatic\b/#)
  }

  private static func storesCell(_ line: Substring) -> Bool { storedCell(line) != nil }

  /// Name of the member that a line declares as a `Cell`; nil if it declares none.
  private static func storedCell(_ line: Substring) -> String? {
    line.firstMatch(of: #/\b(?:let|var)\s+(\w+)\s*(?:=\s*Cell\s*[<(]|:\s*Cell\s*<)/#).map { String($0.1) }
  }

  /// Name of the stored variable that a line declares; nil where it declares none, or one of the type.
  private static func storedVariable(_ line: Substring) -> String? {
    guard let match = line.firstMatch(of: #/^\s*((?:@?\w+(?:\(\w+\))?\s+)*)var\s+(\w+)([^{=]*)(=?)[^{]*(\{\s*(\w*))?/#) else { return nil }
    if match.1.contains(#/\b(?:static|class)\b/#) { return nil }
    // A brace without an equals sign before it opens accessors; observers are those of a stored variable.
    let isComputed = match.4.isEmpty && match.5 != nil && match.6 != "didSet" && match.6 != "willSet"
    return isComputed ? nil : String(match.2)
  }

  private static func blanked(_ text: String) -> [Substring] {
    String(decoding: CodeText(text, .swift).bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }
}
