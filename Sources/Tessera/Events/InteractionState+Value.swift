public import TesseraGeometry
public import TesseraLayout

/// Change of a value that a key asks for. A value.
public enum ValueChange: Sendable, Hashable {
  /// By this many steps, negative: down.
  case steps(Int)
  /// To the end of the range.
  case minimum, maximum
  /// Encoder and keys change the value from now on: keep it to restore it.
  case beginEditing
  /// The value is kept.
  case commit
  /// The value from before editing comes back.
  case restore
}

extension InteractionState {
  /// Takes a key of a control with a value in a range: slider, stepper, gauge. Returns the change of the value; nil if the key changes nothing, so that it can
  /// move the focus. O(1).
  ///
  /// Arrows along the axis are steps, Home and End the ends, Page Up and Page Down ten steps. Enter (the press of an encoder) begins editing, in which the
  /// turn of an encoder and all arrows are steps; Enter ends it, Escape restores the value.
  ///
  /// - Parameters:
  ///   - press: the key.
  ///   - axis: axis of the control.
  ///   - direction: side on which a horizontal control has its minimum.
  ///   - isEnabled: whether the value can be changed now.
  public mutating func valueKey(_ press: KeyPress, axis: Axis, direction: LayoutDirection, isEnabled: Bool) -> ValueChange? {
    guard press.isDown, press.modifiers.isEmpty, isEnabled else { return nil }
    let forward = direction == .rtl ? -1 : 1
    switch press.key {
    case .right where isEditing || axis == .horizontal: return .steps(forward)
    case .left where isEditing || axis == .horizontal: return .steps(-forward)
    case .up where isEditing || axis == .vertical: return .steps(1)
    case .down where isEditing || axis == .vertical: return .steps(-1)
    case .next where isEditing: return .steps(1)
    case .previous where isEditing: return .steps(-1)
    case .pageUp: return .steps(10)
    case .pageDown: return .steps(-10)
    case .home: return .minimum
    case .end: return .maximum
    case .escape where isEditing:
      isEditing = false
      return .restore
    case .enter where !press.isRepeat, .space where !press.isRepeat:
      isEditing.toggle()
      return isEditing ? .beginEditing : .commit
    default: return nil
    }
  }
}
