public import Tessera

/// What a button keeps beside its value: the finger that holds it, and whether it looks held down. Any thread.
public final class ButtonStorage: NodeStorage {
  struct Press: Sendable {
    var isHighlighted = false
    /// The touch under way.
    var touch: Int?
  }

  /// Changed with the node's lock held, so that it fits the value.
  fileprivate let press = Locked(Press())

  /// Makes that of a button that nobody holds.
  public init() {}

  var isHighlighted: Bool { press.withLock { $0.isHighlighted } }
}

extension Node where Value == Button {
  /// Whether a finger holds the button down; a program that sets it has the button look so. Any thread.
  public var isHighlighted: Bool {
    get { storage.isHighlighted }
    set { updatePress { $1.isHighlighted = newValue } }
  }

  /// What the button does: disabled before highlighted before selected. Any thread.
  public var state: ControlState { value.state(isHighlighted: isHighlighted) }

  /// How the button looks now, with what its state falls back to. Any thread.
  public var appearance: ButtonAppearance {
    let value = value
    return value.appearance(in: value.state(isHighlighted: isHighlighted))
  }

  /// Changes what holds the button, and has it shown. `change` must not touch this node. Any thread.
  func updatePress<R>(_ change: (Button, inout ButtonStorage.Press) -> R) -> R {
    let storage = storage
    let (result, what) = update { value in
      storage.press.withLock { press in
        let before = value.state(isHighlighted: press.isHighlighted)
        let result = change(value, &press)
        return (result, value.invalidation(from: before, to: value.state(isHighlighted: press.isHighlighted)))
      }
    }
    if what.contains(.layout) { setNeedsLayout() }
    if what.contains(.display) { setNeedsDisplay() }
    return result
  }
}
