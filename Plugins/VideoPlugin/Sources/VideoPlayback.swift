internal import TesseraRender
internal import TesseraVideo

/// Decisions of a video node: which frame is shown, when the next one is due, what a worker does. A value; all times in seconds.
struct VideoPlayback: Sendable {
  /// Position that was requested and not reached.
  struct Seek: Sendable, Hashable {
    var position: Double
    var isExact: Bool
  }

  /// Result of a tick for the node.
  struct Step: Sendable {
    var draws = false
    var decodes = false
    /// Until the next tick.
    var delay: Double?
    /// Position to report.
    var position: Double?
    var isReady = false
    var hasEnded = false
    var stall: Bool?
    var failure: VideoFileError?
    /// File to close.
    var closed: VideoFeed?
    /// Sound that the video has now, and whether it runs.
    var sound: SoundStart?
    var runsSound = false
  }

  /// Next step of a worker.
  enum Order: Sendable {
    case open(String)
    case seek(VideoFeed, Seek)
    case decode(VideoFeed)
    case rest
  }

  /// Settings that the decisions depend on.
  struct Settings: Sendable, Hashable {
    var plays = true
    var loops = false
    var rate = 1.0
    /// Seconds between reports of the position; 0: none.
    var interval = 0.25
    /// Whether sound is on.
    var hasSound = true
  }

  /// Frames decoded ahead, if memory permits.
  static let mostAhead = 4
  /// Memory of the frames of a node in bytes.
  static let budget = 32 << 20
  /// Time without a due frame after which a video counts as stalled.
  static let patience = 0.5

  private(set) var source: String?
  private(set) var feed: VideoFeed?
  private(set) var info: VideoFileInfo?
  private(set) var duration: Double?
  private(set) var failure: VideoFileError?
  private(set) var shown: QueuedFrame?
  private(set) var queue: [QueuedFrame] = []
  private(set) var clock = VideoClock()
  /// Changes with each source and seek; results of workers with another number are dropped.
  private(set) var generation = 0
  private var seek: Seek?
  /// Whether the next frame is shown regardless of its time: after a seek and at the start.
  private var awaitsFrame = true
  private var isFast = false
  var isDecoding = false
  private var isDecoderAtEnd = false
  private(set) var hasEnded = false
  private(set) var isStalled = false
  var isNear = false
  var isVisible = false
  /// Time of the video at the last tick, and the number of frames skipped since because they were late.
  private var lastTime = 0.0
  private var skipped = 0
  private var told: Double?
  /// Time of the stage since which the sound is pending.
  private var soundPendingSince: Double?
  /// The last reported positions: a program that sets the attribute `position` to one of them requests no seek.
  private var reported: [Double] = []
  private var isReady = false
  private var hasToldFailure = false
  /// Failure behind the frames that were decoded.
  private var lateFailure: VideoFileError?
  /// Whether another loop was requested at the end of the file.
  private var endedLoops = false
  private var played = true
  /// Size in device pixels at which frames are shown; nil before the first draw.
  var target: (width: Int, height: Int)?

  /// Time in the file; while a seek is pending, its target.
  var position: Double {
    if let seek { return seek.position }
    guard let shown else { return 0 }
    let passed = min(lastTime - shown.time, shown.duration)
    return min(max(0, shown.position + passed), duration ?? .infinity)
  }

  // MARK: requests

  /// Takes a new file. Returns the feed to close.
  mutating func open(_ path: String?, at start: Double) -> VideoFeed? {
    let (old, near, visible, target) = (feed, isNear, isVisible, target)
    let (next, decoding) = (generation + 1, isDecoding)
    self = VideoPlayback()
    (source, isNear, isVisible, self.target, generation, isDecoding) = (path, near, visible, target, next, decoding)
    if start > 0 { seek = Seek(position: start, isExact: true) }
    clock.hold(time: start)
    return old
  }

  /// Requests a position. A position that is not finite counts as the start.
  mutating func seek(to position: Double, isExact: Bool) {
    let limited = position.isFinite ? min(max(0, position), duration ?? .greatestFiniteMagnitude) : 0
    generation += 1
    seek = Seek(position: limited, isExact: isExact)
    (queue, awaitsFrame, isFast) = ([], true, !isExact)
    (isDecoderAtEnd, hasEnded, skipped, hasToldFailure, lateFailure) = (false, false, 0, false, nil)
    clock.hold(time: limited)
    lastTime = limited
  }

