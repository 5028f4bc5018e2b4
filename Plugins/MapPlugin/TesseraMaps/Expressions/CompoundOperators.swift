internal import Glibc
internal import TesseraBase

/// Operator with a fixed signature.
struct CompoundOperator: Sendable {
  /// Types of the arguments.
  enum Signature: Sendable {
    case exact([ExpressionType])
    /// Any number of arguments of a type.
    case any(ExpressionType)

    var text: String {
      switch self {
      case .exact(let types): "(\(types.map(\.description).joined(separator: ", ")))"
      case .any(let type): "(\(type)...)"
      }
    }
  }

  typealias Run = @Sendable ([ExpressionNode], EvaluationContext) throws(EvaluationError) -> ExpressionValue

  let type: ExpressionType
  var signatures: [Signature]
  var globals: ExpressionNode.Globals = []
  /// Number of arguments with which the operator reads the feature.
  var featureArguments: Int?
  var isNeverConstant = false
  let run: Run

  init(_ type: ExpressionType, _ signatures: [Signature], _ run: @escaping Run) {
    (self.type, self.signatures, self.run) = (type, signatures, run)
  }

  func reading(feature arguments: Int) -> CompoundOperator {
    var copy = self
    copy.featureArguments = arguments
    return copy
  }

  func reading(_ globals: ExpressionNode.Globals) -> CompoundOperator {
    var copy = self
    copy.globals = globals
    return copy
  }

  func parse(_ args: [MapValue], _ name: String, _ compiler: ExpressionCompiler) -> ExpressionNode? {
    let fitting = signatures.filter { signature in
      if case .exact(let types) = signature { types.count == args.count - 1 } else { true }
    }
    // Signatures of equal length do not exist, so that arguments are compiled once.
    guard let signature = fitting.first ?? (signatures.count == 1 ? signatures[0] : nil) else {
      let own = compiler.separate()
      var types: [String] = []
      for (i, arg) in args.enumerated().dropFirst() {
        guard let node = own.parse(arg, i) else {
          compiler.problems.list += own.problems.list
          return nil
        }
        types.append("\(node.type)")
      }
      let expected = signatures.map(\.text).joined(separator: " | ")
      return compiler.error("Expected arguments of type \(expected), but found (\(types.joined(separator: ", "))) instead.")
    }
    var nodes: [ExpressionNode] = []
    for (i, arg) in args.enumerated().dropFirst() {
      let expected: ExpressionType? =
        switch signature {
        case .exact(let types): i - 1 < types.count ? types[i - 1] : nil
        case .any(let type): type
        }
      guard let node = compiler.parse(arg, i, expected) else { return nil }
      nodes.append(node)
    }
    if case .exact(let types) = signature, types.count != nodes.count {
      return compiler.error("Expected \(types.count) arguments, but found \(nodes.count) instead.")
    }
    let (run, all) = (run, nodes)
    return ExpressionNode(
      name, type, nodes, kind: isNeverConstant ? .neverConstant : .other, globals: globals, readsFeature: featureArguments == nodes.count
    ) { context throws(EvaluationError) in try run(all, context) }
  }
}

/// Operators with fixed signatures by name.
enum CompoundOperators {
  static let all: [String: CompoundOperator] = maths.merging(lookups) { first, _ in first }.merging(texts) { first, _ in first }

  private static func constant(_ value: Double) -> CompoundOperator {
    CompoundOperator(.number, [.exact([])]) { _, _ throws(EvaluationError) in .number(value) }
  }

  private static func unary(_ body: @escaping @Sendable (Double) -> Double) -> CompoundOperator {
    CompoundOperator(.number, [.exact([.number])]) { nodes, context throws(EvaluationError) in .number(body(try nodes[0].number(context))) }
  }

  private static func binary(_ body: @escaping @Sendable (Double, Double) -> Double) -> CompoundOperator {
    CompoundOperator(.number, [.exact([.number, .number])]) { nodes, context throws(EvaluationError) in
      .number(body(try nodes[0].number(context), try nodes[1].number(context)))
    }
  }

