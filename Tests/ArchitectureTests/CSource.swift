/// A C source or header, read as far as the rules need: names and braces at file scope, no grammar and no preprocessor.
struct CSource {
  struct Function: Equatable {
    let name: String
    /// Whether other files can call it.
    let isShared: Bool
    /// From the first line of its head to its closing brace, counted from 1.
    let lines: ClosedRange<Int>
  }

  /// Functions with a body.
  private(set) var functions: [Function] = []
  /// Variables that other files can use.
  private(set) var variables: [String] = []
  /// Functions and variables that the file promises and another one may define.
  private(set) var declarations: [String] = []
  /// Every word of the code, those of macros included; comments and what stands in quotes left out.
  let words: Set<String>
  /// Files that `#include "…"` names.
  let includes: [String]

  /// Names that other files can use.
  var definitions: [String] { functions.filter(\.isShared).map(\.name) + variables }

  init(_ text: String) {
    var included: [String] = []
    let code = Self.withoutComments(Array(text.utf8), includes: &included)
    includes = included
    words = Set(Self.words(code))
    readFileScope(Self.withoutDirectives(code))
  }

  // MARK: File scope

  private mutating func readFileScope(_ code: [UInt8]) {
    var head: [UInt8] = []
    var line = 1, headLine = 1, depth = 0
    var function: String?
    for byte in code {
      if byte == .newline { line += 1 }
      switch byte {
      case UInt8(ascii: "{"):
        if depth == 0 { function = Self.functionName(head) }
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        guard depth == 0, let name = function else { break }
        let all = Self.words(head)
        let isShared = !all.contains("static") && !all.contains("inline") && !all.contains("INLINE")
        functions.append(Function(name: name, isShared: isShared, lines: headLine...line))
        function = nil
        head = []
      case UInt8(ascii: ";") where depth == 0:
        readDeclaration(head)
        head = []
      default:
        guard depth == 0 else { break }
        if head.isEmpty {
          if byte.isBlank { break }
          headLine = line
        }
        head.append(byte)
      }
    }
  }

  private mutating func readDeclaration(_ head: [UInt8]) {
    let declarator = Self.withoutAttributes(head).prefix { $0 != UInt8(ascii: "=") }
    let isDefinition = head.contains(UInt8(ascii: "="))
    let words = Self.words(Array(declarator))
    guard let first = words.first, let last = words.last, first != "typedef", first != "_Static_assert", !words.contains("static") else {
      return
    }
    if !isDefinition, let name = Self.functionName(head) {
      declarations.append(name)
    } else if words.contains("extern") {
      declarations.append(last)
    } else if words.count > (["struct", "enum", "union"].contains(first) ? 2 : 1) {
      let name = declarator.contains(UInt8(ascii: "[")) ? Self.words(Array(declarator.prefix { $0 != UInt8(ascii: "[") })).last : last
      if let name { variables.append(name) }
    }
  }

  /// The name before the first parenthesis, where what stands there is the head of a function and not a value.
  private static func functionName(_ head: [UInt8]) -> String? {
    let plain = withoutAttributes(head)
    guard !plain.contains(UInt8(ascii: "=")), let opening = plain.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let before = words(Array(plain[..<opening]))
    return before.first == "typedef" || before.count < 2 ? nil : before.last
  }

  /// The code with `__attribute__((…))` left out.
  private static func withoutAttributes(_ code: [UInt8]) -> [UInt8] {
    let mark = Array("__attribute__".utf8)
    var kept: [UInt8] = []
    var at = 0
    while at < code.count {
      guard code[at...].starts(with: mark) else {
        kept.append(code[at])
        at += 1
        continue
      }
      at += mark.count
      var depth = 0
      repeat {
        if at < code.count, code[at] == UInt8(ascii: "(") { depth += 1 }
        if at < code.count, code[at] == UInt8(ascii: ")") { depth -= 1 }
        at += 1
      } while at < code.count && depth > 0
    }
    return kept
  }

  // MARK: Text

  private static func words(_ code: [UInt8]) -> [String] {
    code.split { !$0.isWordPart }.filter { !$0.first!.isDigit }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The code with comments and the content of quotes as blanks, but for what is included; lines stay where they are.
  private static func withoutComments(_ text: [UInt8], includes: inout [String]) -> [UInt8] {
    var code: [UInt8] = []
    code.reserveCapacity(text.count)
    var at = 0
    func next(_ character: Unicode.Scalar) -> Bool { at + 1 < text.count && text[at + 1] == UInt8(ascii: character) }
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "/"), next("/") {
        while at < text.count, text[at] != .newline { at += 1 }
      } else if byte == UInt8(ascii: "/"), next("*") {
        at += 2
        while at < text.count, !(text[at] == UInt8(ascii: "*") && next("/")) {
          if text[at] == .newline { code.append(.newline) }
          at += 1
        }
        at += 2
        code.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let start = at + 1
        at = start
        while at < text.count, text[at] != byte, text[at] != .newline { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
        let line = code[(code.lastIndex(of: .newline).map { $0 + 1 } ?? 0)...].filter { !$0.isBlank }
        if line.elementsEqual("#include".utf8) { includes.append(String(decoding: text[start..<min(at, text.count)], as: UTF8.self)) }
        code.append(UInt8(ascii: " "))
        at += 1
      } else {
        code.append(byte)
        at += 1
      }
    }
    return code
  }

  /// The code without lines of the preprocessor, and those that they go on in; lines stay where they are.
  private static func withoutDirectives(_ code: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var isDirective = false, goesOn = false
    for line in code.split(separator: .newline, omittingEmptySubsequences: false) {
      isDirective = goesOn || line.first { !$0.isBlank } == UInt8(ascii: "#")
      goesOn = isDirective && line.last == UInt8(ascii: "\\")
      if !isDirective { kept += line }
      kept.append(.newline)
    }
    return kept
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate var isBlank: Bool { self == 32 || (9...13).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isWordPart: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || self == UInt8(ascii: "_")
  }
}
