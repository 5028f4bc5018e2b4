/// Reactions of an overlay to touches outside of it and to moves of its anchor.
public struct OverlayOptions: OptionSet, Sendable, Hashable {
  /// One bit per option.
  public let rawValue: UInt8
  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A touch that begins elsewhere, or the escape key, dismisses the overlay. Touches in an overlay presented by one of its nodes do not.
  public static let dismissesOnOutsideTouch = OverlayOptions(rawValue: 1)
  /// A touch that begins elsewhere has no other effect.
  public static let blocksOutsideTouches = OverlayOptions(rawValue: 2)
  /// The overlay is dismissed if its anchor is shown at another place than at first: scrolled, or moved by a layout. A new ``StageOverlay/anchor``
  /// does not count.
  public static let dismissesWhenAnchorMoves = OverlayOptions(rawValue: 4)
  /// The overlay is hidden while its anchor is not visible, and returns with it. Without this option it is dismissed then.
  public static let hidesWithAnchor = OverlayOptions(rawValue: 8)
  /// Events that its nodes ignore, and touches for gestures, are passed to the presenting node.
  public static let forwardsEvents = OverlayOptions(rawValue: 16)
  /// The overlay appears and disappears immediately. Without this option it fades (``StandardMotion/overlay``, ``StandardMotion/overlayRemoval``),
  /// even with reduced motion.
  public static let appearsAtOnce = OverlayOptions(rawValue: 32)
}
