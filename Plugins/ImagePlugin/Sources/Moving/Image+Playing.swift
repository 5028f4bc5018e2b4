public import Tessera
internal import TesseraPictures

/// Playback of animated images while their node is visible. The loop decides which frame is due; workers read, decode and draw.
extension Image: LifecycleType, TickingType {
  /// Loads and playback state.
  public typealias Storage = ImageStorage

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    #if Network
      updatePriority(node, to: new)
    #endif
    let isVisible = new == .visible
    let changed = node.storage.state.withLock { state in
      defer { state.isVisible = isVisible }
      if state.isVisible, !isVisible { Self.stop(&state) }
      return state.isVisible != isVisible
    }
    if changed, isVisible { node.continuePlayback() }
  }

  public static func drawDidFinish(_ node: Node<Self>) {
    #if Network
      notifyShown(node)
    #endif
    let shown = node.storage.state.withLock { state -> Int? in
      guard let frame = state.drawn?.frame, state.told != frame else { return nil }
      state.told = frame
      return frame
    }
    if let shown { node.send(Self.frameShown, shown) }
    node.continuePlayback()
  }

  public static func tick(_ node: Node<Self>, at time: Double) -> Double? {
    #if Network
      notifyLoads(node)
    #endif
    let (value, seen) = (node.value, node.frameTime?.presentation ?? time)
    let (outcome, step) = node.storage.state.withLock { state in Self.advance(&state, value, to: seen) }
    switch outcome {
    case .nothing: break
    case .draw: node.setNeedsDisplay()
    case .decode(let track, let frame, let draws):
      if draws { node.setNeedsDisplay() }
      node.decode(frame, of: track)
    }
    if let loop = step?.endedLoop { node.send(Self.loopEnded, loop) }
    if step?.finishes == true { node.send(Self.finished) }
    return step?.next
  }

  private enum Outcome {
    case nothing, draw
    case decode(FrameTrack, Int, draws: Bool)
  }

  /// Stops playback at the current frame.
  static func stop(_ state: inout ImageStorage.State) {
    state.playback.stop()
    if state.hasJoined, case .moving(let track) = state.motion { track.leave() }
    state.hasJoined = false
  }

  private static func advance(_ state: inout ImageStorage.State, _ value: Image, to time: Double) -> (Outcome, PicturePlayback.Step?) {
    guard state.isVisible, !state.reducesMotion, case .moving(var track) = state.motion else { return (.nothing, nil) }
    if let resized = state.adoptResized(at: time, of: track) { track = resized }
    let timeline = value.timeline(of: track)
    if let target = state.seek {
      stop(&state)
      state.playback.seek(to: target.seconds(in: timeline), timeline)
      (state.seek, state.wantsFrame) = (nil, true)
    }
    if !value.isPlaying {
      stop(&state)
    } else if state.playback.origin == nil, !state.playback.isFinished {
      track = begin(&state, track, timeline, at: time)
    }
    guard value.isPlaying || state.wantsFrame else { return (.nothing, nil) }
    let step = state.playback.advance(to: time, timeline)
    if state.shot?.frame == step.frame, !state.isStale {
      state.wantsFrame = false
      return (.nothing, step)
    }
    if let shot = track.shot(step.frame) {
      (state.shot, state.wantsFrame, state.isStale) = (shot, false, false)
      return (.draw, step)
    }
    state.isLate = true
    // Frames are dropped rather than shown late: the due frame is decoded, and until then the newest one before it is shown.
    let newest = track.newest(upTo: step.frame, after: state.shot?.frame)
    if let newest { (state.shot, state.isStale) = (newest, false) }
    guard state.decoding == nil else { return (newest == nil ? .nothing : .draw, step) }
    state.decoding = step.frame
    return (.decode(track, step.frame, draws: newest != nil), step)
  }

  /// Joins nodes that already play the picture, or creates a separate track.
  private static func begin(_ state: inout ImageStorage.State, _ track: FrameTrack, _ timeline: FrameTimeline, at time: Double)
    -> FrameTrack
  {
    var track = track
    let position = state.playback.position
    let isEndless = timeline.loopCount == 0
    var joined = track.join(at: time, position: position, isEndless: isEndless)
    if joined == nil {
      track = track.makeOther()
      state.motion = .moving(track)
      joined = track.join(at: time, position: position, isEndless: isEndless)
    }
    state.hasJoined = joined != nil
    state.playback.start(at: time, from: joined)
    return track
  }

  /// Returns the timeline of the frames.
  func timeline(of track: FrameTrack) -> FrameTimeline {
    FrameTimeline(delays: track.frames.delays, loopCount: loops ?? track.frames.loopCount)
  }
}

