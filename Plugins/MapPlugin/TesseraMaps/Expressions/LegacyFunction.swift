/// Functions with `stops`, the form of older styles, as expressions.
enum LegacyFunction {
  static func isFunction(_ value: MapValue) -> Bool { if case .map = value { true } else { false } }

  /// Returns the expression of a function.
  static func converted(_ function: MapValue, _ spec: PropertySpec) -> MapValue {
    guard case .list(let stops)? = function["stops"] else { return identity(function, spec) }
    let pairs = stops.compactMap { stop -> Stop? in
      guard let items = stop.list, items.count == 2 else { return nil }
      return Stop(input: items[0], output: items[1])
    }
    let isZoomAndFeature = if case .map? = pairs.first?.input { true } else { false }
    let isFeature = isZoomAndFeature || function["property"] != nil
    let converted = pairs.map { stop -> Stop in
      if !isFeature, spec.hasTokens, let text = stop.output.text { return Stop(input: stop.input, output: tokens(text)) }
      return Stop(input: stop.input, output: literal(stop.output))
    }
    if isZoomAndFeature { return zoomAndFeature(function, spec, converted) }
    return isFeature ? feature(function, spec, converted) : zoom(function, spec, converted)
  }

  private struct Stop {
    var input: MapValue
    var output: MapValue
  }

  private static func call(_ name: String, _ args: MapValue...) -> MapValue { .list([.text(name)] + args) }

  static func literal(_ value: MapValue) -> MapValue {
    switch value {
    case .list, .map: call("literal", value)
    default: value
    }
  }

  private static func get(_ function: MapValue) -> MapValue { call("get", function["property"] ?? .null) }

  private static func identity(_ function: MapValue, _ spec: PropertySpec) -> MapValue {
    let get = get(function)
    guard let fallback = function["default"] else { return spec.type == "string" ? call("string", get) : get }
    if spec.type == "enum" { return call("match", get, .list(spec.values.map { .text($0) }), get, fallback) }
    var expression: [MapValue] = [.text(spec.type == "color" ? "to-color" : spec.type)]
    if spec.type == "array" {
      expression += [.text(spec.itemType ?? "value"), spec.length.map { .number(Double($0)) } ?? .null]
    }
    return .list(expression + [get, literal(fallback)])
  }

  /// Form of a function: `exponential`, `interval`, `categorical` or `identity`.
  static func kind(_ function: MapValue?, _ spec: PropertySpec) -> String {
    function?["type"]?.text ?? (spec.isInterpolated ? "exponential" : "interval")
  }

  private static func interpolation(_ function: MapValue) -> MapValue {
    switch function["colorSpace"]?.text {
    case "hcl": .text("interpolate-hcl")
    case "lab": .text("interpolate-lab")
    default: .text("interpolate")
    }
  }

  private static func curve(_ function: MapValue) -> MapValue {
    let base = function["base"]?.number ?? 1
    return base == 1 ? call("linear") : call("exponential", .number(base))
  }

  private static func append(_ stop: Stop, to expression: inout [MapValue], isStep: Bool) {
    if expression.count > 3, expression[expression.count - 2] == stop.input { return }
    if !(isStep && expression.count == 2) { expression.append(stop.input) }
    expression.append(stop.output)
  }

  /// Adds a stop to a `step` that has none.
  private static func completed(_ expression: [MapValue]) -> MapValue {
    guard expression.first?.text == "step", expression.count == 3 else { return .list(expression) }
    return .list(expression + [.number(0), expression[2]])
  }

  private static func zoom(_ function: MapValue, _ spec: PropertySpec, _ stops: [Stop]) -> MapValue {
    let isStep = kind(function, spec) == "interval"
    var expression = isStep ? [.text("step"), call("zoom")] : [interpolation(function), curve(function), call("zoom")]
    for stop in stops { append(stop, to: &expression, isStep: isStep) }
    return completed(expression)
  }

  private static func feature(_ function: MapValue, _ spec: PropertySpec, _ stops: [Stop]) -> MapValue {
    let get = get(function)
    let fallback = literal(function["default"] ?? spec.defaultValue ?? (spec.type == "resolvedImage" ? .text("") : .null))
    var expression: [MapValue]
    switch kind(function, spec) {
    case "categorical":
      if case .boolean? = stops.first?.input {
        return .list([.text("case")] + stops.flatMap { [call("==", get, $0.input), $0.output] } + [fallback])
      }
      expression = [.text("match"), get]
      for stop in stops { append(stop, to: &expression, isStep: false) }
      return .list(expression + [fallback])
    case "interval":
      expression = [.text("step"), call("number", get)]
      for stop in stops { append(stop, to: &expression, isStep: true) }
    default:
      expression = [interpolation(function), curve(function), call("number", get)]
      for stop in stops { append(stop, to: &expression, isStep: false) }
    }
    let result = completed(expression)
    guard let value = function["default"] else { return result }
    return call("case", call("==", call("typeof", get), .text("number")), result, literal(value))
  }

  private static func zoomAndFeature(_ function: MapValue, _ spec: PropertySpec, _ stops: [Stop]) -> MapValue {
    var zooms: [Double] = []
    var groups: [Double: [Stop]] = [:]
    for stop in stops {
      guard let zoom = stop.input["zoom"]?.number else { continue }
      if groups[zoom] == nil { zooms.append(zoom) }
      groups[zoom, default: []].append(Stop(input: stop.input["value"] ?? .null, output: stop.output))
    }
    let isStep = kind(nil, spec) != "exponential"
    var expression = isStep ? [.text("step"), call("zoom")] : [interpolation(function), call("linear"), call("zoom")]
    for zoom in zooms {
      append(Stop(input: .number(zoom), output: feature(function, spec, groups[zoom] ?? [])), to: &expression, isStep: isStep)
    }
    return completed(expression)
  }

  /// Returns the expression of a text with names of properties in braces.
  static func tokens(_ text: String) -> MapValue {
    var parts: [MapValue] = [.text("concat")]
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(call("get", .text(String(rest[rest.index(after: open)..<close]))))
      rest = rest[rest.index(after: close)...]
    }
    guard parts.count > 1 else { return .text(text) }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    if parts.count == 2 { return .list([.text("to-string"), parts[1]]) }
    return .list(parts)
  }
}
