internal import TesseraJSON

extension StyleChecker {
  /// Checks the value of a property: a constant, an expression or a function.
  mutating func checkValue(_ value: MapValue, _ spec: PropertySpec, _ path: [JSONStep], isLayout: Bool = false) {
    if case .map = value { return checkFunction(value, spec, path) }
    if case .list(let items) = value, let name = items.first?.text,
      ExpressionOperators.special[name] != nil || CompoundOperators.all[name] != nil
    {
      return checkExpression(value, spec, path, isLayout: isLayout)
    }
    checkConstant(value, spec, path)
  }

  private mutating func checkExpression(_ value: MapValue, _ spec: PropertySpec, _ path: [JSONStep], isLayout: Bool) {
    switch StyleExpression.compile(value, spec) {
    case .failure(let failure):
      for problem in failure.list { report(problem, path) }
    case .success(let expression):
      if isLayout, Self.usesState(expression.node) {
        report(path, "\"feature-state\" data expressions are not supported with layout properties.")
      }
    }
  }

  static func usesState(_ node: ExpressionNode) -> Bool { node.name == "feature-state" || node.children.contains(where: usesState) }

  /// Reports an error in an expression, at the line where the expression begins.
  private mutating func report(_ problem: ExpressionProblem, _ path: [JSONStep]) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(Problem(path: path, message: "\(Self.name(path))\(problem.key): \(problem.message)"))
  }

  mutating func checkRange(_ number: Double, _ spec: PropertySpec, _ path: [JSONStep]) {
    if let minimum = spec.minimum, number < minimum {
      report(path, "\(JSONNumber.text(number)) is less than the minimum value \(JSONNumber.text(minimum))")
    }
    if let maximum = spec.maximum, number > maximum {
      report(path, "\(JSONNumber.text(number)) is greater than the maximum value \(JSONNumber.text(maximum))")
    }
  }

  private mutating func checkConstant(_ value: MapValue, _ spec: PropertySpec, _ path: [JSONStep]) {
    switch spec.type {
    case "number": if checkType(value, "number", path) { checkRange(value.number ?? 0, spec, path) }
    case "boolean": _ = checkType(value, "boolean", path)
    case "string", "resolvedImage": _ = checkType(value, "string", path)
    case "color":
      guard let text = value.text else { return report(path, "color expected, \(value.typeName) found") }
      if MapColor(css: text) == nil { report(path, "color expected, \"\(text)\" found") }
    case "enum":
      guard let text = value.text, spec.values.contains(text) else {
        return report(path, "expected one of [\(spec.values.joined(separator: ", "))], \(value.compact(limit: 60)) found")
      }
    case "array": checkArray(value, spec, path)
    case "padding", "numberArray", "colorArray":
      guard let items = value.list else {
        if spec.type == "colorArray" {
          if value.text.flatMap({ MapColor(css: $0) }) == nil { report(path, "color expected, \(value.compact(limit: 60)) found") }
        } else {
          _ = checkType(value, "number", path)
        }
        return
      }
      if items.isEmpty { return report(path, "array length at least 1 expected, length 0 found") }
      for (i, item) in items.enumerated() {
        checkConstant(item, PropertySpec(type: spec.type == "colorArray" ? "color" : "number"), path + [.index(i)])
      }
    default: break
    }
  }

  private mutating func checkArray(_ value: MapValue, _ spec: PropertySpec, _ path: [JSONStep]) {
    guard let items = value.list else { return report(path, "array expected, \(value.typeName) found") }
    if let length = spec.length, items.count != length {
      return report(path, "array length \(length) expected, length \(items.count) found")
    }
    guard let type = spec.itemType else { return }
    var item = PropertySpec(type: type)
    (item.values, item.minimum, item.maximum) = (spec.values, spec.minimum, spec.maximum)
    for (i, value) in items.enumerated() { checkConstant(value, item, path + [.index(i)]) }
  }

  // MARK: functions

  private mutating func checkFunction(_ value: MapValue, _ spec: PropertySpec, _ path: [JSONStep]) {
    let kind = LegacyFunction.kind(value, spec)
    if kind == "identity" {
      if value["property"] == nil { report(path, "missing required property \"property\"") }
      if value["stops"] != nil { report(path + [.key("stops")], "identity function may not have a \"stops\" property") }
      return
    }
    guard let stops = value["stops"] else { return report(path, "missing required property \"stops\"") }
    if let base = value["base"] { _ = checkType(base, "number", path + [.key("base")]) }
    guard checkType(stops, "array", path + [.key("stops")]), let list = stops.list else { return }
    if list.isEmpty { return report(path + [.key("stops")], "array must have at least one stop") }
    let isZoomAndFeature = if case .map? = list[0].list?.first { true } else { false }
    if kind == "exponential", !spec.isInterpolated { report(path, "exponential functions not supported") }
    if value["property"] == nil, kind == "categorical" || isZoomAndFeature { report(path, "\"property\" property is required") }
    if value["property"] != nil, !spec.isDataDriven { report(path, "property functions not supported") }
    if value["property"] == nil || isZoomAndFeature, !spec.allowsZoom { report(path, "zoom functions not supported") }
    if let fallback = value["default"] { checkConstant(fallback, spec, path + [.key("default")]) }
    checkStops(list, kind, value["property"] != nil, spec, path + [.key("stops")])
  }

  private mutating func checkStops(_ stops: [MapValue], _ kind: String, _ isFeature: Bool, _ spec: PropertySpec, _ path: [JSONStep]) {
    var domain = StopDomain(kind: kind, isFeature: isFeature)
    for (i, stop) in stops.enumerated() {
      let own = path + [.index(i)]
      guard let items = stop.list else {
        report(own, "array expected, \(stop.typeName) found")
        continue
      }
      guard items.count == 2 else {
        report(own, "array length 2 expected, length \(items.count) found")
        continue
      }
      for problem in domain.add(items[0], isFirst: i == 0) { report(own + problem.steps, problem.message) }
      if let name = items[1].list?.first?.text, ExpressionOperators.special[name] != nil || CompoundOperators.all[name] != nil {
        report(own + [.index(1)], "expressions are not allowed in function stops.")
      } else {
        checkConstant(items[1], spec, own + [.index(1)])
      }
    }
  }

  // MARK: filters

  mutating func checkFilter(_ filter: MapValue, _ path: [JSONStep]) {
    if StyleFilter.isExpression(filter) {
      switch StyleExpression.compile(filter, StyleFilter.spec) {
      case .failure(let failure): for problem in failure.list { report(problem, path) }
      case .success(let expression):
        if Self.usesState(expression.node) { report(path, "\"feature-state\" data expressions are not supported with filters.") }
      }
      return
    }
    checkOldFilter(filter, path)
  }

  private static let operators = ["==", "!=", ">", ">=", "<", "<=", "in", "!in", "all", "any", "none", "has", "!has"]

  private mutating func checkOldFilter(_ filter: MapValue, _ path: [JSONStep]) {
    guard let items = filter.list else { return report(path, "array expected, \(filter.typeName) found") }
    guard let first = items.first else { return report(path, "filter array must have at least 1 element") }
    guard let name = first.text, Self.operators.contains(name) else {
      return report(path + [.index(0)], "expected one of [\(Self.operators.joined(separator: ", "))], \(first.compact(limit: 60)) found")
    }
    switch name {
    case "all", "any", "none":
      for (i, item) in items.enumerated().dropFirst() { checkOldFilter(item, path + [.index(i)]) }
      return
    case "has", "!has":
      if items.count != 2 { report(path, "filter array for \"\(name)\" operator must have 2 elements") }
    case "<", "<=", ">", ">=":
      if items.count > 1, items[1].text == "$type" { report(path, "\"$type\" cannot be use with operator \"\(name)\"") }
      fallthrough
    case "==", "!=": if items.count != 3 { report(path, "filter array for operator \"\(name)\" must have 3 elements") }
    default: break
    }
    guard items.count > 1 else { return }
    _ = checkType(items[1], "string", path + [.index(1)])
    for (i, item) in items.enumerated().dropFirst(2) {
      if items[1].text == "$type" {
        guard let text = item.text, ["Point", "LineString", "Polygon"].contains(text) else {
          report(path + [.index(i)], "expected one of [Point, LineString, Polygon], \(item.compact(limit: 60)) found")
          continue
        }
      } else if item.list != nil || item.members != nil {
        report(path + [.index(i)], "string, number, or boolean expected, \(item.typeName) found")
      }
    }
  }
}

