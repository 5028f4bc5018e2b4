import Foundation

/// Rules that any one source file can break.
///
/// Each returns the offending lines as "number: text".
enum SourceRules {
  /// What no file exceeds, tests included; `CodeSizeTests` has the limits of the product.
  static let maximumLines = 700

  /// A file says so in its first lines when a program wrote it: such a file has no limit of length.
  static func isGenerated(_ lines: [Substring]) -> Bool {
    lines.prefix(5).contains { $0.localizedCaseInsensitiveContains("do not edit") }
  }

  /// Marks of work that is not done.
  static func unfinishedMarks(in lines: [Substring]) -> [String] {
    numbered(lines) { line in
      holdsOne(of: ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"], line) && line.contains(#/\b(?:TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b/#)
    }
  }

  /// Uses of what the compiler cannot check that have no comment on the line, on the line after, or within the three lines before.
  static func unexplainedUnsafety(in lines: [Substring]) -> [String] {
    let pattern = #/@unchecked Sendable|\btry!|\bunsafeBitCast\(|nonisolated\(unsafe\)/#
    var found: [String] = []
    for (index, line) in lines.enumerated() {
      guard holdsOne(of: ["@unchecked", "try!", "unsafeBitCast(", "nonisolated(unsafe)"], line) else { continue }
      let code = withoutStrings(line.prefix { _ in true })
      let comment = code.range(of: "//")?.lowerBound ?? code.endIndex
      guard code[..<comment].contains(pattern) else { continue }
      let near = lines[max(0, index - 3)...min(index + 1, lines.count - 1)]
      if !near.contains(where: { withoutStrings($0).contains("//") }) { found.append("\(index + 1): \(line)") }
    }
    return found
  }

  /// Verbs that have too many senses for the name of a function; docs/terms.md has those to use.
  static let vagueVerbs = ["take", "follow", "tell", "give"]

  /// Functions whose name is such a verb or begins with one, with their lines.
  static func vagueFunctions(in lines: [Substring]) -> [String] {
    let marks = vagueVerbs.map { "func \($0)" }
    return numbered(lines) { line in
      holdsOne(of: marks, line)
        && marks.contains { mark in line.ranges(of: mark).contains { line[$0.upperBound...].first?.isLowercase != true } }
    }
  }

  /// Whether a file belongs to the standard node types.
  static func holdsNodeTypes(_ file: String) -> Bool {
    let parts = file.split(separator: "/")
    guard file.hasSuffix(".swift"), parts.count > 2 else { return false }
    return parts[0] == "Plugins" ? parts[1].hasSuffix("Plugin") : parts[1] == "Tessera" || parts[1] == "TesseraContainers"
  }

  /// Returns lines with an English literal as a label, a title or another text that people see or hear.
  static func literalWords(in lines: [Substring]) -> [String] {
    let literal = #/(?:[lL]abel|[tT]itle|[tT]ext|[wW]ords|[hH]int|spoken)(?:: | = |: String = )"[A-Za-z][a-z]|\.custom\("[A-Za-z]/#
    return numbered(lines) { line in
      guard holdsOne(of: [": \"", " = \"", ".custom(\""], line), !holdsOne(of: ["help:"], line) else { return false }
      let code = line.drop { $0 == " " }
      return !code.hasPrefix("//") && !code.hasPrefix("case .text:") && code.contains(literal)
    }
  }

  /// The line with what stands between double quotes left out.
  static func withoutStrings(_ line: Substring) -> String {
    String(line).replacing(#/"(?:[^"\\]|\\.)*"/#, with: "\"\"")
  }

  /// Whether a text holds one of the words. Regular expressions take seconds for all sources: they are asked where this says so.
  static func holdsOne(of words: [String], _ text: some StringProtocol) -> Bool {
    text.withCString { text in words.contains { strstr(text, $0) != nil } }
  }

  /// Conditions under which tests are left out, by the name of the test or suite, unless their reason begins with "not run: ", which the summary of all
  /// checks counts; and issues that are said to be known.
  static func silentConditions(in text: String) -> [(name: String, line: Int)] {
    guard holdsOne(of: [".enabled(", ".disabled(", "withKnownIssue"], text) else { return [] }
    let (bytes, code) = (Array(text.utf8), CodeText(text, .swift))
    let plain = String(decoding: code.bytes, as: UTF8.self)
    var found: [(name: String, line: Int)] = []
    for match in plain.matches(of: #/\.(?:enabled|disabled)\s*\(|\bwithKnownIssue\b/#) {
      let start = plain.utf8.distance(from: plain.startIndex, to: match.range.lowerBound)
      let line = bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
      guard match.0.hasPrefix(".") else {
        found.append(("withKnownIssue", line))
        continue
      }
      var end = plain.utf8.distance(from: plain.startIndex, to: match.range.upperBound)
      var depth = 1
      while end < bytes.count, depth > 0 {
        if code.bytes[end] == UInt8(ascii: "(") { depth += 1 }
        if code.bytes[end] == UInt8(ascii: ")") { depth -= 1 }
        end += 1
      }
      if String(decoding: bytes[start..<end], as: UTF8.self).contains(#/,\s*"not run: \S/#) { continue }
      let declared = plain[match.range.upperBound...].firstMatch(of: #/\b(?:func|struct|class|enum|actor)\s+(\w+)/#)
      found.append((String(declared?.output.1 ?? "?"), line))
    }
    return found
  }

  private static func numbered(_ lines: [Substring], _ breaks: (Substring) -> Bool) -> [String] {
    lines.enumerated().filter { breaks($0.element) }.map { "\($0.offset + 1): \($0.element)" }
  }
}
