internal import Tessera

/// Whether a screen is seen, and whether it is coming or going. A value; any thread.
public enum ScreenAppearance: String, Sendable, CaseIterable, Hashable {
  /// It is not seen, or not part of a stage.
  case hidden
  /// It is coming.
  case appearing
  /// It is there.
  case visible
  /// It is going.
  case disappearing
}

/// One thing that a screen is told. Always in this order, round and round; a screen that turns round on its way is told of the other way at once.
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
  /// What a screen is told on its way from this to `new`.
  func steps(to new: ScreenAppearance) -> [ScreenStep] {
    switch (self, new) {
    case (.hidden, .appearing), (.disappearing, .appearing): [.willAppear]
    case (.hidden, .visible), (.disappearing, .visible): [.willAppear, .didAppear]
    case (.appearing, .visible): [.didAppear]
    case (.visible, .disappearing), (.appearing, .disappearing): [.willDisappear]
    case (.visible, .hidden), (.appearing, .hidden): [.willDisappear, .didDisappear]
    case (.disappearing, .hidden): [.didDisappear]
    case (.hidden, .hidden), (.appearing, .appearing), (.visible, .visible), (.disappearing, .disappearing): []
    // A screen that is there does not come, and one that is not seen does not go.
    case (.visible, .appearing), (.hidden, .disappearing): []
    }
  }
}
