internal import TesseraRender
internal import TesseraVideo

/// Decisions of a node whose source is a camera or a live stream: when its session runs, and which picture is shown. A value; times in seconds.
///
/// A camera shows its newest picture. A stream shows pictures by their times. A server that sends pictures as they are captured (RTSP, MPEG-TS) is
/// followed closely: a full queue is behind, and its newest picture is shown. A playlist has many pictures in advance; it is opened again at its
/// live edge if stalls have added up. Sound that is heard is the clock of the pictures.
struct LivePlayback: Sendable {
  /// Source with the options that need a new session if they change.
  struct Target: Sendable, Hashable {
    var source: LiveSource
    var camera = CameraRequest()
  }

  /// Session to start.
  struct Start: Sendable {
    var target: Target
    var controls: [String: Int]
    var generation: Int
  }

  /// Result of a tick for the node.
  struct Step: Sendable {
    var draws = false
    var starts: Start?
    var stopped: (any LiveSession)?
    /// Until the next tick.
    var delay: Double?
    var isReady = false
    var hasEnded = false
    var stall: Bool?
    var failure: VideoFileError?
  }

  /// Use of a picture that arrived.
  enum Intake: Sendable, Equatable {
    /// Convert it for a place of this size in device pixels; nil: at its own size.
    case take(width: Int, height: Int, isMirrored: Bool)
    /// An earlier one is not shown yet.
    case drop
    /// Wait for room in the queue.
    case wait
    /// The session has ended.
    case stop
  }

  /// Pictures of a stream that are queued, if memory permits.
  static let mostQueued = 4
  /// Pictures that are queued if sound is the clock: it may be behind them in the stream.
  static let mostQueuedWithSound = 12
  /// Time without a due picture after which a stream counts as stalled.
  static let patience = 1.0
  /// Sum of stalls after which a stream is opened again at its live edge.
  static let mostLag = 5.0
  /// Consecutive pictures that cannot be converted, after which the source counts as failed.
  static let mostDamaged = 30
  /// Difference of times that means that a stream began again.
  static let jump = 10.0

  private(set) var target: Target?
  var controls: [String: Int] = [:]
  var isMirrored = false
  /// Whether the sound of a stream is played.
  var wantsSound = false
  /// Whether a failure without a picture is an error of the stage, because no handler is told.
  var reportsFailures = false
  var isNear = false
  var isVisible = false
  /// Size in device pixels at which pictures are shown; nil before the first draw.
  var place: (width: Int, height: Int)?
  private(set) var session: (any LiveSession)?
  private(set) var info: VideoFileInfo?
  private(set) var shown: QueuedFrame?
  private(set) var queue: [QueuedFrame] = []
  private(set) var failure: VideoFileError?
  /// Changes with each session; results of others are dropped.
  private(set) var generation = 0
  private(set) var isRunning = false
  private(set) var isStalled = false
  private var clock = VideoClock()
  /// Whether the next picture of a stream is shown regardless of its time.
  private var awaitsPicture = true
  /// Whether all of a complete stream was read.
  private(set) var hasEnded = false
  private var hasToldEnd = false
  private var isReady = false
  /// Last failure that was reported since the last picture.
  private var told: VideoFileError?
  private var damaged = 0
  private var stalledSince: Double?
  private var lag = 0.0
  /// Time of the stage since which the sound is pending.
  private var pendingSince: Double?
  /// Time of the stage at which the last picture was shown.
  private var shownAt = 0.0

  /// Failure to report as an error of the stage.
  var reportedFailure: VideoFileError? { reportsFailures && shown == nil && !isHeardOnly ? failure : nil }

  /// Whether the node waits for its first picture.
  var isPending: Bool { isRunning && shown == nil && failure == nil && !isSoundOnly }

  /// Whether the open stream has no pictures.
  var isSoundOnly: Bool { info.map { !$0.hasPictures } ?? false }
  /// Whether sound without pictures was heard.
  private var isHeardOnly: Bool { isSoundOnly && isReady }

  // MARK: requests

  /// Takes a source. The picture stays if only options of the same source changed. Returns the session to stop.
  mutating func change(to new: Target?) -> (any LiveSession)? {
    guard new != target else { return nil }
    let old = session
    let (near, visible, next, oldPlace) = (isNear, isVisible, generation + 1, place)
    let (mirrored, values, reports, sounds) = (isMirrored, controls, reportsFailures, wantsSound)
    let (picture, facts) = new?.source == target?.source ? (shown, info) : (nil, nil)
    self = LivePlayback()
    (shown, info, reportsFailures, wantsSound) = (picture, facts, reports, sounds)
    (target, isNear, isVisible, generation, place) = (new, near, visible, next, oldPlace)
    (isMirrored, controls) = (mirrored, values)
    return old
  }

