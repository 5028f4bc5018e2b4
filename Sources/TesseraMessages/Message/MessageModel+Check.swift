/// Parsing, and checks of the data model.
extension MessageModel {
  /// Largest size of a source in bytes.
  public static let sourceLimit = 1 << 20

  /// Parses a message. Linear in the size of `source`.
  ///
  /// - Parameter source: MessageFormat 2 source of at most `sourceLimit` bytes.
  /// - Throws: The syntax error, or all errors of the data model.
  public init(parsing source: String) throws(MessageErrors) {
    guard source.utf8.count <= MessageModel.sourceLimit else {
      throw MessageErrors(errors: [MessageError(.syntax, "message of \(source.utf8.count) bytes: at most \(MessageModel.sourceLimit)")])
    }
    var parser = MessageParser(source)
    do {
      self = try parser.message()
    } catch {
      throw MessageErrors(errors: [MessageError(.syntax, error.reason, place: .init(error.place, in: parser.scalars))])
    }
    let problems = ModelCheck(self).problems
    guard problems.isEmpty else {
      let sorted = problems.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      throw MessageErrors(
        errors: sorted.map { MessageError($0.element.kind, $0.element.reason, place: .init($0.element.place, in: parser.scalars)) })
    }
  }

  /// Parses the bytes of a message. Invalid UTF-8 is a syntax error.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Throws: The syntax error, or all errors of the data model.
  public init(parsing bytes: [UInt8]) throws(MessageErrors) {
    guard let source = String(validating: bytes, as: UTF8.self) else {
      throw MessageErrors(errors: [MessageError(.syntax, "invalid UTF-8")])
    }
    try self.init(parsing: source)
  }
}

extension MessageError.Place {
  init(_ index: Int, in scalars: [Unicode.Scalar]) {
    let before = scalars[..<min(index, scalars.count)]
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    self.init(line: 1 + before.count { $0 == "\n" }, column: before.count - start + 1)
  }
}

/// Checks of one message.
private struct ModelCheck {
  struct Problem {
    let kind: MessageError.Kind
    let reason: String
    let place: Int
  }

  private(set) var problems: [Problem] = []
  private let model: MessageModel

  init(_ model: MessageModel) {
    self.model = model
    checkDeclarations()
    switch model.body {
    case .pattern(let pattern): checkOptions(pattern)
    case .match(let selectors, let variants): checkMatch(selectors, variants)
    }
  }

  private mutating func add(_ kind: MessageError.Kind, _ reason: String, _ place: Int) {
    // More errors than a person reads.
    guard problems.count < 100 else { return }
    problems.append(Problem(kind: kind, reason: reason, place: place))
  }

  private mutating func checkDeclarations() {
    var known: Set<String> = []
    for declaration in model.declarations {
      let expression = declaration.expression
      checkOptions(expression.call?.options ?? [])
      var references = expression.variables
      if declaration.isInput { references.removeFirst() }
      known.formUnion(references)
      if !known.insert(declaration.name).inserted {
        add(.duplicateDeclaration, "`$\(declaration.name)` is already declared or used", declaration.place)
      }
    }
  }

  private mutating func checkOptions(_ pattern: [MessageModel.Element]) {
    for element in pattern {
      switch element {
      case .text: break
      case .expression(let expression): checkOptions(expression.call?.options ?? [])
      case .markup(let markup): checkOptions(markup.options)
      }
    }
  }

  private mutating func checkOptions(_ options: [MessageModel.Option]) {
    var names: Set<String> = []
    for option in options where !names.insert(option.name).inserted {
      add(.duplicateOptionName, "option `\(option.name)` is given twice", option.place)
    }
  }

  private mutating func checkMatch(_ selectors: [MessageModel.Selector], _ variants: [MessageModel.Variant]) {
    let annotated = annotatedVariables()
    for selector in selectors where !annotated.contains(selector.name) {
      add(.missingSelectorAnnotation, "selector `$\(selector.name)` needs a declaration with a function", selector.place)
    }
    var seen: Set<[String?]> = []
    var hasFallback = false
    for variant in variants {
      if variant.keys.count != selectors.count {
        add(.variantKeyMismatch, "\(variant.keys.count) keys for \(selectors.count) selectors", variant.place)
      }
      if !seen.insert(variant.keys).inserted { add(.duplicateVariant, "a variant with the same keys is above", variant.place) }
      hasFallback = hasFallback || variant.keys.allSatisfy { $0 == nil }
      checkOptions(variant.pattern)
    }
    if !hasFallback { add(.missingFallbackVariant, "missing variant with all keys `*`", variants.first?.place ?? 0) }
  }

  /// Variables whose value has a function, directly or through other variables.
  private func annotatedVariables() -> Set<String> {
    var annotated: Set<String> = []
    for declaration in model.declarations {
      if declaration.expression.call != nil {
        annotated.insert(declaration.name)
      } else if !declaration.isInput, case .variable(let source)? = declaration.expression.operand, annotated.contains(source) {
        annotated.insert(declaration.name)
      }
    }
    return annotated
  }
}
