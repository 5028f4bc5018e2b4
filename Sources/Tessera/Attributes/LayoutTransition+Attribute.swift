// Transitions in scene files.

extension NodeAttribute {
  /// Declares a transition that may be absent: a map with `duration`, `curve`, `damping`, `insertion` and `removal`.
  public static func transition(_ name: String, _ path: @autoclosure @escaping Path<LayoutTransition?>, help: String) -> Self {
    let effect = AttributeKind.either([
      .choice(["none", "fade", "scale", "slide"]),
      .map(["opacity": .number(0...1), "scale": .number(0...10), "edge": .choice(TransitionEffect.Edge.allCases.map(\.rawValue))]),
    ])
    return Self(
      name,
      kind: .map([
        "duration": .number(0...3600), "delay": .number(0...3600),
        "curve": .either([.choice(TransitionCurve.named.map(\.name) + ["spring"]), .list(.number(-1000...1000))]),
        "damping": .number(0.05...1), "insertion": effect, "removal": effect,
      ]),
      help: help, get: { $0[keyPath: path()]?.attributeValue },
      set: { target, new in
        var transition = LayoutTransition()
        if let duration = new["duration"]?.number { transition.duration = duration }
        if let delay = new["delay"]?.number { transition.delay = delay }
        if let curve = new["curve"] {
          guard let read = TransitionCurve(curve, damping: new["damping"]?.number) else {
            throw AttributeError(attribute: name, reason: "must be a `curve` by name, or the four numbers of a cubic Bézier curve")
          }
          transition.curve = read
        } else if let damping = new["damping"]?.number {
          transition.curve = .spring(damping: damping)
        }
        if let effect = new["insertion"].map(TransitionEffect.init) { transition.insertion = effect }
        if let effect = new["removal"].map(TransitionEffect.init) { transition.removal = effect }
        target[keyPath: path()] = transition
      })
  }
}

extension LayoutTransition {
  /// The transition as a value of a scene file.
  var attributeValue: AttributeValue {
    var pairs: [(key: String, value: AttributeValue)] = [("duration", .number(duration))]
    switch curve.kind {
    case .spring(let spring): pairs += [("curve", .text("spring")), ("damping", .number(min(1, spring.dampingRatio)))]
    case .easing(let easing): pairs.append(("curve", easing.attributeValue))
    }
    if delay > 0 { pairs.append(("delay", .number(delay))) }
    return .map(pairs + [("insertion", insertion.attributeValue), ("removal", removal.attributeValue)])
  }
}

extension TransitionCurve {
  static let named: [(name: String, curve: TransitionCurve)] = [
    ("linear", .linear), ("ease", .ease), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
  ]

  fileprivate init?(_ value: AttributeValue, damping: Double?) {
    if let name = value.text {
      if name == "spring" {
        self = damping.map { .spring(damping: $0) } ?? .spring()
      } else if let named = Self.named.first(where: { $0.name == name }) {
        self = named.curve
      } else {
        return nil
      }
    } else {
      guard let numbers = value.list?.compactMap(\.number), numbers.count == 4 else { return nil }
      self = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }
}

extension TransitionEffect {
  fileprivate init(_ value: AttributeValue) {
    switch value.text {
    case "none": self = .none
    case "scale": self = .scale()
    case "slide": self = .slide(.start)
    case "fade": self = .fade
    default:
      self.init(
        opacity: value["opacity"]?.number ?? 1, scale: value["scale"]?.number ?? 1, edge: value["edge"]?.text.flatMap(Edge.init(rawValue:)))
    }
  }

  fileprivate var attributeValue: AttributeValue {
    if self == .none { return .text("none") }
    if self == .fade { return .text("fade") }
    var pairs: [(key: String, value: AttributeValue)] = []
    if opacity != 1 { pairs.append(("opacity", .number(opacity))) }
    if scale != 1 { pairs.append(("scale", .number(scale))) }
    if let edge { pairs.append(("edge", .text(edge.rawValue))) }
    return .map(pairs)
  }
}
