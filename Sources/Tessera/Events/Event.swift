public import TesseraGeometry

/// Input event. A value; any thread.
public enum Event: Sendable, Hashable {
  /// Touch by a finger, pen or mouse button.
  case touch(Touch)
  /// Key of a keyboard, encoder or remote control.
  case key(KeyPress)
  /// Committed text from a keyboard layout or an input method.
  case text(String)
  /// Wheel or touchpad scroll by `delta` logical units at `location`.
  case wheel(location: Point, delta: Point)
  /// Request for a context menu at `location`, by the right mouse button. Logical units: of the stage if sent to a stage, of the node's box
  /// if delivered to a node.
  case contextMenu(location: Point)
  /// Press or release of a mouse button other than the left one, which is a touch. If no node handles the press of the right button, the stage
  /// requests a context menu there.
  case pointerButton(PointerPress)
  /// Focus change: the node gained (true) or lost (false) the keyboard focus. Sent by the stage.
  case focus(Bool)
  /// Signs of an incomplete Compose sequence or dead key, which the focused node shows until the next ``text(_:)`` replaces them; empty: the
  /// sequence was cancelled.
  case composition(String)
}

/// Contact and its location.
public struct Touch: Sendable, Hashable {
  /// Phase of the contact.
  public enum Phase: String, Sendable, CaseIterable, Hashable { case began, moved, ended, cancelled }
  /// Pointing device.
  public enum Pointer: String, Sendable, CaseIterable, Hashable {
    /// Finger or pen on the screen.
    case finger
    /// Mouse or touchpad with a cursor; pressing its left button is a touch.
    case mouse
  }
  /// Identifier of the contact while it lasts.
  public var id: Int
  /// Phase of the contact.
  public var phase: Phase
  /// Location in logical units: of the stage if sent to a stage, of the node's box if delivered to a node.
  public var location: Point
  /// Time in seconds of the stage's clock.
  public var time: Double
  /// Pointing device of the contact.
  public var pointer = Pointer.finger

  /// Creates a touch.
  public init(id: Int = 0, phase: Phase, location: Point, time: Double = 0, pointer: Pointer = .finger) {
    self.pointer = pointer
    self.id = id
    self.phase = phase
    self.location = location
    self.time = time
  }
}

/// Press or release of a mouse button other than the left one. A value.
public struct PointerPress: Sendable, Hashable {
  /// Button of a mouse; the left one is a touch.
  public enum Button: String, Sendable, CaseIterable, Hashable {
    /// The right button, which requests context menus.
    case secondary
    /// The middle button or the wheel.
    case middle
    /// Buttons at the side.
    case back, forward
  }
  /// The button.
  public var button: Button
  /// True when pressed, false when released.
  public var isDown: Bool
  /// Location in logical units: of the stage if sent to a stage, of the node's box if delivered to a node.
  public var location: Point

  /// Creates a press or release.
  public init(_ button: Button, isDown: Bool = true, location: Point) {
    (self.button, self.isDown, self.location) = (button, isDown, location)
  }
}

/// Key event.
public struct KeyPress: Sendable, Hashable {
  /// Key by its function.
  public enum Key: Sendable, Hashable {
    /// Character key: its character without modifiers.
    case character(Character)
    /// Key that edits, confirms or moves on.
    case backspace, delete, enter, tab, escape, space
    /// Key that moves the caret.
    case left, right, up, down, home, end, pageUp, pageDown
    /// Step of a rotary encoder to the next or previous element.
    case next, previous
    /// Function key by its number, 1 to 24.
    case function(Int)

    /// Creates a key from its name ("left", "f2", "backspace") or from a single character; nil for anything else.
    public init?(name: String) {
      let named: [String: Key] = [
        "backspace": .backspace, "delete": .delete, "enter": .enter, "return": .enter, "tab": .tab, "escape": .escape, "space": .space,
        "left": .left, "right": .right, "up": .up, "down": .down, "home": .home, "end": .end, "pageup": .pageUp, "pagedown": .pageDown,
        "next": .next, "previous": .previous,
      ]
      if let key = named[name.lowercased()] {
        self = key
      } else if name.count == 1, let c = name.first {
        self = .character(c)
      } else if name.first == "f" || name.first == "F", let number = Int(name.dropFirst()), (1...24).contains(number) {
        self = .function(number)
      } else {
        return nil
      }
    }
  }

  /// Modifier keys held down with a key.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// Bits of the modifiers.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt.
    public static let alt = Modifiers(rawValue: 4)
    /// Logo key.
    public static let meta = Modifiers(rawValue: 8)
  }

  /// The key.
  public var key: Key
  /// Modifiers held down.
  public var modifiers: Modifiers
  /// True when pressed, false when released.
  public var isDown: Bool
  /// True for a keyboard repeat.
  public var isRepeat: Bool

  /// Creates a key event.
  public init(_ key: Key, modifiers: Modifiers = [], isDown: Bool = true, isRepeat: Bool = false) {
    self.key = key
    self.modifiers = modifiers
    self.isDown = isDown
    self.isRepeat = isRepeat
  }
}

/// Result of a node's event handling.
public enum EventResponse: Sendable, Hashable {
  /// Not handled; passed to the parent.
  case ignored
  /// Handled; a touch stays with this node until it ends.
  case handled
}
