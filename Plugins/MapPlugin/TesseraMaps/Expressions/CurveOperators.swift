internal import Glibc

/// `step` and `interpolate`: outputs by a number.
enum CurveOperators {
  /// Form of an interpolation.
  enum Form: Sendable {
    case linear
    case exponential(Double)
    case bezier(Double, Double, Double, Double)

    /// Fraction of the way from `lower` to `upper`.
    func factor(_ input: Double, _ lower: Double, _ upper: Double) -> Double {
      switch self {
      case .linear: return CurveOperators.exponential(input, 1, lower, upper)
      case .exponential(let base): return CurveOperators.exponential(input, base, lower, upper)
      case .bezier(let x1, let y1, let x2, let y2):
        return CurveOperators.bezier(CurveOperators.exponential(input, 1, lower, upper), x1, y1, x2, y2)
      }
    }
  }

  private static func exponential(_ input: Double, _ base: Double, _ lower: Double, _ upper: Double) -> Double {
    let (difference, progress) = (upper - lower, input - lower)
    if difference == 0 { return 0 }
    return base == 1 ? progress / difference : (pow(base, progress) - 1) / (pow(base, difference) - 1)
  }

  private static func bezier(_ x: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    func curve(_ a: Double, _ b: Double, _ t: Double) -> Double { 3 * a * t * (1 - t) * (1 - t) + 3 * b * t * t * (1 - t) + t * t * t }
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if curve(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return curve(y1, y2, (low + high) / 2)
  }

  private struct Stops: Sendable {
    var labels: [Double] = []
    var outputs: [ExpressionNode] = []

    /// Index of the last stop at or below `input`; 0 if all are above.
    func index(_ input: Double) -> Int {
      var (low, high) = (0, labels.count)
      while low < high {
        let middle = (low + high) / 2
        if labels[middle] <= input { low = middle + 1 } else { high = middle }
      }
      return max(0, low - 1)
    }

    mutating func add(
      _ label: MapValue?, _ value: MapValue, _ index: Int, _ type: inout ExpressionType?, _ name: String, _ compiler: ExpressionCompiler
    ) -> Bool {
      let quoted = "Input/output pairs for \"\(name)\" expressions must be"
      if let label {
        guard let number = label.number else {
          compiler.error("\(quoted) defined using literal numeric values (not computed expressions) for the input values.", index)
          return false
        }
        if let last = labels.last, last >= number {
          compiler.error("\(quoted) arranged with input values in strictly ascending order.", index)
          return false
        }
        labels.append(number)
      } else {
        labels.append(-.infinity)
      }
      guard let node = compiler.parse(value, index + 1, type) else { return false }
      type = type ?? node.type
      outputs.append(node)
      return true
    }
  }

  static func step(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count >= 5 else { return compiler.error("Expected at least 4 arguments, but found only \(args.count - 1).") }
    guard !args.count.isMultiple(of: 2) else { return compiler.error("Expected an even number of arguments.") }
    guard let input = compiler.parse(args[1], 1, .number) else { return nil }
    var type = compiler.expected == .value ? nil : compiler.expected
    var stops = Stops()
    for i in stride(from: 1, to: args.count, by: 2) {
      guard stops.add(i == 1 ? nil : args[i], args[i + 1], i, &type, "step", compiler) else { return nil }
    }
    let table = stops
    return ExpressionNode(
      "step", type ?? .value, [input] + stops.outputs, kind: .curve(interpolates: false, isZoom: input.name == "zoom")
    ) { context throws(EvaluationError) in
      try table.outputs[table.index(try input.number(context))].evaluate(context)
    }
  }

  static func interpolate(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    let name = args[0].text ?? ""
    guard args.count > 1, let form = form(args[1], compiler) else {
      if args.count <= 1 { compiler.error("Expected an interpolation type expression.", 1) }
      return nil
    }
    guard args.count >= 5 else { return compiler.error("Expected at least 4 arguments, but found only \(args.count - 1).") }
    guard !args.count.isMultiple(of: 2) else { return compiler.error("Expected an even number of arguments.") }
    guard let input = compiler.parse(args[2], 2, .number) else { return nil }
    let space: ColorSpace = name == "interpolate-hcl" ? .hcl : name == "interpolate-lab" ? .lab : .rgb
    var type: ExpressionType?
    if space != .rgb, compiler.expected != .colorArray {
      type = .color
    } else if compiler.expected != .value {
      type = compiler.expected
    }
    var stops = Stops()
    for i in stride(from: 3, to: args.count, by: 2) {
      guard stops.add(args[i], args[i + 1], i, &type, name, compiler) else { return nil }
    }
    guard let type, isInterpolatable(type) else { return compiler.error("Type \(type ?? .value) is not interpolatable.") }
    let table = stops
    return ExpressionNode(
      name, type, [input] + stops.outputs, kind: .curve(interpolates: true, isZoom: input.name == "zoom")
    ) { context throws(EvaluationError) in
      let (labels, outputs) = (table.labels, table.outputs)
      let value = try input.number(context)
      guard labels.count > 1, value > labels[0] else { return try outputs[0].evaluate(context) }
      guard value < labels[labels.count - 1] else { return try outputs[labels.count - 1].evaluate(context) }
      let index = table.index(value)
      let t = form.factor(value, labels[index], labels[index + 1])
      return try mix(try outputs[index].evaluate(context), try outputs[index + 1].evaluate(context), t, space)
    }
  }

  private static func isInterpolatable(_ type: ExpressionType) -> Bool {
    switch type {
    case .number, .color, .projection, .padding, .numberArray, .colorArray, .anchors, .array(.number, .some): true
    default: false
    }
  }

  private static func form(_ value: MapValue, _ compiler: ExpressionCompiler) -> Form? {
    guard case .list(let items) = value, let name = items.first else {
      compiler.error("Expected an interpolation type expression.", 1)
      return nil
    }
    switch name.text {
    case "linear": return .linear
    case "exponential":
      guard items.count > 1, let base = items[1].number else {
        compiler.error("Exponential interpolation requires a numeric base.", 1, 1)
        return nil
      }
      return .exponential(base)
    case "cubic-bezier":
      let points = items.dropFirst().compactMap(\.number)
      guard items.count == 5, points.count == 4, points.allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
        compiler.error("Cubic bezier interpolation requires four numeric arguments with values between 0 and 1.", 1)
        return nil
      }
      return .bezier(points[0], points[1], points[2], points[3])
    default:
      compiler.error("Unknown interpolation type \(name.text ?? name.compact(limit: 4096))", 1, 0)
      return nil
    }
  }