/// Inputs of a function's stops: their order and type.
struct StopDomain {
  /// Error at a place below the stop.
  struct Problem {
    var steps: [JSONStep]
    var message: String
  }

  let kind: String
  let isFeature: Bool
  private var previous: MapValue?
  private var zoom: Double?
  private var seen: Set<MapValue> = []

  init(kind: String, isFeature: Bool) { (self.kind, self.isFeature) = (kind, isFeature) }

  mutating func add(_ input: MapValue, isFirst: Bool) -> [Problem] {
    guard case .map = input else { return domain(input, [.index(0)]) }
    guard let level = input["zoom"] else { return [Problem(steps: [], message: "object stop key must have zoom")] }
    guard let value = input["value"] else { return [Problem(steps: [], message: "object stop key must have value")] }
    var problems: [Problem] = []
    if let number = level.number {
      if let zoom, zoom > number { problems.append(Problem(steps: [], message: "stop zoom values must appear in ascending order")) }
      if number != zoom { (previous, seen) = (nil, []) }
      zoom = number
    } else {
      problems.append(Problem(steps: [.index(0), .key("zoom")], message: "number expected, \(level.typeName) found"))
    }
    return problems + domain(value, [.index(0), .key("value")])
  }

  private mutating func domain(_ value: MapValue, _ steps: [JSONStep]) -> [Problem] {
    switch value {
    case .number, .text, .boolean: break
    default:
      return [
        Problem(
          steps: steps,
          message: isFeature ? "stop domain value must be a number, string, or boolean" : "number expected, \(value.typeName) found")
      ]
    }
    if kind != "categorical", value.number == nil {
      let hint = isFeature ? "" : "\nIf you intended to use a categorical function, specify `\"type\": \"categorical\"`."
      return [Problem(steps: steps, message: "number expected, \(value.typeName) found\(hint)")]
    }
    if let previous, previous.typeName != value.typeName {
      return [
        Problem(steps: steps, message: "\(value.typeName) stop domain type must match previous stop domain type \(previous.typeName)")
      ]
    }
    var problems: [Problem] = []
    if kind == "categorical" {
      if let number = value.number, number != number.rounded() {
        problems.append(Problem(steps: steps, message: "integer expected, found \(JSONNumber.text(number))"))
      }
      if !seen.insert(value).inserted { problems.append(Problem(steps: steps, message: "stop domain values must be unique")) }
    } else if let number = value.number, let last = previous?.number, number < last {
      problems.append(Problem(steps: steps, message: "stop domain values must appear in ascending order"))
    }
    previous = value
    return problems
  }
}