/// Next step of the playback.
private enum FollowingStep {
  case nothing, open, tick
  case resize(FrameTrack, FrameSize)
  case decode(FrameTrack, Int)
}

extension ImageStorage.SeekTarget {
  func seconds(in timeline: FrameTimeline) -> Double {
    switch self {
    case .frame(let frame): timeline.time(ofFrame: frame)
    case .time(let seconds): seconds
    }
  }
}

extension Node where Value == Image {
  /// Resumes an animated image; a finished one restarts. Any thread.
  public func play() {
    storage.state.withLock { state in
      if state.playback.isFinished { state.seek = .time(0) }
    }
    update { $0.isPlaying = true }
    continuePlayback()
  }

  /// Pauses at the current frame. Any thread.
  public func pause() { update { $0.isPlaying = false } }

  /// Seeks to a frame of an animated image, from 0; clamped to the last. Any thread.
  public func seek(toFrame frame: Int) { seek(.frame(frame)) }

  /// Seeks to a time of an animated image, in seconds from the beginning of its first loop. Any thread.
  public func seek(to seconds: Double) { seek(.time(seconds)) }

  /// Current frame of an animated image, or the one that is about to be shown; nil for the poster frame or a still picture. Any thread.
  public var shownFrame: Int? { storage.state.withLock { $0.shot?.frame } }

  private func seek(_ target: ImageStorage.SeekTarget) {
    storage.state.withLock { state in
      state.seek = target
      state.wantsFrame = true
    }
    continuePlayback()
  }

  /// Continues the playback and decodes the next frame ahead. Any thread.
  func continuePlayback() {
    let value = value
    let next = storage.state.withLock { state -> FollowingStep in
      guard state.isVisible, !state.reducesMotion else { return .nothing }
      if case .moving(let track) = state.motion, let size = state.size, size != state.sizeAsked, state.resized == nil {
        state.sizeAsked = size
        return .resize(track, size)
      }
      guard value.isPlaying || state.wantsFrame else { return .nothing }
      switch state.motion {
      case .still, .opening: return .nothing
      case .unknown:
        (state.motion, state.sizeAsked) = (.opening, state.size)
        return .open
      case .moving(let track):
        if state.seek != nil || (value.isPlaying && state.playback.origin == nil && !state.playback.isFinished) { return .tick }
        guard value.isPlaying, !state.playback.isFinished, let shown = state.shot?.frame, state.decoding == nil else { return .nothing }
        let following = (shown + 1) % track.frames.delays.count
        guard track.shot(following) == nil else { return .nothing }
        state.decoding = following
        return .decode(track, following)
      }
    }
    switch next {
    case .nothing: break
    case .open: if !performOnWorker({ [weak self] in self?.open() }) { storage.state.withLock { $0.motion = .unknown } }
    case .tick: requestTick(after: 0)
    case .resize(let track, let size):
      if !performOnWorker({ [weak self] in self?.resize(track, to: size) }) { storage.state.withLock { $0.sizeAsked = nil } }
    case .decode(let track, let frame): decode(frame, of: track)
    }
  }

  /// Decodes a frame on a worker; a due frame is then shown.
  func decode(_ frame: Int, of track: FrameTrack) {
    let isDone = performOnWorker { [weak self] in
      let result = Result { () throws(PictureError) in try track.decode(frame, isCancelled: { self == nil }) }
      self?.didDecode(of: track, result)
    }
    if !isDone { storage.state.withLock { $0.decoding = nil } }
  }

  private func didDecode(of track: FrameTrack, _ result: Result<FrameTrack.Shot, PictureError>) {
    let (isCurrent, isLate) = storage.state.withLock { state in
      state.decoding = nil
      defer { state.isLate = false }
      guard case .moving(let current) = state.motion, current === track else { return (false, state.isLate) }
      // A picture that cannot be decoded stays at its current frame.
      if case .failure = result { state.motion = .still }
      return (true, state.isLate)
    }
    switch result {
    case .success: if isLate { requestTick(after: 0) }
    case .failure(let error): if isCurrent, error != .cancelled(source: track.name) { report(.draw, error.description) }
    }
  }
}