  private static func fold(_ start: Double, _ body: @escaping @Sendable (Double, Double) -> Double) -> CompoundOperator {
    CompoundOperator(.number, [.any(.number)]) { nodes, context throws(EvaluationError) in
      var result = start
      for node in nodes { result = body(result, try node.number(context)) }
      return .number(result)
    }
  }

  private static let maths: [String: CompoundOperator] = [
    "e": constant(M_E), "pi": constant(.pi), "ln2": constant(M_LN2),
    "+": fold(0, +), "*": fold(1, *), "min": fold(.infinity) { Swift.min($0, $1) }, "max": fold(-.infinity) { Swift.max($0, $1) },
    "-": CompoundOperator(.number, [.exact([.number, .number]), .exact([.number])]) { nodes, context throws(EvaluationError) in
      let first = try nodes[0].number(context)
      return .number(nodes.count == 1 ? -first : first - (try nodes[1].number(context)))
    },
    "/": binary(/), "%": binary { fmod($0, $1) }, "^": binary { pow($0, $1) },
    "sqrt": unary { $0.squareRoot() }, "log10": unary { log10($0) }, "log2": unary { log2($0) }, "ln": unary { log($0) },
    "sin": unary { sin($0) }, "cos": unary { cos($0) }, "tan": unary { tan($0) }, "asin": unary { asin($0) }, "acos": unary { acos($0) },
    "atan": unary { atan($0) }, "abs": unary { abs($0) }, "floor": unary { $0.rounded(.down) }, "ceil": unary { $0.rounded(.up) },
    "round": unary { $0.rounded(.toNearestOrAwayFromZero) },
    "zoom": global(.zoom, .number) { $0.zoom.map { .number($0) } },
    "heatmap-density": global(.other, .number) { .number($0.heatmapDensity ?? 0) },
    "elevation": global(.other, .number) { .number($0.elevation ?? 0) },
    "line-progress": global(.other, .number) { .number($0.lineProgress ?? 0) },
    "accumulated": global(.other, .value) { $0.accumulated ?? .null },
  ]

  private static func global(
    _ globals: ExpressionNode.Globals, _ type: ExpressionType, _ body: @escaping @Sendable (EvaluationContext) -> ExpressionValue?
  ) -> CompoundOperator {
    CompoundOperator(type, [.exact([])]) { _, context throws(EvaluationError) in
      guard let value = body(context) else { throw EvaluationError("There is no zoom.") }
      return value
    }.reading(globals)
  }

  private static func feature(_ type: ExpressionType, _ body: @escaping @Sendable (ExpressionFeature) -> ExpressionValue?)
    -> CompoundOperator
  {
    CompoundOperator(type, [.exact([])]) { _, context throws(EvaluationError) in context.feature.flatMap(body) ?? .null }.reading(
      feature: 0)
  }

