public import Tessera
public import TesseraGeometry
public import TesseraLayout

/// Two panes with a divider that the user moves.
///
/// ```swift
/// Split($share, list, detail)
/// ```
///
/// Panes side by side need ``minimum`` and ``endMinimum`` units. A smaller box shows one of them (``showsEnd``). A double tap on the
/// divider restores ``initialShare``.
public struct Split: AccessibleType, SceneContainerType, ChangeSendingType {
  public static let typeName = "split"
  public static let summary = "Two panes with a divider that the user moves."
  /// The user moved the divider; the payload is the share of the first pane, 0...1.
  public static let change = Signal<Double>("change")

  /// Axis along which the panes are arranged.
  public var axis = Axis.horizontal
  /// Share of the first pane, 0...1.
  public var share = 0.5
  /// Share after a double tap on the divider.
  public var initialShare = 0.5
  /// Minimum width of the first pane, or its minimum height below each other, logical units.
  public var minimum = 240.0
  /// Minimum of the second pane.
  public var endMinimum = 320.0
  /// Whether the second pane is shown where both do not fit.
  public var showsEnd = false
  /// Name of the divider for screen readers; nil: "Divider" in the language of the locale.
  public var dividerLabel: String?
  /// First and second pane.
  public var panes: [AnyNode] = []
  /// Value of the program that the divider follows and changes.
  var binding: Binding<Double>?

  /// Creates a split view without panes.
  public init() {}

  /// Creates a split view.
  public init(_ share: Double = 0.5, _ first: AnyNode, _ second: AnyNode, axis: Axis = .horizontal) {
    (self.share, initialShare, panes, self.axis) = (share, share, [first, second], axis)
  }

  /// Creates a split view that follows a value of the program and changes it.
  public init(_ share: Binding<Double>, _ first: AnyNode, _ second: AnyNode, axis: Axis = .horizontal) {
    self.init(share.wrappedValue, first, second, axis: axis)
    binding = share
  }

  public static let attributes: [NodeAttribute<Split>] = [
    .number("value", \.share, in: 0...1, affects: .layout, help: "Share of the first pane."),
    .number("initial", \.initialShare, in: 0...1, affects: [], help: "Share after a double tap on the divider."),
    .choice("axis", \.axis, affects: .layout, help: "Axis along which the panes are arranged."),
    .number("minimum", \.minimum, in: 0...100_000, affects: .layout, help: "Minimum size of the first pane along the axis."),
    .number("endMinimum", \.endMinimum, in: 0...100_000, affects: .layout, help: "Minimum size of the second pane along the axis."),
    .boolean("showsEnd", \.showsEnd, affects: .layout, help: "Whether the second pane is shown where both do not fit."),
    .text(
      "dividerLabel", \.dividerLabel, affects: .layout,
      help: "Name of the divider for screen readers; unset: Divider in the locale's language."),
  ]

  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .number(0...1), sets: "value", help: "The user moved the divider; the share of the first pane.") {
        .number($0)
      }
    ]
  }

  public static let traits: NodeTraits = .drawsNothing

  // MARK: layout

  /// Shares between which both panes have their minimum in a box of `length` units; nil if they do not fit.
  func shares(in length: Double) -> ClosedRange<Double>? {
    let room = length - SplitDivider.thickness
    guard room > 0, room.isFinite, max(0, minimum) + max(0, endMinimum) <= room else { return nil }
    return max(0, minimum) / room...1 - max(0, endMinimum) / room
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    guard panes.count >= 2 else { return panes.first.map { filling($0, 1, 0) } }
    let length = axis == .horizontal ? context.room.width : context.room.height
    // A layout without a known room shows both.
    if length > 0, shares(in: length) == nil { return filling(panes[showsEnd ? 1 : 0], 1, 0) }
    let first = filling(panes[0], min(1, max(0, share)), minimum)
    let second = filling(panes[1], 1 - min(1, max(0, share)), endMinimum)
    // The divider is above both panes, and a finger hits it beyond its line.
    let beyond = Dimension.points((SplitDivider.thickness - SplitDivider.touch) / 2)
    let divider = Subnode("divider", SplitDivider(axis, share: share, label: dividerLabel)).style {
      $0.flexShrink = 0
      $0.order = 1
      $0.margin =
        axis == .horizontal ? LayoutEdges(horizontal: beyond, vertical: .points(0)) : LayoutEdges(horizontal: .points(0), vertical: beyond)
    }
    if axis == .vertical {
      return Column {
        first; second.style { $0.order = 2 }; divider
      }
    }
    return Row {
      first; second.style { $0.order = 2 }; divider
    }
  }

  /// Returns a pane that takes a share of the free space.
  private func filling(_ pane: AnyNode, _ share: Double, _ minimum: Double) -> any LayoutElement {
    let axis = axis
    return (pane as any LayoutElement).style {
      $0.flexGrow = share
      $0.flexShrink = 1
      $0.flexBasis = .points(0)
      if axis == .horizontal { $0.minWidth = .points(max(0, minimum)) } else { $0.minHeight = .points(max(0, minimum)) }
    }
  }

  public static func acceptChild(_ child: AnyNode, node: Node<Split>) -> Bool {
    guard node.panes.count < 2 else { return false }
    node.panes.append(child)
    return true
  }

  public static func sceneChildren(of node: Node<Split>) -> [AnyNode] { node.panes }

  // MARK: moving

  /// Length of the box along the axis, logical units.
  static func length(of node: Node<Split>) -> Double {
    node.axis == .horizontal ? node.frame.size.width : node.frame.size.height
  }

  /// Moves the divider for the user. Frame loop.
  /// - Parameter isLast: whether the user has finished.
  static func move(_ node: Node<Split>, to share: Double, isLast: Bool) {
    guard share.isFinite, let shares = node.value.shares(in: length(of: node)) else { return }
    let share = min(shares.upperBound, max(shares.lowerBound, share))
    if share != node.share { animate(.none) { node.update { $0.share = share } } }
    guard isLast else { return }
    node.value.binding?.wrappedValue = share
    node.send(change, share)
  }
}

/// Node of two panes with a divider.
public typealias SplitNode = Node<Split>

extension Node where Value == Split {
  /// Creates a split view that follows a value of the program and changes it. Any thread.
  public convenience init(_ share: Binding<Double>, _ first: AnyNode, _ second: AnyNode, axis: Axis = .horizontal) {
    self.init(Split(share, first, second, axis: axis))
    bind(\.share) { share.wrappedValue }
  }

  /// Calls `perform` with the share of the first pane when the user has moved the divider. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Double) -> Void) -> HandlerToken { on(Split.change, perform: perform) }
}
