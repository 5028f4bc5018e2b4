/// Press, hover, focus and editing of one control. A value: ``step(_:isEnabled:repeats:)`` takes an input and returns an outcome for the control to carry out.
///
/// A control keeps one in its storage, and draws by ``phase(isEnabled:)``.
public struct InteractionState: Sendable, Hashable {
  /// Distance from the control at which a finger still counts as inside, logical units.
  public static let touchSlop = 20.0
  /// Least time that a press is shown, seconds.
  public static let minimumPress = 0.064
  /// Time that a finger rests before a press is shown in content that scrolls, seconds.
  public static let pressDelay = 0.12

  /// Something that happened to the control.
  public enum Input: Sendable, Hashable {
    /// A finger moved. `isInside`: within the slop of the control. `delaysPress`: the control is in content that scrolls.
    case touch(Touch, isInside: Bool, delaysPress: Bool)
    /// A key went down or up.
    case key(KeyPress)
    /// The control got or lost the keyboard focus.
    case focus(Bool)
    /// A pointer came over the control or left it.
    case hover(Bool)
    /// Time passed: now, seconds of the stage's clock.
    case time(Double)
    /// The control left the screen or another part takes the finger over.
    case release
  }

  /// Effect on the program.
  public enum Action: Sendable, Hashable {
    /// A finger came down.
    case press
    /// A finger went up inside, or Space or Enter went down. Not if the press has repeated.
    case activate
    /// A finger, Space or Enter rests on a control that repeats.
    case `repeat`
    /// The finger left the control, or came back.
    case leave, enter
    /// A finger went up outside.
    case liftOutside
    /// A finger was taken away.
    case cancel
  }

  /// Result of a step. A value.
  public struct Outcome: Sendable, Hashable {
    /// Whether the input was used.
    public var response = EventResponse.handled
    /// Effect on the program; nil: none.
    public var action: Action?
    /// Seconds until the control must call ``step(_:isEnabled:repeats:)`` with the time; nil: never.
    public var delay: Double?

    init(_ response: EventResponse = .handled, _ action: Action? = nil, delay: Double? = nil) {
      (self.response, self.action, self.delay) = (response, action, delay)
    }
  }

  /// State in which the control is shown.
  public enum Phase: String, Sendable, Hashable, CaseIterable { case normal, hovered, pressed, disabled }

  /// Start or end of the shown press.
  private enum Timing: Sendable, Hashable {
    /// Nothing is due.
    case none
    /// It starts at this time if the finger rests until then.
    case starts(at: Double)
    /// A key started it: it lasts from the next time input on.
    case startsWithTime
    /// It ends at this time at the earliest.
    case lasts(until: Double)
  }

  /// Whether the control is shown as pressed. Programs may set it.
  public var isPressed = false
  /// Whether a pointer is over the control.
  public private(set) var isHovered = false
  /// Whether the control has the keyboard focus.
  public private(set) var isFocused = false
  /// Whether keys and encoder change the value of the control (``valueKey(_:axis:direction:isEnabled:)``).
  public internal(set) var isEditing = false
  /// Repeats of the current press; nil: nothing is held, or the control does not repeat.
  public private(set) var keyRepeat: KeyRepeat?
  /// Touch that holds the control; nil: none.
  public private(set) var touch: Int?
  private var isKeyDown = false
  private var isInside = false
  private var timing = Timing.none

  /// Makes the state of a control that nothing touches.
  public init() {}

  /// Returns the state in which the control is shown: disabled before pressed before hovered. O(1).
  public func phase(isEnabled: Bool) -> Phase { !isEnabled ? .disabled : isPressed ? .pressed : isHovered ? .hovered : .normal }

  /// Whether the shown press starts or ends by time alone, soon.
  public var isSettling: Bool { timing != .none }

