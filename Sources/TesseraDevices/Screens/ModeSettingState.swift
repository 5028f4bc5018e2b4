internal import Glibc

/// State of a display with kernel mode setting: the access to its card, and the way of a page to the screen. A value; it decides from times
/// and the card's answers, and ``ModeSettingDisplay`` performs the actions.
struct ModeSettingState: Equatable {
  /// Access to the card.
  enum Access: Equatable {
    /// The card shows pages of this display.
    case active
    /// Another program held the card when the terminal became active again; it is requested again at this time.
    case asking(next: Double)
    /// The card is gone; it is searched for at this time.
    case searching(next: Double)
    /// Another terminal is active.
    case suspended(isCardGone: Bool)
    case closed
  }

  /// The way of a page to the screen.
  enum Pacing: Equatable {
    /// The next frame may be shown.
    case idle
    /// The next frame waits for the vertical blank, which is estimated by the mode's rate.
    case pausing(until: Double)
    /// The end of a flip is awaited, until the timeout; a frame waits for the vertical blank, too.
    case flipping(page: Int, pause: Double, timeout: Double)
    /// The card refused a page; it gets the page again at this time.
    case refused(page: Int, retry: Double)
  }

  /// The next step of the display.
  enum Action: Equatable {
    /// Shows a page at the next vertical blank; the answer goes to ``flipAnswered(_:_:at:)``.
    case flip(Int)
    /// Shows a page immediately; the answer goes to ``setAnswered(_:_:at:)``.
    case set(Int)
    /// This page is on the screen.
    case becameFront(Int)
    /// No page can be shown, for this errno.
    case report(Int32)
  }

  /// Page-flip timeout, and interval of requests to a busy card, seconds.
  static let patience = 0.25
  /// Interval of searches for a lost card, seconds.
  static let lookInterval = 1.0

  private(set) var access = Access.active
  private(set) var pacing = Pacing.idle
  /// Whether the driver sends an event at the end of a flip.
  private(set) var hasFlips = true
  /// Time of the newest vertical blank that the card told.
  private(set) var lastBlank: Double?

  /// Whether the display takes a frame.
  var isReady: Bool { access == .active && pacing == .idle }

  /// Time of the next step without an event; nil if only events matter.
  var deadline: Double? {
    switch (access, pacing) {
    case (.asking(let next), _), (.searching(let next), _): next
    case (.suspended, _), (.closed, _), (.active, .idle): nil
    case (.active, .flipping(_, _, let timeout)): timeout
    case (.active, .pausing(let time)), (.active, .refused(_, let time)): time
    }
  }

  // MARK: Pages

  /// Begins with new pages. The cause of missing events (another program on the card, a display disconnected during a flip) may be gone.
  mutating func connected() { (pacing, hasFlips, lastBlank) = (.idle, true, nil) }

  /// Records a frame in `page`, and returns the way to show it; nil if it is visible already.
  mutating func frameWritten(to page: Int, isFront: Bool, period: Double, at time: Double) -> Action? {
    pacing = .pausing(until: time + max(0.001, period - 0.002))
    return isFront ? nil : turn(to: page)
  }

  private func turn(to page: Int) -> Action { hasFlips ? .flip(page) : .set(page) }

  /// Records the answer to a flip: 0 or errno.
  mutating func flipAnswered(_ page: Int, _ code: Int32, at time: Double) -> Action? {
    switch code {
    case 0:
      var pause = time
      if case .pausing(let until) = pacing { pause = until }
      pacing = .flipping(page: page, pause: pause, timeout: time + Self.patience)
      return nil
    // Another flip is pending, or another program is active.
    case EBUSY, EACCES:
      pacing = .refused(page: page, retry: time + Self.patience)
      return nil
    default:
      hasFlips = false
      return .set(page)
    }
  }

  /// Records the answer to setting a page: 0 or errno.
  mutating func setAnswered(_ page: Int, _ code: Int32, at time: Double) -> Action? {
    guard code != 0 else { return .becameFront(page) }
    pacing = .refused(page: page, retry: time + Self.patience)
    return code == EBUSY || code == EACCES ? nil : .report(code)
  }

  /// Records the event at the end of a flip; `blank` is the time of its vertical blank, nil if unknown.
  mutating func flipEnded(blank: Double?) -> Action? {
    guard case .flipping(let page, let pause, _) = pacing else { return nil }
    lastBlank = blank
    pacing = .pausing(until: pause)
    return .becameFront(page)
  }

  /// Ends a flip whose event is missing: from now on, pages are set without events.
  mutating func endLateFlip(at now: Double) -> Action? {
    guard case .flipping(let page, let pause, let timeout) = pacing, timeout <= now else { return nil }
    (pacing, hasFlips, lastBlank) = (.pausing(until: pause), false, nil)
    return .set(page)
  }

  /// Ends a pause, and repeats a page that the card refused.
  mutating func endPause(at now: Double) -> Action? {
    switch pacing {
    case .pausing(let until) where until <= now:
      pacing = .idle
      return nil
    case .refused(let page, let retry) where retry <= now:
      pacing = .idle
      return turn(to: page)
    default: return nil
    }
  }

  // MARK: Card

  /// Records that the card is gone.
  mutating func cardLost(at now: Double) {
    pacing = .idle
    switch access {
    case .suspended: access = .suspended(isCardGone: true)
    case .closed: break
    default: access = .searching(next: now + Self.lookInterval)
    }
  }

  /// Records the result of a search for the card.
  mutating func searched(found: Bool, at now: Double) {
    // The card's file may appear a moment after the kernel's event.
    access = found ? .active : .searching(next: now + Self.lookInterval)
  }

  /// Records the answer to a request for the card.
  mutating func asked(granted: Bool, at now: Double) { access = granted ? .active : .asking(next: now + Self.patience) }

  /// Records that another terminal is active. Returns whether the card must be released.
  mutating func suspend() -> Bool {
    switch access {
    case .suspended, .closed: return false
    case .searching: access = .suspended(isCardGone: true)
    case .active, .asking: access = .suspended(isCardGone: false)
    }
    pacing = .idle
    return true
  }

  /// Records that the terminal is active again. Returns whether the card must be requested; the answer goes to ``asked(granted:at:)``.
  mutating func resume() -> Bool {
    guard case .suspended(let isCardGone) = access else { return false }
    access = isCardGone ? .searching(next: 0) : .asking(next: 0)
    return !isCardGone
  }

  /// Ends the display. Returns false if it has ended.
  mutating func close() -> Bool {
    defer { (access, pacing) = (.closed, .idle) }
    return access != .closed
  }
}
