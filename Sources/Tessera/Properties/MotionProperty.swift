internal import TesseraGeometry
internal import TesseraRender

/// An animated property of every node. The raw value is its name in scene files.
enum MotionProperty: String, Sendable, CaseIterable, Hashable {
  case opacity, transform, background, cornerRadius, border, shadow, backdropBlur

  /// Whether it moves or enlarges the node. Such properties are not animated with reduced motion.
  var isSpatial: Bool { self == .transform }

  /// The property at a key path of ``NodeProperties``; nil for those that cannot be animated.
  init?(_ path: PartialKeyPath<NodeProperties>) {
    switch path {
    case \NodeProperties.opacity: self = .opacity
    case \NodeProperties.transform: self = .transform
    case \NodeProperties.background: self = .background
    case \NodeProperties.cornerRadii: self = .cornerRadius
    case \NodeProperties.border: self = .border
    case \NodeProperties.shadow: self = .shadow
    case \NodeProperties.backdropBlur: self = .backdropBlur
    default: return nil
    }
  }

  /// Returns whether the property differs.
  func differs(_ a: NodeProperties, _ b: NodeProperties) -> Bool {
    switch self {
    case .opacity: a.opacity != b.opacity
    case .transform: a.transform != b.transform
    case .background: a.background != b.background
    case .cornerRadius: a.cornerRadii != b.cornerRadii
    case .border: a.border != b.border
    case .shadow: a.shadow != b.shadow
    case .backdropBlur: a.backdropBlur != b.backdropBlur
    }
  }

  /// Copies the property from other properties.
  func copy(from source: NodeProperties, to target: inout NodeProperties) {
    switch self {
    case .opacity: target.opacity = source.opacity
    case .transform: target.transform = source.transform
    case .background: target.background = source.background
    case .cornerRadius: target.cornerRadii = source.cornerRadii
    case .border: target.border = source.border
    case .shadow: target.shadow = source.shadow
    case .backdropBlur: target.backdropBlur = source.backdropBlur
    }
  }

  /// Returns the numbers to interpolate between; nil if that is impossible. A value that is absent at one end fades there.
  func ends(from a: NodeProperties, to b: NodeProperties) -> (from: MotionVector, to: MotionVector, template: MotionTemplate)? {
    switch self {
    case .opacity: return (a.opacity.motionVector, b.opacity.motionVector, .opacity)
    case .backdropBlur: return (a.backdropBlur.motionVector, b.backdropBlur.motionVector, .backdropBlur)
    case .cornerRadius: return (a.cornerRadii.motionVector, b.cornerRadii.motionVector, .cornerRadii)
    case .transform:
      let from = a.transform.motionVector
      return (from, b.transform.motionVector(near: from), .transform)
    case .background:
      guard let from = a.background ?? b.background?.faded, let to = b.background ?? a.background?.faded else { return nil }
      let (start, end) = (from.matching(to), to.matching(from))
      return start.canMove(to: end) ? (start.motionVector, end.motionVector, .background(end)) : nil
    case .border:
      func absent(_ like: Border?) -> Border? { like.map { Border(width: $0.width, color: $0.color.opacity(0), style: $0.style) } }
      guard let from = a.border ?? absent(b.border), let to = b.border ?? absent(a.border) else { return nil }
      return (from.motionVector, to.motionVector, .border(to.style))
    case .shadow:
      func absent(_ like: Shadow?) -> Shadow? {
        like.map { Shadow(color: $0.color.opacity(0), offset: $0.offset, radius: $0.radius, spread: $0.spread) }
      }
      guard let from = a.shadow ?? absent(b.shadow), let to = b.shadow ?? absent(a.shadow) else { return nil }
      return (from.motionVector, to.motionVector, .shadow)
    }
  }
}

/// A value whose numbers are replaced during a motion.
enum MotionTemplate: Sendable {
  case opacity, transform, cornerRadii, shadow, backdropBlur
  case border(Border.Style)
  case background(Paint)
  case attribute(AttributeValue)
  /// The share of new content, from 0 to 1.
  case content

  /// Tolerance within which a motion ends.
  var tolerance: MotionVector {
    switch self {
    case .opacity: MotionVector([0.002])
    case .transform: Transform.identity.motionTolerance
    case .cornerRadii: CornerRadii.zero.motionTolerance
    case .border: Border(width: 0, color: .clear).motionTolerance
    case .shadow: Shadow(color: .clear, radius: 0).motionTolerance
    case .backdropBlur: MotionVector([0.05])
    case .background: MotionVector([0.002])
    case .attribute: MotionVector([0.001])
    case .content: MotionVector([0.002])
    }
  }

  /// Puts the numbers into `properties`; does nothing for an attribute and for content.
  func put(_ v: MotionVector, into properties: inout NodeProperties) {
    switch self {
    case .opacity: properties.opacity = min(1, max(0, v[0]))
    case .transform:
      let transform = Transform.identity.moved(to: v)
      if transform.isFinite { properties.transform = transform }
    case .cornerRadii: properties.cornerRadii = CornerRadii.zero.moved(to: v)
    case .border(let style): properties.border = Border(width: 0, color: .clear, style: style).moved(to: v)
    case .shadow: properties.shadow = Shadow(color: .clear, radius: 0).moved(to: v)
    case .backdropBlur: properties.backdropBlur = max(0, v[0])
    case .background(let paint): properties.background = paint.moved(to: v)
    case .attribute, .content: break
    }
  }
}

/// Properties of a node in motion.
struct MovingProperties: OptionSet, Sendable {
  let rawValue: UInt8

  /// Properties that change the area in which a node is shown.
  static let areas: MovingProperties = [.one(.transform), .one(.shadow)]

  static func one(_ property: MotionProperty) -> MovingProperties {
    switch property {
    case .opacity: MovingProperties(rawValue: 1)
    case .transform: MovingProperties(rawValue: 2)
    case .background: MovingProperties(rawValue: 4)
    case .cornerRadius: MovingProperties(rawValue: 8)
    case .border: MovingProperties(rawValue: 16)
    case .shadow: MovingProperties(rawValue: 32)
    case .backdropBlur: MovingProperties(rawValue: 64)
    }
  }

  /// Returns `properties` with the shown values of these properties.
  func overlay(_ shown: NodeProperties, on properties: NodeProperties) -> NodeProperties {
    var result = properties
    for property in MotionProperty.allCases where contains(.one(property)) { property.copy(from: shown, to: &result) }
    return result
  }
}