  /// Takes an input. Returns the outcome for the control to carry out. O(1).
  ///
  /// - Parameters:
  ///   - input: what happened.
  ///   - isEnabled: whether the control can be used now. A finger that holds a control that is disabled meanwhile activates nothing.
  ///   - repeats: whether a held press acts repeatedly (``Action/repeat``, ``KeyRepeat``).
  public mutating func step(_ input: Input, isEnabled: Bool, repeats: Bool = false) -> Outcome {
    if !isEnabled { keyRepeat = nil }
    switch input {
    case .touch(let touch, let isInside, let delays):
      return touch.phase == .began
        ? begin(touch, delays, isEnabled, repeats) : handle(touch, isInside: isInside && isEnabled, isOutside: !isInside)
    case .key(let key): return handle(key, isEnabled)
    case .focus(let isFocused):
      self.isFocused = isFocused
      if !isFocused {
        isEditing = false
        endKey()
      }
      return Outcome()
    case .hover(let isHovered):
      self.isHovered = isHovered
      return Outcome()
    case .time(let time):
      if !repeats { keyRepeat = nil }
      // Keys have no time: their repeats start with the first one known.
      if repeats, isEnabled, timing == .startsWithTime { keyRepeat = KeyRepeat(from: time) }
      let acts = keyRepeat?.pass(time, isActive: isPressed) ?? false
      let next = [pass(time), keyRepeat?.due].compactMap(\.self).min()
      return Outcome(.handled, acts ? .repeat : nil, delay: next.map { $0 - time })
    case .release:
      let wasHeld = touch != nil
      keyRepeat = nil
      (isPressed, isKeyDown, touch, isInside, timing, isEditing) = (false, false, nil, false, .none, false)
      return Outcome(.handled, wasHeld ? .cancel : nil)
    }
  }

  // MARK: fingers

  private mutating func begin(_ touch: Touch, _ delays: Bool, _ isEnabled: Bool, _ repeats: Bool) -> Outcome {
    // One finger at a time: a second one finds the control taken.
    guard isEnabled, self.touch == nil else { return Outcome(.ignored) }
    (self.touch, isInside) = (touch.id, true)
    keyRepeat = repeats ? KeyRepeat(from: touch.time) : nil
    if delays { timing = .starts(at: touch.time + Self.pressDelay) } else { show(at: touch.time) }
    return Outcome(.handled, .press, delay: delays ? Self.pressDelay : Self.minimumPress)
  }

  private mutating func handle(_ touch: Touch, isInside: Bool, isOutside: Bool) -> Outcome {
    guard self.touch == touch.id else { return Outcome() }
    let wasInside = self.isInside
    self.isInside = isInside
    if touch.phase == .moved {
      if case .starts = timing {} else { isPressed = isInside }
      return Outcome(.handled, isInside == wasInside ? nil : isInside ? .enter : .leave)
    }
    let hasRepeated = keyRepeat.map { $0.count > 0 } ?? false
    keyRepeat = nil
    guard touch.phase == .ended, isInside else {
      (isPressed, isKeyDown, self.touch, self.isInside, timing) = (false, false, nil, false, .none)
      return Outcome(.handled, touch.phase == .ended && isOutside ? .liftOutside : .cancel)
    }
    (self.touch, self.isInside) = (nil, false)
    switch timing {
    case .starts, .startsWithTime: show(at: touch.time)
    case .lasts where isPressed: break
    case .none, .lasts: (isPressed, timing) = (false, .none)
    }
    return Outcome(.handled, hasRepeated ? nil : .activate, delay: isPressed ? Self.minimumPress : nil)
  }

  // MARK: keys

  private mutating func handle(_ press: KeyPress, _ isEnabled: Bool) -> Outcome {
    guard press.key == .space || press.key == .enter else { return Outcome(.ignored) }
    if !press.isDown { endKey() }
    guard press.modifiers.isEmpty, isEnabled else { return Outcome(.ignored) }
    guard press.isDown, !press.isRepeat else { return Outcome() }
    guard touch == nil else { return Outcome(.handled, .activate) }
    (isPressed, isKeyDown, timing) = (true, true, .startsWithTime)
    return Outcome(.handled, .activate, delay: 0)
  }

  private mutating func endKey() {
    guard isKeyDown else { return }
    isKeyDown = false
    if touch == nil { keyRepeat = nil }
    if timing == .none, touch == nil { isPressed = false }
  }

  // MARK: time

  private mutating func show(at time: Double) { (isPressed, timing) = (true, .lasts(until: time + Self.minimumPress)) }

  /// Returns the next time that matters; nil: none.
  private mutating func pass(_ time: Double) -> Double? {
    switch timing {
    case .none: return nil
    case .startsWithTime:
      show(at: time)
      return time + Self.minimumPress
    case .starts(let moment), .lasts(let moment):
      // Times that differ by less are equal, and no clock is so late that a press lasts longer.
      if moment > time + 1e-6, moment <= time + Self.pressDelay + 1e-6 { return moment }
    }
    let starts = if case .starts = timing { true } else { false }
    timing = .none
    if starts, isInside {
      show(at: time)
      return time + Self.minimumPress
    }
    if !starts { isPressed = isPressed && (touch != nil || isKeyDown) }
    return nil
  }
}
