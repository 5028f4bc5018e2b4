public import TesseraGeometry

/// Overlapping children, each at its own position (`.layoutPosition(x, y)`). The spec encloses them and the origin.
public struct Absolute: LayoutElement {
  let sizing: Relative.Sizing
  let children: [any LayoutElement]

  /// Creates an absolute spec.
  ///
  /// Without `sizing` it is as large as its parent stretches it; with `sizing` it is as large as the children together.
  public init(sizing: Relative.Sizing = [], @LayoutElementBuilder _ children: () -> [any LayoutElement]) {
    self.sizing = sizing
    self.children = children()
  }

  /// Appends a box with the children at their positions.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle.spec {
      $0.direction = .column
      $0.wrap = .overlay
      $0.alignItems = .flexStart
      if sizing.contains(.minimumWidth) { $0.width = .fitContent }
      if sizing.contains(.minimumHeight) { $0.height = .fitContent }
    }
    adjust(&style)
    builder.name("Absolute", isSpec: true)
    builder.container(style: style) { b in
      for child in children { child.append(to: &b) { $0.flexShrink = 0 } }
    }
  }
}

/// A child with a small element centred on one of its corners, such as a badge.
public struct Corner: LayoutElement {
  /// Corner; start and end follow the writing direction.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    /// Top left if lines run from left to right.
    case topStart
    /// Top right if lines run from left to right.
    case topEnd
    /// Bottom left if lines run from left to right.
    case bottomStart
    /// Bottom right if lines run from left to right.
    case bottomEnd

    var wrappedCorner: WrappedCorner {
      switch self {
      case .topStart: .topStart
      case .topEnd: .topEnd
      case .bottomStart: .bottomStart
      case .bottomEnd: .bottomEnd
      }
    }
    var isTop: Bool { self == .topStart || self == .topEnd }
    var isStart: Bool { self == .topStart || self == .bottomStart }
  }

  let child: any LayoutElement
  let corner: any LayoutElement
  let place: Place
  let offset: Point
  let wraps: Bool

  /// Creates a badge on `child`.
  ///
  /// - Parameters:
  ///   - child: element that carries the badge.
  ///   - corner: the badge.
  ///   - place: corner for the badge.
  ///   - offset: offset of the corner element towards the end of the line and down, logical units.
  ///   - wraps: whether the spec grows to enclose a corner element that extends beyond the corner, whatever determines its size.
  public init(
    _ child: any LayoutElement, corner: any LayoutElement, at place: Place = .topEnd, offset: Point = .zero, wraps: Bool = false
  ) {
    self.child = child
    self.corner = corner
    self.place = place
    self.offset = offset
    self.wraps = wraps
  }

  /// Appends the child, then an empty box at the corner with the corner element inside.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle.spec { $0.direction = .column }
    adjust(&style)
    builder.name("Corner \(place.rawValue)", isSpec: true)
    builder.container(style: style) { b in
      let holder = b.count
      b.name("")
      b.container(style: .spec { $0.direction = .column }) { b in
        b.styles[holder].fillMainAxis()
        child.append(to: &b) { $0.fillMainAxis() }
        let anchor = LayoutStyle.spec {
          $0.position = .absolute
          $0.width = .points(0)
          $0.height = .points(0)
          $0.justifyContent = .center
          $0.alignItems = .center
          $0.inset.top = .percent(place.isTop ? 0 : 100)
          $0.inset.start = .percent(place.isStart ? 0 : 100)
          $0.margin.top = .points(offset.y)
          $0.margin.start = .points(offset.x)
        }
        b.name("")
        b.container(style: anchor) { b in corner.append(to: &b) { $0.flexShrink = 0 } }
        if wraps { b.styles[holder].wrappedCorner = place.wrappedCorner }
      }
    }
  }
}
