/// How much a container keeps ready around what is seen.
public enum RangeMode: String, Sendable, CaseIterable, Hashable {
  /// The least: before anybody scrolled, or while covered by another screen.
  case minimum
  /// What a container that is looked at keeps.
  case full
  /// What is in view and nothing else.
  case visibleOnly
  /// As `visibleOnly`; a container that is not on the screen keeps not even pictures of what is in its view.
  case lowMemory
}

/// How far ahead of and behind what is seen something is done, in screenfuls.
public struct RangeMargins: Sendable, Hashable {
  /// On the side of travel.
  public var leading: Double
  /// On the other side.
  public var trailing: Double

  /// Makes margins; negative and non-finite ones count as 0, and 1,000 is the most.
  public init(leading: Double, trailing: Double) {
    func ok(_ value: Double) -> Double { value > 0 ? min(value, 1000) : 0 }
    (self.leading, self.trailing) = (ok(leading), ok(trailing))
  }

  /// Nothing on either side.
  public static let none = RangeMargins(leading: 0, trailing: 0)
}

/// How much is kept ready in each mode. Values are as Texture's, its users' numbers.
public struct RangeTuning: Sendable, Hashable {
  private var display: [RangeMode: RangeMargins]
  private var preload: [RangeMode: RangeMargins]

  /// Items stay in a range until they are so many screenfuls beyond it, so that a trembling finger changes nothing.
  public var slack = 0.1
  /// The leading side reaches as much farther as the content moves in so many seconds, one screenful at most.
  public var lookahead = 0.25

  /// Makes the tuning of lists: full 1 / 0.5 drawn and 2.5 / 1.5 loaded, minimum 0.25 / 0.25 and 0.5 / 0.25, nothing in the other modes.
  public init() {
    display = [.full: RangeMargins(leading: 1, trailing: 0.5), .minimum: RangeMargins(leading: 0.25, trailing: 0.25)]
    preload = [.full: RangeMargins(leading: 2.5, trailing: 1.5), .minimum: RangeMargins(leading: 0.5, trailing: 0.25)]
  }

  /// The tuning of pages: full one page on either side drawn and two loaded, minimum nothing drawn and one loaded.
  ///
  /// Less by the slack than whole viewports: so many pages it is when one fills the viewport, and a finger that trembles there changes nothing.
  public static let pages: RangeTuning = {
    var tuning = RangeTuning()
    tuning.display = [.full: RangeMargins(leading: 0.9, trailing: 0.9)]
    tuning.preload = [.full: RangeMargins(leading: 1.9, trailing: 1.9), .minimum: RangeMargins(leading: 0.9, trailing: 0.9)]
    return tuning
  }()

  /// How far content is drawn in `mode`.
  public subscript(display mode: RangeMode) -> RangeMargins {
    get { display[mode] ?? .none }
    set { display[mode] = newValue }
  }

  /// How far data is loaded in `mode`; at least as far as content is drawn.
  public subscript(preload mode: RangeMode) -> RangeMargins {
    get { preload[mode] ?? .none }
    set { preload[mode] = newValue }
  }
}
