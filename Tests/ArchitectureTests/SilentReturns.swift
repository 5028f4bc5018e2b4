/// Ways in which a test passes without a check: it returns early, or all that it checks is under a condition.
///
/// Read by indentation, as the formatter leaves it.
struct SilentReturns {
  /// What was found: the function, the line, and the reason.
  struct Finding: Equatable, CustomStringConvertible {
    enum Reason: String { case returnsEarly = "returns before it checks anything", checksConditionally = "checks only under a condition" }
    var name: String
    var line: Int
    var reason: Reason
    var description: String { "\(line): \(name) \(reason.rawValue)" }
  }

  private let code: CodeText
  private let lineStarts: [Int]

  /// - Parameter text: a Swift file that imports Testing.
  init(_ text: String) {
    let code = CodeText(text, .swift)
    self.code = code
    lineStarts = [0] + code.bytes.indices.filter { code.bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Findings of all tests, and of functions that check something for them.
  var findings: [Finding] {
    let tests = testLines
    return code.swiftBodies.flatMap { function, body -> [Finding] in
      let isTest = tests.contains(function.line)
      let walk = Walk(self, body)
      guard isTest || walk.checks > 0 else { return [] }
      var found = walk.returns.map { Finding(name: function.name, line: line(of: $0), reason: .returnsEarly) }
      if isTest, walk.checks > 0, walk.unconditionalChecks == 0 {
        found.append(Finding(name: function.name, line: function.line, reason: .checksConditionally))
      }
      return found
    }
  }

  /// Lines on which functions are declared that have the attribute `@Test`.
  private var testLines: Set<Int> {
    var lines: Set<Int> = []
    var index = 0
    while index < code.bytes.count {
      defer { index += 1 }
      guard code.bytes[index] == UInt8(ascii: "@"), code.word(at: index + 1) == "Test" else { continue }
      var depth = 0
      while index < code.bytes.count {
        switch code.bytes[index] {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
        if depth == 0, code.isWordStart(index), code.word(at: index) == "func" { break }
        index += 1
      }
      lines.insert(line(of: index))
    }
    return lines
  }

  private func line(of index: Int) -> Int { lineStarts.partitioningIndex { $0 > index } }

  private func text(ofLine line: Int) -> (indent: Int, words: Substring) {
    let start = lineStarts[line - 1]
    let end = line < lineStarts.count ? lineStarts[line] - 1 : code.bytes.count
    let text = Substring(String(decoding: code.bytes[start..<end], as: UTF8.self))
    let words = text.drop { $0 == " " }
    // Blanks at the end were a comment.
    return (text.count - words.count, words.lastIndex { $0 != " " }.map { words[...$0] } ?? "")
  }

  // MARK: Blocks

  fileprivate enum Block { case function, condition, alternative, loop, plain, closure }

  /// The kind of the block that the brace at `index` opens.
  fileprivate func block(at index: Int) -> Block {
    let number = line(of: index)
    let before = String(decoding: code.bytes[lineStarts[number - 1]..<index], as: UTF8.self)
    let head = before.drop { $0 == " " }
    if let kind = Self.kind(before[(before.lastIndex { ";{}".contains($0) }.map { before.index(after: $0) } ?? before.startIndex)...]) {
      return kind
    }
    // The head of the statement has several lines.
    let own = text(ofLine: number).indent
    var above = number - 1
    while above > 0 {
      let (indent, words) = text(ofLine: above)
      if !words.isEmpty, head.isEmpty ? indent <= own : indent < own {
        let start = words.drop { "} ".contains($0) }
        return words.last == "{" ? .closure : Self.kind(start) ?? .closure
      }
      above -= 1
    }
    return .closure
  }

  /// The kind of the block after a head such as `if a` or `else`; nil if it is the head of none.
  private static func kind(_ head: Substring) -> Block? {
    let words = head.split(whereSeparator: { $0 == " " || $0 == "(" })
    if words.last == "else" { return .alternative }
    switch words.first {
    case "if", "guard", "else", "catch": return .condition
    case "for", "while", "repeat": return .loop
    case "do", "switch", "defer": return .plain
    case "func", "init": return .function
    default: return words.contains("func") ? .function : nil
    }
  }

  /// What a walk through one body sees.
  private struct Walk {
    /// Bytes of returns that no check comes before, under a condition.
    private(set) var returns: [Int] = []
    private(set) var checks = 0
    private(set) var unconditionalChecks = 0

    init(_ source: SilentReturns, _ body: ClosedRange<Int>) {
      let code = source.code
      var stack: [(kind: Block, hasCheck: Bool)] = []
      var index = body.lowerBound
      while index <= body.upperBound {
        defer { index += 1 }
        switch code.bytes[index] {
        case UInt8(ascii: "{"): stack.append((stack.isEmpty ? .plain : source.block(at: index), false))
        case UInt8(ascii: "}"):
          guard let last = stack.popLast(), last.hasCheck, !stack.isEmpty, ![.condition, .alternative, .function].contains(last.kind) else {
            break
          }
          stack[stack.count - 1].hasCheck = true
        default:
          guard code.isWordStart(index) else { break }
          let word = code.word(at: index)
          if Self.isCheck(word, code, index) {
            guard !stack.isEmpty, !stack.contains(where: { $0.kind == .function }) else { break }
            checks += 1
            stack[stack.count - 1].hasCheck = true
            if ["Issue", "throw"].contains(word) || !stack.contains(where: { $0.kind == .condition }) { unconditionalChecks += 1 }
          } else if word == "return" {
            let isOwn = !stack.contains { $0.kind == .closure || $0.kind == .function }
            let isUnderCondition = stack.contains { $0.kind == .condition || $0.kind == .alternative }
            if isOwn, isUnderCondition, !stack.contains(where: \.hasCheck), Self.isBare(code, index + 6) { returns.append(index) }
          }
        }
      }
    }

    /// Whether a word is a check: an expectation, a recorded issue, an error, or a function that is named after an expectation.
    private static func isCheck(_ word: String, _ code: CodeText, _ index: Int) -> Bool {
      switch word {
      case "expect", "require": index > 0 && code.bytes[index - 1] == UInt8(ascii: "#")
      case "Issue", "confirmation", "throw": true
      default: word.hasPrefix("expect") && code.bytes[index + word.utf8.count] == UInt8(ascii: "(")
      }
    }

    /// Whether nothing is returned.
    private static func isBare(_ code: CodeText, _ index: Int) -> Bool {
      let next = code.bytes[index...].first { $0 != UInt8(ascii: " ") }
      return next.map { "\n};".utf8.contains($0) } ?? true
    }
  }
}

extension Array {
  /// Index of the first element of which `belongsInSecondPartition` is true, in an array that is partitioned by it.
  fileprivate func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsInSecondPartition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
