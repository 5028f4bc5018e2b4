/// Amount of content that a container keeps ready around the viewport.
public enum RangeMode: String, Sendable, CaseIterable, Hashable {
  /// Minimum: before the user scrolled, or while covered by another screen.
  case minimum
  /// Normal mode of a visible container.
  case full
  /// Only visible items.
  case visibleOnly
  /// Like `visibleOnly`; a container that is not on the screen does not keep drawn content either.
  case lowMemory
}

extension RangeMode {
  /// Creates the range mode for containers on a screen with this visibility depth. Depth 0 is full and 1 minimum. At 2 only visible content
  /// is kept, and beyond that no drawn content.
  public init(visibilityDepth depth: Int) {
    self = depth <= 0 ? .full : depth == 1 ? .minimum : depth == 2 ? .visibleOnly : .lowMemory
  }

  /// Returns the stricter of the two modes, which keeps less content.
  public func limited(to other: RangeMode) -> RangeMode { other.strictness > strictness ? other : self }

  private var strictness: Int {
    switch self {
    case .full: 0
    case .minimum: 1
    case .visibleOnly: 2
    case .lowMemory: 3
    }
  }
}

/// Distances ahead of and behind the viewport, in viewport lengths.
public struct RangeMargins: Sendable, Hashable {
  /// Distance on the side of travel.
  public var leading: Double
  /// Distance on the other side.
  public var trailing: Double

  /// Creates margins; negative and non-finite values are treated as 0, and the maximum is 1,000.
  public init(leading: Double, trailing: Double) {
    func ok(_ value: Double) -> Double { value > 0 ? min(value, 1000) : 0 }
    (self.leading, self.trailing) = (ok(leading), ok(trailing))
  }

  /// Margins of 0.
  public static let none = RangeMargins(leading: 0, trailing: 0)
}

/// Extents of ranges in each mode. The defaults are those of Texture.
public struct RangeTuning: Sendable, Hashable {
  private var display: [RangeMode: RangeMargins]
  private var preload: [RangeMode: RangeMargins]

  /// Items stay in a range until they are this many viewport lengths beyond it, so that a finger's jitter has no effect.
  public var slack = 0.1
  /// The leading side extends by the distance that the content moves in this time, in seconds; at most one viewport length.
  public var lookahead = 0.25

  /// Creates the tuning of lists: full 1 / 0.5 drawn and 2.5 / 1.5 loaded, minimum 0.25 / 0.25 and 0.5 / 0.25, 0 in the other modes.
  public init() {
    display = [.full: RangeMargins(leading: 1, trailing: 0.5), .minimum: RangeMargins(leading: 0.25, trailing: 0.25)]
    preload = [.full: RangeMargins(leading: 2.5, trailing: 1.5), .minimum: RangeMargins(leading: 0.5, trailing: 0.25)]
  }

  /// Tuning of pages: in full mode one page on either side is drawn and two are loaded; in minimum mode none is drawn and one is loaded.
  ///
  /// The values are smaller than whole viewports by the slack, so that they give these numbers of pages at rest, also if a finger jitters.
  public static let pages: RangeTuning = {
    var tuning = RangeTuning()
    tuning.display = [.full: RangeMargins(leading: 0.9, trailing: 0.9)]
    tuning.preload = [.full: RangeMargins(leading: 1.9, trailing: 1.9), .minimum: RangeMargins(leading: 0.9, trailing: 0.9)]
    return tuning
  }()

  /// Extent of drawn content in `mode`.
  public subscript(display mode: RangeMode) -> RangeMargins {
    get { display[mode] ?? .none }
    set { display[mode] = newValue }
  }

  /// Extent of loaded data in `mode`; at least that of drawn content.
  public subscript(preload mode: RangeMode) -> RangeMargins {
    get { preload[mode] ?? .none }
    set { preload[mode] = newValue }
  }
}
