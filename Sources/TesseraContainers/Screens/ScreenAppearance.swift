internal import Tessera

/// Appearance state of a screen. A value; any thread.
public enum ScreenAppearance: String, Sendable, CaseIterable, Hashable {
  /// Not visible, or not part of a stage.
  case hidden
  /// Transition in.
  case appearing
  /// Visible, without a transition.
  case visible
  /// Transition out.
  case disappearing
}

/// Appearance callback of a screen. They cycle in this order; if a transition is reversed, the callback for the other direction follows
/// immediately.
enum ScreenStep: Int, Sendable, CaseIterable, Comparable {
  case willDisappear, willAppear, didDisappear, didAppear

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  var signal: Signal<Void> {
    switch self {
    case .willAppear: Screen.willAppear
    case .didAppear: Screen.didAppear
    case .willDisappear: Screen.willDisappear
    case .didDisappear: Screen.didDisappear
    }
  }
}

extension ScreenAppearance {
  /// Returns the callbacks for a change from this state to `new`.
  func steps(to new: ScreenAppearance) -> [ScreenStep] {
    switch (self, new) {
    case (.hidden, .appearing), (.disappearing, .appearing): [.willAppear]
    case (.hidden, .visible), (.disappearing, .visible): [.willAppear, .didAppear]
    case (.appearing, .visible): [.didAppear]
    case (.visible, .disappearing), (.appearing, .disappearing): [.willDisappear]
    case (.visible, .hidden), (.appearing, .hidden): [.willDisappear, .didDisappear]
    case (.disappearing, .hidden): [.didDisappear]
    case (.hidden, .hidden), (.appearing, .appearing), (.visible, .visible), (.disappearing, .disappearing): []
    // A visible screen does not start to appear, and a hidden one does not start to disappear.
    case (.visible, .appearing), (.hidden, .disappearing): []
    }
  }
}
