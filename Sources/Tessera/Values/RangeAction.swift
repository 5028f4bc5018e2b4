/// A step of the interface states of some items of a container; each item takes it. A value.
public struct RangeAction: Sendable, Hashable {
  /// Direction of the step.
  public enum Kind: Sendable, Hashable {
    /// From the state below into `state`.
    case enter
    /// From `state` into the state below.
    case exit
  }

  /// Direction of the step.
  public let kind: Kind
  /// The state entered or left: preload, display or visible.
  public let state: InterfaceState
  /// The items.
  public let items: Range<Int>
  /// Whether the last item is nearest to the visible part and therefore takes the step first.
  public let isBackward: Bool

  /// Makes an action.
  public init(_ kind: Kind, _ state: InterfaceState, _ items: Range<Int>, isBackward: Bool = false) {
    self.kind = kind
    self.state = state
    self.items = items
    self.isBackward = isBackward
  }

  /// The items in the order in which they take the step.
  public var ordered: [Int] { isBackward ? items.reversed() : Array(items) }

  /// The state that the items are in afterwards.
  public var target: InterfaceState {
    kind == .enter ? state : InterfaceState(rawValue: state.rawValue - 1) ?? .measured
  }
}
