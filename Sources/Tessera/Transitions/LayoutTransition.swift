/// How the screen goes from one layout to the next: how long, by which curve, and how nodes come and go. A value; any thread.
///
/// ```swift
/// list.layoutTransition = LayoutTransition(duration: 0.3, curve: .easeOut, insertion: .slide(.top), removal: .fade)
/// ```
public struct LayoutTransition: Sendable, Hashable {
  /// Seconds, 0...3600; 0: at once.
  public var duration: Double { didSet { duration = Self.clamped(duration) } }
  /// Seconds before it begins, 0...3600: what it moves stays where it was seen.
  public var delay = 0.0 { didSet { delay = Self.clamped(delay) } }
  /// How it spreads over its time.
  public var curve: TransitionCurve
  /// How nodes come.
  public var insertion: TransitionEffect
  /// How nodes go.
  public var removal: TransitionEffect

  /// No transition: nodes with it, and those below them, are in their new places at once.
  public static let none = LayoutTransition(duration: 0, insertion: .none, removal: .none)

  /// Makes a transition. A duration that is not a number counts as 0.
  public init(
    duration: Double = StandardMotion.layout.seconds, curve: TransitionCurve = .easeInOut, insertion: TransitionEffect = .fade,
    removal: TransitionEffect = .fade,
    delay: Double = 0
  ) {
    self.delay = Self.clamped(delay)
    self.duration = Self.clamped(duration)
    self.curve = curve
    self.insertion = insertion
    self.removal = removal
  }

  private static func clamped(_ duration: Double) -> Double { duration.isNaN ? 0 : min(3600, max(0, duration)) }

  /// Whether it takes time.
  var isAnimated: Bool { duration > 0 }
}

extension AnyNode {
  /// How this node and those below it go to the places that new layouts give them; nil: as the node above says, and at once where none
  /// does. The nearest that is set counts. Any thread.
  public var layoutTransition: LayoutTransition? {
    get { properties.layoutTransition }
    set { updateProperties { $0.layoutTransition = newValue } }
  }
}
