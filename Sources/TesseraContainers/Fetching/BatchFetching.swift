internal import Glibc

/// Decides when to fetch the next batch of content, from viewport updates. A plain value. Any thread.
///
/// At most one fetch is in progress. After a finished one the rule is applied again, so that a short list loads until enough content is
/// ahead. The rule is applied only to content that was laid out, never during an insertion.
public struct BatchFetching: Sendable, Hashable {
  /// Edge at which batches are added.
  public enum Edge: String, Sendable, CaseIterable, Hashable {
    /// Before the first item, for history.
    case head
    /// After the last item.
    case tail
  }

  /// Outcome of a fetch.
  public enum Outcome: String, Sendable, CaseIterable, Hashable {
    /// More content is available now or with the next layout.
    case done
    /// The fetch failed and is retried after one second. The delay doubles with each failure, up to a minute.
    case retry
    /// All content was fetched; nothing is fetched until ``BatchFetching/restart()``.
    case exhausted
    /// The fetch was cancelled. The next one begins when the content has moved or changed.
    case cancelled
  }

  /// Visible part of the content along the scroll axis, in reading order; logical units.
  public struct Viewport: Sendable, Hashable {
    /// Length of the viewport.
    public var length: Double
    /// Length of the content.
    public var content: Double
    /// Length of the content before the viewport; negative if it is pulled beyond the head.
    public var before: Double
    /// Velocity of the viewport towards the tail, in logical units a second.
    public var velocity: Double
    /// Whether the list is on the screen.
    public var isVisible: Bool

    /// Creates a viewport.
    public init(length: Double, content: Double, before: Double, velocity: Double = 0, isVisible: Bool = true) {
      self.length = length
      self.content = content
      self.before = before
      self.velocity = velocity
      self.isVisible = isVisible
    }
  }

  /// Result of an evaluation.
  public enum Decision: Sendable, Hashable {
    /// Do nothing.
    case none
    /// Begin a fetch with this number.
    case fetch(Int)
    /// Evaluate again after this number of seconds.
    case wait(Double)
  }

  private enum Phase: Sendable, Hashable {
    case idle
    /// Length of the content when the fetch began.
    case fetching(content: Double)
    /// Done or failed: continues when the content has changed, if a length is set, or when the time is reached.
    case settling(content: Double?, until: Double?)
    /// Cancelled at this position.
    case paused(content: Double, before: Double)
    case exhausted
  }

  /// Minimum and maximum delay before a retry, seconds.
  static let delays = 1.0...60

  /// Edge at which batches are added.
  public let edge: Edge
  /// Content to keep loaded ahead, in viewport lengths; 0 or less, and NaN, disable fetching.
  public var leadingScreens: Double
  private var phase = Phase.idle
  private var number = 0
  private var failures = 0

  /// Creates the decision state for fetches at `edge`.
  public init(at edge: Edge = .tail, leadingScreens: Double = 2) {
    self.edge = edge
    self.leadingScreens = leadingScreens
  }

  /// Whether a fetch is in progress.
  public var isFetching: Bool { if case .fetching = phase { true } else { false } }

  /// Whether all content was fetched.
  public var isExhausted: Bool { phase == .exhausted }

  /// Number of the fetch in progress.
  public var current: Int? { isFetching ? number : nil }

  /// Evaluates the viewport. A returned fetch counts as begun.
  ///
  /// - Parameters:
  ///   - viewport: visible part of the content.
  ///   - time: current time in seconds of a monotonic clock.
  ///   - isForced: whether to evaluate even if a fetch was just cancelled or failed.
  ///   - decide: makes the final decision while the viewport moves, from the seconds until the end is reached and the decision by distance.
  public mutating func evaluate(
    at viewport: Viewport, time: Double, isForced: Bool = false, decide: (_ secondsLeft: Double, _ hint: Bool) -> Bool = { $1 }
  ) -> Decision {
    guard leadingScreens > 0, viewport.length > 0, viewport.length.isFinite, viewport.content.isFinite, viewport.before.isFinite else {
      return .none
    }
    switch phase {
    case .fetching, .exhausted: return .none
    case .idle: break
    case .settling(let content, let until):
      let isChanged = content.map { $0 != viewport.content } ?? false
      let end = until ?? time + delay
      if !isForced, !isChanged, time < end {
        phase = .settling(content: content, until: end)
        return .wait(end - time)
      }
      // The content changed, so earlier failures no longer count.
      if isChanged { failures = 0 }
    case .paused(let content, let before):
      guard isForced || content != viewport.content || abs(before - viewport.before) > 1 else { return .none }
    }
    // A pending wait ends here, whatever the decision.
    phase = .idle
    guard wants(viewport, decide) else { return .none }
    number += 1
    phase = .fetching(content: viewport.content)
    return .fetch(number)
  }

  /// Returns the arguments with which ``evaluate(at:time:isForced:decide:)`` would call `decide`; nil means no call.
  func question(at viewport: Viewport, time: Double, isForced: Bool) -> (secondsLeft: Double, hint: Bool)? {
    var (copy, question) = (self, (secondsLeft: Double, hint: Bool)?.none)
    _ = copy.evaluate(at: viewport, time: time, isForced: isForced) { secondsLeft, hint in
      question = (secondsLeft, hint)
      return hint
    }
    return question
  }

  private var delay: Double { min(Self.delays.upperBound, Self.delays.lowerBound * exp2(Double(min(max(0, failures - 1), 10)))) }

  /// Returns whether too little content is ahead.
  private func wants(_ viewport: Viewport, _ decide: (Double, Bool) -> Bool) -> Bool {
    // A list that does not fill its viewport is filled, visible or not, because it cannot be scrolled.
    if viewport.content < viewport.length { return true }
    guard viewport.isVisible else { return false }
    let speed = edge == .tail ? viewport.velocity : -viewport.velocity
    guard speed >= 0 else { return false }
    let left = edge == .tail ? viewport.content - viewport.before - viewport.length : viewport.before
    let hint = left <= viewport.length * leadingScreens
    return speed > 0 && speed.isFinite ? decide(max(0, left) / speed, hint) : hint
  }

  /// Ends the fetch `number`. Returns false if it is not in progress because it was cancelled or has ended.
  public mutating func end(_ number: Int, _ outcome: Outcome, viewport: Viewport? = nil) -> Bool {
    guard case .fetching(let content) = phase, number == self.number else { return false }
    switch outcome {
    case .done:
      // Fetches without new content are repeated with growing delays.
      failures = viewport.map { $0.content == content } ?? true ? failures + 1 : 0
      phase = .settling(content: content, until: nil)
    case .retry:
      failures += 1
      phase = .settling(content: nil, until: nil)
    case .exhausted: phase = .exhausted
    case .cancelled: phase = .paused(content: content, before: viewport?.before ?? .infinity)
    }
    return true
  }

  /// Starts again after the content was exhausted, or a fetch failed or was cancelled.
  public mutating func restart() {
    failures = 0
    if !isFetching { phase = .idle }
  }
}
