public import Tessera

/// What a button keeps beside its value: the finger that holds it, and whether it looks held down. Any thread.
public final class ButtonStorage: NodeStorage {
  struct Press: Sendable {
    /// When the button begins or may end to look held down.
    enum Look: Sendable, Equatable {
      /// At once.
      case open
      /// It begins when the finger has rested until this moment.
      case waits(until: Double)
      /// It began by a key, and lasts from the next tick on.
      case begins
      /// It ends at this moment at the earliest.
      case lasts(until: Double)
    }

    var isHighlighted = false
    /// The touch under way.
    var touch: Int?
    /// Whether a key holds the button down.
    var isKeyDown = false
    /// Whether that touch is within reach.
    var isInside = false
    var look = Look.open
    /// Whether a pointer is over the button.
    var isHovered = false
    /// Whether the last change of the look was one of that alone.
    var isHoverChange = false

    /// Looks held down from `time` on, seconds of the stage's clock.
    mutating func show(at time: Double) { (isHighlighted, look) = (true, .lasts(until: time + Button.minimumHighlight)) }

    /// A key pressed the button: it looks held down at once.
    mutating func begin() { (isHighlighted, isKeyDown, look) = (true, true, .begins) }

    /// The key is up: the look lasts ``Button/minimumHighlight`` at least.
    mutating func endKey() {
      isKeyDown = false
      if look == .open, touch == nil { isHighlighted = false }
    }

    /// Nothing holds the button any more. The pointer may still be over it.
    mutating func letGo() { (isHighlighted, isKeyDown, touch, isInside, look) = (false, false, nil, false, .open) }

    /// The finger tapped. Returns whether the button goes on to look held down for ``Button/minimumHighlight``.
    mutating func end(at time: Double) -> Bool {
      touch = nil
      switch look {
      case .waits, .begins: show(at: time)
      case .lasts where isHighlighted: break
      case .open, .lasts: (isHighlighted, look) = (false, .open)
      }
      return isHighlighted
    }

    /// Time goes by. Returns the next moment that matters, or nil.
    mutating func pass(_ time: Double) -> Double? {
      switch look {
      case .open: return nil
      case .begins:
        show(at: time)
        return time + Button.minimumHighlight
      case .waits(let moment), .lasts(let moment):
        // Moments that differ by less are one, and no clock is so far behind that a look lasts longer.
        if moment > time + 1e-6, moment <= time + Button.highlightDelay + 1e-6 { return moment }
      }
      guard case .waits = look else {
        look = .open
        isHighlighted = isHighlighted && (touch != nil || isKeyDown)
        return nil
      }
      guard isInside else {
        look = .open
        return nil
      }
      show(at: time)
      return time + Button.minimumHighlight
    }
  }

  /// Changed with the node's lock held, so that it fits the value.
  fileprivate let press = Locked(Press())

  /// Whether a layout has found the button in another state than the normal one.
  private let hasHadStates = Locked(false)

  /// Makes that of a button that nobody holds.
  public init() {}

  var isHighlighted: Bool { press.withLock { $0.isHighlighted } }

  /// Whether the button is held down, whether a pointer is over it, and whether that alone changed last.
  var looks: (isHighlighted: Bool, isHovered: Bool, isHoverChange: Bool) {
    press.withLock { ($0.isHighlighted, $0.isHovered, $0.isHoverChange) }
  }

  /// A layout finds the button in `state`, with a pointer over it or not. Returns whether that is or was another than the normal one.
  func noteLayout(in state: ControlState, isHovered: Bool) -> Bool {
    hasHadStates.withLock { had in
      if state != .normal || isHovered { had = true }
      return had
    }
  }
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
    let (result, isOther, needsLayout, motion) = update { value in
      storage.press.withLock { press in
        let before = value.look(press.isHighlighted, press.isHovered)
        let result = change(value, &press)
        let after = value.look(press.isHighlighted, press.isHovered)
        if before != after { press.isHoverChange = before.state == after.state }
        let motion: StandardMotion? = press.isHoverChange ? .hover : after.state == .highlighted ? nil : .release
        return (result, before != after, value.needsLayout(from: before, to: after), motion)
      }
    }
    guard isOther else { return result }
    if needsLayout { setNeedsLayout() }
    setNeedsProperties(motion?.motion)
    return result
  }
}