  /// Closes the file and frees the frames; the position is kept. Returns the feed to close.
  mutating func drop() -> VideoFeed? {
    let old = feed
    guard old != nil || shown != nil else { return nil }
    let (position, ended) = (position, hasEnded)
    seek(to: ended ? 0 : position, isExact: true)
    (feed, shown, failure) = (nil, nil, nil)
    return old
  }

  /// Closes the file of a video that is not visible; its shown frame and its position are kept. Returns the feed to close.
  private mutating func close() -> VideoFeed? {
    guard let old = feed else { return nil }
    let ended = hasEnded
    seek(to: position, isExact: true)
    (feed, hasEnded) = (nil, ended)
    return old
  }

  // MARK: loop

  /// Decides at a time of the stage.
  mutating func advance(to now: Double, _ settings: Settings, sound: Sound = .none) -> Step {
    var step = Step()
    guard source != nil else { return step }
    if let failure {
      if !hasToldFailure { (step.failure, step.draws) = (failure, true) }
      hasToldFailure = true
      return step
    }
    clock.setRate(settings.rate, at: now)
    if settings.plays, !played, hasEnded { seek(to: 0, isExact: true) }
    played = settings.plays
    if isDecoderAtEnd, settings.loops, !endedLoops, !hasEnded { isDecoderAtEnd = false }
    showAwaited(&step)
    let plays = settings.plays && isVisible && !hasEnded && !awaitsFrame && shown != nil
    let runs = plays && !waits(for: sound, at: now, plays)
    if !runs { clock.hold(at: now) } else if !isStalled || !queue.isEmpty { clock.run(at: now) }
    if isStalled, !queue.isEmpty || !runs { (isStalled, step.stall) = (false, false) }
    if runs, !isStalled, case .heard(let heard) = sound { clock.set(time: heard, at: now) }
    // The sound may be a little behind the last frame.
    if case .heard = sound, runs { lastTime = max(lastTime, clock.time(at: now)) } else { lastTime = clock.time(at: now) }
    while let first = queue.first, first.time <= lastTime + 1e-6 {
      shown = queue.removeFirst()
      step.draws = true
    }
    if runs { run(at: now, settings, &step) }
    reportPosition(settings, &step)
    if runs, settings.interval > 0, let told, let toTell = clock.delay(until: told + settings.interval, at: now) {
      step.delay = min(step.delay ?? toTell, toTell)
    }
    (step.sound, step.runsSound) = (wantedSound(settings), plays && !hasEnded && !isStalled)
    if step.sound != nil, plays { step.delay = min(step.delay ?? Self.soundInterval, Self.soundInterval) }
    if !isVisible, shown != nil { step.closed = close() }
    step.decodes = !isDecoding && wantsWork
    return step
  }

  /// Whether time waits for sound that is not heard yet.
  private mutating func waits(for sound: Sound, at now: Double, _ plays: Bool) -> Bool {
    guard plays, sound == .pending, !isStalled else {
      soundPendingSince = nil
      return false
    }
    let since = soundPendingSince ?? now
    soundPendingSince = since
    return now - since < Self.soundPatience
  }

  /// Time since the first loop began, and whether the first frame after a start or a seek is missing.
  var soundTime: Double { lastTime }
  var isAwaitingFrame: Bool { awaitsFrame || seek != nil }

  /// Shows the first frame after a start or seek.
  private mutating func showAwaited(_ step: inout Step) {
    guard awaitsFrame, seek == nil, !queue.isEmpty else { return }
    let first = queue.removeFirst()
    (shown, awaitsFrame, step.draws) = (first, false, true)
    if !isReady { (isReady, step.isReady) = (true, true) }
    told = nil
    if isFast { clock.hold(time: first.time) }
  }

