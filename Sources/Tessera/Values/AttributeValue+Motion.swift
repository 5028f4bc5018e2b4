internal import TesseraRender

// Animated attributes: numbers, colours, outlines, and lists and maps of these.

extension AttributeValue: Animatable {
  public var motionVector: MotionVector {
    switch self {
    case .number(let number): number.motionVector
    case .color(let color): color.motionVector
    case .path(let path): path.motionVector
    case .list(let list): list.motionVector
    case .map(let pairs): pairs.map(\.value).motionVector
    case .text, .boolean: MotionVector([])
    }
  }

  public func moved(to vector: MotionVector) -> AttributeValue {
    switch self {
    case .number(let number): .number(number.moved(to: vector))
    case .color(let color): .color(color.moved(to: vector))
    case .path(let path): .path(path.moved(to: vector))
    case .list(let list): .list(list.moved(to: vector))
    case .map(let pairs): .map(zip(pairs.map(\.key), pairs.map(\.value).moved(to: vector)).map { ($0, $1) })
    case .text, .boolean: self
    }
  }

  /// Whether the values can be interpolated: numbers, colours, paths of the same steps, lists of the same length, maps of the same keys. Texts and
  /// truth values must be equal.
  public func canMove(to target: AttributeValue) -> Bool {
    switch (self, target) {
    case (.number, .number), (.color, .color): true
    case (.path(let a), .path(let b)): a.canMove(to: b)
    case (.list(let a), .list(let b)): a.canMove(to: b)
    case (.map(let a), .map(let b)): a.map(\.key) == b.map(\.key) && a.map(\.value).canMove(to: b.map(\.value))
    default: self == target
    }
  }
}

extension AttributeValue {
  /// An outline if the value is a text of path data; otherwise the value.
  var outlined: AttributeValue {
    guard case .text(let data) = self, let path = Path(svg: data), !path.isEmpty else { return self }
    return .path(path)
  }
}

extension AttributeKind {
  /// Whether values of the kind can be animated.
  var mayMove: Bool {
    switch self {
    case .number, .integer, .color, .path: true
    case .text, .boolean, .choice, .language, .asset: false
    case .list(let kind), .named(let kind): kind.mayMove
    case .map(let kinds): kinds.values.contains(where: \.mayMove)
    case .either(let kinds): kinds.contains(where: \.mayMove)
    }
  }

  /// Whether values of the kind can contain path data.
  private var holdsPaths: Bool {
    switch self {
    case .path: true
    case .text, .number, .integer, .boolean, .color, .choice, .language, .asset: false
    case .list(let kind), .named(let kind): kind.holdsPaths
    case .map(let kinds): kinds.values.contains(where: \.holdsPaths)
    case .either(let kinds): kinds.contains(where: \.holdsPaths)
    }
  }

  /// Returns the value with path data as outlines, which can be animated.
  func movable(_ value: AttributeValue) -> AttributeValue { holdsPaths ? outlined(value) : value }

  private func outlined(_ value: AttributeValue) -> AttributeValue {
    switch (self, value) {
    case (.path, .text): value.outlined
    case (.list(let kind), .list(let list)): .list(list.map(kind.outlined))
    case (.named(let kind), .map(let pairs)): .map(pairs.map { ($0.key, kind.outlined($0.value)) })
    case (.map(let kinds), .map(let pairs)): .map(pairs.map { ($0.key, kinds[$0.key]?.outlined($0.value) ?? $0.value) })
    default: value
    }
  }

  /// Returns the value with its numbers clamped to the ranges of the kind, and rounded for integers. A spring overshoots its ends.
  func clamped(_ value: AttributeValue) -> AttributeValue {
    switch (self, value) {
    case (.number(let range), .number(let v)): return .number(min(range.upperBound, max(range.lowerBound, v)))
    case (.integer(let range), .number(let v)):
      return .number(min(Double(range.upperBound), max(Double(range.lowerBound), v.rounded())))
    case (.list(let kind), .list(let list)): return .list(list.map(kind.clamped))
    case (.named(let kind), .map(let pairs)): return .map(pairs.map { ($0.key, kind.clamped($0.value)) })
    case (.map(let kinds), .map(let pairs)): return .map(pairs.map { ($0.key, kinds[$0.key]?.clamped($0.value) ?? $0.value) })
    case (.either(let kinds), _):
      let fitting = kinds.first { kind in
        switch (kind, value) {
        case (.number, .number), (.integer, .number), (.color, .color), (.list, .list), (.map, .map), (.named, .map): true
        default: false
        }
      }
      return fitting?.clamped(value) ?? value
    default: return value
    }
  }
}
