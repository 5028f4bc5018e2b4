public import TesseraGeometry

/// Where keys send the focus. A value.
public enum FocusDirection: String, Sendable, CaseIterable, Hashable {
  /// To what lies on that side, as an arrow key or a D-pad.
  case left, right, up, down
  /// To what comes next or before in the order of the tree, as Tab or a rotary encoder: reading order, whichever way lines run.
  case next, previous

  /// The one that leads back.
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

  /// Along which axis it leads; nil for those that go by order.
  public var axis: Axis? {
    switch self {
    case .left, .right: .horizontal
    case .up, .down: .vertical
    case .next, .previous: nil
    }
  }

  /// Whether it leads to larger coordinates, or onwards in the order.
  public var isForward: Bool { self == .right || self == .down || self == .next }

  /// Where a key sends the focus when nobody else wants it; nil: nowhere.
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

/// How the focus comes to a node.
public struct FocusArrival: Sendable, Hashable {
  /// The way that it took.
  public var direction: FocusDirection
  /// Where it was before, in the coordinates of the node's box, logical units; nil where nothing had it.
  public var area: Rect?

  /// Makes an arrival.
  public init(direction: FocusDirection, area: Rect? = nil) {
    self.direction = direction
    self.area = area
  }
}

/// What a node is to the focus of what is below it.
public enum FocusScope: String, Sendable, CaseIterable, Hashable {
  /// Nothing of its own.
  case none
  /// Arrow keys stay inside while there is something to go to, and come back to what had the focus last.
  case group
  /// The focus stays inside as long as the node is seen: for what lies over everything else and wants an answer.
  case trap
}

/// Whether keys can give a node the focus.
public enum Focusability: String, Sendable, CaseIterable, Hashable {
  /// As its type says.
  case automatic
  /// They can. Enter and space send `tap` where the node's type does nothing else with them.
  case always
  /// They cannot.
  case never
}
