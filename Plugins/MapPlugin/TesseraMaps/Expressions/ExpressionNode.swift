/// Compiled expression.
final class ExpressionNode: Sendable {
  typealias Run = @Sendable (EvaluationContext) throws(EvaluationError) -> ExpressionValue

  /// Role of a node in checks of whole expressions.
  enum Kind: Sendable {
    case literal, annotation, letBinding, variable, coalesce, neverConstant
    /// `step` or `interpolate`; whether it interpolates, and whether its input is the zoom.
    case curve(interpolates: Bool, isZoom: Bool)
    case other
  }

  /// Inputs of an expression, except the feature.
  struct Globals: OptionSet, Sendable {
    let rawValue: UInt8
    static let zoom = Globals(rawValue: 1)
    static let other = Globals(rawValue: 2)
  }

  let type: ExpressionType
  let kind: Kind
  let name: String
  let children: [ExpressionNode]
  let globals: Globals
  let isFeatureConstant: Bool
  /// Whether the node can be replaced by its value.
  let isConstant: Bool
  /// Value of a literal.
  let literal: ExpressionValue?
  private let run: Run

  /// Creates a node.
  /// - Parameters:
  ///   - name: operator.
  ///   - type: type of the result.
  ///   - children: nodes that `run` evaluates.
  ///   - kind: role in checks.
  ///   - globals: inputs that the node itself reads.
  ///   - readsFeature: whether the node itself reads the feature.
  ///   - run: computes the value.
  init(
    _ name: String, _ type: ExpressionType, _ children: [ExpressionNode], kind: Kind = .other, globals: Globals = [],
    readsFeature: Bool = false, run: @escaping Run
  ) {
    (self.name, self.type, self.children, self.kind, self.run) = (name, type, children, kind, run)
    self.globals = children.reduce(globals) { $0.union($1.globals) }
    isFeatureConstant = !readsFeature && children.allSatisfy(\.isFeatureConstant)
    literal = nil
    let isFoldable =
      switch kind {
      case .neverConstant: false
      case .annotation, .variable: children.allSatisfy(\.isConstant)
      default: children.allSatisfy { $0.literal != nil }
      }
    isConstant = isFoldable && isFeatureConstant && self.globals.isEmpty
  }

  init(literal value: ExpressionValue, type: ExpressionType? = nil) {
    (name, self.type, children, kind, globals) = ("literal", type ?? value.type, [], .literal, [])
    (isFeatureConstant, isConstant, literal) = (true, true, value)
    run = { _ in value }
  }

  func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> ExpressionValue {
    context.steps += 1
    guard context.steps <= EvaluationContext.maximumSteps else {
      throw EvaluationError("The expression takes more than \(EvaluationContext.maximumSteps) steps.")
    }
    return try run(context)
  }

  /// Evaluates a node whose type is number.
  func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
    guard case .number(let number) = try evaluate(context) else { throw EvaluationError("Expected a number.") }
    return number
  }

  /// Evaluates a node whose type is string.
  func string(_ context: EvaluationContext) throws(EvaluationError) -> String {
    guard case .string(let text) = try evaluate(context) else { throw EvaluationError("Expected a string.") }
    return text
  }
}
