/// Standard durations and curves: the framework's motions if a program sets none. docs/motion.md lists them in a table.
///
/// ```swift
/// animate(StandardMotion.rowActions.motion) { bar.opacity = 1 }
/// ```
public enum StandardMotion: String, Sendable, Hashable, CaseIterable {
  /// Default motion.
  case standard
  /// Transitions of screens and sheets, changes of tabs.
  case screen
  /// Layout changes.
  case layout
  /// Changes of a list's data.
  case listChange
  /// Opening and closing of row actions.
  case rowActions
  /// Items that make room for a carried one, and a released one that moves to its place.
  case itemLift
  /// Content that returns to its bounds, pages, `scroll(to:)`.
  case scroll
  /// One notch of a wheel.
  case wheelNotch
  /// Scroll bars that disappear.
  case scrollBar
  /// Indicator of the selected tab.
  case tabIndicator
  /// Removal of a pressed, selected or cursor highlight.
  case release
  /// Hover appearance, when a pointer enters or leaves.
  case hover
  /// Controls that are enabled, disabled, switched on or off.
  case enabled
  /// Focus ring that moves from one node to the next.
  case focusRing
  /// Insertion of overlays.
  case overlay
  /// Removal of overlays.
  case overlayRemoval
  /// Fades with reduced motion.
  case reduced

  /// Curve of a motion over its time.
  public enum Curve: String, Sendable, Hashable, CaseIterable {
    /// Critically damped spring with this perceived duration.
    case spring
    /// Critically damped spring that is within a thousandth of the distance at the end of the time.
    case settlingSpring
    /// Constant speed.
    case linear
    /// CSS's `ease`.
    case ease
    /// Slow end.
    case easeOut
    /// Slow start and end.
    case easeInOut
    /// `3t² - 2t³`, slow start and end.
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

  /// Motion for ``animate(_:_:)`` and `motion` of nodes.
  public var motion: Motion {
    switch curve {
    case .spring: .spring(duration: seconds)
    case .settlingSpring: .spring(Spring(frequency: Spring.settlingFrequency(seconds), dampingRatio: 1))
    case .linear: .linear(seconds)
    case .ease: .ease(seconds)
    case .easeOut: .easeOut(seconds)
    case .easeInOut: .easeInOut(seconds)
    // The cubic Bézier curve that equals this polynomial.
    case .smoothStep: .eased(.cubicBezier(1.0 / 3, 0, 2.0 / 3, 1), duration: seconds)
    }
  }
}

extension StandardMotion {
  /// Seconds that a finger rests on a list item before it is lifted.
  public static let liftDelay = 0.5
  /// The same in editing mode, or on the move handle of an item.
  public static let editingLiftDelay = 0.15
  /// Seconds that a finger rests on a list item before it is highlighted.
  public static let pressDelay = 0.08
}

extension Spring {
  /// Returns the frequency of a critically damped spring that is within a thousandth of its distance after `seconds`.
  static func settlingFrequency(_ seconds: Double) -> Double { 9.24 / seconds }
}
