public import Tessera

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

  var signal: NodeSignal {
    switch self {
    case .willAppear: .screenWillAppear
    case .didAppear: .screenDidAppear
    case .willDisappear: .screenWillDisappear
    case .didDisappear: .screenDidDisappear
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

extension NodeSignal {
  /// A screen begins to come, or turns round while it goes.
  public static let screenWillAppear = NodeSignal("screenWillAppear")
  /// A screen is there.
  public static let screenDidAppear = NodeSignal("screenDidAppear")
  /// A screen begins to go, or turns round while it comes.
  public static let screenWillDisappear = NodeSignal("screenWillDisappear")
  /// A screen is gone: covered, or taken from its container.
  public static let screenDidDisappear = NodeSignal("screenDidDisappear")
  /// A screen gave up its content to save memory; what it showed is kept.
  public static let screenEvicted = NodeSignal("screenEvicted")
  /// A screen made its content again.
  public static let screenRestored = NodeSignal("screenRestored")
}
