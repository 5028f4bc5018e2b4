/// Sleep of the display: its begin by idle time or request, its end by input, and the input that only wakes it. A value; it decides from events and
/// times, and the stage switches the display. Frame loop only.
struct DisplayPower {
  /// Request of the program or of a node.
  enum Request: Sendable { case sleep, wake }

  private(set) var isAsleep = false
  /// Seconds without input until the display sleeps; nil: it sleeps only by request.
  private(set) var delay: Double?
  /// Time of the last input; nil before the first pass.
  private var idleSince: Double?
  /// Contacts on the screen. The display does not fall asleep below a finger.
  private var contacts: Set<Int> = []
  /// Contacts and keys that woke the display: nodes do not receive the rest of them.
  private var swallowedContacts: Set<Int> = []
  private var swallowedKeys: Set<KeyPress.Key> = []
  /// Whether texts belong to a key that woke the display.
  private var swallowsText = false

  /// Time at which the display falls asleep without input; nil if only events matter.
  var deadline: Double? {
    guard !isAsleep, contacts.isEmpty, let delay, let idleSince else { return nil }
    return idleSince + delay
  }

  /// Applies the program's setting and request, and the idle time.
  mutating func pass(delay: Double?, request: Request?, at now: Double) {
    // A new setting begins a new time.
    if idleSince == nil || delay != self.delay { idleSince = now }
    self.delay = delay
    switch request {
    case .sleep: isAsleep = true
    case .wake: wake(at: now)
    case nil: if let deadline, deadline <= now + 1e-6 { isAsleep = true }
    }
  }

  private mutating func wake(at now: Double) { (isAsleep, idleSince) = (false, now) }

  /// Records an event; the begin of an input wakes the display. Returns whether nodes receive the event.
  mutating func admits(_ event: Event, at now: Double) -> Bool {
    let wakes = isAsleep && isBegin(event)
    if wakes { isAsleep = false }
    idleSince = now
    switch event {
    case .touch(let touch): return admits(touch, wakes: wakes)
    case .key(let press): return admits(press, wakes: wakes)
    case .text, .composition: return !wakes && !swallowsText
    case .wheel, .contextMenu, .pointerButton: return !wakes
    case .focus: return true
    }
  }

  /// Records that the pointer moved, which wakes the display.
  mutating func recordPointer(at now: Double) { wake(at: now) }

  /// Whether an event is more than the rest of an earlier input. A key that sends the display to sleep must not wake it when it is released.
  private func isBegin(_ event: Event) -> Bool {
    switch event {
    case .touch(let touch): touch.phase == .began || touch.phase == .moved && !contacts.contains(touch.id)
    case .key(let press): press.isDown && !press.isRepeat
    case .text, .composition, .wheel, .contextMenu, .pointerButton: true
    case .focus: false
    }
  }

  private mutating func admits(_ touch: Touch, wakes: Bool) -> Bool {
    switch touch.phase {
    case .began:
      contacts.insert(touch.id)
      // The end of an earlier contact was lost.
      swallowedContacts.remove(touch.id)
      if wakes { swallowedContacts.insert(touch.id) }
      return !wakes
    case .moved: return !wakes && !swallowedContacts.contains(touch.id)
    case .ended, .cancelled:
      contacts.remove(touch.id)
      return swallowedContacts.remove(touch.id) == nil
    }
  }

  private mutating func admits(_ press: KeyPress, wakes: Bool) -> Bool {
    guard press.isDown else {
      guard swallowedKeys.remove(press.key) != nil else { return true }
      swallowsText = false
      return false
    }
    if press.isRepeat { return !isAsleep && !swallowedKeys.contains(press.key) }
    // The release of an earlier press may have been lost.
    swallowedKeys.remove(press.key)
    swallowsText = wakes
    if wakes { swallowedKeys.insert(press.key) }
    return !wakes
  }
}
