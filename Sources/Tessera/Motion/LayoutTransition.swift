/// Animation between two layouts: duration, curve, and effects for inserted and removed nodes. A value; any thread.
///
/// ```swift
/// list.layoutTransition = LayoutTransition(duration: 0.3, curve: .easeOut, insertion: .slide(.top), removal: .fade)
/// ```
public struct LayoutTransition: Sendable, Hashable {
  /// Duration in seconds, 0...3600; 0 means no animation.
  public var duration: Double { didSet { duration = Self.clamped(duration) } }
  /// Delay in seconds, 0...3600; nodes keep their old place during it.
  public var delay = 0.0 { didSet { delay = Self.clamped(delay) } }
  /// Curve of the transition.
  public var curve: TransitionCurve
  /// Effect for inserted nodes.
  public var insertion: TransitionEffect
  /// Effect for removed nodes.
  public var removal: TransitionEffect

  /// No transition: the node and its descendants move to their new places immediately.
  public static let none = LayoutTransition(duration: 0, insertion: .none, removal: .none)

  /// Creates a transition. A NaN duration is treated as 0.
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
