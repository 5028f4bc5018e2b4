/// Expression of a scene file: a small, pure computation over data that always terminates. A value; any thread.
///
/// Its size is limited when it is parsed (``Limits``). It has a result for all data: missing values and values of a wrong kind are null,
/// and a problem is recorded.
public struct Expression: Sendable, Equatable, CustomStringConvertible {
  /// Size limits of an expression.
  public enum Limits {
    /// Maximum size of its text in bytes.
    public static let bytes = 4096
    /// Maximum number of operations and values.
    public static let nodes = 1000
    /// Maximum nesting depth of brackets, conditionals and unary operators.
    public static let depth = 64
    /// Maximum nesting depth of operations, including those of a chain such as `a + b + c`; limits the stack use of evaluation.
    public static let height = 100
    /// Maximum size in bytes of a text that it creates.
    public static let textBytes = 65_536
    /// Maximum work of one evaluation: list elements that it examines, and the longer texts and lists that it compares or converts.
    public static let steps = 1_000_000
  }

  /// Dependency on data: a root name, and the constant part of the path below it.
  struct Read: Sendable, Hashable {
    var root: String
    var keys: [String]
  }

  /// Source text.
  public let text: String
  let tree: Tree
  /// Data dependencies, without duplicates.
  let reads: [Read]
  /// Dependencies on tokens of the theme, with their members, without duplicates. Their roots have no `$`.
  let tokens: [Read]
  /// Line and column in the file, from 1; 0 without a file.
  let line: Int
  let column: Int

  /// Operation with its operands.
  indirect enum Tree: Sendable, Equatable {
    case literal(DataValue)
    /// Name with its members.
    case path(root: String, keys: [String], at: Int)
    case member(Tree, Tree, at: Int)
    case not(Tree)
    case negative(Tree, at: Int)
    case binary(Operator, Tree, Tree, at: Int)
    case choice(Tree, Tree, Tree)
    case list([Tree])
    /// Map literal: its keys, and their values in the same order.
    case map([String], [Tree])
    case call(Function, [Tree], at: Int)
    /// Function that evaluates an expression for each element of a list.
    case each(Function, Tree, ElementBody, at: Int)
    /// Message of a file: the values of its arguments, and the language.
    case message(SceneMessage, [Tree], language: Tree)
  }

  /// Expression that is evaluated for each element of a list, such as `room => room.on`.
  struct ElementBody: Sendable, Equatable {
    /// Name of the element in ``value``.
    var name: String
    var value: Tree
    /// Number of operations and values in ``value``.
    var operations: Int
    /// Further argument after the expression; nil if the call has none.
    var option: Tree?
  }

  /// Binary operators.
  enum Operator: String, Sendable, Hashable, CaseIterable {
    case or = "||"
    case and = "&&"
    case otherwise = "??"
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case modulo = "%"

    /// Precedence; higher values bind more strongly.
    var strength: Int {
      switch self {
      case .otherwise: 1
      case .or: 2
      case .and: 3
      case .equal, .unequal: 4
      case .less, .lessOrEqual, .greater, .greaterOrEqual: 5
      case .plus, .minus: 6
      case .times, .over, .modulo: 7
      }
    }
  }

  /// Functions of expressions.
  enum Function: String, Sendable, Hashable, CaseIterable {
    case abs, all, any, ceil, clamp, contains, count, filter, first, floor, format, join, last, lower, map, max, min, number, range, reverse
    case round, slice, sort, sum, text, upper

    /// Valid numbers of arguments.
    var arguments: ClosedRange<Int> {
      switch self {
      case .abs, .ceil, .count, .first, .floor, .last, .lower, .number, .range, .reverse, .sum, .text, .upper: 1...1
      case .all, .any, .contains, .filter, .join, .map: 2...2
      case .clamp: 3...3
      case .slice: 2...3
      case .sort: 1...3
      case .round: 1...2
      case .format: 1...9
      case .min, .max: 1...16
      }
    }

    /// Whether the second argument is evaluated for each element of the first.
    var takesElements: Bool {
      switch self {
      case .all, .any, .filter, .map, .sort: true
      default: false
      }
    }
  }

  /// Name of the element in an expression for each element that gives it no name.
  static let elementName = "it"

  /// Parses an expression.
  ///
  /// - Throws: ``ExpressionError``, with the error and its position.
  public init(_ text: String) throws(ExpressionError) { try self.init(text, line: 0, column: 0) }