  private static func mix(
    _ a: ExpressionValue, _ b: ExpressionValue, _ t: Double, _ space: ColorSpace
  ) throws(EvaluationError) -> ExpressionValue {
    func mix(_ a: Double, _ b: Double) -> Double { a + t * (b - a) }
    func numbers(_ a: [Double], _ b: [Double]) throws(EvaluationError) -> [Double] {
      guard a.count == b.count else { throw EvaluationError("Values of lengths \(a.count) and \(b.count) cannot be interpolated.") }
      return zip(a, b).map(mix)
    }
    switch (a, b) {
    case (.number(let x), .number(let y)): return .number(mix(x, y))
    case (.color(let x), .color(let y)): return .color(x.interpolated(to: y, t, in: space))
    case (.list(let x), .list(let y)):
      return .list(try numbers(x.compactMap(\.number), y.compactMap(\.number)).map { .number($0) })
    case (.padding(let x), .padding(let y)): return .padding(try numbers(x, y))
    case (.numbers(let x), .numbers(let y)): return .numbers(try numbers(x, y))
    case (.colors(let x), .colors(let y)):
      guard x.count == y.count else {
        throw EvaluationError("colorArray: Arrays have mismatched length (\(x.count) vs. \(y.count)), unable to interpolate.")
      }
      return .colors(zip(x, y).map { $0.interpolated(to: $1, t, in: space) })
    case (.anchors(let x), .anchors(let y)):
      guard x.map(\.name) == y.map(\.name) else { throw EvaluationError("Cannot interpolate values containing mismatched anchors.") }
      var result = x
      for i in result.indices { result[i].offset = try numbers(x[i].offset, y[i].offset) }
      return .anchors(result)
    case (.projection(let from, let fromEnd, _), .projection(_, let to, _)):
      return .projection(from: fromEnd.isEmpty ? from : fromEnd, to: to, transition: t)
    default: throw EvaluationError("Values of types \(a.type) and \(b.type) cannot be interpolated.")
    }
  }
}
