/// A parsed message: the data model of Unicode MessageFormat 2.
///
/// A message is a value without references to its source. Any thread may use it.
public struct MessageModel: Sendable, Equatable {
  /// Declared variables, in order.
  public internal(set) var declarations: [Declaration] = []
  /// Pattern, or selectors with variants.
  public internal(set) var body: Body = .pattern([])

  /// `.input` or `.local`.
  public struct Declaration: Sendable, Equatable {
    /// Name of the variable, without `$`.
    public let name: String
    /// Whether the value is an argument of the message.
    public let isInput: Bool
    /// Expression that gives the value.
    public let expression: Expression
    let place: Int
  }

  /// Content of a message after its declarations.
  public enum Body: Sendable, Equatable {
    case pattern([Element])
    case match(selectors: [Selector], variants: [Variant])
  }

  /// Variable of a `.match` statement.
  public struct Selector: Sendable, Equatable {
    public let name: String
    let place: Int
  }

  /// Pattern with its keys.
  public struct Variant: Sendable, Equatable {
    /// A key for each selector; `nil` is `*`.
    public let keys: [String?]
    public let pattern: [Element]
    let place: Int
  }

  /// Element of a pattern.
  public enum Element: Sendable, Equatable {
    case text(String)
    case expression(Expression)
    case markup(Markup)
  }

  /// Literal or variable.
  public enum Operand: Sendable, Equatable {
    case literal(String)
    case variable(String)
  }

  /// Option of a function or of markup.
  public struct Option: Sendable, Equatable {
    public let name: String
    public let value: Operand
    let place: Int
  }

  /// Function of an expression.
  public struct Call: Sendable, Equatable {
    /// Name, with its namespace: `number`, `acme:price`.
    public let name: String
    public let options: [Option]
  }

  /// Placeholder with a value.
  public struct Expression: Sendable, Equatable {
    public let operand: Operand?
    public let call: Call?
    /// Attributes; `nil` is an attribute without value.
    public let attributes: [Attribute]
    let place: Int
  }

  /// Note for translators and tools. It does not affect the text.
  public struct Attribute: Sendable, Equatable {
    public let name: String
    public let value: String?
  }

  /// `{#b}`, `{/b}` or `{#b /}`.
  public struct Markup: Sendable, Equatable {
    public enum Kind: String, Sendable { case open, close, standalone }
    public let kind: Kind
    public let name: String
    public let options: [Option]
    public let attributes: [Attribute]
  }

  /// Names of the arguments that the message reads, sorted.
  public var arguments: [String] { orderedArguments.sorted() }

  /// Names of the arguments that the message reads, in the order in which its source first names them.
  public var orderedArguments: [String] {
    var names: [String] = []
    var locals: Set<String> = []
    for declaration in declarations {
      if declaration.isInput { names.append(declaration.name) } else { locals.insert(declaration.name) }
      names += declaration.expression.variables
    }
    switch body {
    case .pattern(let pattern): names += pattern.flatMap(\.variables)
    case .match(let selectors, let variants):
      names += selectors.map(\.name)
      for variant in variants { names += variant.pattern.flatMap(\.variables) }
    }
    var known = locals
    return names.filter { known.insert($0).inserted }
  }
}

extension MessageModel.Expression {
  /// Names of the variables that the expression reads.
  var variables: [String] {
    var names: [String] = []
    if case .variable(let name)? = operand { names.append(name) }
    for case .variable(let name) in (call?.options ?? []).map(\.value) { names.append(name) }
    return names
  }
}

extension MessageModel.Element {
  /// Names of the variables that the element reads.
  var variables: [String] {
    switch self {
    case .text: []
    case .expression(let expression): expression.variables
    case .markup(let markup):
      markup.options.compactMap {
        guard case .variable(let name) = $0.value else { return nil }
        return name
      }
    }
  }
}
