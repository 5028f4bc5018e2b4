public import Tessera
internal import TesseraRender
internal import TesseraVideo

/// Playback: the loop decides which frame is due, and workers open the file, decode and convert.
extension Video {
  public static func valueDidChange(_ node: Node<Self>) {
    let value = node.value
    let (storage, wanted) = (node.storage, value.targetPosition)
    let isNew = storage.requested.withLock { old in
      defer { old = wanted }
      return old != wanted
    }
    node.updateLive()
    let file = value.liveTarget == nil ? value.source : nil
    let old = storage.playback.withLock { playback -> VideoFeed? in
      if playback.source != file { return playback.open(file, at: wanted ?? 0) }
      if isNew, let wanted, playback.isRequest(wanted) { playback.seek(to: wanted, isExact: value.seekMode == .exact) }
      return nil
    }
    old?.cancel()
    node.requestTick(after: 0)
  }

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    let dropped = node.storage.playback.withLock { playback -> VideoFeed? in
      (playback.isVisible, playback.isNear) = (new == .visible, new >= .display)
      return playback.isNear ? nil : playback.drop()
    }
    dropped?.cancel()
    node.updateLive(new)
    if new != .visible { node.stopSound() }
    if new == .visible || old == .visible || new == .display { node.requestTick(after: 0) }
  }

  public static func tick(_ node: Node<Self>, at time: Double) -> Double? {
    if node.value.liveTarget != nil { return node.tickLive(at: time) }
    let (settings, sound) = (node.value.settings, node.heardSound)
    // The picture is that of the time at which it is seen.
    let seen = node.frameTime?.presentation ?? time
    let step = node.storage.playback.withLock { $0.advance(to: seen, settings, sound: sound) }
    if step.draws { node.setNeedsDisplay() }
    step.closed?.cancel()
    if step.decodes { node.decode() }
    let captions = node.updateCaptions(to: node.currentPosition)
    if captions.draws { node.setNeedsDisplay() }
    node.updateSound(step, volume: node.value.limitedVolume)
    if let stall = step.stall { node.send(Video.stalled, stall) }
    if let failure = step.failure { node.send(Video.failed, failure.description) }
    if step.isReady, let facts = node.facts { node.send(Video.ready, facts) }
    if let position = step.position { node.send(Video.time, position) }
    if step.hasEnded { node.send(Video.end) }
    guard settings.plays, let change = captions.delay else { return step.delay }
    return min(step.delay ?? .infinity, max(0.01, change / settings.rate))
  }
}

extension Node where Value == Video {
  /// Opens the source and fills the queue, away from the loop.
  func decode() {
    let starts = storage.playback.withLock { playback in
      guard !playback.isDecoding, playback.wantsWork else { return false }
      playback.isDecoding = true
      return true
    }
    guard starts else { return }
    let isQueued = performReading(of: value.source) { [weak self] in
      while self?.decodeStep() == true {}
    }
    if !isQueued { storage.playback.withLock { $0.isDecoding = false } }
  }

  /// Carries out the next order of the playback. Returns whether there may be another. Not on the loop.
  private func decodeStep() -> Bool {
    let (order, generation) = storage.playback.withLock { ($0.nextOrder(), $0.generation) }
    let (loops, storage) = (value.loops, storage)
    do throws(VideoFileError) {
      switch order {
      case .rest: return false
      case .open(let path):
        let feed = try VideoFeed(path, storage.opener.withLock { $0 })
        let isWanted = storage.playback.withLock { $0.didOpen(feed) }
        if !isWanted { feed.cancel() }
        // Layouts do not wait for a web server.
        if isWanted, VideoOpener.isURL(path) { setNeedsLayout() }
      case .seek(let feed, let wanted):
        try feed.seek(to: wanted.position, isExact: wanted.isExact) { storage.playback.withLock { $0.generation != generation } }
      case .decode(let feed):
        let step = try feed.next(loops: loops)
        if let failure = feed.consumeDecoderFailure() { report(.load, failure) }
        if let step { return try add(step, feed, generation) }
        storage.playback.withLock { $0.didEnd(generation: generation, loops: loops) }
        requestTick(after: 0)
      }
    } catch {
      storage.playback.withLock { $0.didFail(error, generation: generation) }
      requestTick(after: 0)
    }
    return true
  }

  /// Converts a frame unless it is late. Returns true.
  private func add(_ step: VideoFeed.Step, _ feed: VideoFeed, _ generation: Int) throws(VideoFileError) -> Bool {
    let facts = step.frame.facts
    let (converts, target) = storage.playback.withLock { playback in
      (playback.converts(from: step.time, duration: facts.duration), playback.target)
    }
    guard converts else { return true }
    var conversion = FrameConversion()
    conversion.quarterTurns = feed.info.quarterTurns
    conversion.shrink = Video.shrink(of: facts, turns: conversion.quarterTurns, to: target)
    let frame = QueuedFrame(
      time: step.time, duration: facts.duration, position: step.position, pixels: try step.frame.pixels(conversion))
    if storage.playback.withLock({ $0.add(frame, generation: generation) }) { requestTick(after: 0) }
    return true
  }

  /// Facts of the open file or live source.
  var facts: Video.Facts? {
    if value.liveTarget != nil {
      return storage.live.withLock { $0.info }.map {
        let size = $0.hasPictures ? $0.displaySize : (width: 0, height: 0)
        return Video.Facts(width: size.width, height: size.height, duration: nil)
      }
    }
    return fileFacts
  }

  private var fileFacts: Video.Facts? {
    storage.playback.withLock { playback in
      playback.info.map { Video.Facts(width: $0.displaySize.width, height: $0.displaySize.height, duration: playback.duration) }
    }
  }
}

extension Video {
  /// Returns the largest factor by which a frame can be shrunk for its place: 1, 2, 4 or 8.
  static func shrink(of facts: DecodedFrameFacts, turns: Int, to target: (width: Int, height: Int)?) -> Int {
    guard let target else { return 1 }
    let (width, height) = turns % 2 == 0 ? (facts.width, facts.height) : (facts.height, facts.width)
    return [8, 4, 2].first { width / $0 >= target.width && height / $0 >= target.height } ?? 1
  }
}
