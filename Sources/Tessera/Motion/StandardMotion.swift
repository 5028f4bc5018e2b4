/// Standard durations and curves: the motions of the framework where a program names none. The table in docs/motion.md lists them.
///
/// ```swift
/// animate(StandardMotion.rowActions.motion) { bar.opacity = 1 }
/// ```
public enum StandardMotion: String, Sendable, Hashable, CaseIterable {
  /// Motion where none is named.
  case standard
  /// Screens and sheets that come and go, tabs that change.
  case screen
  /// Layouts that change.
  case layout
  /// Changes of a list's data.
  case listChange
  /// Actions of rows that open and close.
  case rowActions
  /// Items that make room for a carried one, and the carried one going to its place.
  case itemLift
  /// Content that goes back to its edge, pages, `scroll(to:)`.
  case scroll
  /// One notch of a wheel.
  case wheelNotch
  /// Scroll bars that go.
  case scrollBar
  /// The mark of the selected tab.
  case tabIndicator
  /// What marked something as pressed, selected or found by keys, and goes.
  case release
  /// Looks of what a pointer comes over, or leaves.
  case hover
  /// Controls that are enabled, disabled, switched on or off.
  case enabled
  /// The ring around what has the focus, from one node to the next.
  case focusRing
  /// Overlays that come.
  case overlay
  /// Overlays that go.
  case overlayRemoval
  /// Fades where motion is reduced.
  case reduced

  /// How a motion spreads over its time.
  public enum Curve: String, Sendable, Hashable, CaseIterable {
    /// Critically damped spring that seems to have arrived after the time.
    case spring
    /// Critically damped spring that is within a thousandth of the way when the time is over.
    case settlingSpring
    /// The same speed all the way.
    case linear
    /// CSS's `ease`.
    case ease
    /// Slow at last.
    case easeOut
    /// Slow at first and at last.
    case easeInOut
    /// `3t² - 2t³`, slow at first and at last.
    case smoothStep
  }

  /// Duration, seconds.
  public var seconds: Double {
    switch self {
    case .standard: 0.4
    case .screen: 0.35
    case .layout: 0.2
    case .listChange: 0.25
    case .rowActions: 0.2
    case .itemLift: 0.18
    case .scroll: 0.84
    case .wheelNotch: 0.16
    case .scrollBar: 0.25
    case .tabIndicator: 0.25
    case .release: 0.18
    case .hover: 0.12
    case .enabled: 0.2
    case .focusRing: 0.14
    case .overlay: 0.12
    case .overlayRemoval: 0.15
    case .reduced: 0.15
    }
  }

  /// Curve.
  public var curve: Curve {
    switch self {
    case .standard, .wheelNotch: .spring
    case .screen, .scroll: .settlingSpring
    case .layout, .listChange, .tabIndicator: .easeInOut
    case .rowActions, .release, .hover, .enabled, .focusRing, .overlay, .overlayRemoval: .easeOut
    case .itemLift: .smoothStep
    case .scrollBar: .linear
    case .reduced: .ease
    }
  }

  /// The motion, for ``animate(_:_:)`` and `motion` of nodes.
  public var motion: Motion {
    switch curve {
    case .spring: .spring(duration: seconds)
    case .settlingSpring: .spring(Spring(frequency: Spring.settlingFrequency(seconds), dampingRatio: 1))
    case .linear: .linear(seconds)
    case .ease: .ease(seconds)
    case .easeOut: .easeOut(seconds)
    case .easeInOut: .easeInOut(seconds)
    // The cubic Bézier curve that is this polynomial.
    case .smoothStep: .eased(.cubicBezier(1.0 / 3, 0, 2.0 / 3, 1), duration: seconds)
    }
  }
}

extension StandardMotion {
  /// Seconds that a finger rests on an item of a list before it carries it.
  public static let liftDelay = 0.5
  /// The same where a list is being edited, or at the mark that says an item can be moved.
  public static let editingLiftDelay = 0.15
  /// Seconds that a finger rests on an item of a list before it is marked as pressed.
  public static let pressDelay = 0.08
}

extension Spring {
  /// Returns the frequency of a critically damped spring that is within a thousandth of its way after `seconds`.
  static func settlingFrequency(_ seconds: Double) -> Double { 9.24 / seconds }
}