  init(_ text: String, line: Int, column: Int) throws(ExpressionError) {
    var parser = try ExpressionParser(text)
    tree = try parser.parse()
    guard Self.height(of: tree) <= Limits.height else {
      throw ExpressionError("more than \(Limits.height) operations inside one another; divide a long chain with brackets", at: 0)
    }
    self.text = text
    (self.line, self.column) = (line, column)
    (reads, tokens) = Self.dependencies(of: tree)
  }

  /// Creates a constant expression.
  init(literal: DataValue, line: Int = 0, column: Int = 0) {
    (tree, text, reads, tokens) = (.literal(literal), literal.json, [], [])
    (self.line, self.column) = (line, column)
  }

  /// Creates an expression of a composed tree; nil if the tree exceeds the height limit.
  init?(tree: Tree, text: String, line: Int, column: Int) {
    guard Self.height(of: tree) <= Limits.height else { return nil }
    (self.tree, self.text, self.line, self.column) = (tree, text, line, column)
    (reads, tokens) = Self.dependencies(of: tree)
  }

  /// Source text.
  public var description: String { text }

  /// Path named by the expression, which can be set; nil unless the expression is a name with members.
  var path: (root: String, keys: [String])? {
    if case .path(let root, let keys, _) = tree, !Self.isToken(root) { (root, keys) } else { nil }
  }

  /// Path of the list whose elements the expression selects or reorders, such as `rooms` of `filter(rooms, it.on)`; nil if its elements are
  /// from elsewhere.
  var sourcePath: (root: String, keys: [String])? {
    var tree = tree
    while true {
      switch tree {
      case .path(let root, let keys, _): return Self.isToken(root) ? nil : (root, keys)
      case .each(.filter, let list, _, _), .each(.sort, let list, _, _): tree = list
      case .call(.sort, let arguments, _), .call(.reverse, let arguments, _): tree = arguments[0]
      default: return nil
      }
    }
  }

  /// Returns whether a name is a token, such as `$ink`.
  static func isToken(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "$") }

  private static func dependencies(of tree: Tree) -> (reads: [Read], tokens: [Read]) {
    var seen = Set<Read>()
    let all = reads(of: tree).filter { seen.insert($0).inserted }
    return (
      all.filter { !isToken($0.root) }, all.filter { isToken($0.root) }.map { Read(root: String($0.root.dropFirst()), keys: $0.keys) }
    )
  }

  /// Returns the height of a tree, without recursion.
  private static func height(of tree: Tree) -> Int {
    var (stack, most) = ([(tree: tree, depth: 1)], 0)
    while let (tree, depth) = stack.popLast() {
      most = max(most, depth)
      let parts: [Tree] =
        switch tree {
        case .literal, .path: []
        case .not(let value), .negative(let value, _): [value]
        case .member(let a, let b, _), .binary(_, let a, let b, _): [a, b]
        case .choice(let a, let b, let c): [a, b, c]
        case .list(let items), .map(_, let items), .call(_, let items, _): items
        case .each(_, let list, let body, _): [list, body.value] + (body.option.map { [$0] } ?? [])
        case .message(let message, let arguments, let language): [message.key, language] + arguments
        }
      for part in parts { stack.append((part, depth + 1)) }
    }
    return most
  }

  private static func reads(of tree: Tree) -> [Read] {
    switch tree {
    case .literal: []
    case .path(let root, let keys, _): [Read(root: root, keys: keys)]
    case .not(let value), .negative(let value, _): reads(of: value)
    case .member(let value, let key, _): reads(of: value) + reads(of: key)
    case .binary(_, let a, let b, _): reads(of: a) + reads(of: b)
    case .choice(let a, let b, let c): reads(of: a) + reads(of: b) + reads(of: c)
    case .list(let items), .map(_, let items), .call(_, let items, _): items.flatMap { reads(of: $0) }
    case .each(_, let list, let body, _):
      reads(of: list) + reads(of: body.value).filter { $0.root != body.name } + (body.option.map { reads(of: $0) } ?? [])
    case .message(let message, let arguments, let language):
      reads(of: message.key) + reads(of: language) + arguments.flatMap { reads(of: $0) }
    }
  }
}

/// Error in the text of an expression.
public struct ExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Description of the error and of valid text.
  public var message: String
  /// Position in the text, in characters from 0.
  public var offset: Int
  /// Nearest valid name.
  public var suggestion: String?

  init(_ message: String, at offset: Int, suggestion: String? = nil) {
    (self.message, self.offset, self.suggestion) = (message, offset, suggestion)
  }

  /// Message with the position.
  public var description: String { "\(message) (character \(offset + 1))" + (suggestion.map { "; did you mean `\($0)`?" } ?? "") }
}