  /// Frees the pictures. Returns the session to stop.
  mutating func drop() -> (any LiveSession)? {
    let old = end()
    (shown, failure, told, hasEnded, hasToldEnd) = (nil, nil, nil, false, false)
    return old
  }

  /// Keeps a started session. Returns false if it is not wanted any more.
  mutating func didStart(_ new: any LiveSession, generation: Int) -> Bool {
    guard generation == self.generation, isRunning else { return false }
    session = new
    return true
  }

  private mutating func end() -> (any LiveSession)? {
    let old = session
    if isRunning { generation += 1 }
    (session, isRunning, queue, awaitsPicture, stalledSince) = (nil, false, [], true, nil)
    return old
  }

  // MARK: loop

  /// Decides at a time of the stage. `sound` has the times of the stream.
  mutating func advance(to now: Double, plays: Bool, sound: VideoPlayback.Sound = .none) -> Step {
    var step = Step()
    guard let target else { return step }
    let sound = hasSound ? sound : .none
    if !plays { hasEnded = false }
    // The rest of a complete stream is played.
    let isOver = hasEnded && queue.isEmpty && sound == .none
    let wants = plays && isVisible && !isOver
    if isRunning, !wants {
      step.stopped = end()
      if isStalled { (isStalled, step.stall) = (false, false) }
    }
    if wants, !isRunning { step.starts = start(target) }
    if target.source.isCamera {
      showNewest(&step)
    } else if isSoundOnly {
      trackSound(sound, at: now, &step)
    } else {
      showDue(at: now, sound, &step)
    }
    if step.draws, shown != nil, !isReady { (isReady, step.isReady) = (true, true) }
    reportFailure(&step)
    if hasEnded, !hasToldEnd, queue.isEmpty, sound == .none { (hasToldEnd, step.hasEnded) = (true, true) }
    if lag > Self.mostLag, isRunning {
      step.stopped = end()
      step.starts = start(target)
    }
    return step
  }

  private mutating func start(_ target: Target) -> Start {
    generation += 1
    (isRunning, hasToldEnd, lag, failure, told) = (true, false, 0, nil, nil)
    return Start(target: target, controls: controls, generation: generation)
  }

  private mutating func showNewest(_ step: inout Step) {
    guard let newest = queue.last else { return }
    (shown, queue, step.draws) = (newest, [], true)
    if isStalled { (isStalled, step.stall) = (false, false) }
  }

  /// Whether pictures arrive when they are captured.
  var isPushed: Bool { info.map { $0.container != "hls" && $0.duration == nil } ?? false }

  /// Sets the clock by the sound. Returns whether the sound determines it.
  private mutating func synchronize(_ sound: VideoPlayback.Sound, at now: Double) -> Bool {
    let pending = pendingSince
    pendingSince = nil
    switch sound {
    case .none: break
    case .heard(let time):
      // If a stream begins again, its pictures and its sound do so at different moments.
      guard let picture = queue.first ?? shown, abs(picture.time - time) <= Self.jump else { break }
      clock.set(time: time, at: now)
      return true
    case .pending:
      guard !awaitsPicture else { return false }
      pendingSince = pending ?? now
      guard !isStalled, now - (pending ?? now) < VideoPlayback.soundPatience else { break }
      clock.hold(at: now)
      return true
    }
    clock.run(at: now)
    return false
  }

  private mutating func showDue(at now: Double, _ sound: VideoPlayback.Sound, _ step: inout Step) {
    let follows = synchronize(sound, at: now)
    if isPushed, !follows, queue.count >= limit, limit > 1, let newest = queue.last {
      queue = [newest]
      clock.set(time: newest.time, at: now)
    }
    if let first = queue.first, awaitsPicture || isStalled {
      if let since = stalledSince, !awaitsPicture { lag += now - since }
      if !follows || shown == nil { clock.set(time: first.time, at: now) }
      (awaitsPicture, stalledSince) = (false, nil)
      if isStalled { (isStalled, step.stall) = (false, false) }
    }
    while let first = queue.first {
      if !follows, let shown, abs(first.time - shown.time) > Self.jump { clock.set(time: first.time, at: now) }
      guard first.time <= clock.time(at: now) + 1e-6 else { break }
      shown = queue.removeFirst()
      (step.draws, shownAt) = (true, now)
    }
    if isRunning, sound != .none { step.delay = VideoPlayback.soundInterval }
    guard isRunning, !isStalled, !awaitsPicture, let shown else { return }
    let delay: Double?
    if let next = queue.first {
      delay = clock.delay(until: next.time, at: now)
    } else {
      let limit = shown.end + Self.patience
      // Without sound and pictures, the clock waits for the sound.
      let isStarved = pendingSince != nil && now - shownAt >= shown.duration + Self.patience
      if isStarved || clock.time(at: now) >= limit - 1e-6 {
        (isStalled, stalledSince, step.stall) = (true, now, true)
        return
      }
      delay = clock.delay(until: limit, at: now)
    }
    step.delay = step.delay.map { min($0, delay ?? $0) } ?? delay
  }