  private mutating func run(at now: Double, _ settings: Settings, _ step: inout Step) {
    guard let shown else { return }
    if let next = queue.first {
      step.delay = clock.delay(until: next.time, at: now)
    } else if isDecoderAtEnd {
      // The last frame is shown for its duration.
      let end = lateFailure != nil ? shown.end : max(shown.end, settings.loops ? 0 : min(duration ?? 0, shown.end + 60))
      if lastTime >= end - 1e-6 {
        clock.hold(time: end)
        (hasEnded, step.hasEnded, step.delay, lastTime) = (true, lateFailure == nil, nil, end)
        step.failure = lateFailure
        return
      }
      step.delay = clock.delay(until: end, at: now)
    } else {
      let limit = shown.end + Self.patience * settings.rate
      if lastTime >= limit, !isStalled {
        // Time waits for the decoder.
        clock.hold(time: shown.end)
        lastTime = shown.end
        (isStalled, step.stall) = (true, true)
      }
      step.delay = clock.delay(until: limit, at: now)
    }
  }

  /// Reports the position after each interval, a seek and the end.
  private mutating func reportPosition(_ settings: Settings, _ step: inout Step) {
    guard settings.interval > 0, seek == nil, !awaitsFrame, shown != nil else { return }
    let isDue = told.map { lastTime < $0 - 1e-6 || lastTime >= $0 + settings.interval - 1e-6 } ?? true
    guard isDue || step.hasEnded else { return }
    // On multiples of the interval, so that reports do not drift.
    let passed = told.map { lastTime >= $0 && lastTime < $0 + 2 * settings.interval ? $0 + settings.interval : lastTime }
    told = step.hasEnded ? lastTime : passed ?? lastTime
    step.position = position
    reported = reported.suffix(7) + [position]
  }

  /// Returns whether a value of the attribute `position` is a request, and not an echo of a report.
  func isRequest(_ position: Double) -> Bool { !reported.contains(position) }

  // MARK: worker

  /// Whether a worker has something to do.
  var wantsWork: Bool {
    guard isNear || isVisible, failure == nil, source != nil else { return false }
    // The frame of a video near the screen is its poster.
    if !isVisible, shown != nil { return false }
    if seek != nil { return true }
    return !isDecoderAtEnd && (feed == nil || queue.count < mostQueued)
  }

  /// Maximum number of queued frames: one for a poster frame.
  private var mostQueued: Int {
    guard isVisible else { return 1 }
    guard let size = (queue.first ?? shown)?.byteCount, size > 0 else { return 1 }
    return min(Self.mostAhead, max(1, Self.budget / size - 1))
  }

  /// Returns the next order; `rest` ends the decoding.
  mutating func nextOrder() -> Order {
    guard wantsWork, let source else {
      isDecoding = false
      return .rest
    }
    isDecoding = true
    guard let feed else { return .open(source) }
    if let wanted = seek {
      seek = nil
      return .seek(feed, wanted)
    }
    return .decode(feed)
  }

  /// Takes an opened file. Returns whether it is still wanted.
  mutating func didOpen(_ feed: VideoFeed) -> Bool {
    guard source == feed.path, self.feed == nil, isNear || isVisible else { return false }
    (self.feed, info, duration) = (feed, feed.info, feed.duration)
    return true
  }

  /// Returns whether a decoded frame is converted; a frame that ended before the current time is skipped, at most seven in sequence.
  mutating func converts(from start: Double, duration: Double) -> Bool {
    if awaitsFrame || duration <= 0 || start + duration >= lastTime || skipped >= 7 {
      skipped = 0
      return true
    }
    skipped += 1
    return false
  }

  /// Takes a frame. Returns whether the loop must look at it soon.
  mutating func add(_ frame: QueuedFrame, generation: Int) -> Bool {
    guard generation == self.generation, feed != nil else { return false }
    let isFirst = queue.isEmpty
    queue.append(frame)
    return isFirst
  }

  /// Takes the end of the file.
  mutating func didEnd(generation: Int, loops: Bool) {
    guard generation == self.generation else { return }
    (isDecoderAtEnd, endedLoops) = (true, loops)
    if let end = feed?.duration { duration = end }
    if shown == nil, queue.isEmpty, let source { failure = .corrupt(source: source, reason: "none of its frames can be decoded") }
  }

  /// Takes a failure. A source whose first frames were shown ends behind those that were decoded; a broken connection is reported then.
  mutating func didFail(_ error: VideoFileError, generation: Int) {
    guard generation == self.generation else { return }
    (isDecoderAtEnd, endedLoops) = (true, true)
    if shown == nil, queue.isEmpty {
      failure = error
    } else if case .unreadable = error {
      // Another attempt opens the source again.
      (lateFailure, feed) = (error, nil)
    }
  }
}
