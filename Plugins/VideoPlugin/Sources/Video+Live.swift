internal import Tessera
internal import TesseraRender
internal import TesseraVideo

/// Cameras and live streams: the loop decides, and the thread of a session converts the pictures.
extension Video {
  /// Live source and its options; nil for files.
  var liveTarget: LivePlayback.Target? {
    guard let source, let live = LiveSource(source, isLive: isLive) else { return nil }
    var target = LivePlayback.Target(source: live)
    guard case .camera(let name) = live else { return target }
    target.camera = CameraRequest(name)
    if captureSize.width >= 1, captureSize.height >= 1, captureSize.isFinite {
      (target.camera.width, target.camera.height) = (Int(min(captureSize.width, 16384)), Int(min(captureSize.height, 16384)))
    }
    if frameRate.isFinite, frameRate > 0 { target.camera.framesPerSecond = min(frameRate, 1000) }
    target.camera.format = captureFormat
    return target
  }
}

extension Node where Value == Video {
  /// Takes a new value of the node.
  func updateLive() {
    let (value, live) = (value, storage.live)
    let target = value.liveTarget
    let (old, controlled) = live.withLock { live -> ((any LiveSession)?, (any LiveSession)?) in
      live.isMirrored = value.isMirrored
      let changes = live.controls != value.controls
      live.controls = value.controls
      let old = live.change(to: target)
      return (old, changes ? live.session : nil)
    }
    live.broadcast()
    old?.stop()
    if old != nil { stopLiveSound() }
    controlled?.setControls(value.controls)
  }

  /// Takes the state of the interface. Live sources run while they are visible only.
  func updateLive(_ state: InterfaceState) {
    let old = storage.live.withLock { live -> (any LiveSession)? in
      (live.isVisible, live.isNear) = (state == .visible, state >= .display)
      return live.isNear ? nil : live.drop()
    }
    storage.live.broadcast()
    old?.stop()
  }

  /// Carries out the decisions for a time of the stage. Returns the seconds until the next tick.
  func tickLive(at time: Double) -> Double? {
    let plays = value.isPlaying
    let (reports, track) = (!hasHandlers(for: Video.failed), storage.sound.withLock { $0.live })
    let wantsSound = value.settings.hasSound && hasSoundOutput
    track?.pump()
    let sound = wantsSound ? track?.heard ?? .none : .none
    let step = storage.live.withLock { live in
      (live.reportsFailures, live.wantsSound) = (reports, wantsSound)
      return live.advance(to: time, plays: plays, sound: sound)
    }
    // The queue may have room.
    storage.live.broadcast()
    wantsSound ? track?.setVolume(value.limitedVolume) : track?.silence()
    if let stopped = step.stopped {
      stopped.stop()
      stopLiveSound()
    }
    if step.draws { setNeedsDisplay() }
    if let start = step.starts { run(start) }
    if let stall = step.stall { send(Video.stalled, stall) }
    if let failure = step.failure { send(Video.failed, failure.description) }
    if step.isReady, let facts { send(Video.ready, facts) }
    if step.hasEnded { send(Video.end) }
    return step.delay
  }

  private func run(_ start: LivePlayback.Start) {
    let (live, generation) = (storage.live, start.generation)
    let starter = storage.opener.withLock { $0.live }
    let track = makeLiveSoundtrack()
    if !start.target.source.isCamera { storage.sound.withLock { $0.live = track } }
    do throws(VideoFileError) {
      let session = try starter(
        start,
        { isBlocked in
          live.wait { live in
            live.demand(generation: generation, hasRoom: track.hasRoom, isBlocked: isBlocked)
          }
        }
      ) { [weak self] event in
        if case .notice(let text) = event { self?.report(.load, text) }
        let isWanted = Video.handle(event, live, track, generation)
        if isWanted.layout { self?.setNeedsLayout() }
        if isWanted.tick { self?.requestTick(after: 0) }
      }
      if !live.withLock({ $0.didStart(session, generation: generation) }) { session.stop() }
    } catch {
      live.withLock { $0.didFail(error, generation: generation) }
      requestTick(after: 0)
    }
  }
}

extension Video {
  /// Takes an event on the thread of its session. Returns what the loop must do.
  static func handle(
    _ event: LiveEvent, _ live: Monitor<LivePlayback>, _ track: LiveSoundtrack, _ generation: Int
  ) -> (layout: Bool, tick: Bool) {
    switch event {
    case .started(let info):
      track.reset()
      return (live.withLock { $0.didOpen(info, generation: generation) }, !info.hasPictures)
    case .failed(let error): live.withLock { $0.didFail(error, generation: generation) }
    case .notice: return (false, false)
    case .ended:
      track.finish()
      live.withLock { $0.didEnd(generation: generation) }
    case .sound(let sound):
      let isPushed = live.withLock { live in
        live.didHear(generation: generation)
        return live.isPushed
      }
      track.add(sound, isPushed: isPushed)
      return (false, false)
    case .picture(let picture):
      let intake = live.wait { live -> LivePlayback.Intake? in
        let intake = live.intake(generation: generation)
        return intake == .wait ? nil : intake
      }
      guard case .take(let width, let height, let isMirrored) = intake else { return (false, false) }
      let facts = picture.facts
      var conversion = FrameConversion()
      let turns = live.withLock { $0.info?.quarterTurns ?? 0 }
      (conversion.quarterTurns, conversion.isMirrored) = (turns, isMirrored)
      conversion.shrink = shrink(of: facts, turns: turns, to: (width, height))
      do throws(VideoFileError) {
        let frame = QueuedFrame(time: facts.time, duration: facts.duration, position: 0, pixels: try picture.pixels(conversion))
        return (false, live.withLock { $0.add(frame, generation: generation) })
      } catch {
        live.withLock { $0.didSpoil(error, generation: generation) }
      }
    }
    return (false, true)
  }
}
