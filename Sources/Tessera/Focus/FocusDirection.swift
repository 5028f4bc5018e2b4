public import TesseraGeometry

/// Direction of a focus move. A value.
public enum FocusDirection: String, Sendable, CaseIterable, Hashable {
  /// Spatial direction, for an arrow key or a D-pad.
  case left, right, up, down
  /// Next or previous node in the order of the tree, for Tab or a rotary encoder. This is reading order in both layout directions.
  case next, previous

  /// Opposite direction.
  public var opposite: FocusDirection {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    case .next: .previous
    case .previous: .next
    }
  }

  /// Axis of the direction; nil for next and previous.
  public var axis: Axis? {
    switch self {
    case .left, .right: .horizontal
    case .up, .down: .vertical
    case .next, .previous: nil
    }
  }

  /// Whether the direction is towards larger coordinates, or forward in the order.
  public var isForward: Bool { self == .right || self == .down || self == .next }

  /// Creates the direction of a key that no node handled; nil if the key does not move the focus.
  public init?(_ press: KeyPress) {
    switch (press.key, press.modifiers) {
    case (.left, []): self = .left
    case (.right, []): self = .right
    case (.up, []): self = .up
    case (.down, []): self = .down
    case (.tab, []), (.next, []): self = .next
    case (.tab, .shift), (.previous, []): self = .previous
    default: return nil
    }
  }
}

/// Circumstances of a focus move to a node.
public struct FocusArrival: Sendable, Hashable {
  /// Direction of the move.
  public var direction: FocusDirection
  /// Previously focused area, in the coordinates of the node's box, logical units; nil if there was no focus.
  public var area: Rect?

  /// Creates an arrival.
  public init(direction: FocusDirection, area: Rect? = nil) {
    self.direction = direction
    self.area = area
  }
}

/// Effect of a node on focus moves of its descendants.
public enum FocusScope: String, Sendable, CaseIterable, Hashable {
  /// No effect.
  case none
  /// Arrow keys stay inside while there is a target, and return to the node that was focused last.
  case group
  /// The focus stays inside as long as the node is visible, for modal content.
  case trap
}

/// Whether keys can focus a node.
public enum Focusability: String, Sendable, CaseIterable, Hashable {
  /// Decided by its type.
  case automatic
  /// Focusable. Enter and space send `tap` if the node's type does not handle them.
  case always
  /// Not focusable.
  case never
}
