/// File of messages in one language.
///
/// Each message begins in a line `key = message`. Further lines of a message are indented. Lines that begin with `#` are comments. A key has letters, digits and
/// `.`, `-`, `_`.
///
/// ```
/// # Rooms of the house.
/// rooms = .input {$n :number}
///   .match $n
///   one {{{$n} room}}
///   *   {{{$n} rooms}}
/// ```
public struct MessageFile: Sendable, Equatable {
  /// Message with its place.
  public struct Entry: Sendable, Equatable {
    public let key: String
    /// MessageFormat 2 source.
    public let source: String
    public let model: MessageModel
    /// Line in the file, from 1.
    public let line: Int
  }

  /// Problem of a file.
  public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
    public let file: String
    public let line: Int
    public let column: Int
    public let reason: String

    /// `de.mf2:3:7: missing }`.
    public var description: String { "\(file):\(line):\(column): \(reason)" }
  }

  /// Name of the file, for messages.
  public let name: String
  /// Messages in the order of the file.
  public private(set) var entries: [Entry] = []
  /// Problems; the messages with problems are left out.
  public private(set) var problems: [Problem] = []

  /// Largest size of a file in bytes.
  public static let sizeLimit = 8 << 20
  /// Most messages of a file.
  public static let countLimit = 100_000
  private static let problemLimit = 100

  /// Reads a file. Linear in its size.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - name: Name of the file for messages.
  public init(_ bytes: [UInt8], name: String) {
    self.name = name
    if bytes.count > Self.sizeLimit {
      add("file of \(bytes.count) bytes: at most \(Self.sizeLimit)", 1, 1)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      read(text)
    } else {
      add("the file is not UTF-8", 1, 1)
    }
  }

  private mutating func add(_ reason: String, _ line: Int, _ column: Int) {
    guard problems.count < Self.problemLimit else { return }
    problems.append(Problem(file: name, line: line, column: column, reason: reason))
  }

  /// Message of which lines are being collected.
  private struct Draft {
    let key: String
    let line: Int
    /// Text of each line with the column at which it begins.
    var lines: [(text: Substring, column: Int)]
  }

  private mutating func read(_ text: String) {
    var draft: Draft?
    var keys: [String: Int] = [:]
    for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = raw.last == "\r" ? raw.dropLast() : raw
      let number = index + 1
      let space = line.prefix { $0 == " " || $0 == "\t" }
      if space.count == line.count {
        draft?.lines.append(("", 1))
        continue
      }
      if !space.isEmpty {
        if draft == nil { add("indented line without a message above", number, 1) }
        draft?.lines.append((line.dropFirst(space.count), space.count + 1))
        continue
      }
      if line.first == "#" { continue }
      finish(draft, &keys)
      draft = begin(line, number)
    }
    finish(draft, &keys)
  }

  private mutating func begin(_ line: Substring, _ number: Int) -> Draft? {
    guard let mark = line.firstIndex(of: "=") else {
      add("expected `key = message`", number, 1)
      return nil
    }
    let key = line[..<mark].trimmed
    let isValid =
      !key.isEmpty && key.utf8.count <= 200
      && key.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains($0) }
    guard isValid else {
      add("invalid key `\(key.prefix(40))`: letters, digits and . - _ are valid", number, 1)
      return nil
    }
    let rest = line[line.index(after: mark)...]
    let value = rest.drop { $0 == " " || $0 == "\t" }
    return Draft(key: key, line: number, lines: [(value, line.count - value.count + 1)])
  }

  private mutating func finish(_ draft: Draft?, _ keys: inout [String: Int]) {
    guard var draft else { return }
    while draft.lines.count > 1, draft.lines.last?.text.isEmpty == true { draft.lines.removeLast() }
    if let first = keys[draft.key] { return add("message `\(draft.key)` is already in line \(first)", draft.line, 1) }
    guard entries.count < Self.countLimit else { return add("more than \(Self.countLimit) messages", draft.line, 1) }
    keys[draft.key] = draft.line
    let source = draft.lines.map(\.text).joined(separator: "\n").trimmed
    do {
      let model = try MessageModel(parsing: source)
      entries.append(Entry(key: draft.key, source: source, model: model, line: draft.line))
    } catch {
      for problem in error.errors {
        let place = problem.place ?? .init(line: 1, column: 1)
        let index = min(place.line, draft.lines.count) - 1
        add("message `\(draft.key)`: \(problem.reason)", draft.line + index, draft.lines[index].column + place.column - 1)
      }
    }
  }
}