  private static let lookups: [String: CompoundOperator] = [
    "get": CompoundOperator(.value, [.exact([.string]), .exact([.string, .object])]) { nodes, context throws(EvaluationError) in
      let key = try nodes[0].string(context)
      guard nodes.count == 2 else { return context.feature?.value(key) ?? .null }
      return member(key, try nodes[1].evaluate(context)) ?? .null
    }.reading(feature: 1),
    "has": CompoundOperator(.boolean, [.exact([.string]), .exact([.string, .object])]) { nodes, context throws(EvaluationError) in
      let key = try nodes[0].string(context)
      guard nodes.count == 2 else { return .boolean(context.feature?.value(key) != nil) }
      return .boolean(member(key, try nodes[1].evaluate(context)) != nil)
    }.reading(feature: 1),
    "feature-state": CompoundOperator(.value, [.exact([.string])]) { nodes, context throws(EvaluationError) in
      context.feature?.state[try nodes[0].string(context)].map(ExpressionValue.init) ?? .null
    }.reading(feature: 1),
    "properties": feature(.object) { $0.all },
    "geometry-type": feature(.string) { $0.geometryType.map { .string($0) } },
    "id": feature(.value) { $0.id },
    "!": CompoundOperator(.boolean, [.exact([.boolean])]) { nodes, context throws(EvaluationError) in
      .boolean(!(try nodes[0].evaluate(context).isTrue))
    },
    "all": CompoundOperator(.boolean, [.any(.boolean)]) { nodes, context throws(EvaluationError) in
      for node in nodes where !(try node.evaluate(context).isTrue) { return .boolean(false) }
      return .boolean(true)
    },
    "any": CompoundOperator(.boolean, [.any(.boolean)]) { nodes, context throws(EvaluationError) in
      for node in nodes where try node.evaluate(context).isTrue { return .boolean(true) }
      return .boolean(false)
    },
    "typeof": CompoundOperator(.string, [.exact([.value])]) { nodes, context throws(EvaluationError) in
      .string("\(try nodes[0].evaluate(context).type)")
    },
  ]

  private static func member(_ key: String, _ value: ExpressionValue) -> ExpressionValue? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.key == key }?.value
  }

  private static let texts: [String: CompoundOperator] = [
    "error": {
      var definition = CompoundOperator(.error, [.exact([.string])]) { nodes, context throws(EvaluationError) in
        throw EvaluationError(try nodes[0].string(context))
      }
      definition.isNeverConstant = true
      return definition
    }(),
    "to-rgba": CompoundOperator(.array(.number, 4), [.exact([.color])]) { nodes, context throws(EvaluationError) in
      let color = try Coercion.color(try nodes[0].evaluate(context))
      return .list([color.red * 255, color.green * 255, color.blue * 255, color.alpha].map { .number($0) })
    },
    "rgb": CompoundOperator(.color, [.exact([.number, .number, .number])], channels),
    "rgba": CompoundOperator(.color, [.exact([.number, .number, .number, .number])], channels),
    "concat": CompoundOperator(.string, [.any(.value)]) { nodes, context throws(EvaluationError) in
      var text = ""
      for node in nodes { text += try node.evaluate(context).text }
      return .string(text)
    },
    "upcase": CompoundOperator(.string, [.exact([.string])]) { nodes, context throws(EvaluationError) in
      .string(try nodes[0].string(context).uppercased())
    },
    "downcase": CompoundOperator(.string, [.exact([.string])]) { nodes, context throws(EvaluationError) in
      .string(try nodes[0].string(context).lowercased())
    },
    "is-supported-script": CompoundOperator(.boolean, [.exact([.string])]) { _, _ throws(EvaluationError) in .boolean(true) }
      .reading(.other),
    "resolved-locale": CompoundOperator(.string, [.exact([.collator])]) { nodes, context throws(EvaluationError) in
      guard case .collator(let collator) = try nodes[0].evaluate(context) else { return .string("en") }
      return .string(collator.locale ?? "en")
    },
    "join": CompoundOperator(.string, [.exact([.array(.string, nil), .string])]) { nodes, context throws(EvaluationError) in
      guard case .list(let items) = try nodes[0].evaluate(context) else { return .string("") }
      return .string(items.map(\.text).joined(separator: try nodes[1].string(context)))
    },
    "split": CompoundOperator(.array(.string, nil), [.exact([.string, .string])]) { nodes, context throws(EvaluationError) in
      let (text, separator) = (try nodes[0].string(context), try nodes[1].string(context))
      if separator.isEmpty { return .list(text.unicodeScalars.map { .string(String($0)) }) }
      return .list(text.pieces(separatedBy: separator).map { .string(String($0)) })
    },
  ]

  private static let channels: CompoundOperator.Run = { nodes, context throws(EvaluationError) in
    var numbers: [Double] = []
    for node in nodes { numbers.append(try node.number(context)) }
    return .color(try Coercion.rgba(numbers))
  }
}
