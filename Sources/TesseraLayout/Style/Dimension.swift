/// Length of a style property: `width`, `flexBasis`, `margin`, ….
///
/// Source: CSS Values 4 and CSS Sizing 3. Points are logical units. Degenerate values (NaN, infinities, negative sizes) are accepted and have a
/// defined effect; docs/layout.md states it per property.
public enum Dimension: Sendable, Hashable {
  /// Determined by the layout. As a minimum: the automatic minimum size of flex items. As a maximum: no limit (`none`).
  case auto
  /// A length in logical units.
  case points(Double)
  /// Percentage of the containing block, 0…100; larger and negative values are allowed.
  ///
  /// If the containing block is indefinite, CSS rules apply: mostly as `auto`.
  case percent(Double)
  /// The smallest width without overflow, with all optional line breaks taken; along the vertical axis the content height.
  case minContent
  /// The width without optional line breaks; along the vertical axis the content height.
  case maxContent
  /// The available space, clamped to `minContent`…`maxContent`.
  case fitContent
  /// The available space minus margins.
  case stretch
}

extension Dimension: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a length in points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }
  /// Creates a length in points.
  public init(floatLiteral value: Double) { self = .points(value) }

  /// Whether this is `auto`.
  @inlinable public var isAuto: Bool {
    if case .auto = self { return true }
    return false
  }
}

/// A `Dimension` in eight bytes: points are stored directly, other values in the payload of a NaN.
///
/// A style has about forty lengths. Packing halves its size, and copying styles is a large part of building a tree.
@usableFromInline
struct PackedDimension: Sendable, Hashable {
  @usableFromInline var bits: UInt64

  // Quiet NaNs with a tag in bits 32…39. A percentage is a Float in the low half. Its 24 bits of mantissa suffice for styles: 33.333333 %
  // of 10,000 points is exact to a thousandth of a point.
  @usableFromInline static let tagBase: UInt64 = 0x7FFC_0000_0000_0000
  @usableFromInline static let unset = PackedDimension(tag: PackedTag.unset)
  @usableFromInline static let auto = PackedDimension(tag: PackedTag.auto)
  @usableFromInline static let zero = PackedDimension(bits: 0)

  @usableFromInline init(bits: UInt64) { self.bits = bits }
  @usableFromInline init(tag: UInt64, low: UInt32 = 0) { bits = Self.tagBase | tag << 32 | UInt64(low) }

  @usableFromInline init(_ d: Dimension) {
    switch d {
    case .auto: self.init(tag: PackedTag.auto)
    case .points(let v): self.init(bits: v.isNaN ? Double.nan.bitPattern : v.bitPattern)
    case .percent(let v): self.init(tag: PackedTag.percent, low: Float(v).bitPattern)
    case .minContent: self.init(tag: PackedTag.minContent)
    case .maxContent: self.init(tag: PackedTag.maxContent)
    case .fitContent: self.init(tag: PackedTag.fitContent)
    case .stretch: self.init(tag: PackedTag.stretch)
    }
  }

  @inline(__always) var isPacked: Bool { bits & 0xFFFF_0000_0000_0000 == Self.tagBase }
  @inline(__always) var isUnset: Bool { bits == Self.unset.bits }
  @inline(__always) var isAuto: Bool { bits == Self.auto.bits }
  @inline(__always) var isZero: Bool { bits == 0 }

  @usableFromInline var dimension: Dimension {
    guard isPacked else { return .points(Double(bitPattern: bits)) }
    switch bits >> 32 & 0xFF {
    case PackedTag.percent: return .percent(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case PackedTag.minContent: return .minContent
    case PackedTag.maxContent: return .maxContent
    case PackedTag.fitContent: return .fitContent
    case PackedTag.stretch: return .stretch
    default: return .auto
    }
  }

  @usableFromInline var optional: Dimension? { isUnset ? nil : dimension }
}

/// Tags of packed dimensions that are not points.
enum PackedTag {
  static let unset: UInt64 = 0
  static let auto: UInt64 = 1
  static let percent: UInt64 = 2
  static let minContent: UInt64 = 3
  static let maxContent: UInt64 = 4
  static let fitContent: UInt64 = 5
  static let stretch: UInt64 = 6
}
