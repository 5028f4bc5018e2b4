internal import TesseraSubtitles

/// Cues of a file by time. A value; times in seconds.
struct CaptionTimeline: Sendable {
  let cues: [Cue]
  /// Latest end of the cues up to each one, so that a search backward ends early.
  private let latestEnds: [Double]
  /// Indices of the cues that are shown now.
  private(set) var active: [Int] = []
  /// Time of the next change; nil before the first search, infinity after the last cue.
  private var interval: Range<Double>?

  /// Maximum number of cues shown together.
  static let mostActive = 8

  /// Takes cues in the order of their starts.
  init(_ cues: [Cue]) {
    self.cues = cues
    var latest = 0.0
    latestEnds = cues.map { cue in
      latest = max(latest, cue.end)
      return latest
    }
  }

  /// Searches the cues of a time. Returns whether others are shown than before. Logarithmic, plus the number of overlapping cues.
  mutating func advance(to time: Double) -> Bool {
    if let interval, interval.contains(time) { return false }
    // First cue that begins after the time.
    var (low, high) = (0, cues.count)
    while low < high {
      let middle = (low + high) / 2
      if cues[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    var (found, at, next) = ([Int](), low - 1, low < cues.count ? cues[low].start : .infinity)
    var since = low > 0 ? cues[low - 1].start : -.infinity
    while at >= 0, latestEnds[at] > time {
      if cues[at].end > time {
        if found.count < Self.mostActive { found.append(at) }
        next = min(next, cues[at].end)
      } else {
        since = max(since, cues[at].end)
      }
      at -= 1
    }
    if at >= 0 { since = max(since, latestEnds[at]) }
    interval = since < next ? min(since, time)..<max(next, time.nextUp) : time..<time.nextUp
    found.reverse()
    defer { active = found }
    return found != active
  }

  /// Seconds from a time to the next change; nil if there is none.
  func delay(after time: Double) -> Double? {
    guard let interval, interval.upperBound.isFinite else { return nil }
    return max(0, interval.upperBound - time)
  }
}
