// Motions in scene files.

extension AttributeKind {
  /// A curve by name, the four numbers of a cubic Bézier curve, or `{steps: 4, jump: end}`.
  public static let easing = AttributeKind.either([
    .choice(Easing.named.map(\.name)), .list(.number(-1000...1000)),
    .map(["steps": .integer(1...100_000), "jump": .choice(Easing.Jump.allCases.map(\.rawValue))]),
  ])

  /// A motion: the name `spring` or of a curve, or a map.
  public static let motion: AttributeKind = {
    let spring = AttributeKind.map([
      "duration": .number(0.001...3600), "bounce": .number(-0.99...0.999), "stiffness": .number(0.001...1e6), "damping": .number(0...1e5),
      "mass": .number(0.001...1e6),
    ])
    return .either([
      .choice(["none", "spring"] + Easing.named.map(\.name)), .number(0...3600),
      .map([
        "spring": .either([.number(0.001...3600), spring]), "curve": .easing, "duration": .number(0...3600), "delay": .number(0...3600),
        "repeat": .either([.choice(["forever"]), .integer(1...1_000_000)]), "autoreverse": .boolean,
      ]),
    ])
  }()
}

extension Easing {
  static let named: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("ease", .ease), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut), ("hold", .hold),
  ]

  /// Makes the curve that a scene file describes; nil if the value is not a curve.
  public init?(_ value: AttributeValue) {
    if let name = value.text {
      guard let named = Self.named.first(where: { $0.name == name }) else { return nil }
      self = named.easing
    } else if let steps = value["steps"]?.number {
      self = .steps(Int(steps), value["jump"]?.text.flatMap(Jump.init(rawValue:)) ?? .end)
    } else {
      guard let numbers = value.list?.compactMap(\.number), numbers.count == 4 else { return nil }
      self = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  /// The curve as a value of a scene file.
  public var attributeValue: AttributeValue {
    if let name = Self.named.first(where: { $0.easing == self })?.name { return .text(name) }
    switch kind {
    case .bezier(let c): return .list([c.x1, c.y1, c.x2, c.y2].map(AttributeValue.number))
    case .steps(let count, let jump): return .map([("steps", .number(Double(count))), ("jump", .text(jump.rawValue))])
    }
  }
}

extension Motion {
  /// Duration in seconds of a motion that names only its curve.
  static let plainDuration = 0.25

  /// Makes the motion that a scene file describes; nil if the value is not a motion.
  public init?(_ value: AttributeValue) {
    if let seconds = value.number {
      self = .ease(seconds)
      return
    }
    if let name = value.text {
      if name == "none" {
        self = .none
      } else if name == "spring" {
        self = .standard
      } else {
        guard let easing = Easing(value) else { return nil }
        self = .eased(easing, duration: Self.plainDuration)
      }
      return
    }
    guard case .map = value else { return nil }
    var made: Motion
    if let spring = value["spring"] {
      if let stiffness = spring["stiffness"]?.number {
        made = .spring(stiffness: stiffness, damping: spring["damping"]?.number ?? 1, mass: spring["mass"]?.number ?? 1)
      } else {
        made = .spring(duration: spring.number ?? spring["duration"]?.number ?? 0.4, bounce: spring["bounce"]?.number ?? 0)
      }
    } else {
      guard let easing = value["curve"].map(Easing.init) ?? .ease else { return nil }
      made = .eased(easing, duration: value["duration"]?.number ?? Self.plainDuration)
    }
    if let delay = value["delay"]?.number { made = made.delayed(by: delay) }
    if value["repeat"] != nil || value["autoreverse"]?.boolean == true {
      made = made.repeating(
        value["repeat"]?.text == "forever" ? nil : value["repeat"]?.number.map { Int($0) } ?? 2,
        autoreversing: value["autoreverse"]?.boolean ?? false)
    }
    self = made
  }

  /// The motion as a value of a scene file.
  public var attributeValue: AttributeValue {
    if self == .none { return .text("none") }
    var pairs: [(key: String, value: AttributeValue)]
    switch kind {
    case .spring(let spring):
      let bounce = spring.dampingRatio <= 1 ? 1 - spring.dampingRatio : 1 / spring.dampingRatio - 1
      let round = { (v: Double) in (v * 1e9).rounded() / 1e9 }
      pairs = [("spring", .map([("duration", .number(round(2 * .pi / spring.frequency))), ("bounce", .number(round(bounce)))]))]
    case .eased(let easing, let duration): pairs = [("curve", easing.attributeValue), ("duration", .number(duration))]
    }
    if delay > 0 { pairs.append(("delay", .number(delay))) }
    if repeats != 1 { pairs.append(("repeat", repeats.isFinite ? .number(repeats) : .text("forever"))) }
    if autoreverses { pairs.append(("autoreverse", .boolean(true))) }
    return .map(pairs)
  }
}
