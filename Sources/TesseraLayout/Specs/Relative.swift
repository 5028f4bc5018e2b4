/// A child at one of nine positions in the space of the spec.
public struct Relative: LayoutElement {
  /// Position of the child along one axis.
  public enum Position: String, Sendable, Hashable, CaseIterable {
    /// The child fills the axis, unless it has its own size.
    case none
    /// At the start of lines; at the top.
    case start
    /// In the middle.
    case center
    /// At the end of lines; at the bottom.
    case end
  }

  /// Whether the spec is as large as its space (if its parent stretches it) or as its child.
  public struct Sizing: OptionSet, Sendable, Hashable {
    /// Bits of the set.
    public let rawValue: UInt8
    /// Creates a set from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// As wide as the child.
    public static let minimumWidth = Sizing(rawValue: 1)
    /// As high as the child.
    public static let minimumHeight = Sizing(rawValue: 2)
    /// As large as the child.
    public static let minimumSize: Sizing = [.minimumWidth, .minimumHeight]
  }

  let horizontal: Position
  let vertical: Position
  let sizing: Sizing
  var name: String?
  let children: [any LayoutElement]

  /// Creates a spec that positions its child; several children overlap.
  public init(
    horizontal: Position = .none, vertical: Position = .none, sizing: Sizing = [],
    @LayoutElementBuilder _ children: () -> [any LayoutElement]
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.sizing = sizing
    self.children = children()
  }

  /// Appends a box that places the child.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle.spec {
      $0.direction = .column
      $0.wrap = children.count > 1 ? .overlay : .noWrap
      switch horizontal {
      case .none: $0.alignItems = .stretch
      case .start: $0.alignItems = .start
      case .center: $0.alignItems = .center
      case .end: $0.alignItems = .end
      }
      switch vertical {
      case .none, .start: $0.justifyContent = .start
      case .center: $0.justifyContent = .center
      case .end: $0.justifyContent = .end
      }
      if sizing.contains(.minimumWidth) { $0.width = .fitContent }
      if sizing.contains(.minimumHeight) { $0.height = .fitContent }
    }
    adjust(&style)
    builder.name(name ?? "Relative \(horizontal.rawValue) \(vertical.rawValue)", isSpec: true)
    builder.container(style: style) { b in
      for child in children {
        child.append(to: &b) { s in
          if vertical == .none { s.fillMainAxis() }
        }
      }
    }
  }
}

/// A child in the middle of the space of the spec.
public struct Center: LayoutElement {
  /// Axes along which the child is centred.
  public enum Axes: String, Sendable, Hashable, CaseIterable {
    /// Only the horizontal axis; the child fills the height.
    case horizontal
    /// Only the vertical axis; the child fills the width.
    case vertical
    /// Both axes.
    case both
    /// The child fills the space.
    case none
  }

  private(set) var relative: Relative

  /// Creates a centring spec.
  public init(_ axes: Axes = .both, sizing: Relative.Sizing = [], @LayoutElementBuilder _ children: () -> [any LayoutElement]) {
    relative = Relative(
      horizontal: axes == .both || axes == .horizontal ? .center : .none, vertical: axes == .both || axes == .vertical ? .center : .none,
      sizing: sizing, children)
    relative.name = "Center \(axes.rawValue)"
  }

  /// Appends a box that centres the child.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { relative.append(to: &builder, adjust: adjust) }
}

/// A child in a box with a fixed aspect ratio, as large as the space allows.
public struct Ratio: LayoutElement {
  let ratio: Double
  let children: [any LayoutElement]

  /// Creates a box of `ratio` = width ÷ height; 0, negative, NaN and infinite ratios mean no ratio.
  public init(_ ratio: Double, @LayoutElementBuilder _ children: () -> [any LayoutElement]) {
    self.ratio = ratio
    self.children = children()
  }

  /// Appends a box of that ratio, its child filling it.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle.spec {
      $0.direction = .column
      $0.wrap = children.count > 1 ? .overlay : .noWrap
      $0.aspectRatio = ratio
      // No automatic minimum: the ratio determines the size, not the content.
      $0.minWidth = .points(0)
      $0.minHeight = .points(0)
      $0.maxWidth = .percent(100)
      $0.maxHeight = .percent(100)
    }
    adjust(&style)
    builder.name("Ratio \(LayoutText.number(ratio))", isSpec: true)
    builder.container(style: style) { b in
      for child in children {
        child.append(to: &b) { s in
          if s.minHeight.isAuto { s.minHeight = .points(0) }
          s.fillMainAxis()
        }
      }
    }
  }
}
