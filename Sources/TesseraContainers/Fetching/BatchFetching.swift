internal import Glibc

/// Decides when content that arrives in batches is to be fetched: a plain value that is told where the viewport is. Any thread.
///
/// One fetch is under way at a time. After one that is done the rule is applied again, so that a short list goes on loading until what is wanted
/// ahead is there. It is applied to content that was laid out, never while an insertion is on its way.
public struct BatchFetching: Sendable, Hashable {
  /// Where batches are added.
  public enum Edge: String, Sendable, CaseIterable, Hashable {
    /// Before the first item: history.
    case head
    /// After the last.
    case tail
  }

  /// How a fetch ended.
  public enum Outcome: String, Sendable, CaseIterable, Hashable {
    /// There is more content now, or will be with the next layout.
    case done
    /// It failed: it is tried again, at first after one second, then after twice as long each time, a minute at most.
    case retry
    /// There is no more to fetch; nothing is, until ``BatchFetching/restart()``.
    case exhausted
    /// It was given up. The next is begun when the content has moved or changed.
    case cancelled
  }

  /// What is seen of the content along the axis of travel, in reading order; logical units.
  public struct Viewport: Sendable, Hashable {
    /// The length of the viewport.
    public var length: Double
    /// The length of the content.
    public var content: Double
    /// How much content lies before the viewport; negative where it is pulled beyond the head.
    public var before: Double
    /// How fast the viewport moves towards the tail, a second.
    public var velocity: Double
    /// Whether the list is on the screen.
    public var isVisible: Bool

    /// Makes a viewport.
    public init(length: Double, content: Double, before: Double, velocity: Double = 0, isVisible: Bool = true) {
      self.length = length
      self.content = content
      self.before = before
      self.velocity = velocity
      self.isVisible = isVisible
    }
  }

  /// What follows from a look at the viewport.
  public enum Decision: Sendable, Hashable {
    /// Nothing.
    case none
    /// Begin a fetch; it has this number.
    case fetch(Int)
    /// Look again in so many seconds.
    case wait(Double)
  }

  private enum Phase: Sendable, Hashable {
    case idle
    /// The content was so long when it began.
    case fetching(content: Double)
    /// Done or failed: goes on when the content is another, where that says something, or when it is time.
    case settling(content: Double?, until: Double?)
    /// Given up here.
    case paused(content: Double, before: Double)
    case exhausted
  }

  /// The least and the most time before a fetch is tried again, seconds.
  static let delays = 1.0...60

  /// Where batches are added.
  public let edge: Edge
  /// How many windowfuls are to lie ahead; 0 or less, and NaN: nothing is fetched.
  public var leadingScreens: Double
  private var phase = Phase.idle
  private var number = 0
  private var failures = 0

  /// Makes what decides about fetches at `edge`.
  public init(at edge: Edge = .tail, leadingScreens: Double = 2) {
    self.edge = edge
    self.leadingScreens = leadingScreens
  }

  /// Whether a fetch is under way.
  public var isFetching: Bool { if case .fetching = phase { true } else { false } }

  /// Whether there is no more to fetch.
  public var isExhausted: Bool { phase == .exhausted }

  /// The number of the fetch under way.
  public var current: Int? { isFetching ? number : nil }

  /// Returns what follows from the viewport. A fetch that it names has begun.
  ///
  /// - Parameters:
  ///   - viewport: what is seen.
  ///   - time: the moment, seconds of any clock that does not go back.
  ///   - isForced: whether to look although a fetch was given up or failed a moment ago.
  ///   - decide: has the last word while the viewport moves: it gets the seconds until the end is reached, and what the distance says.
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
      // Content did change: what failed before did not fail for good.
      if isChanged { failures = 0 }
    case .paused(let content, let before):
      guard isForced || content != viewport.content || abs(before - viewport.before) > 1 else { return .none }
    }
    // What waited has waited, whatever is decided now.
    phase = .idle
    guard wants(viewport, decide) else { return .none }
    number += 1
    phase = .fetching(content: viewport.content)
    return .fetch(number)
  }

  /// What `decide` would be asked by ``evaluate(at:time:isForced:decide:)``; nil: nothing.
  func question(at viewport: Viewport, time: Double, isForced: Bool) -> (secondsLeft: Double, hint: Bool)? {
    var (copy, question) = (self, (secondsLeft: Double, hint: Bool)?.none)
    _ = copy.evaluate(at: viewport, time: time, isForced: isForced) { secondsLeft, hint in
      question = (secondsLeft, hint)
      return hint
    }
    return question
  }

  private var delay: Double { min(Self.delays.upperBound, Self.delays.lowerBound * exp2(Double(min(max(0, failures - 1), 10)))) }

  /// Whether so little is ahead that more is to be fetched.
  private func wants(_ viewport: Viewport, _ decide: (Double, Bool) -> Bool) -> Bool {
    // A list that does not fill its viewport is filled, seen or not: nobody can scroll it.
    if viewport.content < viewport.length { return true }
    guard viewport.isVisible else { return false }
    let speed = edge == .tail ? viewport.velocity : -viewport.velocity
    guard speed >= 0 else { return false }
    let left = edge == .tail ? viewport.content - viewport.before - viewport.length : viewport.before
    let hint = left <= viewport.length * leadingScreens
    return speed > 0 && speed.isFinite ? decide(max(0, left) / speed, hint) : hint
  }

  /// Takes the end of the fetch `number`. Returns false where that is not under way any more: it was cancelled, or ended before.
  public mutating func end(_ number: Int, _ outcome: Outcome, viewport: Viewport? = nil) -> Bool {
    guard case .fetching(let content) = phase, number == self.number else { return false }
    switch outcome {
    case .done:
      // One that brings nothing is asked again ever more rarely.
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

  /// Begins anew: what was exhausted, failed or given up is asked again.
  public mutating func restart() {
    failures = 0
    if !isFetching { phase = .idle }
  }
}
