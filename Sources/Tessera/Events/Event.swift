public import TesseraGeometry

/// Something a person did. A value; any thread.
public enum Event: Sendable, Hashable {
  /// A finger, pen or mouse button.
  case touch(Touch)
  /// A key of a keyboard, encoder or remote control.
  case key(KeyPress)
  /// Committed text, from a keyboard layout or an input method.
  case text(String)
  /// A wheel or touch pad: scrolled by `delta` logical units at `location`.
  case wheel(location: Point, delta: Point)
  /// A person asks for what can be done with what lies at `location`: by the right button of a mouse. Logical units: of the stage when sent to a stage, of the
  /// node's box when given to a node.
  case contextMenu(location: Point)
  /// The node became (true) or stopped being (false) the one that keys go to. Sent by the stage.
  case focus(Bool)
}

/// One contact and where it is.
public struct Touch: Sendable, Hashable {
  /// What happened to the contact.
  public enum Phase: String, Sendable, CaseIterable, Hashable { case began, moved, ended, cancelled }
  /// What makes contacts.
  public enum Pointer: String, Sendable, CaseIterable, Hashable {
    /// A finger or a pen on the screen.
    case finger
    /// A mouse or touch pad, with a cursor; its left button down is a touch.
    case mouse
  }
  /// Tells contacts apart while they last.
  public var id: Int
  /// What happened.
  public var phase: Phase
  /// Where, in logical units: of the stage when sent to a stage, of the node's box when given to a node.
  public var location: Point
  /// When, in seconds of the stage's clock.
  public var time: Double
  /// What makes the contact.
  public var pointer = Pointer.finger

  /// Makes a touch.
  public init(id: Int = 0, phase: Phase, location: Point, time: Double = 0, pointer: Pointer = .finger) {
    self.pointer = pointer
    self.id = id
    self.phase = phase
    self.location = location
    self.time = time
  }
}

/// One press of a key.
public struct KeyPress: Sendable, Hashable {
  /// A key by what it does.
  public enum Key: Sendable, Hashable {
    /// A key that types: its character without modifiers.
    case character(Character)
    /// A key that edits, confirms or moves on.
    case backspace, delete, enter, tab, escape, space
    /// A key that moves the caret.
    case left, right, up, down, home, end, pageUp, pageDown
    /// A step of a rotary encoder: to what comes next, or before.
    case next, previous

    /// Makes a key from its name ("left", "backspace") or from a single character; nil for anything else.
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
      } else {
        return nil
      }
    }
  }

  /// Keys held down with it.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// One bit a modifier.
    public let rawValue: UInt8
    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt.
    public static let alt = Modifiers(rawValue: 4)
    /// The logo key.
    public static let meta = Modifiers(rawValue: 8)
  }

  /// Which key.
  public var key: Key
  /// With which others.
  public var modifiers: Modifiers
  /// True when pressed, false when let go.
  public var isDown: Bool
  /// True when the keyboard repeats it.
  public var isRepeat: Bool

  /// Makes a key press.
  public init(_ key: Key, modifiers: Modifiers = [], isDown: Bool = true, isRepeat: Bool = false) {
    self.key = key
    self.modifiers = modifiers
    self.isDown = isDown
    self.isRepeat = isRepeat
  }
}

/// What a node did with an event.
public enum EventResponse: Sendable, Hashable {
  /// Nothing: the parent is asked.
  case ignored
  /// It was used; a touch stays with this node until it ends.
  case handled
}