  /// Follows a stream without pictures: its begin and its stalls become signals.
  private mutating func trackSound(_ sound: VideoPlayback.Sound, at now: Double, _ step: inout Step) {
    // The placeholder is replaced by nothing.
    if awaitsPicture { (awaitsPicture, step.draws) = (false, true) }
    guard isRunning, sound != .none else { return }
    step.delay = VideoPlayback.soundInterval
    guard case .heard = sound else {
      let since = pendingSince ?? now
      pendingSince = since
      if isReady, !isStalled, !hasEnded, now - since >= Self.patience { (isStalled, stalledSince, step.stall) = (true, now, true) }
      return
    }
    if let since = stalledSince { lag += now - since }
    (pendingSince, stalledSince) = (nil, nil)
    if isStalled { (isStalled, step.stall) = (false, false) }
    if !isReady { (isReady, step.isReady) = (true, true) }
  }

  private mutating func reportFailure(_ step: inout Step) {
    guard let failure, failure != told else { return }
    (told, step.failure) = (failure, failure)
    // The placeholder is replaced by nothing.
    if shown == nil { step.draws = true }
    if shown != nil || isHeardOnly, !isStalled, queue.isEmpty { (isStalled, step.stall) = (true, true) }
  }

  // MARK: session

  /// Decides about a picture that arrived.
  func intake(generation: Int) -> Intake {
    guard generation == self.generation, isRunning, let target else { return .stop }
    let isFull = target.source.isCamera ? !queue.isEmpty : queue.count >= limit
    if isFull { return target.source.isCamera ? .drop : .wait }
    return .take(width: place?.width ?? .max, height: place?.height ?? .max, isMirrored: isMirrored)
  }

  private var limit: Int {
    guard let size = (queue.first ?? shown)?.byteCount, size > 0 else { return 1 }
    return min(hasSound ? Self.mostQueuedWithSound : Self.mostQueued, max(1, VideoPlayback.budget / size - 1))
  }

  /// Whether the sound of the open stream is played.
  private var hasSound: Bool { wantsSound && (info?.audioTrackCount ?? 0) > 0 }

  /// Returns the parts of a stream to read; nil: wait for room.
  ///
  /// - Parameters:
  ///   - generation: number of the session.
  ///   - hasRoom: whether there is room for sound.
  ///   - isBlocked: whether only a picture can be read.
  func demand(generation: Int, hasRoom: Bool, isBlocked: Bool) -> LiveDemand? {
    let intake = intake(generation: generation)
    if isSoundOnly, intake != .stop {
      // A server that does not wait is read also while its sound is off.
      return hasSound ? (isPushed || hasRoom ? LiveDemand(hasPicture: false, hasSound: true) : nil) : isPushed ? LiveDemand() : nil
    }
    let takesPicture = intake != .wait
    let takesSound = hasSound && !isBlocked && (isPushed || hasRoom)
    return takesPicture || takesSound ? LiveDemand(hasPicture: takesPicture, hasSound: hasSound) : nil
  }

  /// Takes the facts of an opened source. Returns whether the node's size may change.
  mutating func didOpen(_ new: VideoFileInfo, generation: Int) -> Bool {
    guard generation == self.generation else { return false }
    defer { (info, awaitsPicture, lag, pendingSince) = (new, true, 0, nil) }
    return info.map { $0.displaySize != new.displaySize } ?? true
  }

  /// Takes a picture. Returns whether the loop must look at it.
  mutating func add(_ picture: QueuedFrame, generation: Int) -> Bool {
    guard generation == self.generation, isRunning else { return false }
    queue.append(picture)
    (failure, told, damaged) = (nil, nil, 0)
    return queue.count == 1
  }

  /// Takes a part of the sound. In a stream without pictures it ends a failure.
  mutating func didHear(generation: Int) {
    if generation == self.generation, isSoundOnly { (failure, told) = (nil, nil) }
  }

  /// Takes a failure. The session tries again.
  mutating func didFail(_ error: VideoFileError, generation: Int) {
    guard generation == self.generation else { return }
    failure = error
  }

  /// Takes the failure of a conversion. Single ones are normal: a camera's cable, a lost packet.
  mutating func didSpoil(_ error: VideoFileError, generation: Int) {
    guard generation == self.generation else { return }
    damaged += 1
    if damaged >= Self.mostDamaged { failure = error }
  }

  /// Takes the end of a stream.
  mutating func didEnd(generation: Int) {
    guard generation == self.generation else { return }
    hasEnded = true
  }
}
